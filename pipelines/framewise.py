# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A video each frame of which a program changes before a filter has it: one pipeline's
frames, taken out and given back. No program by itself.

A frame that comes by in a pad's probe is not Python's to write to. So one end of the
pipeline takes frames (fakesink) and another gives what was made of them (appsrc).
"""
import time

from gstreamer import missing
from video import Gst, Video

try:
    import gi
    gi.require_version('GstVideo', '1.0')
    from gi.repository import GstVideo
    import numpy
except (ImportError, ValueError) as why:
    GstVideo = numpy = missing(why, 'gir1.2-gst-plugins-base-1.0 python3-numpy')

IN_FLIGHT = 4  # frames that wait for the filter


def planes_of(data, layout, height, width):
    """Arrays of an I420 frame's bytes; `layout` has each plane's place and the length of
    its rows."""
    half = (height + 1) // 2, (width + 1) // 2
    return [numpy.ndarray(shape, 'u1', data, offset, (stride, 1))
            for shape, offset, stride in zip(
                ((height, width), half, half), layout.offset, layout.stride)]


class Framewise(Video):
    """change() has each frame of the decoder's; `after` is what its results go through."""

    def __init__(self, path, after, output=None, source=None, rate=None):
        super().__init__(path, (
            'queue name=video ! videoconvert ! video/x-raw,format=I420 ! '
            'fakesink name=taken sync=false async=false '
            'appsrc name=given format=time ! ' + after), output, source=source, rate=rate)
        self.info = None
        self.n_taken = 0
        self.given = self.find('given')
        pad = self.find('taken').get_static_pad('sink')
        pad.add_probe(Gst.PadProbeType.BUFFER, self.take)
        pad.add_probe(Gst.PadProbeType.EVENT_DOWNSTREAM, self.hear)

    def change(self, buffer):
        """The buffer that the filter gets for this one; n_taken is its number, from 0.
        None: there is none yet."""
        return buffer

    def rest(self):
        """A buffer that is still to be given at the end, or None."""

    def is_enough(self):
        """Whether no more frames are wanted."""
        return self.n_interrupts > 0

    def take(self, pad, info):
        if self.is_enough():
            self.has_enough = True
            pad.send_event(Gst.Event.new_eos())
            return Gst.PadProbeReturn.DROP
        if not self.info:
            caps = pad.get_current_caps()
            self.info = GstVideo.VideoInfo.new_from_caps(caps)
            self.given.set_property('caps', caps)
        buffer = self.change(info.get_buffer())
        self.n_taken += 1
        if buffer:
            self.give(buffer)
        return Gst.PadProbeReturn.DROP

    def give(self, buffer):
        while (self.given.get_property('current-level-buffers') >= IN_FLIGHT
               and not self.problem):
            time.sleep(.001)
        self.given.emit('push-buffer', buffer)

    def hear(self, _, info):
        if info.get_event().type == Gst.EventType.EOS:
            buffer = self.rest()
            if buffer:
                self.give(buffer)
            self.given.emit('end-of-stream')
        return Gst.PadProbeReturn.OK

    def samples(self, buffer):
        """Its planes, to read; waits for a GPU that is still at work."""
        return planes_of(buffer.extract_dup(0, buffer.get_size()),
                         GstVideo.buffer_get_video_meta(buffer) or self.info,
                         self.info.height, self.info.width)

    def copy(self, planes):
        """What buffer_of() takes, and its planes, to write to."""
        data = bytearray(self.info.size)
        copies = planes_of(data, self.info, self.info.height, self.info.width)
        for to, samples in zip(copies, planes):
            to[:] = samples
        return data, copies

    @staticmethod
    def buffer_of(data, pts=0, duration=Gst.SECOND):
        buffer = Gst.Buffer.new_wrapped(bytes(data))
        buffer.pts, buffer.duration = pts, duration
        return buffer

    def interrupted(self):
        """take() ends it."""
        if self.n_interrupts > 0:
            self.problem = 'interrupted'
        self.n_interrupts += 1
