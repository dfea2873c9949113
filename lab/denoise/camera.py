# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A camera that is simulated: what a clean clip is behind a lens, a sensor under a
Bayer mosaic, and the arithmetic of a camera. Its noise is by light, differs by
colour, and is correlated from sample to sample as the demosaicer leaves it."""
import numpy

# BT.601, of values 0 to 1
RED, BLUE = 0.299, 0.114
GREEN = 1 - RED - BLUE
# What red and blue are multiplied by so that grey is grey: a sensor sees less of them.
BALANCE = numpy.array([1.9, 1.0, 1.6], numpy.float32)
BITS = 12  # of the sensor's converter


def linear(values):
    """Light of a signal: BT.709's curve, inverted."""
    v = numpy.maximum(values, 0)
    return numpy.where(v < 0.081, v / 4.5, ((v + 0.099) / 1.099) ** (1 / 0.45))


def curved(light):
    """A signal of light: BT.709's curve."""
    x = numpy.clip(light, 0, 1)
    return numpy.where(x < 0.018, 4.5 * x, 1.099 * numpy.maximum(x, 1e-6) ** 0.45 - 0.099)


def doubled(plane):
    """Chroma at luma's places, which lie a quarter of its samples beside them."""
    for axis in (1, 2):
        pad = [(0, 0)] * 3
        pad[axis] = (1, 1)
        p = numpy.pad(plane, pad, 'edge')
        n = plane.shape[axis]
        near = [numpy.take(p, range(i, i + n), axis) for i in range(3)]
        both = numpy.stack([0.25 * near[0] + 0.75 * near[1],
                            0.75 * near[1] + 0.25 * near[2]], axis + 1)
        plane = both.reshape(plane.shape[:axis] + (2 * n,) + plane.shape[axis + 1:])
    return plane


def subsampled(plane):
    n, height, width = plane.shape
    return plane.reshape(n, height // 2, 2, width // 2, 2).mean((2, 4))


def rgb_of(planes):
    """Values 0 to 1, n x height x width x 3, of 4:2:0 in 8 bits of limited range."""
    y = (planes[0].astype(numpy.float32) - 16) / 219
    u, v = (doubled((plane.astype(numpy.float32) - 128) / 224) for plane in planes[1:])
    r, b = y + 2 * (1 - RED) * v, y + 2 * (1 - BLUE) * u
    return numpy.stack([r, (y - RED * r - BLUE * b) / GREEN, b], -1)


def yuv_of(rgb):
    """Y, U and V in steps of 8 bits of limited range, not rounded."""
    r, g, b = (rgb[..., i] for i in range(3))
    y = RED * r + GREEN * g + BLUE * b
    return [16 + 219 * y, 128 + 224 * subsampled((b - y) / (2 * (1 - BLUE))),
            128 + 224 * subsampled((r - y) / (2 * (1 - RED)))]


# ---- RGGB: red at even rows and columns, blue at odd ones

def places(shape):
    """Of red, green and blue: booleans of the shape's last two axes."""
    y, x = numpy.indices(shape[-2:]) % 2
    return [(y == 0) & (x == 0), y != x, (y == 1) & (x == 1)]


def mosaic(rgb):
    return sum(rgb[..., i] * where for i, where in enumerate(places(rgb.shape[:-1])))


def around(raw):
    """A function of (dy, dx), at most 2: the samples there. Behind edges it is
    mirrored, which keeps colours where they are."""
    p = numpy.pad(raw, ((0, 0), (2, 2), (2, 2)), 'reflect')
    n, height, width = raw.shape
    return lambda dy, dx: p[:, 2 + dy:2 + dy + height, 2 + dx:2 + dx + width]


def spread(plane, where, green):
    """What is known at some places, everywhere: the mean of the nearest ones."""
    at = around(plane * where)
    cross = at(0, 1) + at(0, -1) + at(1, 0) + at(-1, 0)
    if green:
        return at(0, 0) + cross / 4
    return at(0, 0) + cross / 2 + (at(1, 1) + at(1, -1) + at(-1, 1) + at(-1, -1)) / 4


def bilinear(raw):
    return numpy.stack([spread(raw, where, i == 1)
                        for i, where in enumerate(places(raw.shape))], -1)


def malvar(raw):
    """Malvar, He and Cutler, 2004: linear, 5x5, bent by the other colour's
    curvature."""
    at = around(raw)
    red, green, blue = places(raw.shape)
    beside, above = at(0, 1) + at(0, -1), at(1, 0) + at(-1, 0)
    wide, high = at(0, 2) + at(0, -2), at(2, 0) + at(-2, 0)
    corners = at(1, 1) + at(1, -1) + at(-1, 1) + at(-1, -1)
    found = numpy.where(green, raw, (4 * raw + 2 * (beside + above) - wide - high) / 8)
    across = (5 * raw + 4 * beside - corners - wide + high / 2) / 8
    down = (5 * raw + 4 * above - corners - high + wide / 2) / 8
    opposite = (6 * raw + 2 * corners - 1.5 * (wide + high)) / 8
    even = (numpy.indices(raw.shape[-2:]) % 2)[0] == 0
    return numpy.stack([
        numpy.where(red, raw, numpy.where(blue, opposite, numpy.where(even, across, down))),
        found,
        numpy.where(blue, raw, numpy.where(red, opposite, numpy.where(even, down, across)))],
        -1)


def adaptive(raw):
    """Hamilton and Adams, 1997: green along the direction that changes least, then
    red's and blue's differences to it."""
    at = around(raw)
    where = places(raw.shape)
    bend_across, bend_down = (2 * raw - at(0, 2) - at(0, -2), 2 * raw - at(2, 0) - at(-2, 0))
    across = (at(0, 1) + at(0, -1)) / 2 + bend_across / 4
    down = (at(1, 0) + at(-1, 0)) / 2 + bend_down / 4
    change_across = abs(at(0, 1) - at(0, -1)) + abs(bend_across)
    change_down = abs(at(1, 0) - at(-1, 0)) + abs(bend_down)
    green = numpy.where(change_across < change_down, across,
                        numpy.where(change_down < change_across, down, (across + down) / 2))
    green = numpy.where(where[1], raw, green)
    return numpy.stack([spread(raw - green, where[0], False) + green, green,
                        spread(raw - green, where[2], False) + green], -1)


DEMOSAICERS = {'bilinear': bilinear, 'malvar': malvar, 'adaptive': adaptive}


class Camera:
    """`electrons` are those of a green sample that is just white: their number is
    Poisson's. `read` is the standard deviation, in electrons, that reading adds."""

    def __init__(self, electrons, read, demosaicer='bilinear'):
        self.electrons, self.read, self.demosaicer = electrons, read, demosaicer

    def shot(self, planes, random=None):
        """Planes of 8 bits as this camera makes them of clean ones; without
        `random` none of them has noise. A frame at a time: memory stays small."""
        frames = [self.frame([plane[i:i + 1] for plane in planes], random)
                  for i in range(len(planes[0]))]
        return [numpy.concatenate(each) for each in zip(*frames)]

    def frame(self, planes, random):
        raw = mosaic(linear(rgb_of(planes)) / BALANCE)
        if random is not None:
            raw = (random.poisson(raw * self.electrons)
                   + random.normal(0, self.read, raw.shape)) / self.electrons
        most = 2 ** BITS - 1
        # black is not the converter's 0, so that noise below it stays
        raw = numpy.clip(numpy.rint(raw * most), -most // 8, most) / most
        rgb = DEMOSAICERS[self.demosaicer](raw.astype(numpy.float32)) * BALANCE
        return [numpy.clip(numpy.rint(plane), 0, 255).astype(numpy.uint8)
                for plane in yuv_of(curved(rgb))]
