# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What removes noise: elements of the plugin, and peers in FFmpeg and VapourSynth,
each with the grid that its best options are looked for in."""
import itertools

from measures import psnr
from programs import Failed
from vapoursynth_peers import by_vapoursynth
from video import by_elements, by_ffmpeg

LIMIT = 600  # seconds for a chain of elements

# The chains that are judged: {sigma} is the true one.
ELEMENTS = [
    'cudadenoise method=%s future=%d sigma=%s planes=luma+chroma' % (
        method, future, sigma)
    for sigma in ('{sigma}', '-1') for future in (0, 4)
    for method in ('recursive', 'average', 'median', 'compensated')]

# Those that are judged where the noise is a camera's: told nothing, and told each of
# TOLD in turn, of which the best is taken for each clip.
BLIND = ['cudadenoise', 'cudadenoise sigma={told}']
TOLD = (0.35, 0.5, 0.7, 1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3.4, 4, 4.8, 5.6, 6.7, 8, 9.5, 11,
        13.5, 16, 19, 22)

SPATIAL = (7, 15, 23)  # frames that are enough to compare what looks at one alone

# Each grid's options: name and values; those in `times_sigma` are multiples of the
# noise's standard deviation in steps, divided by `unit`. `range` is what the filter
# takes, `ends` are values behind which there is nothing: the best may be there.
# `quick` is the small grid, `spatial` says that a filter sees one frame alone.
GRIDS = {
    'cudaepsilon': {
        'template': 'cudaepsilon size={size} threshold={threshold} mode={mode} '
                    'iterations={iterations} planes=luma+chroma',
        'options': {'size': (3, 5, 7),
                    'threshold': (0.1, 0.2, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4),
                    'mode': ('average', 'clamp'), 'iterations': (1, 2, 3, 5, 9, 16)},
        'times_sigma': ('threshold',), 'integer': ('threshold',),
        'range': {'threshold': (1, 255)},
        'ends': {'size': (3,), 'iterations': (1, 16)},
        'quick': {'size': (5,), 'threshold': (1, 2, 3, 4), 'iterations': (1, 2)},
        'spatial': True},
    'hqdn3d': {
        # 0 would be the default's
        'template': 'hqdn3d={spatial}:{spatial}:{temporal}:{temporal}',
        'options': {'spatial': (0.01, 0.3, 0.6, 1, 1.4, 1.9, 2.7, 4, 6),
                    'temporal': (0.8, 1.7, 2.4, 3.4, 4.8, 6.8, 9.5, 13)},
        'times_sigma': ('spatial', 'temporal'),
        # as strong as it gets
        'range': {'spatial': (0, 252), 'temporal': (0, 252)},
        'ends': {'spatial': (0.01,)},
        'quick': {'spatial': (0.4, 0.9), 'temporal': (1.2, 2.4)}},
    'atadenoise': {
        'template': 'atadenoise=0a={a}:1a={a}:2a={a}:0b={b}:1b={b}:2b={b}:s={frames}:'
                    'a={order}',
        # of steps of 1/255
        'options': {'a': (2, 2.6, 3.3, 4, 5, 6.5, 8.5),
                    'b': (3, 6, 9, 13, 20, 35), 'frames': (9, 17, 33),
                    'order': ('p', 's')},
        'times_sigma': ('a', 'b'), 'unit': {'a': 255, 'b': 255},
        'range': {'a': (0, 0.3), 'b': (0, 5)},
        'ends': {'frames': (33,)},  # these are more than the clip has
        'quick': {'a': (2, 3), 'b': (6, 14), 'frames': (9,), 'order': ('p',)}},
    'nlmeans': {
        'template': 'nlmeans=s={strength}:p={patch}:r={research}',
        'options': {'strength': (0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.85, 1.1),
                    'patch': (1, 3, 5, 7), 'research': (3, 5, 7, 11)},
        'times_sigma': ('strength',), 'range': {'strength': (1, 30)},
        'ends': {'patch': (1,), 'research': (3,)},  # one sample, and its neighbours
        'quick': {'strength': (0.25, 0.4), 'patch': (5,), 'research': (9,)},
        'spatial': True},
    'tmedian': {
        'template': 'tmedian=radius={radius}',
        'options': {'radius': (1, 2, 3, 4, 6, 8, 12, 16)},
        'ends': {'radius': (1,)},
        'quick': {'radius': (1, 2)}},
    'mvtools': {
        'template': 'radius={radius} thsad={thsad} mvtools',
        # a transform's sum of 8x8 differences, of which noise makes about 150 sigma
        'options': {'radius': (1, 2, 3, 6, 12),
                    'thsad': (60, 100, 160, 250, 400, 600, 900, 1400)},
        'times_sigma': ('thsad',), 'integer': ('thsad',), 'range': {'thsad': (1, 16000)},
        'ends': {'radius': (1,)},
        'quick': {'radius': (3,), 'thsad': (250, 400)}},
    'vbm3d': {
        'template': 'radius={radius} sigma={strength} vbm3d',
        'options': {'radius': (1, 3), 'strength': (0.8, 1.2, 1.7, 2.4, 3.3, 4.5)},
        'times_sigma': ('strength',), 'range': {'strength': (0.1, 255)},
        'quick': {'radius': (1,), 'strength': (1.3, 2.2)}},
    'dfttest': {
        'template': 'frames={frames} sigma={strength} dfttest',
        # of the power of noise
        'options': {'frames': (1, 3, 5, 7), 'strength': (
            0.25, 0.4, 0.6, 1, 1.5, 2.3, 3.5, 5.5, 9, 15)},
        'times_sigma': ('strength',), 'power': {'strength': 2},
        'range': {'strength': (0.01, 60000)}, 'ends': {'frames': (1,)},
        'quick': {'frames': (3, 5), 'strength': (1, 2.3)}},
}
# Those that VapourSynth has, where it is: lab/vapoursynth.
VAPOURSYNTH = ('mvtools', 'vbm3d', 'dfttest')


class Elements:
    """A chain of the plugin's elements. {sigma} in it is the clip's noise."""

    spatial = False

    def __init__(self, chain):
        self.chain = self.name = chain

    def apply(self, clip):
        """The clip without its noise; Failed says why not."""
        chain = self.chain
        if '{sigma}' in chain:
            if clip.sigma is None:
                raise Failed('%s: the noise of %s is not known' % (chain, clip.name))
            chain = chain.replace('{sigma}', '%g' % clip.sigma)
        result = clip.of_bytes(by_elements(
            clip.tobytes(), 'yuv420p', clip.width, clip.height, chain, LIMIT))
        if result.n != clip.n:
            raise Failed('%s: %d frames of %d came out' % (chain, result.n, clip.n))
        return result


class Told:
    """A chain with {told} in it: of some sigmas the one that is best for a clip, for
    luma and for chroma apart."""

    def __init__(self, chain, quick=False):
        self.chain = self.name = chain
        self.sigmas = TOLD[::3] if quick else TOLD

    def points(self, most=float('inf')):
        """{sigma: method}, up to the most."""
        return {sigma: Elements(self.chain.replace('{told}', '%g' % sigma))
                for sigma in self.sigmas if sigma <= most}


def best_told(found, luma, chroma):
    """Of {sigma: figures} one figures: those of the sigma whose `luma` is highest, but
    those that have `chroma` in their name of the one that is best there; with both
    sigmas."""
    figures = {}
    for key, told in ((luma, 'told'), (chroma, 'told_chroma')):
        known = {sigma: each for sigma, each in found.items() if key in each}
        if known:
            sigma = max(known, key=lambda sigma: known[sigma][key])
            figures.update((name, value) for name, value in known[sigma].items()
                           if ('chroma' in name) == (told == 'told_chroma'))
            figures[told] = sigma
    return figures


class Script:
    """A filter of VapourSynth's."""

    def __init__(self, words):
        self.words = self.name = words

    def apply(self, clip):
        result = clip.of_bytes(by_vapoursynth(
            clip.tobytes(), clip.width, clip.height, self.words, LIMIT))
        if result.n != clip.n:
            raise Failed('%s: %d frames of %d came out' % (self.words, result.n, clip.n))
        return result


class Peer:
    """A filter of FFmpeg's."""

    def __init__(self, filters, spatial=False):
        self.filters = self.name = filters
        self.spatial = spatial

    def apply(self, clip):
        radius = 0
        if self.filters.startswith('tmedian'):
            # it makes no frame of the first and the last ones, so they are repeated
            radius = int(self.filters.rsplit('=', 1)[1])
        ends = clip.part([0] * radius + list(range(clip.n)) + [clip.n - 1] * radius)
        result = clip.of_bytes(by_ffmpeg(
            ends.tobytes(), 'yuv420p', clip.width, clip.height, self.filters))
        if result.n != clip.n:
            raise Failed('%s: %d frames of %d came out' % (
                self.filters, result.n, clip.n))
        return result


class Grid:
    """All of a filter's options that are tried for a noise."""

    def __init__(self, name, quick=False):
        self.name, self.grid = name, GRIDS[name]
        self.spatial = self.grid.get('spatial', False)
        self.options = dict(self.grid['options'])
        self.quick = quick
        if quick:
            self.options.update(self.grid['quick'])

    def value(self, option, step, sigma):
        grid = self.grid
        if option not in grid.get('times_sigma', ()):
            return step
        value = (step * sigma ** grid.get('power', {}).get(option, 1)
                 / grid.get('unit', {}).get(option, 1))
        low, high = grid.get('range', {}).get(option, (0, float('inf')))
        value = min(max(value, low), high)
        return round(value) if option in grid.get('integer', ()) else (
            float('%.4g' % value))

    def points(self, sigma):
        """(steps, method) of each; the same method once."""
        seen = set()
        for steps in itertools.product(*self.options.values()):
            values = {option: self.value(option, step, sigma)
                      for option, step in zip(self.options, steps)}
            text = self.grid['template'].format(**values)
            if text in seen:
                continue
            seen.add(text)
            yield steps, self.method(text)

    def method(self, text):
        if self.name.startswith('cuda'):
            return Elements(text)
        return Script(text) if self.name in VAPOURSYNTH else Peer(text, self.spatial)

    def edges(self, steps, sigma):
        """The options of the best point that a wider grid might better."""
        found = []
        for (option, values), step in zip(self.options.items(), steps):
            if isinstance(step, str) or step in self.grid.get('ends', {}).get(option, ()):
                continue
            # the filter itself takes no more, or no less
            own = [self.value(option, i, sigma) for i in values]
            if own[values.index(step)] in self.grid.get('range', {}).get(option, ()):
                continue
            if step in (min(values), max(values)):
                found.append(option)
        return found


def best(grid, clean, noisy, jobs, tried):
    """The methods of a grid that have the highest PSNR, {of: (method, edges)} for
    luma, `psnr_all`, and for chroma, `psnr_chroma`; `tried` gives a method's result for
    a clip, or None."""
    frames = [i for i in SPATIAL if i < clean.n]
    first = min(clean.first, clean.n - 1)
    if grid.spatial and frames:
        clean, noisy, first = clean.part(frames), noisy.part(frames), 0

    def score(point):
        result = tried(point[1], noisy)
        return {} if result is None else psnr(clean, result, first)
    points = list(grid.points(noisy.sigma))
    scores = list(jobs.map(score, points))
    found = {}
    for key in max(scores, key=len):
        at = max((i for i, each in enumerate(scores) if key in each),
                 key=lambda i: scores[i][key])
        steps, method = points[at]
        found[key] = (method, grid.edges(steps, noisy.sigma))
    return found
