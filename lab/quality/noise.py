# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Noise that is the same again: `random` is a generator of numpy's with a seed."""
import numpy


def in_eight_bits(values):
    return numpy.clip(numpy.rint(values), 0, 255).astype(numpy.uint8)


def gaussian(frames, sigma, random):
    """`sigma`: the standard deviation in steps, one, or an array of the frames'
    shape. The result is rounded and clipped to 8 bits."""
    return in_eight_bits(frames + random.normal(0, sigma, frames.shape))
