#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The least: frames of a program's own, filtered one by one."""
import gi
gi.require_version('Gst', '1.0')
from gi.repository import GLib, Gst

WIDTH, HEIGHT = 320, 240

Gst.init(None)
try:
    pipeline = Gst.parse_launch(
        'appsrc name=in format=time caps=video/x-raw,format=GRAY8,width=%d,height=%d,'
        'framerate=25/1 ! cudamedian ! appsink name=out sync=false' % (WIDTH, HEIGHT))
except GLib.Error as error:
    raise SystemExit('%s (is the plugin\'s folder in GST_PLUGIN_PATH?)' % error.message)
source, sink = pipeline.get_by_name('in'), pipeline.get_by_name('out')
pipeline.set_state(Gst.State.PLAYING)
left = 0
for n in range(100):
    pixels = bytearray(WIDTH * HEIGHT)
    pixels[(WIDTH + 1) * n] = 255  # a speck
    frame = Gst.Buffer.new_wrapped(bytes(pixels))
    frame.pts = n * Gst.SECOND // 25
    source.emit('push-buffer', frame)
    result = sink.emit('try-pull-sample', 5 * Gst.SECOND)
    if not result:
        raise SystemExit('no result; GST_DEBUG=2 says why')
    buffer = result.get_buffer()
    left += buffer.extract_dup(0, buffer.get_size())[(WIDTH + 1) * n] > 0
print('100 frames, %d specks are left' % left)
pipeline.set_state(Gst.State.NULL)
