# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Lines of docs/sources on frames whose truth is known. They work in files of the folder
that is the current one."""
import os

import tape
from programs import ffmpeg, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DUST_MASK = os.path.join(ROOT, 'pipelines', 'dust-mask')


class Frames:
    """Raw frames in a form that FFmpeg, GStreamer and numpy know."""

    def __init__(self, clip, rate, interlaced=False):
        self.clip, self.rate, self.interlaced = clip, rate, interlaced
        self.two, self.four = ('yuv422p', 'y42b') if isinstance(clip, tape.Tape) else (
            'yuv420p', 'i420')

    def source(self):
        with open('frames.raw', 'wb') as file:
            file.write(self.clip.tobytes())
        return ('filesrc location=frames.raw ! rawvideoparse format=%s width=%d height=%d '
                'framerate=%d/1 interlaced=%s top-field-first=true' % (
                    self.four, self.clip.width, self.clip.height, self.rate,
                    str(self.interlaced).lower()))

    def by(self, elements, mask=None):
        line = '%s ! queue ! %s%s ! video/x-raw,format=%s ! fdsink' % (
            self.source(), 'cudamask name=m ! ' if mask else '', elements,
            self.four.upper())
        if mask:
            line = ('filesrc location=%s ! decodebin ! videoconvert ! video/x-raw,'
                    'format=GRAY8 ! queue ! m.mask ' % mask) + line
        rate = 50 if 'deinterlace' in elements else self.rate
        return Frames(self.clip.of_bytes(run(['gst-launch-1.0', '-q', *line.split()])), rate)

    def raw(self):
        return ['-f', 'rawvideo', '-pix_fmt', self.two, '-s', '%dx%d' % (
            self.clip.width, self.clip.height), '-r', str(self.rate), '-i', '-']

    def by_ffmpeg(self, filters):
        return Frames(self.clip.of_bytes(ffmpeg(
            *self.raw(), '-vf', filters, '-f', 'rawvideo', '-pix_fmt', self.two, '-',
            data=self.clip.tobytes())), self.rate)

    def marked(self, options):
        ffmpeg('-y', *self.raw(), '-c:v', 'ffv1', 'clip.mkv', data=self.clip.tobytes())
        run([DUST_MASK, *options, 'clip.mkv', 'mask.mkv'])
        return 'mask.mkv'


def through(frames, line):
    """The clip that steps make of frames. They are parted by |, and are dust-mask's
    options; FFmpeg's filters; or elements, which are behind the mask where one was made.
    """
    mask = None
    for step in line.split(' | '):
        program, _, rest = step.partition(' ')
        if program == 'dust-mask':
            mask = frames.marked(rest.split())
        elif program == 'ffmpeg':
            frames = frames.by_ffmpeg(rest)
        else:
            frames, mask = frames.by(step, mask), None
    return frames.clip
