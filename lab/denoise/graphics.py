# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is in a video but is no camera's: bars, a caption with a clock, frames that are
repeated. Each makes of a clip another one, and knows how many frames of it are of the
first n."""
import numpy

from clips import FIRST

BLACK, GREY, WHITE = 16, 128, 235
BAR = 1 / 6  # of the height, above and below
# Of a digit's three bars across, and its two halves down on the left and the right.
SEGMENTS = ('1110111', '0010010', '1011101', '1011011', '0111010', '1101011', '1101111',
            '1010010', '1111111', '1111011')
CLOCK = 12  # frames that a digit stands


class Bars:
    """Black bars above and below, as for another format; not measured."""

    name = 'bars'

    def frames(self, n):
        return n

    def apply(self, clip):
        high = int(clip.height * BAR) // 8 * 8
        planes = [numpy.pad(plane, ((0, 0), (high >> half,) * 2, (0, 0)),
                            constant_values=level)
                  for plane, half, level in zip(clip.planes, (0, 1, 1),
                                                (BLACK, GREY, GREY))]
        result = clip.like(planes, clip.sigma)
        result.rows = slice(high, high + clip.height)
        return result


def digit(height, value):
    """Booleans, height x height / 2."""
    wide, thick = height // 2, max(1, height // 8)
    half, shape = height // 2, numpy.zeros((height, height // 2), bool)
    for on, (y, x) in zip(SEGMENTS[value], (
            (slice(0, thick), slice(None)),
            (slice(0, half), slice(0, thick)), (slice(0, half), slice(wide - thick, wide)),
            (slice(half - thick // 2, half - thick // 2 + thick), slice(None)),
            (slice(half, height), slice(0, thick)),
            (slice(half, height), slice(wide - thick, wide)),
            (slice(height - thick, height), slice(None)))):
        shape[y, x] |= on == '1'
    return shape


class Caption:
    """A clock, white on a black field, and a grey field for a logo."""

    name = 'caption'

    def frames(self, n):
        return n

    def apply(self, clip):
        planes = [plane.copy() for plane in clip.planes]
        high = max(16, clip.height // 12 // 4 * 4)
        wide = min(high * 5, clip.width // 2) // 4 * 4

        def fill(i, y, x, height, width, level):
            for plane, half, value in zip(planes, (0, 1, 1), (level, GREY, GREY)):
                plane[i, y >> half:(y + height) >> half, x >> half:(x + width) >> half] = value
        for i in range(clip.n):
            fill(i, 8, 8, high, wide, BLACK)
            fill(i, clip.height - 8 - high, clip.width - 8 - wide, high, wide, GREY)
            tall = high - 8
            for k, value in enumerate('%04d' % (1234 + i // CLOCK)):
                left = 12 + k * (tall // 2 + 4)
                if left + tall // 2 > 8 + wide:
                    break
                planes[0][i, 12:12 + tall, left:left + tall // 2][
                    digit(tall, int(value))] = WHITE
        return clip.like(planes, clip.sigma)


class Repeated:
    """24 frames a second at 60: each two and three times in turn."""

    name = 'repeated'

    def frames(self, n):
        return sum(2 + i % 2 for i in range(n))

    def apply(self, clip):
        at = [i for i in range(clip.n) for _ in range(2 + i % 2)]
        result = clip.part(at)
        # a filter gets going over so many frames that differ
        result.first = self.frames(FIRST)
        return result


GRAPHICS = {each.name: each for each in (Bars(), Caption(), Repeated())}
