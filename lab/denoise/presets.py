# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What presets are measured on: half of the scenes to choose them by, the other half to
report. Scenes whose truth is known, with white noise, with a simulated camera's in
three lights, and behind codecs; footage of real cameras, where it stands still and by
its edges that move."""
import os

import numpy

import clips
from measures import Truth, likeness, rounded
from metrics import decibels
from still import Still, blocks
from treatment import GIVEN, READ, Shot, Treatment

FRAMES = 20                     # of each clip; measured are those from 5 on
REAL_FRAMES = 60
FIRST = {'vtest': (0, 400), 'other': (100, 700)}  # frames: to choose by, and to report
LIGHTS = {'good light': 1000, 'a room': 250, 'little light': 60}  # electrons in white
DEMOSAICED = ('bilinear', 'adaptive')
WHITE = (3, 7, 15)
MJPEG = 'MJPEG, q 3'
# Coders have cameras that they are found in.
CODED = [('good light', MJPEG), ('a room', GIVEN), ('a room', MJPEG), ('little light', GIVEN)]
DARK, REAL = 'in the dark', 'real'
SHADOW = 64                     # luma below it
SHARE = 0.01                    # of real footage that stands still, or none of it does
SSIM_EVERY = 5                  # frames; it takes long


def treatments():
    """(name, treatment), several of one name."""
    yield 'clean', Treatment(clips.Gaussian(0))
    yield 'clean, ' + GIVEN, Treatment(clips.Gaussian(0), [GIVEN])
    for sigma in WHITE:
        yield 'white %d' % sigma, Treatment(clips.Gaussian(sigma))
    for light, electrons in LIGHTS.items():
        for demosaicer in DEMOSAICED:
            yield light, Treatment(Shot(electrons, READ, demosaicer))
    for light, coder in CODED:
        yield '%s, %s' % (light, coder), Treatment(
            Shot(LIGHTS[light], READ, DEMOSAICED[0]), [coder])


def in_the_dark(clip):
    """A quarter of the signal: what a camera makes of a scene that it is too dark for."""
    planes = [black + (plane.astype(numpy.float32) - black) / 4
              for plane, black in zip(clip.planes, (16, 128, 128))]
    return clips.Clip(clip.name + ', dark', [clips.in_eight_bits(p) for p in planes])


def scenes(footage, other, half):
    """(clip, its treatments) of the first or the second half."""
    vtest = clips.halved(clips.read(footage, 'vtest', FRAMES, FIRST['vtest'][half]))
    sources = [vtest, clips.panned(vtest, 'vtest panned', FRAMES)]
    if os.path.exists(other):
        sources.append(clips.halved(clips.read(other, 'other', FRAMES, FIRST['other'][half])))
    sources += [clips.still(clip, clip.name + ' still', FRAMES) for clip in sources[::2]]
    for clip in sources:
        yield clip, list(treatments())
    dark = [(DARK, Treatment(Shot(LIGHTS['good light'], READ, demosaicer)))
            for demosaicer in DEMOSAICED]
    for clip in (vtest, clips.still(vtest, 'vtest still', FRAMES)):
        yield in_the_dark(clip), dark


class Scene:
    """A clip as a camera makes it, and what a result of it is worth."""

    def __init__(self, clip, name, treatment):
        whole, self.noisy = treatment.make(clip)
        self.keys = {'clip': clip.name, 'noise': name, **{
            key: value for key, value in treatment.keys().items() if key != 'noise'}}
        self.truth = Truth(whole)
        self.few = whole.part(slice(whole.first, None, SSIM_EVERY))
        # Footage drifts, and has noise of its own: what is left of noise is seen without.
        self.stands = not clips.change(whole.planes[0]).any()
        self.shadow = self.truth.clip.planes[0][self.truth.first:] < SHADOW

    def figures(self, result):
        figures = self.truth.figures(result)
        if self.stands:
            figures = {'psnr_still': figures.pop('psnr_static'), **figures,
                       **self.hidden(result)}
        return {**figures, 'ssim': likeness(self.few, result.part(slice(
            self.truth.first, None, SSIM_EVERY)), 0)['ssim']}

    def hidden(self, result):
        """dB of luma in shadow, and of coarse noise, which is that of blocks' means."""
        errors = [a[self.truth.first:].astype(numpy.float32) - b[self.truth.first:]
                  for a, b in zip(self.truth.clip.planes, result.planes)]
        coarse = [(blocks(plane) ** 2).mean(dtype=numpy.float64) for plane in errors]
        figures = {'psnr_coarse': coarse[0], 'psnr_chroma_coarse': (coarse[1] + coarse[2]) / 2}
        if self.shadow.any():
            figures['psnr_shadow'] = (errors[0][self.shadow] ** 2).mean(dtype=numpy.float64)
        return {key: rounded(decibels(error)) for key, error in figures.items()}


class Real:
    """Footage with noise of its own."""

    def __init__(self, path):
        self.noisy = clips.read(path, os.path.basename(path), REAL_FRAMES)
        self.still = Still(self.noisy)
        self.keys = {'clip': self.noisy.name, 'noise': REAL}
        if self.still.sigma is not None:
            self.keys['sigma'] = round(self.still.sigma, 2)

    def figures(self, result):
        figures = self.still.left(result)
        if self.still.share < SHARE:
            figures = {key: value for key, value in figures.items() if key == 'edges'}
        return figures


def material(options, half):
    """All of a half, one at a time. Of real footage every second file is of it."""
    for clip, treated in scenes(options.footage, options.other, half):
        for name, treatment in treated:
            if not treatment.lacks():
                yield Scene(clip, name, treatment)
    for path in sorted(options.real)[half::2]:
        yield Real(path)


def means(rows):
    """Over clips, of each noise and method, of what has the figure."""
    order = {(row['noise'], row['method']): [] for row in rows}
    for row in rows:
        order[row['noise'], row['method']].append(row)
    for (noise, method), group in order.items():
        keys = dict.fromkeys(key for row in group for key in row if is_figure(key))
        yield {'clip': 'mean', 'noise': noise, 'method': method, **{
            key: round(float(numpy.mean([row[key] for row in group if key in row])),
                       2 if key.startswith('psnr') else 4) for key in keys}}


def is_figure(key):
    return key.startswith(('psnr', 'ssim', 'edges'))
