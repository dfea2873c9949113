# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What measure.h has, for Python: contours timed, and scenes to find them in."""
import ctypes
import datetime
import math
import os
import sys

import numpy

SEARCH, RECTANGLE, POLYGON = range(3)
GAUSSIAN, POOLED = range(2)
AUTO, BRIGHT, DARK = range(3)
DISC, STAR, ELLIPSE, DISCS = range(4)
SHAPES = ('disc', 'star', 'ellipse', 'discs')
# the longest extent of each shape of scale 1, in shorter sides of the frame
EXTENTS = (0.5, 0.68, 0.72, 0.63)
CNR_1, CNR_HALF, CNR_2 = range(3)
NOISES = ('cnr-1', 'cnr-0.5', 'cnr-2')


class Params(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in (
        'model', 'target', 'initial_step', 'min_segment', 'max_nodes',
        'max_iterations')] + [('window', ctypes.c_double)]


class Start(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in (
        'init', 'x', 'y', 'width', 'height', 'n_points', 'window_width',
        'window_height')] + [('points', ctypes.c_void_p)]


class Result(ctypes.Structure):
    _fields_ = [('seconds', ctypes.c_double)] + [
        (name, ctypes.c_int32) for name in (
            'n_points', 'phases', 'levels', 'converged', 'window_width',
            'window_height')] + [
        ('area', ctypes.c_int64),
        ('points', ctypes.POINTER(ctypes.c_int32)),
        ('entries', ctypes.c_int64)]


def rectangle(x, y, width, height):
    return Start(init=RECTANGLE, x=x, y=y, width=width, height=height)


def polygon(points, window=(0, 0)):
    """From an array of nodes, int32, n x 2, that must outlive it."""
    return Start(init=POLYGON, n_points=len(points), window_width=window[0],
                 window_height=window[1], points=points.ctypes.data)


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


class Library:
    def __init__(self, build, module='tools/snake/libsnakemeasure.so'):
        path = os.path.join(build, module)
        if not os.path.exists(path):
            sys.exit('%s: there is no %s: build the project, and name the '
                     'folder with --build' % (os.path.basename(sys.argv[0]),
                                              path))
        self.c = ctypes.CDLL(path)
        self.c.snake_measure_new.restype = ctypes.c_void_p
        self.c.snake_measure_free.argtypes = [ctypes.c_void_p]
        self.c.snake_measure_run.argtypes = [ctypes.c_void_p] * 5
        self.c.snake_measure_draw.argtypes = (
            [ctypes.c_int32] * 4 + [ctypes.c_double] * 4
            + [ctypes.c_int32, ctypes.c_uint64] + [ctypes.c_void_p] * 2)

    def draw(self, width, height, shape, noise, scale, angle, x, y, dark, seed):
        """Samples, and which of them are the shape's."""
        samples, truth = (numpy.empty((height, width), numpy.uint8)
                          for _ in range(2))
        self.c.snake_measure_draw(width, height, shape, noise, scale, angle, x,
                                  y, dark, seed, pointer(samples),
                                  pointer(truth))
        return samples, truth

    def fill(self, points, width, height):
        points = numpy.ascontiguousarray(points, numpy.int32)
        inside = numpy.empty((height, width), numpy.uint8)
        self.c.snake_measure_fill(pointer(points), len(points), width, height,
                                  pointer(inside))
        return inside

    def overlap(self, points, truth):
        """Intersection over union; 0 without a contour."""
        if len(points) == 0:
            return 0.0
        inside = self.fill(points, truth.shape[1], truth.shape[0])
        return (numpy.count_nonzero(inside & truth)
                / numpy.count_nonzero(inside | truth))


class Snake:
    """Prepared contours; run() gives a Result and its points, n x 2."""

    def __init__(self, library, width, height, threads, window=2.4,
                 model=GAUSSIAN, target=AUTO):
        self.c = library.c
        self.message = ctypes.create_string_buffer(256)
        params = Params(model=model, target=target, min_segment=8,
                        max_nodes=512, max_iterations=512, window=window)
        self.handle = self.c.snake_measure_new(
            width, height, threads, ctypes.byref(params), self.message)
        if not self.handle:
            raise RuntimeError(self.message.value.decode())

    def run(self, samples, start):
        result = Result()
        if not self.c.snake_measure_run(
                self.handle, pointer(samples), ctypes.byref(start),
                ctypes.byref(result), self.message):
            raise RuntimeError(self.message.value.decode())
        points = numpy.array(result.points[:2 * result.n_points], numpy.int32)
        return result, points.reshape(-1, 2)

    def close(self):
        self.c.snake_measure_free(self.handle)


def turned_box(shape, scale, angle, side):
    """Half the sides of a box that holds the shape, however it is turned."""
    half = EXTENTS[shape] * scale * side / 2
    if shape == ELLIPSE:
        return (half * math.hypot(math.cos(angle), math.sin(angle) / 6),
                half * math.hypot(math.sin(angle), math.cos(angle) / 6))
    return half, half


def about():
    """The machine, the time and the command, for a file of measurements."""
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        models = [line.split(':', 1)[1].strip() for line in file
                  if line.startswith('model name')]
    return {
        'date': datetime.datetime.now(datetime.timezone.utc).isoformat(
            timespec='seconds'),
        'machine': '%s, %d processors' % (
            models[0] if models else os.uname().machine, os.cpu_count()),
        'load_before': round(os.getloadavg()[0], 2),
        'command': ' '.join(sys.argv),
    }
