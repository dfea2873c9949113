#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames of numpy's, filtered by GStreamer: appsrc -> a filter -> appsink.

  pipelines/embed.py                            noise, added and taken out again
  pipelines/embed.py in.npy out.npy             frames x height x width (grey),
                                                or x 3 (RGB)
  pipelines/embed.py --format=nv12 in.npy out.npy    frames x 3/2 height x width
  pipelines/embed.py --filter="cudaepsilon @preset=strong" in.npy out.npy

Samples are integers of 8 or 16 bits, or floats from 0 to 1 (float32, float64). Filters
work on integers: floats are rounded to 16 bits, with 65535 for 1, and so are results;
what is below 0 or above 1 is cut off. NV12 has 8 bits: a height of luma, and half of it
with U and V in turn.

In a program of yours:

  from embed import Filter

  with Filter('cudamedian size=5', height=480, width=640) as median:
      for frame in frames:            # numpy arrays
          clean = median(frame)
      median.element('cudamedian').set_property('size', 7)   # from the next on

  Filter('cudadenoise', 480, 640, channels=3, dtype='float32')   # 480 x 640 x 3
  Filter('cudadenoise', 480, 640, format='nv12')                 # 720 x 640

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
OPAQUE = 65535


class FilterError(RuntimeError):
    """What an element said."""


class Layout:
    """How frames of a shape and type are in GStreamer's memory: its format, and rows of
    bytes for each plane."""

    def __init__(self, height, width, channels=1, dtype='uint8', format=None):
        self.dtype = numpy.dtype(dtype).newbyteorder('=')
        self.is_nv12 = format is not None and format.lower() == 'nv12'
        self.is_float = self.dtype.kind == 'f'
        if self.dtype not in ('u1', 'u2', 'f4', 'f8'):
            raise FilterError('samples must be uint8, uint16, float32 or float64, not %s'
                              % self.dtype)
        if self.is_nv12 and (self.dtype != 'u1' or height % 2 or width % 2):
            raise FilterError('NV12 has samples of uint8, and an even width and height')
        if format is not None and not self.is_nv12 or channels not in (1, 3):
            raise FilterError('frames must be grey (channels=1), RGB (channels=3), or '
                              'format="nv12"')
        self.shape = (height * 3 // 2, width) if self.is_nv12 else (height, width) + (
            (channels,) if channels > 1 else ())
        # of 16 bits GStreamer has RGB with an alpha channel
        self.has_alpha = channels == 3 and self.dtype != 'u1'
        name = ('NV12' if self.is_nv12 else 'RGBA64_LE' if self.has_alpha else
                'RGB' if channels == 3 else 'GRAY8' if self.dtype == 'u1' else 'GRAY16_LE')
        self.info = GstVideo.VideoInfo.new()
        self.info.set_format(GstVideo.VideoFormat.from_string(name), width, height)
        self.rows = [height, height // 2] if self.is_nv12 else [height]
        sample = 1 if self.dtype == 'u1' else 2
        self.row_bytes = width * sample * (4 if self.has_alpha else channels)

    def planes(self, memory, strides, offsets):
        """Rows of bytes in an array of bytes: views."""
        for rows, stride, offset in zip(self.rows, strides, offsets):
            yield numpy.lib.stride_tricks.as_strided(
                memory[offset:], (rows, self.row_bytes), (stride, 1))

    def pack(self, frame):
        """A frame as GStreamer has it, in bytes."""
        if self.is_float:
            if not numpy.isfinite(frame).all():
                raise FilterError('a frame has samples that are no numbers')
            frame = numpy.rint(numpy.clip(frame, 0, 1) * OPAQUE)
        if self.dtype != 'u1':
            frame = frame.astype('<u2')
        if self.has_alpha:
            frame = numpy.pad(frame, ((0, 0), (0, 0), (0, 1)), constant_values=OPAQUE)
        rows = numpy.ascontiguousarray(frame).view('u1').reshape(-1, self.row_bytes)
        memory = numpy.zeros(self.info.size, 'u1')
        at = 0
        for plane in self.planes(memory, self.info.stride, self.info.offset):
            plane[:] = rows[at:at + len(plane)]
            at += len(plane)
        return memory.tobytes()

    def unpack(self, data, meta):
        """A frame from bytes; `meta` says where planes are, or None."""
        where = meta or self.info
        # nobody needs the padding of the last row
        memory = numpy.frombuffer(data + bytes(max(where.stride[:len(self.rows)])), 'u1')
        rows = numpy.concatenate(list(self.planes(memory, where.stride, where.offset)))
        frame = rows if self.dtype == 'u1' else rows.view('<u2')
        if self.has_alpha:
            frame = numpy.delete(frame.reshape(*self.shape[:2], 4), 3, 2)
        frame = frame.reshape(self.shape)
        return (frame / self.dtype.type(OPAQUE) if self.is_float else frame).astype(
            self.dtype, copy=False)


class Filter:
    """A pipeline that frames of one kind go through, one by one."""

    def __init__(self, description, height, width, channels=1, dtype='uint8', format=None):
        Gst.init(None)
        self.layout = Layout(height, width, channels, dtype, format)
        self.shape, self.dtype = self.layout.shape, self.layout.dtype
        self.info = self.layout.info
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
        if self.pipeline.target_state == Gst.State.NULL:
            raise FilterError('the filter is closed: use it inside "with Filter(...) as ...:"')
        if not hasattr(frame, 'dtype'):
            raise FilterError('a frame must be an array, not a %s' % type(frame).__name__)
        if frame.shape != self.shape or frame.dtype != self.dtype:
            raise FilterError('a frame is %s of %s, and %s of %s was promised'
                              % (frame.shape, frame.dtype, self.shape,
                                 self.dtype))
        if self.has_ended:
            self._begin_anew()
        buffer = self._buffer_of(frame)
        buffer.pts, buffer.duration = self.n * Gst.SECOND // RATE, Gst.SECOND // RATE
        self.n += 1
        self.wants_more.clear()
        self.source.emit('push-buffer', buffer)

    def _buffer_of(self, frame):
        return Gst.Buffer.new_wrapped(self.layout.pack(frame))

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
        return self.layout.unpack(buffer.extract_dup(0, buffer.get_size()),
                                  GstVideo.buffer_get_video_meta(buffer))

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


def read(path, is_nv12):
    try:
        frames = numpy.load(path)
    except (OSError, ValueError) as error:
        fail('%s: %s' % (path, error))
    if frames.ndim not in ((3,) if is_nv12 else (3, 4)) or 0 in frames.shape:
        fail('%s is %s of %s: frames x height x width%s are wanted' % (
            path, frames.shape, frames.dtype, '' if is_nv12 else ' (x 3)'))
    if is_nv12 and frames.shape[1] % 3:
        fail('%s has %d rows: of NV12 they are 3/2 of the height' % (path, frames.shape[1]))
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
    parser.add_argument('--format', choices=['nv12'], help='what IN.npy has, where it is '
                        'neither grey nor RGB')
    options = parser.parse_args()
    if len(options.files) not in (0, 2):
        fail('IN.npy and OUT.npy are wanted, or nothing (see --help)')
    if options.files:
        output = npy(options.files[1])
    clean, noisy = (
        None, read(options.files[0], options.format)) if options.files else made()
    height, width = noisy.shape[1:3]
    began = time.monotonic()
    try:
        with Filter(options.filter, height * 2 // 3 if options.format else height, width,
                    noisy.shape[3] if noisy.ndim == 4 else 1, noisy.dtype,
                    options.format) as filtered:
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
