# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Footage with noise of its own: where nothing moves, the mean over time is the truth,
but for a light or a white balance that drifts, in all of it by the same."""
import numpy

from clips import FIRST
from measures import rounded
from metrics import Reference, decibels

BLOCK = 8
SOME = 8           # frames whose mean is taken where noise is to be small
MOVES = 10         # steps that a block's mean over SOME frames goes where it moves
EDGE = 5           # steps above its surroundings: an edge
CLIPPED = (2, 253)  # samples that are ever outside have lost their noise


def blocks(x, of=numpy.mean):
    """Means of blocks, of the last two axes, or something else of them."""
    height, width = (i // BLOCK * BLOCK for i in x.shape[-2:])
    return of(x[..., :height, :width].reshape(
        *x.shape[:-2], height // BLOCK, BLOCK, width // BLOCK, BLOCK), (-3, -1))


def spread(mask, shape, size):
    """Of each sample what its block is; what lies in no block is not."""
    wide = numpy.repeat(numpy.repeat(mask, size, 0), size, 1)[:shape[0], :shape[1]]
    result = numpy.zeros(shape, bool)
    result[:wide.shape[0], :wide.shape[1]] = wide
    return result


def still_and_moving(luma):
    """Booleans of blocks. A block is still where its mean over some frames does not
    wander by more than its noise makes it, less what the whole picture does (a light
    that drifts), and where both halves of the clip have the same mean; it moves where
    that wanders by far."""
    n, frames = len(luma), luma.astype(numpy.float32)
    k = min(SOME, max(2, n // 4))
    each = blocks(frames)
    total = numpy.cumsum(numpy.concatenate([0 * each[:1], each]), 0)
    means = (total[k:] - total[:-k]) / k
    means -= numpy.median(means - means.mean(0), axis=(1, 2))[:, None, None]
    wandering = numpy.ptp(means, axis=0)
    # of most samples: a thing that passes is in few of them
    noise = blocks(frames.var(0), numpy.median) ** 0.5
    halves = blocks((frames[:n // 2].mean(0) - frames[n // 2:].mean(0)) ** 2) ** 0.5
    still = ((wandering < 2 + 0.6 * noise / k ** 0.5)
             & (halves < numpy.maximum(0.7 + 2.2 * noise * (4 / n) ** 0.5, 1)) & (noise < 25))
    return still, wandering > MOVES


def smooth(x, sigma):
    """By a Gaussian, of the last two axes; edges are repeated."""
    reach = int(3 * sigma + 0.5)
    weights = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma ** 2))
    weights = (weights / weights.sum()).astype(numpy.float32)
    for axis in (-1, -2):
        pad = [(0, 0)] * x.ndim
        pad[axis] = (reach, reach)
        p, n = numpy.pad(x, pad, 'edge'), x.shape[axis]
        x = sum(w * numpy.take(p, range(i, i + n), axis) for i, w in enumerate(weights))
    return x


def detail(x):
    return x - smooth(x, 1.5)


class Still:
    """A clip's still areas: `share` of luma, and `sigma`, the noise there; None where
    there is none. What moves is judged by its edges: 1 is all their contrast."""

    def __init__(self, clip, first=FIRST):
        self.clip, self.first = clip, min(first, clip.n // 3)
        luma = clip.planes[0]
        still, moving = still_and_moving(luma)
        self.masks = [spread(still, plane.shape[1:], BLOCK >> half)
                      for plane, half in zip(clip.planes, (0, 1, 1))]
        self.masks[0] &= (luma.min(0) > CLIPPED[0]) & (luma.max(0) < CLIPPED[1])
        self.share = float(self.masks[0].mean())
        self.moving = spread(moving, luma.shape[1:], BLOCK)
        self.means = [plane.mean(0, dtype=numpy.float32)[mask]
                      for plane, mask in zip(clip.planes, self.masks)]
        # of each frame: how far it is off the mean as a whole
        self.drifts = [[float((frame[mask] - mean).mean(dtype=numpy.float64)) if mask.any()
                        else 0.0 for frame in plane]
                       for plane, mask, mean in zip(clip.planes, self.masks, self.means)]
        self.sigma = self.error(clip, 0) ** 0.5 if self.masks[0].any() else None

    def error(self, result, plane):
        """Mean square, where it is still."""
        mask, mean = self.masks[plane], self.means[plane]
        return float(numpy.mean([
            ((result.planes[plane][i][mask] - mean - self.drifts[plane][i]) ** 2).mean(
                dtype=numpy.float64) for i in range(self.first, self.clip.n)]))

    def edges(self, result):
        """The share of their contrast that edges have which move, or None."""
        if self.moving.sum() < 500:
            return None
        both = whole = 0.0
        for i in range(self.first, self.clip.n, 4):
            before = self.clip.planes[0][i].astype(numpy.float32)
            edge = self.moving & (abs(detail(smooth(before, 1))) > EDGE)
            a, b = (detail(x)[edge] for x in (before, result.planes[0][i].astype(
                numpy.float32)))
            both, whole = both + float((a * b).sum()), whole + float((a * a).sum())
        return both / whole if whole else None

    def ssim(self, result):
        """Of luma where it is still, or None."""
        inner = self.masks[0][5:-5, 5:-5]
        if not inner.any():
            return None
        reference = Reference(self.clip.planes[0].mean(0, keepdims=True))
        return float(numpy.mean([
            reference.ssim_map(frame[None])[0][inner].mean(dtype=numpy.float64)
            for frame in result.planes[0][self.first:]]))

    def left(self, result):
        """What is left of noise and of the picture, without SSIM, which takes long: PSNR
        where it is still, of luma and of chroma; edges."""
        figures = {}
        if self.masks[0].any():
            figures['psnr_static'] = rounded(decibels(self.error(result, 0)))
        if self.masks[1].any() and self.clip.coloured:
            figures['psnr_chroma_static'] = rounded(decibels(
                (self.error(result, 1) + self.error(result, 2)) / 2))
        edges = self.edges(result)
        if edges is not None:
            figures['edges'] = round(edges, 3)
        return figures

    def figures(self, result):
        """The same, with SSIM of luma where it is still."""
        ssim = self.ssim(result)
        return {**self.left(result), **(
            {} if ssim is None else {'ssim_static': round(ssim, 4)})}
