# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What cudadenoise's presets promise, which of a grid's points keeps that best, and
whether rows of figures show that it is kept."""
import collections

import numpy

from bars import CLEAN, EDGES
from presets import CODED, DARK, LIGHTS, REAL, means

CAMERAS = [*LIGHTS, *('%s, %s' % each for each in CODED), DARK]
GOOD, ROOM, LITTLE = ([name for name in CAMERAS if name.startswith(light)]
                      for light in LIGHTS)
ORDERED = [*ROOM, *LITTLE]      # noise enough to tell presets by
STILL, MOVING, COLOUR, HIDDEN = 'still', 'moving', 'colour', 'hidden'
FIGURES = {  # of scenes, and of real footage
    STILL: (['psnr_still'], ['psnr_static']),
    COLOUR: (['psnr_chroma'], ['psnr_chroma_static']),
    HIDDEN: (['psnr_shadow', 'psnr_coarse', 'psnr_chroma_coarse'], []),
    MOVING: (['psnr_moving'], [])}
HARM = 0.1                      # dB that `light` may lose anywhere
EDGES_LOST = 0.03               # of their contrast, from one preset to the next
OWN_NOISE = 1.0                 # dB that a clean clip may lose more: its own noise is in it

TIE = 0.05                      # dB: of points that near to the best, the weakest is taken

# What a preset is for; what is to be best there; what it may cost that moves, in dB
# against `light`, under any camera: of the scenes that it is chosen by, and of others.
Promise = collections.namedtuple('Promise', 'noises best spend cost')
PROMISES = {
    'light': Promise(GOOD, [MOVING, COLOUR], 0, 0),
    'medium': Promise([*ROOM, REAL], [STILL, MOVING, COLOUR], 0.75, 1.25),
    'strong': Promise([*LITTLE, REAL], [STILL, COLOUR], 1.5, 2.75),
    'night': Promise([*LITTLE, DARK], [HIDDEN, COLOUR], 2.6, 4.0)}
BELOW = {'light': 0, 'medium': 0.25, 'strong': 1.75, 'night': 3.0}  # the same, the input


class Ladder:
    """Rows of figures, and what they say of a method."""

    def __init__(self, rows):
        self.rows = [row for row in rows if row['clip'] != 'mean']
        self.means = {(row['noise'], row['method']): row for row in means(self.rows)}

    def score(self, method, noises, kinds):
        """The mean of figures, in dB."""
        return float(numpy.mean([
            self.means[noise, method][key] for noise in noises if (noise, method) in self.means
            for kind in kinds for key in FIGURES[kind][noise == REAL]
            if key in self.means[noise, method]]))

    def cleaner(self, method, other):
        """Whether less noise is left where it stands still, of simulated cameras and of
        real ones, and in colour in little light no more."""
        return all(self.score(method, noises, [STILL]) > self.score(other, noises, [STILL])
                   for noises in (ORDERED, [REAL]) if (noises[0], method) in self.means
                   ) and self.score(method, LITTLE, [COLOUR]) >= self.score(
                       other, LITTLE, [COLOUR]) - TIE

    def cost(self, method, other, noises=CAMERAS):
        """dB less than another where it moves, under the camera where that is most."""
        return max((self.score(other, [noise], [MOVING])
                    - self.score(method, [noise], [MOVING]), noise)
                   for noise in noises if (noise, method) in self.means)

    def harm(self, method):
        """The worst that it does to any clip in any noise: (dB, where)."""
        before = {(row['clip'], row['noise'], row.get('demosaicer')): row
                  for row in self.rows if row['method'] == 'nothing'}
        return min((row[key] - before[row['clip'], row['noise'], row.get('demosaicer')][key],
                    '%s, %s, %s' % (row['clip'], row['noise'], key))
                   for row in self.rows if row['method'] == method and row['noise'] != 'clean'
                   for key in row if key.startswith('psnr'))

    def edges(self, method):
        return {row['clip']: row['edges'] for row in self.rows
                if row['method'] == method and 'edges' in row}

    def harmless(self, method):
        return self.harm(method)[0] >= -HARM and min(
            self.edges(method).values(), default=1) >= EDGES

    def clean(self, method):
        return min((row['psnr_all'], row['clip']) for row in self.rows
                   if (row['noise'], row['method']) == ('clean', method))


def choose(rows, points):
    """{preset: point}, for each the best of those that leave a clean clip alone, cost no
    more than it may, and leave less noise where it stands still than the preset before;
    the first harms nothing. Points come with the weakest first."""
    ladder, chosen, before = Ladder(rows), {}, None
    points = [point for point in points if ladder.clean(point)[0] >= CLEAN]
    for name, promise in PROMISES.items():
        able = [point for point in points if ladder.harmless(point)] if not chosen else [
            point for point in points if ladder.cleaner(point, before)
            and ladder.cost(point, chosen['light'])[0] <= promise.spend]
        if not able:
            break
        scores = {point: ladder.score(point, promise.noises, promise.best) for point in able}
        before = chosen[name] = next(point for point in able
                                     if scores[point] >= max(scores.values()) - TIE)
    return chosen


class Judge:
    """What each name promises."""

    def __init__(self, rows):
        self.ladder, self.checks = Ladder(rows), []

    def hold(self, what, value, at_least):
        self.checks.append({'what': what, 'value': round(float(value), 4),
                            'at_least': at_least, 'holds': bool(value >= at_least)})

    def gain(self, a, b, noises, kinds, at_least=0):
        score = self.ladder.score
        self.hold('dB of %s more than %s: %s, %s' % (a, b, ' and '.join(kinds), '; '.join(
            noises)), score(a, noises, kinds) - score(b, noises, kinds), at_least)

    def judge(self):
        names = list(PROMISES)
        self.light()
        for before, name in zip(names, names[1:]):
            self.step(before, name)
        for name in names:
            value, clip = self.ladder.clean(name)
            self.hold('dB to its input of %s, clean, with %s' % (clip, name), value,
                      CLEAN - OWN_NOISE)
            value, noise = self.ladder.cost(name, 'nothing')
            self.hold('dB where it moves with %s, against the input, %s' % (
                name, noise), -value, -BELOW[name])
        for other in ('default', *names[:-1]):
            self.gain('night', other, PROMISES['night'].noises, [HIDDEN, COLOUR])
        self.gain('medium', 'default', ROOM, PROMISES['medium'].best)
        return self.checks

    def light(self):
        value, where = self.ladder.harm('light')
        self.hold('dB that light gains where it gains least: ' + where, value, -HARM)
        self.gain('light', 'default', PROMISES['light'].noises, [MOVING])
        edges = self.ladder.edges('light')
        if edges:
            clip = min(edges, key=edges.get)
            self.hold('of their contrast that edges of %s keep with light' % clip,
                      edges[clip], EDGES)

    def step(self, before, name):
        """From one preset to the next: less noise, at no more than its cost."""
        self.gain(name, before, ORDERED, [STILL])
        self.gain(name, before, LITTLE, [COLOUR], -TIE)
        if ('real', name) in self.ladder.means:
            self.gain(name, before, [REAL], [STILL])
        value, noise = self.ladder.cost(name, 'light')
        self.hold('dB where it moves with %s, against light, %s' % (name, noise),
                  -value, -PROMISES[name].cost)
        a, b = self.ladder.edges(before), self.ladder.edges(name)
        if b:
            clip = max(b, key=lambda clip: a[clip] - b[clip])
            self.hold('of their contrast that edges of %s keep with %s, against %s' % (
                clip, name, before), b[clip] - a[clip], -EDGES_LOST)
