# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""cudaepsilon's defaults and presets on photographs: what they are chosen by, and
what the best of peers makes of the same pictures."""
import configparser
import itertools
import os

import numpy

from methods import Elements, Peer
from photographs import NOISES, Source, mean

try:
    import cv2
except ImportError:
    cv2 = None

PRESETS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))), 'gst', 'presets', 'GstCudaEpsilon.prs')

# Each step: the noises that it is for, and what a picture may lose on any of them,
# in dB. Of the settings that hold that, the one with the highest mean PSNR of luma,
# or one that is NEAR that and has fewer iterations.
STEPS = {
    'light': (('σ = 3', 'camera, faint', 'camera, light'), 0.25),
    'default': (('σ = 3', 'σ = 5', 'camera, faint', 'camera, light'), 1.0),
    'medium': (('σ = 5', 'σ = 8', 'camera, light', 'camera, strong'), 1.0),
    'strong': (('σ = 16', 'camera, strong'), 0.0),
}
GRID = {'size': (3, 5, 7), 'threshold': (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24),
        'mode': ('average', 'clamp'), 'iterations': (1, 2, 3)}
NEAR = 0.05  # dB
BEST = 8     # of each search that are kept


class OpenCv:
    """Non-local means of single pictures, each plane on its own."""

    def __init__(self, h, patch, window):
        self.h, self.patch, self.window = h, patch, window
        self.name = 'fastNlMeansDenoising h=%g, %d, %d' % (h, patch, window)

    def apply(self, clip):
        return clip.like([numpy.stack([cv2.fastNlMeansDenoising(
            frame, None, self.h, self.patch, self.window) for frame in plane])
            for plane in clip.planes])


def settings(values):
    return 'size=%d threshold=%d mode=%s iterations=%d' % tuple(values)


def grid():
    return [Elements('cudaepsilon %s planes=luma+chroma' % settings(values))
            for values in itertools.product(*GRID.values())]


def peers():
    """{name: methods}"""
    found = {
        'cudaepsilon': grid(),
        'bilateral': [
            Peer('bilateral=sigmaS=%g:sigmaR=%g:planes=7' % values)
            for values in itertools.product((0.7, 1, 1.5, 2.5, 4),
                                            (0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.22))],
        'nlmeans': [
            Peer('nlmeans=s=%g:p=%d:r=%d' % values)
            for values in itertools.product((1, 1.5, 2, 2.6, 3.4, 4.5, 6, 8), (3, 5, 7),
                                            (7, 13))]}
    if cv2:
        found['OpenCV NLM'] = [
            OpenCv(*values) for values in itertools.product(
                (1.5, 2, 3, 4, 5.5, 7.5, 10, 14, 18), (3, 5, 7), (13,))]
    return found


def presets():
    file = configparser.ConfigParser()
    file.read(PRESETS)
    return {name: {key: value for key, value in file[name].items()
                   if not key.startswith('_')}
            for name in file.sections() if name != '_presets_'}


def ours():
    """{name: method}: the element alone, with luma alone, and its presets."""
    return {'default': Elements('cudaepsilon'),
            'luma alone': Elements('cudaepsilon planes=luma'),
            **{name: Elements('cudaepsilon @preset=' + name) for name in presets()}}


def search(paths, jobs):
    """What each step's settings should be: the best of the grid, each with what
    luma gains in dB in the mean, and at least, by noise."""
    names = sorted({noise for noises, _ in STEPS.values() for noise in noises})
    methods = grid()
    gains = {}
    for name in names:
        source = Source(paths, NOISES[name])
        gains[name] = list(jobs.map(
            lambda method, s=source: s.luma(method.apply(s.noisy)) - s.before, methods))
    found = {}
    for step, (noises, loss) in STEPS.items():
        rows = [{'settings': settings(values),
                 'iterations': values[-1],
                 'gain_db': mean([gains[name][i].mean() for name in noises]),
                 'noises': {name: {'gain_db': mean(gains[name][i]),
                                   'least_gain_db': mean(gains[name][i].min())}
                            for name in noises}}
                for i, values in enumerate(itertools.product(*GRID.values()))
                if all(gains[name][i].min() >= -loss for name in noises)]
        rows.sort(key=lambda row: -row['gain_db'])
        chosen = min((row for row in rows if row['gain_db'] >= rows[0]['gain_db'] - NEAR),
                     key=lambda row: row['iterations'])
        found[step] = {'noises': noises, 'loss_at_most_db': loss,
                       'chosen': chosen['settings'], 'best': rows[:BEST]}
    return {'photographs': [os.path.basename(path) for path in paths], 'steps': found}


def report(paths, jobs, say):
    """Rows of figures: each noise; nothing, ours, and the best of each peer."""
    rows = []
    for name, noise in NOISES.items():
        source = Source(paths, noise)

        def add(method, clip, **more):
            row = {'noise': name, 'method': method, **more, **source.figures(clip)}
            rows.append(row)
            say(row)

        add('nothing', source.noisy)
        for method, filtered in zip(ours(), jobs.map(
                lambda each: each.apply(source.noisy), ours().values())):
            add(method, filtered)
        if not noise:
            continue
        for peer, methods in peers().items():
            scores = list(jobs.map(lambda method: float(
                source.luma(method.apply(source.noisy)).mean()), methods))
            best = methods[int(numpy.argmax(scores))]
            add('best ' + peer, best.apply(source.noisy), options=best.name)
    return {'photographs': [os.path.basename(path) for path in paths], 'rows': rows}
