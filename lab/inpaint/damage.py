# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Damage that is put into clips whose truth is known: logos, dead pixels, lost
blocks. A mask is an array n x height x width of luma's samples, true where the
picture is hidden."""
import numpy

from clips import Clip
from noise import in_eight_bits

SEED = 11
LOGO = (64, 28)           # pixels, of a ring and three bars
STROKE = 5
WHITE, TINT = 225, (118, 140)  # the logo's luma; its U and V
MARGIN = 16               # pixels of a logo from the picture's edge
SOFT = 1.2                # standard deviation of a soft edge, in pixels
BAD_PIXELS = 1 / 1000
HOT, DEAD = 255, 0
BLOCK, LOST = 16, 1 / 16


def logo_shape(oversampling=4):
    """How much of each pixel it covers, 0 to 1."""
    width, height = (size * oversampling for size in LOGO)
    y, x = (axis / oversampling for axis in numpy.ogrid[0:height, 0:width])
    radius = numpy.hypot(x - LOGO[1] / 2, y - LOGO[1] / 2)
    shape = (radius < LOGO[1] / 2) & (radius > LOGO[1] / 2 - STROKE)
    for i in range(3):
        left = LOGO[1] + 2 + i * 12
        shape = shape | ((x >= left) & (x < left + STROKE) & (y >= 3 * i))
    shape = shape | ((x >= LOGO[1] + 2) & (y >= LOGO[1] - STROKE))
    return shape.reshape(LOGO[1], oversampling, LOGO[0], oversampling).mean((1, 3))


def blurred(cover, sigma):
    reach = int(3 * sigma + 1)
    taps = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma ** 2))
    for axis in (0, 1):
        cover = numpy.apply_along_axis(numpy.convolve, axis, cover, taps / taps.sum(),
                                       'same')
    return cover


def logo_cover(height, width, place, edge):
    """Of a frame: `place` is "corner" or "middle", `edge` is "hard" or "soft"."""
    x = width - LOGO[0] - MARGIN if place == 'corner' else (width - LOGO[0]) // 2
    y = MARGIN if place == 'corner' else (height - LOGO[1]) // 2
    cover = numpy.zeros((height, width))
    cover[y:y + LOGO[1], x:x + LOGO[0]] = logo_shape() >= 0.5
    return blurred(cover, SOFT) if edge == 'soft' else cover


def with_logo(clip, place, edge, opacity=1):
    """A clip with it, and its mask as somebody paints it: what is covered by at
    least half."""
    cover = logo_cover(clip.height, clip.width, place, edge)
    planes = []
    for plane, value in zip(clip.planes, (WHITE, *TINT)):
        alpha = opacity * cover
        if plane.shape[1:] != cover.shape:
            alpha = alpha.reshape(plane.shape[1], 2, plane.shape[2], 2).mean((1, 3))
        planes.append(in_eight_bits(plane + alpha * (value - plane.astype(float))))
    mask = numpy.broadcast_to(cover >= 0.5, clip.planes[0].shape)
    return clip.like(planes), mask


def with_bad_pixels(clip):
    """Hot and dead ones, the same in all frames: of luma, and of the colour that
    they are in."""
    random = numpy.random.default_rng(SEED)
    draw = random.random((clip.height, clip.width))
    hot, dead = draw < BAD_PIXELS / 2, draw > 1 - BAD_PIXELS / 2
    planes = [numpy.where(hot, HOT, numpy.where(dead, DEAD, clip.planes[0])).astype(
        numpy.uint8), *clip.planes[1:]]
    return clip.like(planes), numpy.broadcast_to(hot | dead, clip.planes[0].shape)


def with_lost_blocks(clip):
    """One in 16 of 16x16, each frame others, which become grey; and a line a block
    as conceal-blocks takes it."""
    random = numpy.random.default_rng(SEED)
    planes = [plane.copy() for plane in clip.planes]
    mask = numpy.zeros(planes[0].shape, bool)
    lines = []
    for i in range(clip.n):
        for y in range(0, clip.height, BLOCK):
            for x in range(0, clip.width, BLOCK):
                if random.random() < LOST:
                    mask[i, y:y + BLOCK, x:x + BLOCK] = True
                    planes[0][i, y:y + BLOCK, x:x + BLOCK] = 128
                    for plane in planes[1:]:
                        plane[i, y // 2:(y + BLOCK) // 2, x // 2:(x + BLOCK) // 2] = 128
                    lines.append('%d %d %d %d %d\n' % (
                        i, x, y, min(BLOCK, clip.width - x), min(BLOCK, clip.height - y)))
    return clip.like(planes), mask, ''.join(lines)


def cut_out(clip, width, height):
    """The middle of a clip, at most so large."""
    top, left = (max(0, (have - want) // 2) // 8 * 8 for have, want in (
        (clip.height, height), (clip.width, width)))
    return Clip(clip.name, [
        plane[:, top >> half:(top + height) >> half, left >> half:(left + width) >> half]
        for plane, half in zip(clip.planes, (0, 1, 1))], coloured=clip.coloured)
