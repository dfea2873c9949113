# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What rtsp and webrtc serve, and frames that arrive with loss. Not a test."""
import contextlib
import re
import signal
import subprocess

from clips import numpy, psnr


@contextlib.contextmanager
def served(check, program, *options):
    """Its address, and a list, which has what it said when it is interrupted."""
    last = []
    with subprocess.Popen(
            [program, '--port=0', *options], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        try:
            found = re.match(r'(\w+://127.0.0.1:\d+/\S*) \(Ctrl-C',
                             process.stdout.readline())
            check('it says where it is', found)
            yield found[1], last
            process.send_signal(signal.SIGINT)
            said, problem = process.communicate(timeout=20)
            last.append(said)
            check('an interrupt ends it', process.returncode == 0 and re.search(
                r'^\d+ frames in [\d.]+ s, to \d+ who watched: ' + found[1], said,
                re.M), process.returncode, said, problem)
        finally:
            process.kill()


def nearest(frame, clip):
    """In dB, to that frame of a clip which is most like it."""
    return max(psnr(frame, other, numpy.ones(frame.shape, bool)) for other in clip)
