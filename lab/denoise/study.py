# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What lab/denoise-quality measures, part by part, into rows of figures."""
import glob
import os

import clips
from coders import BEHIND, coded
from measures import Truth, differing, ghost, likeness
from methods import BLIND, Elements, Grid, Peer, Told, best, best_told
from programs import Failed
from sigma import NotThere, read_sigma
from still import Still
from treatment import Treatment, parts

SIGMA_NOISES = (2, 3, 5, 8, 12, 20, 30)
SIGMA_FRAMES = 12
STEPS = ((5, 15), (15, 5))
STEP_BEFORE, STEP_AFTER = 16, 8  # frames
BALL_NOISES = (0.5, 5)
BALLS = {'bright': {'level': 235}, 'dark': {'level': 16}, 'faint': {'above': 25}}
CUT_NOISE = 10
CUT_FRAMES = 8  # of each scene
REAL_TOLD = 9.5  # in what stands still, more would gain without end


class Study:
    def __init__(self, options, jobs):
        self.options, self.jobs = options, jobs
        self.rows, self.grids, self.failed = [], [], []
        self.elements, self.blind = (
            [(Told(chain, options.quick) if '{told}' in chain else Elements(chain))
             for chain in chains] for chains in (options.methods, options.blind))
        self.plain = [each for each in self.elements if not isinstance(each, Told)]
        self.treatments = [Treatment(noise, options.through) for noise in options.noises]
        self.peers = {}  # (treatment's keys): {(peer, of): method}
        self.frames = options.frames + options.ahead
        self.vtest = clips.read(options.footage, 'vtest', self.frames)
        if self.vtest.n < self.frames:
            raise SystemExit('denoise-quality: %s is too short' % options.footage)

    def head(self):
        return {'footage': os.path.basename(self.options.footage),
                'frames': '%d...%d' % (clips.FIRST, self.options.frames - 1),
                'frames_behind': self.options.ahead,
                'size': '%dx%d' % (self.vtest.width, self.vtest.height),
                'noise_seed': clips.SEED}

    def measure(self):
        part = self.options.part
        if part & {'noise', 'moving', 'encode'}:
            for treatment in self.treatments:
                self.search(treatment, self.vtest)
        if 'noise' in part:
            for clip in [self.vtest, *self.others()]:
                self.noise(clip)
        if 'moving' in part:
            self.moving()
        if 'cut' in part:
            self.cut()
        if 'ball' in part:
            self.ball()
        if 'sigma' in part:
            self.sigma()
        if 'step' in part:
            self.step()
        if 'encode' in part:
            self.encode()
        for name, treatments in parts().items():
            if name in part:
                self.blindly(name, treatments)
        for path in self.options.real:
            self.real(path)

    def others(self):
        return [clips.read(path, os.path.basename(path), self.frames)
                for path in self.options.clips]

    def measured(self, clip, treatment=None):
        n = self.options.frames
        return clip.part(slice(0, treatment.frames(n) if treatment else n))

    # ---- rows

    def row(self, what, keys, figures):
        self.rows.append({'part': what, **keys, **figures})
        print('%-7s %s: %s' % (
            what, ', '.join(str(i) for i in keys.values()),
            '  '.join('%s %s' % item for item in figures.items())), flush=True)

    def tried(self, method, clip):
        """The result, or None where the method fails, which is remembered."""
        try:
            return method.apply(clip)
        except Failed as error:
            lines = str(error).strip().splitlines()
            text = '%s: %s' % (method.name, next(
                (line for line in lines if 'ERROR' in line or 'WARNING' in line),
                lines[-1]))
            if text not in self.failed:
                self.failed.append(text)
                print('failed:', text, flush=True)
            return None

    def each(self, methods, clip):
        """(method, result) of those that do not fail."""
        for method, result in zip(methods, self.jobs.map(
                lambda method: self.tried(method, clip), methods)):
            if result is not None:
                yield method, result

    # ---- parts

    def search(self, treatment, clip):
        """The best options of each peer, on a clip."""
        truth, noisy = treatment.make(clip)
        found = self.peers.setdefault(tuple(treatment.keys().items()), {})
        for name in self.options.peers if noisy.sigma else []:
            grid = Grid(name, self.options.quick)
            for of, (method, edges) in best(
                    grid, self.measured(truth, treatment), noisy, self.jobs,
                    self.tried).items():
                found[name, of] = method
                self.grids.append({**treatment.keys(noisy), 'peer': name,
                                   'of': of[len('psnr_'):].replace('all', 'luma'),
                                   'best': method.name, 'at_an_edge': edges})
                print('grid    %s, %s, %s: %s%s' % (
                    noisy.sigma, name, of, method.name, ' (at the edge of the grid: %s)'
                    % ', '.join(edges) if edges and not grid.quick else ''), flush=True)

    def noise(self, clip):
        """PSNR of all methods, by noise."""
        for treatment in self.treatments:
            self.compare('noise', treatment, clip, self.elements)

    def compare(self, part, treatment, clip, elements):
        """PSNR of elements, and of the peers as they were best where they were
        searched."""
        whole, noisy = treatment.make(clip)
        truth = Truth(self.measured(whole, treatment))
        keys = {'clip': clip.name, **treatment.keys(noisy)}
        self.row(part, {**keys, 'method': 'nothing'},
                 {**truth.figures(noisy), **truth.shares()})
        for method, figures in self.figures(elements, noisy, truth.figures,
                                            ('psnr_all', 'psnr_chroma')):
            if method.name == BLIND[0] and noisy.sigma:
                found = self.estimate(noisy)
                figures.update({} if found is None else {
                    'found': round(found, 2),
                    'error_percent': round(100 * (found / noisy.sigma - 1), 1)})
            self.row(part, {**keys, 'method': method.name}, figures)
        found = self.peers.get(tuple(treatment.keys().items()), {})
        for name in self.options.peers if found else []:
            figures, best_of = {}, {}
            for of in ('psnr_all', 'psnr_chroma'):
                if (name, of) not in found:
                    continue
                method = found[name, of]
                result = self.tried(method, noisy)
                if result is None:
                    continue
                mine = truth.figures(result)
                figures.update((key, value) for key, value in mine.items()
                               if (key == 'psnr_chroma') == (of == 'psnr_chroma'))
                best_of['options' if of == 'psnr_all' else 'chroma_options'] = method.name
            self.row(part, {**keys, 'method': name}, {**figures, **best_of})

    def figures(self, methods, clip, measure, of, most=float('inf')):
        """(method, figures) of those that do not fail; where a method is told what it
        does not know, the best of what it may be told, for luma and for chroma: `of`."""
        for method in methods:
            if isinstance(method, Told):
                points = method.points(most)
                found = {sigma: measure(result) for sigma, result in zip(
                    points, self.jobs.map(lambda each: self.tried(each, clip),
                                          points.values())) if result is not None}
                if found:
                    yield method, best_told(found, *of)
        plain = [method for method in methods if not isinstance(method, Told)]
        for method, result in self.each(plain, clip):
            yield method, measure(result)

    def blindly(self, part, treatments):
        """Cameras, and what is done to their pictures, on clips of half the size: what
        is told nothing beside the best told, and the peers at their best on the
        first."""
        sources = [clips.halved(clip) for clip in [self.vtest, *self.others()]]
        sources.append(clips.panned(sources[0], 'vtest panned', self.frames))
        for treatment in treatments:
            lacks = treatment.lacks()
            if lacks:
                text = 'FFmpeg has no ' + lacks
                self.failed += [text] * (text not in self.failed)
                continue
            self.search(treatment, sources[0])
            for clip in sources:
                self.compare(part, treatment, clip, self.blind)

    def moving(self):
        """A camera that moves over a still."""
        n = self.frames
        self.noise(clips.panned(self.vtest, 'vtest panned', n))
        camera = os.path.join(self.options.stills, 'camera.png')
        if not os.path.exists(camera):
            self.failed.append('there is no ' + camera)
            return
        picture = clips.read(camera, 'camera', 1)
        for move in (clips.panned, clips.zoomed, clips.rotated):
            self.noise(move(picture, 'camera ' + move.__name__, n))

    def cut(self):
        """The frames behind a cut, beside the scene filtered alone: same bytes."""
        scene = self.vtest.part(slice(0, CUT_FRAMES))
        for name, other in (('same values', clips.turned(scene)),
                            ('others', clips.turned(scene, inverted=True))):
            noise = clips.Gaussian(CUT_NOISE)
            before, after = scene.noisy(noise), other.noisy(noise, clips.SEED + 1)
            for method, result in self.each(self.plain, clips.joined(before, after)):
                alone = [self.tried(method, part) for part in (before, after)]
                if None in alone:
                    continue
                wrong, steps = differing(alone[1], result.part(
                    slice(before.n, None)))
                first, _ = differing(alone[1].part([0]), result.part([before.n]))
                early, _ = differing(alone[0], result.part(slice(0, before.n)))
                self.row('cut', {'scene': name, 'method': method.name}, {
                    'first_differs': first, 'frames_behind_that_differ': wrong,
                    'frames_before_that_differ': early, 'largest_steps': steps})

    def ball(self):
        """The largest trace of a ball where it is not."""
        for sigma in BALL_NOISES:
            for name, look in BALLS.items():
                scene, place = clips.ball(self.vtest, **look)
                noise = clips.Gaussian(sigma)
                with_ball = scene.noisy(noise)
                without = clips.still(self.vtest, 'vtest', scene.n).noisy(noise)
                for method, result in self.each(self.plain, with_ball):
                    other = self.tried(method, without)
                    if other is not None:
                        self.row('ball', {'ball': name, 'sigma': sigma,
                                          'method': method.name},
                                 {'ghost_steps': ghost(result, other, place)})

    def sigma(self):
        """What automatic sigma finds, on stills that stand still."""
        pictures = [clips.still(self.vtest, 'vtest', SIGMA_FRAMES)]
        for path in sorted(glob.glob(os.path.join(self.options.stills, '*.png'))):
            pictures.append(clips.still(clips.read(path, os.path.basename(path), 1),
                                        os.path.basename(path), SIGMA_FRAMES))
        for picture in pictures:
            for true in SIGMA_NOISES:
                found = self.estimate(picture.noisy(clips.Gaussian(true)))
                if found is None:
                    return
                self.row('sigma', {'picture': picture.name, 'true': true}, {
                    'found': round(found, 2),
                    'error_percent': round(100 * (found / true - 1), 1)})

    def estimate(self, noisy):
        """Automatic sigma after the last frame, or None."""
        try:
            return read_sigma(noisy)
        except NotThere as error:
            text = 'automatic sigma: %s' % error
            self.failed += [text] * (text not in self.failed)
            return None

    def step(self):
        """What automatic sigma finds some frames after noise has changed."""
        scene = clips.halved(self.vtest)
        for clip in (scene, clips.panned(scene, 'vtest panned', self.frames)):
            for old, new in STEPS:
                at = max(1, min(STEP_BEFORE, clip.n - STEP_AFTER))
                found = self.estimate(clips.joined(
                    clip.part(slice(0, at)).noisy(clips.Gaussian(old)),
                    clip.part(slice(at, at + STEP_AFTER)).noisy(clips.Gaussian(new), 1)))
                if found is None:
                    return
                self.row('step', {'clip': clip.name, 'from': old, 'to': new,
                                  'frames_behind': STEP_AFTER}, {
                    'found': round(found, 2),
                    'error_percent': round(100 * (found / new - 1), 1)})

    def encode(self):
        """x264 of what is clean, noisy and denoised, beside the clean clip."""
        for treatment in self.treatments:
            whole, noisy = treatment.make(self.vtest)
            truth = self.measured(whole, treatment)
            keys = {'clip': 'vtest', **treatment.keys(noisy)}
            sources = [('clean', whole), ('nothing', noisy)]
            sources += [(method.name, result)
                        for method, result in self.each(self.plain, noisy)]
            found = self.peers[tuple(treatment.keys().items())]
            for name in self.options.peers:
                if (name, 'psnr_all') in found:
                    result = self.tried(found[name, 'psnr_all'], noisy)
                    sources += [(name, result)] if result is not None else []
            for coder in BEHIND:
                for name, clip in sources:
                    size, result = coded(self.measured(clip, treatment), coder)
                    self.row('encode', {**keys, 'coder': coder, 'method': name},
                             {'bytes': size, **likeness(truth, result)})

    def real(self, path):
        """Footage with noise of its own; the peers as they were best at the nearest
        noise, or FFmpeg's at their defaults."""
        clip = clips.read(path, os.path.basename(path), self.options.real_frames)
        still = Still(clip)
        if still.sigma is None:
            self.failed.append('%s: nothing in it stands still' % clip.name)
            return
        clip.sigma = round(still.sigma, 2)
        keys = {'clip': clip.name, 'frames': clip.n, 'sigma': clip.sigma}
        self.row('real', {**keys, 'method': 'nothing'}, {
            **still.figures(clip), 'static_percent': round(100 * still.share, 1)})
        noise = min((n for n in self.options.noises if n.sigma),
                    key=lambda n: abs(n.sigma - clip.sigma), default=None)
        peers = noise and self.peers.get(tuple(Treatment(
            noise, self.options.through).keys().items())) or {
                ('hqdn3d', 'psnr_all'): Peer('hqdn3d'),
                ('atadenoise', 'psnr_all'): Peer('atadenoise')}
        methods = self.blind + [
            method for (_, of), method in peers.items() if of == 'psnr_all']
        for method, figures in self.figures(methods, clip, still.figures, (
                'psnr_static', 'psnr_chroma_static'), REAL_TOLD):
            self.row('real', {**keys, 'method': method.name}, figures)
        if 'encode' in self.options.part:
            sources = [('nothing', clip), *(
                (method.name, result) for method, result in self.each(
                    [each for each in methods if not isinstance(each, Told)], clip))]
            for coder in BEHIND:
                for name, source in sources:
                    size, result = coded(source, coder)
                    self.row('real', {**keys, 'coder': coder, 'method': name},
                             {'bytes': size, **still.figures(result)})
