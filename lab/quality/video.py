# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames in raw bytes through FFmpeg and GStreamer. Formats are FFmpeg's names;
values are passed on as they are."""
import numpy

from programs import ffmpeg, run, try_to_run

GST_FORMATS = {'gray': 'gray8', 'yuv420p': 'i420'}


def size_of(path):
    probe = run(['ffprobe', '-v', 'error', '-select_streams', 'v:0',
                 '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path])
    return tuple(int(i) for i in probe.split(b'\n')[0].split(b',')[:2])


def decode_luma(path, first, n):
    """n consecutive frames of a file: an array n x height x width."""
    width, height = size_of(path)
    raw = ffmpeg('-i', path, '-vf',
                 "select='gte(n,%d)',extractplanes=y" % first, '-vsync', '0',
                 '-frames:v', str(n), '-f', 'rawvideo', '-pix_fmt', 'gray', '-')
    return numpy.frombuffer(raw, numpy.uint8).reshape(-1, height, width)


def raw_input(fmt, width, height):
    """FFmpeg's options for what comes by stdin."""
    return ['-f', 'rawvideo', '-pix_fmt', fmt, '-s', '%dx%d' % (width, height),
            '-i', '-']


def by_elements(raw, fmt, width, height, elements, timeout=None):
    """Through a chain of GStreamer's elements; programs.Failed where it fails.
    Lines have to be of a multiple of 4 bytes, in all planes."""
    return through_elements(raw, 'format=%s width=%d height=%d' % (
        GST_FORMATS[fmt], width, height), elements, timeout)


def through_elements(raw, form, elements, timeout=None):
    """The same, of a form as rawvideoparse's properties say it."""
    return try_to_run(
        ['gst-launch-1.0', '-q', 'fdsrc', 'blocksize=%d' % (1 << 19), '!',
         'rawvideoparse', *form.split(), '!', *elements.split(), '!', 'fdsink'], raw,
        timeout)


def by_ffmpeg(raw, fmt, width, height, filters):
    return ffmpeg(*raw_input(fmt, width, height), '-vf', filters,
                  '-f', 'rawvideo', '-pix_fmt', fmt, '-', data=raw)


def encoded(raw, fmt, width, height, options, form):
    """The bytes of a stream, by an encoder's options, in a form of FFmpeg's."""
    muxer = {'mpegvideo': 'mpeg2video'}.get(form, form)
    return ffmpeg(*raw_input(fmt, width, height), *options, '-f', muxer, '-',
                  data=raw)


def decoded(stream, fmt, form):
    return ffmpeg('-f', form, '-i', '-', '-f', 'rawvideo', '-pix_fmt', fmt,
                  '-vsync', '0', '-', data=stream)
