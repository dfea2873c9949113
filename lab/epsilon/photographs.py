# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Photographs with noise whose truth is known: white noise on sharp ones, and what a
camera with a Bayer sensor makes of soft ones."""
import math
import os

import numpy
from PIL import Image

from clips import Clip, Gaussian
from metrics import Reference, decibels

SHARP = 384, 320        # pixels
SOFT, ENLARGED = (208, 160), 3  # as soft as pictures of many megapixels are
SEED = 7
HIGHEST = 99.0          # dB, where nothing differs
EDGE = 100              # a gradient from which on there is an edge
AMPLIFIED = 2.0, 1.0, 1.6  # R, G and B of daylight, behind a sensor


def squared_gradient(frames):
    """By Sobel's masks."""
    p = numpy.pad(frames.astype(numpy.float32), ((0, 0), (1, 1), (1, 1)), 'edge')
    rows = p[:, :-2] + 2 * p[:, 1:-1] + p[:, 2:]
    columns = p[:, :, :-2] + 2 * p[:, :, 1:-1] + p[:, :, 2:]
    return ((rows[:, :, 2:] - rows[:, :, :-2]) ** 2
            + (columns[:, 2:] - columns[:, :-2]) ** 2)


def linear(rgb):
    """Of sRGB's 8 bits: light, 0 to 1."""
    v = rgb / 255
    return numpy.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def encoded(light):
    v = numpy.clip(light, 0, 1)
    return 255 * numpy.where(v <= 0.0031308, 12.92 * v, 1.055 * v ** (1 / 2.4) - 0.055)


def in_eight_bits(values):
    return numpy.clip(numpy.rint(values), 0, 255).astype(numpy.uint8)


def planes_of(rgb):
    """Y, U and V of BT.601, full range, 4:2:0: n x height x width x 3 of any kind."""
    r, g, b = (rgb[..., i].astype(numpy.float32) for i in range(3))
    y = 0.299 * r + 0.587 * g + 0.114 * b
    planes = [y]
    for colour, scale in ((b, 0.564), (r, 0.713)):
        full = 128 + scale * (colour - y)
        n, height, width = full.shape
        planes.append(full.reshape(n, height // 2, 2, width // 2, 2).mean((2, 4)))
    return [in_eight_bits(plane) for plane in planes]


def rgb_of(planes):
    """The way back, each sample of colour for four pixels."""
    y = planes[0].astype(numpy.float32)
    u, v = (plane.repeat(2, 1).repeat(2, 2).astype(numpy.float32) - 128
            for plane in planes[1:])
    return in_eight_bits(numpy.stack(
        [y + v / 0.713, y - 0.344 * u - 0.714 * v, y + u / 0.564], -1))


class Camera:
    """A sensor whose variance is `shot` times the light of 0 to 1 and dark^2, as it
    counts before R and B are amplified."""

    def __init__(self, shot, dark):
        self.shot, self.dark = shot, dark

    def pictures(self, rgb, random=None):
        """8 bits of sRGB, without noise where `random` is None: what is missing of
        R, G and B is interpolated from the neighbours, linearly."""
        light = linear(rgb.astype(numpy.float32))
        out = numpy.zeros_like(light)
        weights = numpy.array([1, 2, 1], numpy.float32)
        for colour, places in enumerate((((0, 0),), ((0, 1), (1, 0)), ((1, 1),))):
            value = numpy.zeros(light.shape[:3], numpy.float32)
            known = numpy.zeros(light.shape[1:3], numpy.float32)
            raw = light[..., colour] / AMPLIFIED[colour]
            if random is not None:
                raw = raw + random.normal(0, 1, raw.shape) * numpy.sqrt(
                    self.shot * raw + self.dark ** 2)
            for y, x in places:
                value[:, y::2, x::2] = raw[:, y::2, x::2]
                known[y::2, x::2] = 1
            sums = [value, known[None]]
            for axis in (1, 2):
                for i, array in enumerate(sums):
                    padding = [(0, 0)] * 3
                    padding[axis] = (1, 1)
                    p = numpy.pad(array, padding)
                    n = array.shape[axis]
                    sums[i] = sum(w * numpy.take(p, range(k, k + n), axis)
                                  for k, w in enumerate(weights))
            mean = sums[0] / sums[1]
            out[..., colour] = numpy.where(known, value, mean) * AMPLIFIED[colour]
        return in_eight_bits(encoded(out))


# Name: the noise. The camera's strengths are such that luma's mean PSNR on the
# photographs that were tuned on is about that of real ones in good light (37.75 dB),
# five more and seven less.
NOISES = {
    'clean': None,
    'σ = 3': Gaussian(3), 'σ = 5': Gaussian(5), 'σ = 8': Gaussian(8),
    'σ = 16': Gaussian(16),
    'camera, faint': Camera(0.0005, 0.002),
    'camera, light': Camera(0.0015, 0.0045),
    'camera, strong': Camera(0.006, 0.014),
}


def framed(path, size):
    """The middle of a picture, scaled to fill so many pixels: RGB, and whether it
    has colour."""
    picture = Image.open(path)
    rgb = picture.convert('RGB')
    factor = max(size[0] / rgb.width, size[1] / rgb.height)
    rgb = rgb.resize((max(size[0], round(rgb.width * factor)),
                      max(size[1], round(rgb.height * factor))), Image.LANCZOS)
    left, top = (rgb.width - size[0]) // 2, (rgb.height - size[1]) // 2
    rgb = rgb.crop((left, top, left + size[0], top + size[1]))
    values = numpy.asarray(rgb)
    return rgb, bool(numpy.ptp(values.astype(int), axis=2).max() > 8)


def enlarged(picture):
    return picture.resize([ENLARGED * side for side in SOFT], Image.BICUBIC)


class Source:
    """Photographs with one noise, and what results of it are worth."""

    def __init__(self, paths, noise):
        soft = isinstance(noise, Camera)
        read = [framed(path, SOFT if soft else SHARP) for path in paths]
        self.names = [os.path.basename(path) for path in paths]
        self.coloured = numpy.array([colour for _, colour in read])
        rgb = numpy.stack([numpy.asarray(enlarged(picture) if soft else picture)
                           for picture, _ in read])
        random = numpy.random.default_rng(SEED)
        if soft:
            self.clean = Clip('photographs', planes_of(noise.pictures(rgb)))
            self.noisy = self.clean.like(planes_of(noise.pictures(rgb, random)))
        else:
            self.clean = Clip('photographs', planes_of(rgb))
            self.noisy = self.clean.noisy(noise, SEED) if noise else self.clean
        self.rgb = rgb_of(self.clean.planes)
        gradient = squared_gradient(self.clean.planes[0])
        self.edges = gradient > EDGE ** 2
        self.edge_sum = gradient[self.edges].sum(dtype=numpy.float64)
        self.before = self.luma(self.noisy)

    @staticmethod
    def by_picture(truth, result):
        error = (truth.astype(numpy.float32) - result) ** 2
        return numpy.array([min(decibels(each.mean(dtype=numpy.float64)), HIGHEST)
                            for each in error])

    def luma(self, clip):
        """dB of each picture."""
        return self.by_picture(self.clean.planes[0], clip.planes[0])

    def edge_share(self, clip):
        gradient = squared_gradient(clip.planes[0])
        return float(gradient[self.edges].sum(dtype=numpy.float64) / self.edge_sum)

    def figures(self, clip):
        luma = self.luma(clip)
        chroma = self.by_picture(numpy.stack(self.clean.planes[1:], 1),
                                 numpy.stack(clip.planes[1:], 1))
        rgb = self.by_picture(self.rgb, rgb_of(clip.planes))
        ssim = numpy.mean([
            Reference(self.clean.planes[0][i:i + 1]).ssim(clip.planes[0][i:i + 1])
            for i in range(clip.n)])
        return {
            'psnr_db': mean(luma), 'worse': int((luma < self.before).sum()),
            'least_gain_db': mean((luma - self.before).min()),
            'ssim': round(float(ssim), 4),
            'edges': round(self.edge_share(clip), 4),
            'chroma_db': mean(chroma[self.coloured]),
            'rgb_db': mean(rgb[self.coloured]),
            'pictures': {name: mean(value) for name, value in zip(self.names, luma)}}


def mean(values):
    """NaN is none, as where no picture has colour."""
    value = float(numpy.mean(values)) if numpy.size(values) else math.nan
    return None if math.isnan(value) else round(value, 2)
