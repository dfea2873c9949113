# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that measure how good pictures are: what they run, what they skip
for, and what they say of themselves."""
import datetime
import os
import shutil
import subprocess
import sys

SKIPPED = 77
NAME = os.path.basename(sys.argv[0])


class Failed(Exception):
    """A program that was run ended with an error."""


def skip(why):
    print('%s: skipped: %s' % (NAME, why))
    sys.exit(SKIPPED)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            skip('%s is not installed (Debian: ffmpeg, gstreamer1.0-tools)'
                 % program)


def try_to_run(command, data=b'', timeout=None):
    """What it prints; Failed says what it said. `timeout` is in seconds."""
    try:
        result = subprocess.run(command, input=data, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, check=False,
                                timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed('%s: not done in %g s' % (' '.join(command), timeout)) from None
    if result.returncode != 0:
        raise Failed('%s\n%s' % (' '.join(command),
                                 result.stderr.decode(errors='replace')))
    return result.stdout


def run(command, data=b''):
    """The same, and the end of this program where it fails."""
    try:
        return try_to_run(command, data)
    except Failed as error:
        sys.exit('%s: this failed: %s' % (NAME, error))


def ffmpeg(*arguments, data=b''):
    return run(['ffmpeg', '-v', 'error', *arguments], data)


def has_element(name):
    return subprocess.run(['gst-inspect-1.0', name], check=False,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def ffmpeg_has(kind, name):
    """Whether this FFmpeg has, of a kind as its help says it, one of that name."""
    return ffmpeg('-h', '%s=%s' % (kind, name)).startswith(
        b'%s %s' % (kind.capitalize().encode(), name.encode()))


def machine():
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        models = [line.split(':', 1)[1].strip() for line in file
                  if line.startswith('model name')]
    return '%s, %d processors' % (models[0] if models else os.uname().machine,
                                  os.cpu_count())


def record():
    """The head of a file of figures."""
    return {
        'date': datetime.datetime.now(datetime.timezone.utc).isoformat(
            timespec='seconds'),
        'machine': machine(),
        'command': ' '.join(sys.argv),
        'ffmpeg': ffmpeg('-version').split(b'\n')[0].decode(),
    }
