# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A camera or a video through one line of elements, onto the screen or into a file: what
the shortest examples have in common; no program by itself."""
import os
import re
import sys

from gstreamer import HELP
from pictures import framerate, there_is
from video import Video, check_result, fail, output_of, queue_of
from wholefile import NotWritten

RATE = '--framerate='


def arguments(text, most):
    """Those that were given, `most` of them, with None for the rest; and --framerate,
    which play() reads."""
    words = [word for word in sys.argv[1:] if not word.startswith(RATE)]
    if HELP.intersection(words):
        print(text.strip())
        sys.exit()
    for word in words:
        if word.startswith('-'):
            fail('unknown option %s (see --help)' % word)
    if len(words) > most:
        fail('too many arguments (see --help)')
    return words + [None] * (most - len(words))


def number(name, default, least, most, odd=False):
    """A setting in the environment, as it is given to an element."""
    value = os.environ.get(name) or str(default)
    if not re.fullmatch(r'\d+(\.\d+)?', value) or not least <= float(value) <= most or (
            odd and float(value) % 2 != 1):
        fail('%s must be %s%g to %g, not %s' % (
            name, 'odd, ' if odd else '', least, most, value))
    return value


def word(name, default, words):
    value = os.environ.get(name) or default
    if value not in words:
        fail('%s must be one of %s, not %s' % (name, ' '.join(words), value))
    return value


def play(path, filters, output, source=None):
    """To its end. A queue on either side, so that decoding, filtering and showing each
    have a thread."""
    path = path or '/dev/video0'
    rate = [framerate(w.removeprefix(RATE)) for w in sys.argv if w.startswith(RATE)]
    if not source and not there_is(path):
        fail('there is no camera %s; name a video (see --help)' % path
             if path == '/dev/video0' else 'there is no file or camera %s' % path)
    end = output_of(output)[0]
    try:
        video = Video(path, '%s ! videoconvert ! %s ! queue ! %s' % (
            'queue name=video' if source else queue_of(path), filters, end), output,
                      source=source, rate=rate[-1] if rate else None)
        if output:
            check_result(output, video.pictures)
        video.run()
    except NotWritten as error:
        fail(error)
