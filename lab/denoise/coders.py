# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Coders that clips go through: as they are at a viewer's, behind a filter, and as
cameras have them, in front of it."""
from video import decoded, encoded

# {name: (FFmpeg's options, the stream's form, the format that it takes)}. MJPEG is
# told that the range is full, so that no value is changed.
ONE = ['-threads', '1']  # the same bytes on each machine
CODERS = {
    **{'x264, crf %d' % rate: (['-c:v', 'libx264', '-crf', str(rate)], 'h264', 'yuv420p')
       for rate in (18, 21, 23, 28, 33)},
    **{'x265, crf %d' % rate: (
        ['-c:v', 'libx265', '-preset', 'fast', '-crf', str(rate), '-x265-params',
         'log-level=error:pools=1:frame-threads=1'], 'hevc', 'yuv420p')
       for rate in (18, 22, 25, 29, 33)},
    **{'MJPEG, q %d' % rate: (['-c:v', 'mjpeg', '-q:v', str(rate)], 'mjpeg', 'yuvj420p')
       for rate in (2, 3, 5, 8, 12)},
    **{'MPEG-2, q %d' % rate: (['-c:v', 'mpeg2video', '-q:v', str(rate), '-bf', '2'],
                               'mpegvideo', 'yuv420p')
       for rate in (2, 4, 6, 9, 14)}}
BEHIND = ('x264, crf 18', 'x264, crf 23', 'x264, crf 28')  # a filter


def encoder(name):
    """FFmpeg's name of it."""
    options = CODERS[name][0]
    return options[options.index('-c:v') + 1]


def coded(clip, name, options=()):
    """(bytes, the clip as it comes out)."""
    arguments, form, fmt = CODERS[name]
    stream = encoded(clip.tobytes(), fmt, clip.width, clip.height,
                     [*arguments, *options], form)
    result = clip.of_bytes(decoded(stream, fmt, form))
    if result.n != clip.n:
        raise ValueError('%s: %d frames of %d came out' % (name, result.n, clip.n))
    return len(stream), result
