# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What becomes of a clean clip before a filter gets it: noise, or a camera that makes
it, then what is put on it, then a codec."""
import math

import numpy

from camera import Camera, DEMOSAICERS
from clips import Gaussian, SEED
from coders import CODERS, coded, encoder, ONE
from graphics import GRAPHICS
from programs import ffmpeg_has

ELECTRONS = (1500, 250, 110)  # in white: in the light, in a room, in the evening
READ = 4                      # electrons
CAMERA = (250, READ, 'bilinear')
GIVEN = 'x264, crf 23'        # where one codec stands for all


class Shot:
    """A camera's noise. The truth is what it makes of the clip without noise, so that
    what the demosaicer does to the picture is nobody's fault."""

    sigma = None  # it depends on the clip

    def __init__(self, electrons, read, demosaicer='bilinear'):
        if electrons <= 0 or read < 0 or demosaicer not in DEMOSAICERS:
            raise ValueError('a camera has ELECTRONS,READ and one of ' + ', '.join(DEMOSAICERS))
        self.camera = Camera(electrons, read, demosaicer)

    def keys(self):
        return {'noise': 'camera', 'electrons': self.camera.electrons,
                'read': self.camera.read, 'demosaicer': self.camera.demosaicer}

    def make(self, clip):
        truth = clip.like(self.camera.shot(clip.planes))
        noisy = clip.like(self.camera.shot(clip.planes, numpy.random.default_rng(SEED)))
        # neutral grey has noise of colour there too
        truth.coloured = noisy.coloured = True
        return truth, noisy


class Coded:
    """Behind a codec. The truth has not been through it."""

    def __init__(self, name):
        self.name = name

    def frames(self, n):
        return n

    def apply(self, clip):
        return coded(clip, self.name, ONE)[1]


def stage(name):
    """Of a name: what is put on a clip, or a codec."""
    if name not in GRAPHICS and name not in CODERS:
        raise ValueError('there is no %s: %s' % (name, '; '.join([*GRAPHICS, *CODERS])))
    return GRAPHICS[name] if name in GRAPHICS else Coded(name)


class Treatment:
    """`noise` is one of clips.py, or a Shot; `stages` are names."""

    def __init__(self, noise, stages=()):
        self.noise, self.names = noise, tuple(stages)
        self.stages = [stage(name) for name in stages]

    def keys(self, noisy=None):
        """What a row of figures says of it. A camera's sigma depends on the clip, and is
        the noisy one's."""
        keys = dict(self.noise.keys())
        if noisy:
            keys.setdefault('sigma', noisy.sigma)
        on = [name for name in self.names if name in GRAPHICS]
        if on:
            keys['on'] = ', '.join(on)
        through = [name for name in self.names if name in CODERS]
        if through:
            keys['through'] = ', '.join(through)
        return keys

    def lacks(self):
        """The first encoder that this FFmpeg has not, or None."""
        for name in self.names:
            if name in CODERS and not ffmpeg_has('encoder', encoder(name)):
                return encoder(name)
        return None

    def frames(self, n):
        """How many come out for the first n."""
        for each in self.stages:
            n = each.frames(n)
        return n

    def make(self, clip):
        """(truth, noisy). Noisy's sigma is the noise's own, but of a camera or behind a
        codec luma's standard deviation from the truth, as measured."""
        if isinstance(self.noise, Shot):
            truth, noisy = self.noise.make(clip)
        else:
            truth, noisy = clip, clip.noisy(self.noise)
        for each in self.stages:
            if not isinstance(each, Coded):
                truth = each.apply(truth)
            noisy = each.apply(noisy)
        if isinstance(self.noise, Shot) or any(
                isinstance(each, Coded) for each in self.stages):
            a, b = (each.seen(truth.rows).planes[0] for each in (truth, noisy))
            noisy.sigma = round(math.sqrt(float(numpy.mean(
                (a.astype(numpy.float32) - b) ** 2, dtype=numpy.float64))), 2)
        return truth, noisy


def parts():
    """{part: treatments}, those that the pages' tables are of."""
    camera = Shot(*CAMERA)
    return {
        'camera': [Treatment(Shot(electrons, READ, demosaicer)) for electrons in ELECTRONS
                   for demosaicer in DEMOSAICERS],
        'coded': [Treatment(camera, [name]) for name in CODERS],
        'graphics': [Treatment(noise, [on, *through]) for on in GRAPHICS for noise, through in (
            (Gaussian(10), ()), (camera, ()), (camera, (GIVEN,)))],
        'clean': [Treatment(Gaussian(0), stages) for stages in (
            (), (GIVEN,), ('MJPEG, q 3',), ('bars',))]}
