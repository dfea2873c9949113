# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Clips whose truth is known: footage, stills under a moving camera, a ball, a
cut; and noise on them."""
import math

import numpy

from noise import gaussian, in_eight_bits
from programs import ffmpeg
from video import size_of

SEED = 7
FRAMES = 26        # of each clip
FIRST = 5          # frames before it are not measured: filters get going there
STILL_CHANGE = 3   # steps that the clean clip changes by at most: it stands still
MOVING_CHANGE = 8  # steps above which it moves, within 5x5 of the sample
LANCZOS = 4


class Clip:
    """4:2:0 frames: `planes` are arrays n x height x width of Y, U and V, of a
    width and height that 8 divides. `sigma` is their noise, None: unknown. Measured
    are the frames from `first` on, and of these the rows `rows`, a slice of even
    ends."""

    def __init__(self, name, planes, sigma=None, coloured=True, first=FIRST,
                 rows=slice(None)):
        self.name, self.planes, self.sigma = name, planes, sigma
        self.coloured, self.first, self.rows = coloured, first, rows
        self.n, self.height, self.width = planes[0].shape

    def like(self, planes, sigma=None):
        return Clip(self.name, planes, sigma, self.coloured, self.first, self.rows)

    def seen(self, rows):
        """Without the rows that are not measured."""
        if rows == slice(None):
            return self
        half = slice(rows.start // 2, rows.stop // 2)
        return Clip(self.name, [plane[:, half if i else rows] for i, plane in
                                enumerate(self.planes)], self.sigma, self.coloured,
                    self.first)

    def tobytes(self):
        return b''.join(plane[i].tobytes() for i in range(self.n)
                        for plane in self.planes)

    def of_bytes(self, raw):
        """As many frames as there are."""
        area = self.width * self.height
        frames = numpy.frombuffer(raw, numpy.uint8).reshape(-1, area * 3 // 2)
        return self.like([
            frames[:, :area].reshape(-1, self.height, self.width),
            *(part.reshape(-1, self.height // 2, self.width // 2) for part in (
                frames[:, area:area * 5 // 4], frames[:, area * 5 // 4:]))],
            self.sigma)

    def part(self, frames):
        """Of a slice, or a list of numbers."""
        return self.like([plane[frames] for plane in self.planes], self.sigma)

    def noisy(self, noise, seed=SEED):
        """Noise of its own in each plane; in none that has no colour."""
        random = numpy.random.default_rng(seed)
        return self.like([
            gaussian(plane, noise.deviation(self, i), random)
            if i == 0 or self.coloured else plane
            for i, plane in enumerate(self.planes)], noise.sigma)


class Gaussian:
    """The same everywhere, on all planes."""

    def __init__(self, sigma):
        self.sigma = sigma

    def deviation(self, clip, plane):
        return self.sigma

    def keys(self):
        return {'noise': 'gaussian', 'sigma': self.sigma}


class Sensor:
    """A variance of a + b * value of luma; colour has `chroma` times the
    standard deviation of the luma there."""

    def __init__(self, a, b, chroma):
        self.a, self.b, self.chroma = a, b, chroma
        # for elements that are told one number: that of a middle grey
        self.sigma = round(math.sqrt(a + 128 * b), 2)

    def deviation(self, clip, plane):
        luma = clip.planes[0]
        if plane == 0:
            return numpy.sqrt(self.a + self.b * luma)
        luma = luma.reshape(clip.n, clip.height // 2, 2, clip.width // 2, 2)
        return self.chroma * numpy.sqrt(self.a + self.b * luma.mean((2, 4)))

    def keys(self):
        return {'noise': 'sensor', 'sigma': self.sigma,
                'variance': '%g + %g value, chroma %g' % (
                    self.a, self.b, self.chroma)}


def halved(clip):
    """Of half the size, by area: most of the noise and of a codec's traces that
    footage has itself is gone then. Cropped to multiples of 8."""
    planes = []
    for i, plane in enumerate(clip.planes):
        step = 8 if i else 16
        height, width = (size // step * step for size in plane.shape[1:])
        planes.append(in_eight_bits(plane[:, :height, :width].reshape(
            clip.n, height // 2, 2, width // 2, 2).mean((2, 4))))
    return clip.like(planes, clip.sigma)


def read(path, name=None, n=FRAMES, first=0):
    """The first n frames of a file, cropped to multiples of 8."""
    width, height = (i // 8 * 8 for i in size_of(path))
    if not width or not height:
        raise ValueError('%s is smaller than 8x8' % path)
    raw = ffmpeg('-noautorotate', '-i', path, '-vf', "select='gte(n,%d)',crop=%d:%d:0:0" % (
        first, width, height), '-vsync', '0', '-frames:v', str(n), '-f', 'rawvideo',
                 '-pix_fmt', 'yuv420p', '-')
    shape = Clip('', [numpy.empty((0, height, width))] * 3)
    clip = shape.of_bytes(raw)
    clip.name = name or path
    clip.coloured = any(plane.min() != plane.max() for plane in clip.planes[1:])
    return clip


# ---- a camera that moves

def kernel(distance):
    """Lanczos's of 4 lobes."""
    return numpy.where(numpy.abs(distance) < LANCZOS,
                       numpy.sinc(distance) * numpy.sinc(distance / LANCZOS), 0)


def resample(still, x, y):
    """A picture at places, by Lanczos's filter; edges are repeated. x and y: a
    row and a column where the axes stay apart, else arrays of the frame."""
    left, top = numpy.floor(x).astype(int), numpy.floor(y).astype(int)
    total, weights = 0.0, 0.0
    apart = x.shape != y.shape
    if apart:
        # columns, then rows
        for k in range(1 - LANCZOS, LANCZOS + 1):
            w = kernel(x - left - k)
            total = total + w * still[:, numpy.clip(left[0] + k, 0, still.shape[1] - 1)]
            weights = weights + w
        still, total, weights = total / weights, 0.0, 0.0
        for j in range(1 - LANCZOS, LANCZOS + 1):
            w = kernel(y - top - j)
            total = total + w * still[numpy.clip(top[:, 0] + j, 0, still.shape[0] - 1)]
            weights = weights + w
        return in_eight_bits(total / weights)
    for j in range(1 - LANCZOS, LANCZOS + 1):
        rows = numpy.clip(top + j, 0, still.shape[0] - 1)
        wy = kernel(y - top - j)
        for k in range(1 - LANCZOS, LANCZOS + 1):
            w = wy * kernel(x - left - k)
            total = total + w * still[rows, numpy.clip(left + k, 0, still.shape[1] - 1)]
            weights = weights + w
    return in_eight_bits(total / weights)


def moved(clip, name, place, n=FRAMES):
    """The first frame of a clip under a camera: place (i, x, y) is where in the
    still the luma of frame i is from. Colour lies between four samples of it."""
    planes = []
    for still, half in zip((plane[0].astype(numpy.float64) for plane in clip.planes),
                           (0, 1, 1)):
        height, width = still.shape
        y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float64)
        frames = []
        for i in range(n):
            at = place(i, x * (1 + half) + half / 2, y * (1 + half) + half / 2)
            xs, ys = ((axis - half / 2) / (1 + half) for axis in at)
            if (numpy.ptp(xs, axis=0) == 0).all() and (numpy.ptp(ys, axis=1) == 0).all():
                xs, ys = xs[:1], ys[:, :1]
            frames.append(resample(still, xs, ys))
        planes.append(numpy.stack(frames))
    return Clip(name, planes, coloured=clip.coloured)


def panned(clip, name, n=FRAMES):
    return moved(clip, name, lambda i, x, y: (x + 1.37 * i, y + 0.61 * i), n)


def zoomed(clip, name, n=FRAMES):
    """0.5 % a frame, around the middle."""
    middle_x, middle_y = clip.width / 2, clip.height / 2
    return moved(clip, name, lambda i, x, y: (
        middle_x + (x - middle_x) * 1.005 ** -i,
        middle_y + (y - middle_y) * 1.005 ** -i), n)


def rotated(clip, name, n=FRAMES):
    """0.3 degrees a frame, around the middle."""
    middle_x, middle_y = clip.width / 2, clip.height / 2

    def place(i, x, y):
        sine, cosine = math.sin(math.radians(0.3 * i)), math.cos(math.radians(0.3 * i))
        return (middle_x + (x - middle_x) * cosine - (y - middle_y) * sine,
                middle_y + (x - middle_x) * sine + (y - middle_y) * cosine)
    return moved(clip, name, place, n)


def still(clip, name, n):
    """Its first frame, again and again."""
    return Clip(name, [numpy.repeat(plane[:1], n, 0) for plane in clip.planes],
                coloured=clip.coloured)


# ---- a ball

BALL, BALL_STEP = 20, 15  # pixels: its diameter, and its way in a frame
# What a filter in space may do around it: pixels that are no ghost.
BALL_MARGIN = 4


def ball(clip, level=None, above=0, n=12):
    """A ball of one level, or of what is behind it and `above`, on a clip's first
    frame, and where it is, with the margin: booleans n x height x width."""
    scene = still(clip, '%s with a ball' % clip.name, n)
    y, x = numpy.mgrid[0:clip.height, 0:clip.width]
    luma = scene.planes[0].astype(numpy.float64)
    place = numpy.zeros(luma.shape, bool)
    for i in range(n):
        distance = numpy.hypot(x - (2 * BALL + BALL_STEP * i), y - clip.height // 2)
        cover = numpy.clip(BALL / 2 + 0.5 - distance, 0, 1)
        luma[i] += cover * (above if level is None else level - luma[i])
        place[i] = distance <= BALL / 2 + 0.5 + BALL_MARGIN
    scene.planes[0] = in_eight_bits(luma)
    return scene, place


# ---- a cut

def joined(a, b):
    return a.like([numpy.concatenate(planes) for planes in zip(a.planes, b.planes)],
                  a.sigma)


def turned(clip, inverted=False):
    """By half a turn: another scene with the same values; or with others."""
    return clip.like([255 - plane[:, ::-1, ::-1] if inverted else plane[:, ::-1, ::-1]
                      for plane in clip.planes], clip.sigma)


# ---- where it stands still, and where it moves

def change(frames):
    """Of each frame to the next, in steps: n - 1 frames."""
    return numpy.abs(numpy.diff(frames.astype(numpy.int16), axis=0))


def widest(x):
    """The largest value of 5x5 around each."""
    for axis in (1, 2):
        padding = [(0, 0)] * 3
        padding[axis] = (2, 2)
        p = numpy.pad(x, padding, 'edge')
        n = x.shape[axis]
        x = numpy.max([numpy.take(p, range(i, i + n), axis) for i in range(5)], 0)
    return x


def masks(clip, first=FIRST):
    """Of luma of the clean clip's frames from `first` on: {name: booleans}."""
    changes = change(clip.planes[0])
    standing = (changes[first:] <= STILL_CHANGE).all(0)
    moving = widest(changes[first - 1:]) > MOVING_CHANGE
    return {'all': numpy.ones(moving.shape, bool),
            'static': numpy.broadcast_to(standing, moving.shape),
            'moving': moving}
