# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far a logo reaches beyond the mask that somebody painted: measured on the
mean of frames, in which the logo is what it is and a picture that moves is
smooth. No program by itself.

The ring of pixels at a distance d around the mask should be what the picture
farther out goes on to. What is r steps off towards the logo, which differs by c
steps from the picture there, is partly the logo. The leak of a ring is
sum (r c) / sum |c|, in steps; its standard error is told by how leaks of tiles
differ. Behind a codec a ring may have no leak, but noise: its r are larger than
those of a ring farther out. Rings are looked at from the mask on, until one has
neither.
"""
import collections

import numpy

REACH = 4        # rings, at most
TILE = 8         # pixels
CONTRAST = 12    # steps: below, the mask's edge is not the logo's
LEAK = 1.5       # what hurts: steps,
SHARE = 0.03     # or a share of the contrast
SURE = 3         # standard errors
NOISE = 3.5      # a ring's r to those of the third ring, by root mean squares
TELLING = 5      # steps: what SURE may be for an edge to count as sharp


def around(array, combine):
    """Of each element and its 8 neighbours, one after the other."""
    height, width = array.shape
    wide = numpy.pad(array, 1)
    result = None
    for y in range(3):
        for x in range(3):
            part = wide[y:y + height, x:x + width]
            result = part if result is None else combine(result, part)
    return result


def grown(mask):
    return around(mask, numpy.logical_or)


def continued(values, known):
    """Unknown ones, from the known on, as the mean of neighbours."""
    values, known = numpy.where(known, values, 0.0), known.copy()
    while not known.all():
        weights = around(known.astype(float), numpy.add)
        sums = around(values, numpy.add)
        new = ~known & (weights > 0)
        if not new.any():
            break
        values[new] = sums[new] / weights[new]
        known |= new
    return values


Ring = collections.namedtuple('Ring', 'leak error contrast noise')  # in steps


class Edge:
    """Of a mask, with all that is within REACH + 2 pixels of it in the picture."""

    def __init__(self, mean, mask):
        rows, columns = (numpy.flatnonzero(mask.any(axis)) for axis in (1, 0))
        margin = REACH + 2
        part = tuple(slice(max(at[0] - margin, 0), at[-1] + 1 + margin)
                     for at in (rows, columns))
        self.mean, self.mask = mean[part].astype(float), mask[part]
        self.logo = continued(self.mean, self.mask)
        self.tiles = numpy.add.outer(
            self.mask.shape[1] * (numpy.arange(self.mask.shape[0]) // TILE),
            numpy.arange(self.mask.shape[1]) // TILE)

    def look_at(self, within, ring):
        picture = continued(self.mean, ~(within | ring))
        contrast = (self.logo - picture)[ring]
        off = (self.mean - picture)[ring]
        _, tile = numpy.unique(self.tiles[ring], return_inverse=True)
        weights = numpy.bincount(tile, abs(contrast))
        sums = numpy.bincount(tile, off * contrast)
        n, weight = len(sums), max(weights.sum(), 1e-9)
        leak = sums.sum() / weight
        error = numpy.sqrt(((sums - leak * weights) ** 2).sum() * n
                           / max(n - 1, 1)) / weight
        return Ring(leak, error, abs(contrast).mean(), numpy.sqrt((off ** 2).mean()))

    def rings(self):
        """From the mask on."""
        found, within = [], self.mask
        for _ in range(REACH):
            wider = grown(within)
            ring = wider & ~within
            if not ring.any() or wider.all():
                break
            found.append(self.look_at(within, ring))
            within = wider
        return found


def pixels_beyond(mean, mask):
    """By how many pixels the mask is to be enlarged, 0 to REACH; None where that
    cannot be told. `mean` is of luma, in steps of 8 bits, an array as large as
    the mask, which is of booleans."""
    rings = Edge(mean, mask).rings() if mask.any() else []
    if not rings or rings[0].contrast < CONTRAST or SURE * rings[0].error > TELLING:
        return None
    calm = rings[2].noise if len(rings) > 2 else numpy.inf
    for n, ring in enumerate(rings):
        if (ring.leak <= max(LEAK, SHARE * ring.contrast, SURE * ring.error)
                and ring.noise <= max(LEAK, NOISE * calm)):
            return n
    return len(rings)
