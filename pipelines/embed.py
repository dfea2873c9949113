#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames of numpy's, filtered by GStreamer: appsrc -> a filter -> appsink.

  pipelines/embed.py                            noise, added and taken out again
  pipelines/embed.py in.npy out.npy             frames x height x width (grey),
                                                or x 3 (RGB), of 8 or 16 bits
  pipelines/embed.py --filter="cudaepsilon @preset=strong" in.npy out.npy

In a program of yours:

  from embed import Filter

  with Filter('cudamedian size=5', height=480, width=640) as median:
      for frame in frames:            # numpy arrays
          clean = median(frame)
      median.element('cudamedian').set_property('size', 7)   # from the next on

A call hands one frame in and waits for the result. Who has many frames at hand
uses median.map(frames), which keeps the GPU busy with several, and ends with the
last of them: what is filtered next begins anew. A filter that looks ahead
(future=2) has the result of a frame only after later ones: it is for map() alone.

Needs Debian's python3-gi, gir1.2-gst-plugins-base-1.0 and python3-numpy, and the
plugin: as installed, or built in build/ (tools/setup).
"""
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from options import parser_of
from video import Gst, explain, fail, missing, rate
from messages import is_refusal, warning_of
from wholefile import NotWritten, check_output, whole_file

try:
    import gi
    gi.require_version('GstVideo', '1.0')
    from gi.repository import GstVideo
    import numpy
except (ImportError, ValueError) as why:
    GstVideo = numpy = missing(why, 'gir1.2-gst-plugins-base-1.0 python3-numpy')

IN_FLIGHT = 4
RATE = 25
TICK = Gst.SECOND // 50
PATIENCE = 5  # seconds that a filter which asks for the next frame may still take
FORMATS = {(2, 1): 'GRAY8', (2, 2): 'GRAY16_LE', (3, 1): 'RGB'}


class FilterError(RuntimeError):
    """What an element said."""


class Filter:
    """A pipeline that frames of one kind go through, one by one."""

    def __init__(self, description, height, width, channels=1, bits=8):
        Gst.init(None)
        self.shape = (height, width) + ((channels,) if channels > 1 else ())
        self.dtype = numpy.dtype('u1' if bits == 8 else '<u2')
        name = FORMATS.get((len(self.shape), self.dtype.itemsize))
        if not name or channels not in (1, 3):
            raise FilterError('frames must be grey of 8 or 16 bits, or RGB of 8')
        self.info = GstVideo.VideoInfo.new()
        self.info.set_format(GstVideo.VideoFormat.from_string(name), width,
                             height)
        self.info.fps_n, self.info.fps_d = RATE, 1
        line = ('appsrc name=source format=time ! %s ! appsink name=sink sync=false'
                % description)
        try:
            self.pipeline = Gst.parse_launch_full(
                line, None, Gst.ParseFlags.FATAL_ERRORS)
        except Exception as error:  # GLib.Error
            raise FilterError(explain(error, line)) from error
        self.source = self.pipeline.get_by_name('source')
        self.sink = self.pipeline.get_by_name('sink')
        # frames come out as they went in
        for end in self.source, self.sink:
            end.set_property('caps', self.info.to_caps())
        self.bus = self.pipeline.get_bus()
        self.warnings = []
        self.n = self.n_pulled = 0
        self.has_ended = False
        # the filter has taken all frames, and waits for the next
        self.wants_more = threading.Event()
        self.source.connect('need-data', lambda *_: self.wants_more.set())

    def __enter__(self):
        self.pipeline.set_state(Gst.State.PLAYING)
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def element(self, factory):
        """The first that is made by this factory: cudamedian, say."""
        found = self.pipeline.iterate_all_by_element_factory_name(factory)
        return found.next()[1]

    def _check(self):
        while message := self.bus.pop_filtered(Gst.MessageType.ERROR
                                               | Gst.MessageType.WARNING):
            if message.type == Gst.MessageType.ERROR:
                error, details = message.parse_error()
                raise FilterError('%s (%s)' % (error.message, details))
            # later on, the program's: what was in force stays
            if is_refusal(message) and self.n_pulled == 0:
                raise FilterError(warning_of(message))
            text = warning_of(message)
            if text not in self.warnings:
                self.warnings.append(text)

    def push(self, frame):
        if frame.shape != self.shape or frame.dtype != self.dtype:
            raise FilterError('a frame is %s of %s, and %s of %s was promised'
                              % (frame.shape, frame.dtype, self.shape,
                                 self.dtype))
        if self.has_ended:
            self._begin_anew()
        # GStreamer's rows have padding
        stride = self.info.stride[0]
        rows = numpy.zeros((self.shape[0], stride), numpy.uint8)
        used = numpy.ascontiguousarray(frame).view(numpy.uint8)
        used = used.reshape(self.shape[0], -1)
        rows[:, :used.shape[1]] = used
        buffer = Gst.Buffer.new_wrapped(rows.tobytes())
        buffer.pts, buffer.duration = self.n * Gst.SECOND // RATE, Gst.SECOND // RATE
        self.n += 1
        self.wants_more.clear()
        self.source.emit('push-buffer', buffer)

    def end(self):
        """No frame follows: what the filter has kept for later ones comes out."""
        self.source.emit('end-of-stream')
        self.has_ended = True

    def _begin_anew(self):
        self.pipeline.set_state(Gst.State.READY)
        self.sink.set_state(Gst.State.NULL)  # until then it is at its end
        self.pipeline.set_state(Gst.State.PLAYING)
        self.has_ended = False
        self.n = self.n_pulled = 0

    def pull(self):
        """The next result; None at the end."""
        while not (sample := self._pull_within(TICK)):
            if self.sink.get_property('eos'):
                return None
        return self._frame_of(sample)

    def _pull_within(self, time_limit):
        """What is there by then, in nanoseconds, or None."""
        # not for ever: after an error nothing comes
        sample = self.sink.emit('try-pull-sample', time_limit)
        self._check()
        self.n_pulled += sample is not None
        return sample

    def _frame_of(self, sample):
        buffer = sample.get_buffer()
        data = numpy.frombuffer(buffer.extract_dup(0, buffer.get_size()),
                                numpy.uint8)
        meta = GstVideo.buffer_get_video_meta(buffer)
        stride = meta.stride[0] if meta else self.info.stride[0]
        row = self.shape[1] * (self.shape[2] if len(self.shape) > 2 else 1)
        # nobody needs the padding of the last row
        rows = numpy.zeros((self.shape[0], stride), numpy.uint8)
        rows.flat[:min(rows.size, data.size)] = data[:rows.size]
        rows = rows[:, :row * self.dtype.itemsize]
        return numpy.ascontiguousarray(rows).view(self.dtype).reshape(
            self.shape)

    def looks_ahead(self):
        """By so many frames, as its elements say."""
        query = Gst.Query.new_latency()
        if not self.sink.get_static_pad('sink').peer_query(query):
            return 0
        return round(query.parse_latency()[1] * RATE / Gst.SECOND)

    def __call__(self, frame):
        self.push(frame)
        idle_since = None
        while not (sample := self._pull_within(TICK)):
            if self.sink.get_property('eos'):
                raise FilterError('the filter has ended the stream')
            if not self.wants_more.is_set():
                continue
            # elements after a queue may still be at work
            idle_since = idle_since or time.monotonic()
            if self.looks_ahead() > 0 or time.monotonic() - idle_since > PATIENCE:
                raise FilterError(
                    'there is no result for frame %d: the filter waits for later '
                    'frames (future=%d), which map() hands in, or drops some'
                    % (self.n - 1, self.looks_ahead()))
        return self._frame_of(sample)

    def map(self, frames):
        """Results of a whole video, in order. What is pushed next begins anew."""
        try:
            for frame in frames:
                self.push(frame)
                yield from self._results_so_far()
            self.end()
            while (result := self.pull()) is not None:
                yield result
        finally:
            self.has_ended = True

    def _results_so_far(self):
        """Those that are there; the filter takes as many frames as it likes to."""
        while (sample := self._pull_within(0)) or (
                self.source.get_property('current-level-buffers') >= IN_FLIGHT
                and not self.sink.get_property('eos')):
            if sample or (sample := self._pull_within(TICK)):
                yield self._frame_of(sample)

    def backends(self):
        """Where each element of ours works, and how many frames it has had."""
        found = []
        self.pipeline.iterate_recurse().foreach(
            lambda e: found.append((
                e.get_factory().get_name(), e.get_property('active-backend'),
                e.get_property('stats').get_value('frames')))
            if e.find_property('active-backend') else None)
        return sorted(found)


def psnr(a, b):
    error = (a.astype(float) - b) ** 2
    return 10 * numpy.log10(255 ** 2 / max(error.mean(), 1e-9))


def made(n=20, height=241, width=321):
    """A disc that moves over a ramp, and the same with salt and pepper."""
    draw = numpy.random.default_rng(1)
    t, y, x = numpy.mgrid[:n, :height, :width]
    clean = numpy.where(numpy.hypot(x - 60 - 5 * t, y - 120) < 50, 200, 40
                        + x // 4).astype(numpy.uint8)
    hit = draw.random(clean.shape) < 0.05
    return clean, numpy.where(hit, 255 * draw.integers(0, 2, clean.shape),
                              clean).astype(numpy.uint8)


def read(path):
    try:
        frames = numpy.load(path)
    except (OSError, ValueError) as error:
        fail('%s: %s' % (path, error))
    if frames.ndim not in (3, 4) or frames.dtype not in ('u1', 'u2') or (
            0 in frames.shape):
        fail('%s is %s of %s: frames x height x width (x 3) of uint8 or uint16 '
             'are wanted' % (path, frames.shape, frames.dtype))
    return frames


def npy(path):
    """The file to write: as numpy has it, with .npy at its end."""
    path = path if path.endswith('.npy') else path + '.npy'
    try:
        check_output(path)
    except NotWritten as error:
        fail(error)
    return path


def main():
    parser = parser_of(__doc__)
    parser.add_argument('files', nargs='*', metavar='IN.npy OUT.npy')
    parser.add_argument('--filter', default='cudamedian', metavar='ELEMENTS',
                        help='as gst-launch-1.0 takes them (default: '
                        '%(default)s)')
    options = parser.parse_args()
    if len(options.files) not in (0, 2):
        fail('IN.npy and OUT.npy are wanted, or nothing (see --help)')
    if options.files:
        output = npy(options.files[1])
    clean, noisy = (None, read(options.files[0])) if options.files else made()
    channels = noisy.shape[3] if noisy.ndim == 4 else 1
    began = time.monotonic()
    try:
        with Filter(options.filter, *noisy.shape[1:3], channels,
                    8 * noisy.dtype.itemsize) as filtered:
            results = numpy.array(list(filtered.map(noisy)))
            found = filtered.backends()
    except FilterError as error:
        fail(error)
    for text in filtered.warnings:
        print("embed: " + text, file=sys.stderr)
    for name, backend, frames in found:
        print('%s: %d frames on %s' % (name, frames, backend))
    if options.files:
        try:
            with whole_file(output) as file:
                numpy.save(file, results)
        except OSError as error:
            fail(error)
    else:
        print('PSNR %.2f dB before, %.2f dB after' % (
            psnr(noisy, clean), psnr(results, clean)))
    print(rate(len(results), time.monotonic() - began)
          + (': ' + output if options.files else ''))


if __name__ == '__main__':
    main()
