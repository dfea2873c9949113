# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What results are worth, in figures."""
import numpy

from clips import BALL_STEP, masks
from metrics import Reference, decibels


HIGHEST = 99.0  # dB, where nothing differs: JSON has no infinity


def rounded(value):
    return round(min(value, HIGHEST), 2)


def square_error(clean, result, plane, first):
    """A result may go on where the clean clip has ended."""
    return (clean.planes[plane][first:].astype(numpy.float32)
            - result.planes[plane][first:clean.n]) ** 2


def psnr(clean, result, first=None):
    """dB over all samples that are measured, of the frames from `first` on (None:
    the clean clip's): of luma, and of U and V together where there is colour."""
    first = clean.first if first is None else first
    clean, result = clean.seen(clean.rows), result.seen(clean.rows)
    errors = [square_error(clean, result, i, first).mean(dtype=numpy.float64)
              for i in range(3)]
    figures = {'psnr_all': decibels(errors[0])}
    if clean.coloured:
        figures['psnr_chroma'] = decibels((errors[1] + errors[2]) / 2)
    return figures


class Truth:
    """A clean clip, and where it stands still."""

    def __init__(self, clip, first=None):
        self.clip, self.rows = clip.seen(clip.rows), clip.rows
        self.first = min(clip.first if first is None else first, clip.n - 1)
        self.masks = masks(self.clip, self.first)

    def figures(self, result):
        """Luma's PSNR in each mask that is not empty, and chroma's: dB."""
        result = result.seen(self.rows)
        error = square_error(self.clip, result, 0, self.first)
        figures = {'psnr_' + name: decibels(error[mask].mean(dtype=numpy.float64))
                   for name, mask in self.masks.items() if mask.any()}
        figures.update((key, value) for key, value in psnr(
            self.clip, result, self.first).items() if key == 'psnr_chroma')
        return {key: rounded(value) for key, value in figures.items()}

    def shares(self):
        return {name + '_percent': round(100 * float(mask.mean()), 1)
                for name, mask in self.masks.items()}


def ghost(with_ball, without, place):
    """Steps: the largest difference that a ball makes where it is not."""
    difference = numpy.abs(with_ball.planes[0].astype(numpy.int16)
                           - without.planes[0])
    # from when on its first place is left
    first = max(2, 40 // BALL_STEP)
    return int((difference * ~place)[first:].max())


def differing(a, b):
    """(frames that differ, the largest difference in steps) of two clips of one
    length, all planes."""
    steps = numpy.max([numpy.abs(p.astype(numpy.int16) - q).reshape(a.n, -1).max(1)
                       for p, q in zip(a.planes, b.planes)], 0)
    return int(numpy.count_nonzero(steps)), int(steps.max())


def likeness(clean, result, first=None):
    """Luma's PSNR and SSIM, of each frame, so that memory stays small."""
    first = min(clean.first if first is None else first, clean.n - 1)
    clean, result = clean.seen(clean.rows), result.seen(clean.rows)
    ssim = [Reference(clean.planes[0][i:i + 1]).ssim(result.planes[0][i:i + 1])
            for i in range(first, clean.n)]
    return {'psnr_db': rounded(psnr(clean, result, first)['psnr_all']),
            'ssim': round(float(numpy.mean(ssim)), 4)}
