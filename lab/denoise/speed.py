# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Raw I420 through a filter and to nowhere: command lines that are timed."""


def gst_launch(path, width, height, element, frames=-1):
    return ['gst-launch-1.0', '-q', 'filesrc', 'location=' + path,
            'blocksize=%d' % (width * height * 3 // 2), 'num-buffers=%d' % frames, '!',
            'rawvideoparse', 'format=i420', 'width=%d' % width, 'height=%d' % height,
            '!', *element.split(), '!', 'fakesink']


def ffmpeg_filter(path, width, height, chain, *options):
    return ['ffmpeg', '-v', 'error', *options, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s',
            '%dx%d' % (width, height), '-i', path, '-vf', chain, '-f', 'null', '-']
