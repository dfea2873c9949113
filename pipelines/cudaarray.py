#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames of PyTorch's, CuPy's or Numba's on the GPU, filtered by GStreamer where they
are: memory:CUDAMemory, without a copy by way of the host.

  pipelines/cudaarray.py         filters frames of CuPy or PyTorch, compares and times

In a program of yours:

  from cudaarray import CudaFilter

  with CudaFilter('cudadenoise', height=1080, width=1920, channels=3) as clean:
      for frame in frames:        # torch tensors on the GPU, or numpy arrays
          result = torch.as_tensor(clean(frame), device='cuda')   # the result's memory

Frames are height x width x 3 (RGB), or of format='nv12' 3/2 height x width, of uint8;
GStreamer has no grey ones on the GPU. They are what has __cuda_array_interface__, with
rows of any distance and pixels without gaps, and must stay as they are until the result
is there. Work on them is waited for. A result is such an object too, complete when it is
handed over, and to be read, not written to: it may be another element's frame. Its
memory is GStreamer's while it lives, or an array that cupy.asarray() or torch.as_tensor()
made of it.

Elements work in the device's primary context, as those libraries do. Results need
GStreamer 1.22 or later, frames from the GPU 1.24; numpy arrays are uploaded.

Needs what embed.py does, the CUDA backend, and libgstcuda-1.0 (Debian:
libgstreamer-plugins-bad1.0-0).
"""
import ctypes
import functools
import itertools
import os
import sys
import time
import weakref

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from options import parser_of
from video import Gst, fail
from embed import Filter, FilterError, GstVideo, numpy

POINTER, INT, SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
MAP_CUDA = 1 << 17  # GST_MAP_FLAG_LAST << 1
IN_CUDA = Gst.CapsFeatures.new_single('memory:CUDAMemory')
RELEASE = ctypes.CFUNCTYPE(None, POINTER)
IN_USE, KEYS = {}, itertools.count(1)  # frames that GStreamer reads


@RELEASE
def released(key):
    """GStreamer needs it no more; this function stays, as it returns to GStreamer."""
    IN_USE.pop(key, None)


class MapInfo(ctypes.Structure):
    """GstMapInfo: what PyGObject reads of it are bytes, not an address on the GPU."""
    _fields_ = [('memory', POINTER), ('flags', INT), ('data', POINTER), ('size', SIZE),
                ('maxsize', SIZE), ('user_data', POINTER * 4), ('reserved', POINTER * 4)]


class VideoInfo(ctypes.Structure):
    """GstVideoInfo: PyGObject writes no arrays of it."""
    _fields_ = [('finfo', POINTER), ('what', INT * 4), ('size', SIZE), ('more', INT * 10),
                ('offset', SIZE * 4), ('stride', INT * 4), ('reserved', POINTER * 4)]


def library(name, functions):
    """Its functions, by what they return and take; those of later releases may lack."""
    loaded = ctypes.CDLL(name)
    for function, (result, *arguments) in functions.items():
        if hasattr(loaded, function):
            getattr(loaded, function).restype = result
            getattr(loaded, function).argtypes = arguments
    return loaded


class Cuda:
    """The GPU, GStreamer's part of CUDA, and a context for both."""

    def __init__(self, device=0):
        try:
            self.driver = library('libcuda.so.1', {})
            self.gst = library('libgstreamer-1.0.so.0', {
                'gst_buffer_peek_memory': (POINTER, POINTER, ctypes.c_uint),
                'gst_buffer_append_memory': (None, POINTER, POINTER),
                'gst_memory_map': (INT, POINTER, POINTER, INT),
                'gst_memory_unmap': (None, POINTER, POINTER),
                'gst_context_unref': (None, POINTER),
                'gst_mini_object_unref': (None, POINTER),
                'gst_element_set_context': (None, POINTER, POINTER)})
            self.gstcuda = library('libgstcuda-1.0.so.0', {
                'gst_cuda_load_library': (INT,),
                'gst_cuda_memory_init_once': (None,),
                'gst_is_cuda_memory': (INT, POINTER),
                'gst_cuda_memory_sync': (None, POINTER),
                'gst_cuda_context_new_wrapped': (POINTER, POINTER, INT),
                'gst_context_new_cuda_context': (POINTER, POINTER),
                'gst_cuda_allocator_alloc_wrapped': (
                    POINTER, POINTER, POINTER, POINTER, POINTER, ctypes.c_uint64, POINTER,
                    RELEASE)})
        except OSError as error:
            raise FilterError('there is no GPU, or no gstreamer-cuda (Debian: '
                              'libgstreamer-plugins-bad1.0-0): %s' % error) from error
        self.primary = POINTER()
        self.ask('cuInit', 0)
        self.ask('cuDevicePrimaryCtxRetain', ctypes.byref(self.primary), device)
        if not self.gstcuda.gst_cuda_load_library():
            raise FilterError('GStreamer cannot use the CUDA driver')
        self.gstcuda.gst_cuda_memory_init_once()
        self.context = self.gstcuda.gst_cuda_context_new_wrapped(self.primary, device)
        if not self.context:
            raise FilterError('GStreamer takes no CUDA context')

    def ask(self, function, *arguments):
        error = getattr(self.driver, function)(*arguments)
        if error:
            raise FilterError('%s failed: error %d of CUDA' % (function, error))

    def share(self, pipeline):
        """Its elements take the context."""
        context = self.gstcuda.gst_context_new_cuda_context(self.context)
        self.gst.gst_element_set_context(hash(pipeline), context)
        self.gst.gst_mini_object_unref(context)

    def wait(self):
        """Until all work in the context is done."""
        self.ask('cuCtxPushCurrent_v2', self.primary)
        try:
            self.ask('cuCtxSynchronize')
        finally:
            self.ask('cuCtxPopCurrent_v2', ctypes.byref(POINTER()))

    def address(self, buffer, mapped):
        """A buffer's on the GPU, complete; `mapped` is to be unmapped."""
        memory = self.gst.gst_buffer_peek_memory(hash(buffer), 0)
        if not self.gstcuda.gst_is_cuda_memory(memory):
            raise FilterError('the result is not in CUDAMemory')
        if not self.gst.gst_memory_map(memory, ctypes.byref(mapped),
                                       int(Gst.MapFlags.READ) | MAP_CUDA):
            raise FilterError('the result cannot be mapped')
        if hasattr(self.gstcuda, 'gst_cuda_memory_sync'):
            self.gstcuda.gst_cuda_memory_sync(memory)
        return mapped.data

    def wrap(self, frame, info):
        """A buffer of a frame on the GPU, which lives until GStreamer needs it no more."""
        if not hasattr(self.gstcuda, 'gst_cuda_allocator_alloc_wrapped'):
            raise FilterError('frames from the GPU need GStreamer 1.24, and this is %s'
                              % Gst.version_string())
        key = next(KEYS)
        IN_USE[key] = frame
        memory = self.gstcuda.gst_cuda_allocator_alloc_wrapped(
            None, self.context, None, ctypes.byref(info), frame.address, key, released)
        if not memory:
            del IN_USE[key]
            raise FilterError('GStreamer does not take the frame')
        buffer = Gst.Buffer.new()
        self.gst.gst_buffer_append_memory(hash(buffer), memory)
        return buffer


@functools.cache
def cuda_of(device):
    """One for all filters, so that one's results are another's frames."""
    return Cuda(device)


class Frame:
    """What has __cuda_array_interface__, as far as GStreamer takes it."""

    def __init__(self, owner):
        described = owner.__cuda_array_interface__
        self.owner = owner  # which must live as long as it is read
        self.shape = tuple(described['shape'])
        self.dtype = numpy.dtype(described['typestr'])
        self.address = described['data'][0]
        pixel = self.shape[2] if len(self.shape) > 2 else 1
        self.stride, *inner = described.get('strides') or (
            pixel * self.shape[1], pixel, 1)[:len(self.shape)]
        if self.dtype == 'u1' and (inner != [pixel, 1][:len(self.shape) - 1]
                                   or self.stride < pixel * self.shape[1]):
            raise FilterError('a frame on the GPU must have pixels without gaps (of torch: '
                              'contiguous())')


class CudaArray:
    """A result on the GPU, for torch.as_tensor() and cupy.asarray()."""

    def __init__(self, cuda, sample, shape, stride):
        mapped = MapInfo()
        address = cuda.address(sample.get_buffer(), mapped)
        pixel = shape[2] if len(shape) > 2 else 1
        self.shape = shape
        self.__cuda_array_interface__ = {
            'shape': shape, 'strides': (stride, pixel, 1)[:len(shape)], 'typestr': '|u1',
            # PyTorch takes nothing that says it is read only
            'data': (address, False), 'version': 3, 'stream': None}
        # the sample stays with what is called when nobody has the array any more
        weakref.finalize(self, lambda _: cuda.gst.gst_memory_unmap(
            mapped.memory, ctypes.byref(mapped)), sample)


class CudaFilter(Filter):
    """embed.Filter of frames on the GPU."""

    def __init__(self, description, height, width, channels=3, format=None, device=0):
        if channels != 3 and not format:
            raise FilterError('GStreamer has RGB and NV12 on the GPU, and not grey')
        super().__init__(description, height, width, 1 if format else channels,
                         format=format)
        self.cuda = cuda_of(device)
        self.cuda.share(self.pipeline)
        self.on_gpu = self.info.to_caps()
        self.on_gpu.set_features(0, IN_CUDA.copy())
        self.sink.set_property('caps', self.on_gpu)

    def push(self, frame):
        is_on_gpu = hasattr(frame, '__cuda_array_interface__')
        self.source.set_property('caps', self.on_gpu if is_on_gpu else self.info.to_caps())
        super().push(Frame(frame) if is_on_gpu else frame)

    def _buffer_of(self, frame):
        if not isinstance(frame, Frame):
            return super()._buffer_of(frame)
        self.cuda.wait()
        info = VideoInfo.from_buffer_copy(ctypes.string_at(
            hash(self.info), ctypes.sizeof(VideoInfo)))
        rows = self.layout.rows
        offsets = [sum(rows[:i]) * frame.stride for i in range(len(rows))]
        info.size = sum(rows) * frame.stride
        for i, offset in enumerate(offsets):
            info.offset[i], info.stride[i] = offset, frame.stride
        buffer = self.cuda.wrap(frame, info)
        GstVideo.buffer_add_video_meta_full(
            buffer, GstVideo.VideoFrameFlags.NONE, self.info.finfo.format, self.info.width,
            self.info.height, len(rows), offsets + [0] * (4 - len(rows)),
            [frame.stride] * len(rows) + [0] * (4 - len(rows)))
        return buffer

    def _frame_of(self, sample):
        meta = GstVideo.buffer_get_video_meta(sample.get_buffer())
        where = meta or self.info
        stride = where.stride[0]
        if len(self.layout.rows) > 1 and (
                where.offset[1] != self.layout.rows[0] * stride or where.stride[1] != stride):
            raise FilterError('the result is in pieces')
        return CudaArray(self.cuda, sample, self.shape, stride)


def array_library():
    """What is installed: how it puts an array on the GPU, and gets one from there."""
    try:
        import cupy
        return cupy.asarray, lambda result: cupy.asnumpy(cupy.asarray(result))
    except ImportError:
        pass
    try:
        import torch
    except ImportError:
        return fail('there is neither CuPy nor PyTorch, which have their frames on an NVIDIA '
                    'GPU: both are needed')
    return (lambda frame: torch.as_tensor(frame, device='cuda'),
            lambda result: torch.as_tensor(result, device='cuda').cpu().numpy())


def rate(clean, frames):
    """Frames a second, one at a time, of some that are on the GPU before and behind."""
    for frame in frames:
        clean(frame)
    begun, n = time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < 1:
        clean(frames[n % len(frames)])
        n += 1
    return n / passed


def main():
    parser = parser_of(__doc__)
    parser.add_argument('--filter', default='cudamedian', metavar='ELEMENTS',
                        help='as gst-launch-1.0 takes them (default: %(default)s)')
    options = parser.parse_args()
    to_gpu, from_gpu = array_library()
    frames = numpy.random.default_rng(1).integers(0, 256, (20, 241, 322, 3), 'u1')
    try:
        with Filter(options.filter, 241, 322, 3) as by_host:
            expected = list(by_host.map(frames))
        with CudaFilter(options.filter, 241, 322) as by_gpu:
            results = [from_gpu(by_gpu(to_gpu(frame))) for frame in frames]
    except FilterError as error:
        fail(error)
    if not numpy.array_equal(results, expected):
        fail('other samples than by way of the host')
    print('%d frames, the same as by way of the host' % len(results))
    on_gpu = [to_gpu(frame) for frame in numpy.random.default_rng(2).integers(
        0, 256, (8, 1080, 1920, 3), 'u1')]
    with CudaFilter(options.filter, 1080, 1920) as by_gpu:
        here = rate(by_gpu, on_gpu)
    with Filter(options.filter, 1080, 1920, 3) as by_host:
        there = rate(lambda frame: to_gpu(by_host(from_gpu(frame))), on_gpu)
    print('1080p, one at a time: %.0f frames/s, by way of the host %.0f' % (here, there))


if __name__ == '__main__':
    main()
