# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How near pictures come to what they should be."""
import math

import numpy

GAUSSIAN = numpy.exp(-numpy.arange(-5, 6) ** 2 / (2 * 1.5 ** 2))
GAUSSIAN = (GAUSSIAN / GAUSSIAN.sum()).astype(numpy.float32)


def smooth(x):
    x = sum(w * x[..., i:x.shape[-1] - 10 + i] for i, w in enumerate(GAUSSIAN))
    return sum(w * x[..., i:x.shape[-2] - 10 + i, :]
               for i, w in enumerate(GAUSSIAN))


def decibels(error):
    """The PSNR of a mean squared error, of 8 bits; infinite where there is none."""
    return float(10 * math.log10(255 ** 2 / error)) if error > 0 else math.inf


class Reference:
    """Frames, n x height x width, that others are compared with."""

    def __init__(self, frames):
        self.samples = frames.astype(numpy.float32)
        self.mean = smooth(self.samples)
        self.variance = smooth(self.samples ** 2) - self.mean ** 2

    def psnr(self, frames):
        return decibels(numpy.mean((frames - self.samples) ** 2,
                                   dtype=numpy.float64))

    def ssim_map(self, frames):
        """Wang and others, 2004: a Gaussian window of 11x11, sigma 1.5. An array
        that lacks 5 samples on each side."""
        x = frames.astype(numpy.float32)
        c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
        mean = smooth(x)
        variance = smooth(x * x) - mean ** 2
        covariance = smooth(x * self.samples) - mean * self.mean
        return ((2 * mean * self.mean + c1) * (2 * covariance + c2)
                / ((mean ** 2 + self.mean ** 2 + c1)
                   * (variance + self.variance + c2)))

    def ssim(self, frames):
        return float(numpy.mean(self.ssim_map(frames), dtype=numpy.float64))
