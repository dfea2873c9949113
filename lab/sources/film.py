# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A simulated scan of film: grain, dust that is there for one frame, a scratch that stands,
a light that flickers. Noise is in steps of 255."""
import numpy

from noise import in_eight_bits
from tape import weights

GRAIN, COLOUR = 8.0, 0.5  # its standard deviation in middle grey; colour has so much of it
WIDTH = 0.7               # of a grain, as a standard deviation in pixels
DUST, LARGEST = 6, 5      # of a frame, how many on average; their radius in pixels
FLICKER = 0.03            # the standard deviation of a frame's light
SCRATCH, SCRATCH_WIDTH = 0.37, 3  # where of the width; pixels


def soft(planes, deviation):
    """Blurred along both axes."""
    w = weights(deviation)
    n = len(w) // 2
    for axis in (1, 2):
        padding = [(0, 0)] * 3
        padding[axis] = (n, n)
        wide = numpy.pad(planes, padding, 'wrap')
        size = planes.shape[axis]
        planes = sum(k * numpy.take(wide, range(i, i + size), axis)
                     for i, k in enumerate(w))
    return planes


def grain(clip, sigma, random):
    """The most of it in middle grey, as a film's density has it."""
    scale = 1 / (weights(WIDTH) ** 2).sum()
    planes = []
    for i, plane in enumerate(clip.planes):
        of = clip.planes[0][:, ::2, ::2] if i else clip.planes[0]
        grey = of / 255.0
        deviation = sigma * (COLOUR if i else 1) * (0.3 + 2.8 * grey * (1 - grey))
        planes.append(scale * soft(random.normal(0, 1, plane.shape), WIDTH) * deviation)
    return planes


def dust(clip, mean, random):
    """Where it is: booleans of luma, and of what brightness."""
    y, x = numpy.mgrid[:clip.height, :clip.width]
    hidden = numpy.zeros(clip.planes[0].shape, bool)
    level = numpy.zeros(hidden.shape)
    for i in range(clip.n):
        for _ in range(random.poisson(mean)):
            top, left = random.integers(0, clip.height), random.integers(0, clip.width)
            a, b = random.uniform(1.2, LARGEST, 2)
            turn = random.uniform(0, numpy.pi)
            u = (x - left) * numpy.cos(turn) + (y - top) * numpy.sin(turn)
            v = (y - top) * numpy.cos(turn) - (x - left) * numpy.sin(turn)
            speck = (u / a) ** 2 + (v / b) ** 2 < 1
            hidden[i] |= speck
            level[i][speck] = random.choice([25, 230])
    return hidden, level


def scratch(clip):
    """Where it is: booleans of one frame."""
    place = numpy.zeros((clip.height, clip.width), bool)
    left = int(SCRATCH * clip.width) // 2 * 2
    place[:, left:left + SCRATCH_WIDTH] = True
    return place


def scanned(clip, sigma=GRAIN, specks=0, scratched=False, flicker=0, seed=7):
    """The scan of such frames, and where dust is: booleans of its luma."""
    random = numpy.random.default_rng(seed)
    gain = 1 + flicker * random.normal(0, 1, clip.n)[:, None, None]
    hidden, level = dust(clip, specks, random)
    grains = grain(clip, sigma, random)
    planes = []
    for i, plane in enumerate(clip.planes):
        centre = 128 if i else 16
        plane = (plane.astype(float) - centre) * gain + centre
        at, value = (hidden[:, ::2, ::2], 128) if i else (hidden, level)
        plane = numpy.where(at, value, plane)
        if scratched:
            mask = scratch(clip)
            plane = numpy.where(mask[::2, ::2], 128, plane) if i else numpy.where(
                mask, plane * 0.4 + 140, plane)
        planes.append(in_eight_bits(plane + grains[i]))
    return clip.like(planes), hidden
