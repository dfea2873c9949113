"""What tools/denoise-quality measures, part by part, into rows of figures."""
import glob
import os

import clips
from measures import (Truth, averaged, differing, ghost, likeness, real_figures)
from methods import Elements, Grid, Peer, best
from programs import Failed
from sigma import NotThere, read_sigma
from video import decoded, encoded

CODERS = {'x264, crf 18': (['-c:v', 'libx264', '-crf', '18'], 'h264'),
          'x264, crf 23': (['-c:v', 'libx264', '-crf', '23'], 'h264'),
          'x264, crf 28': (['-c:v', 'libx264', '-crf', '28'], 'h264')}
SIGMA_NOISES = (2, 3, 5, 8, 12, 20, 30)
SIGMA_FRAMES = 12
BALL_NOISES = (0.5, 5)
BALLS = {'bright': {'level': 235}, 'dark': {'level': 16}, 'faint': {'above': 25}}
CUT_NOISE = 10
CUT_FRAMES = 8  # of each scene


class Study:
    def __init__(self, options, jobs):
        self.options, self.jobs = options, jobs
        self.rows, self.grids, self.failed = [], [], []
        self.elements = [Elements(chain) for chain in options.methods]
        self.peers = {}  # (noise's keys): {(peer, of): method}
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
            for noise in self.options.noises:
                self.search(noise)
        if 'noise' in part:
            self.noise(self.vtest)
            for path in self.options.clips:
                self.noise(clips.read(path, os.path.basename(path), self.frames))
        if 'moving' in part:
            self.moving()
        if 'cut' in part:
            self.cut()
        if 'ball' in part:
            self.ball()
        if 'sigma' in part:
            self.sigma()
        if 'encode' in part:
            self.encode()
        for path in self.options.real:
            self.real(path)

    def measured(self, clip):
        return clip.part(slice(0, self.options.frames))

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

    def search(self, noise):
        """The best options of each peer, on vtest."""
        noisy = self.vtest.noisy(noise)
        found = self.peers.setdefault(tuple(noise.keys().items()), {})
        for name in self.options.peers:
            grid = Grid(name, self.options.quick)
            for of, (method, edges) in best(
                    grid, self.measured(self.vtest), noisy, self.jobs).items():
                found[name, of] = method
                self.grids.append({**noise.keys(), 'peer': name,
                                   'of': of[len('psnr_'):].replace('all', 'luma'),
                                   'best': method.name, 'at_an_edge': edges})
                print('grid    %s, %s, %s: %s%s' % (
                    noise.sigma, name, of, method.name, ' (at the edge of the grid: %s)'
                    % ', '.join(edges) if edges and not grid.quick else ''), flush=True)

    def noise(self, clip):
        """PSNR of all methods, by noise."""
        truth = Truth(self.measured(clip))
        for noise in self.options.noises:
            noisy = clip.noisy(noise)
            keys = {'clip': clip.name, **noise.keys()}
            self.row('noise', {**keys, 'method': 'nothing'},
                     {**truth.figures(noisy), **truth.shares()})
            for method, result in self.each(self.elements, noisy):
                self.row('noise', {**keys, 'method': method.name}, truth.figures(result))
            found = self.peers[tuple(noise.keys().items())]
            for name in self.options.peers:
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
                self.row('noise', {**keys, 'method': name}, {**figures, **best_of})

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
            for method, result in self.each(self.elements, clips.joined(before, after)):
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
                for method, result in self.each(self.elements, with_ball):
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
                try:
                    found = read_sigma(picture.noisy(clips.Gaussian(true)))
                except NotThere as error:
                    self.failed.append('automatic sigma: %s' % error)
                    return
                self.row('sigma', {'picture': picture.name, 'true': true}, {
                    'found': round(found, 2),
                    'error_percent': round(100 * (found / true - 1), 1)})

    def coded(self, clip, coder):
        options, form = CODERS[coder]
        stream = encoded(clip.tobytes(), 'yuv420p', clip.width, clip.height, options, form)
        return len(stream), clip.of_bytes(decoded(stream, 'yuv420p', form))

    def encode(self):
        """x264 of what is clean, noisy and denoised, beside the clean clip."""
        for noise in self.options.noises:
            noisy = self.vtest.noisy(noise)
            sources = [('clean', self.vtest), ('nothing', noisy)]
            sources += [(method.name, result)
                        for method, result in self.each(self.elements, noisy)]
            found = self.peers[tuple(noise.keys().items())]
            for name in self.options.peers:
                if (name, 'psnr_all') in found:
                    result = self.tried(found[name, 'psnr_all'], noisy)
                    sources += [(name, result)] if result is not None else []
            for coder in CODERS:
                for name, clip in sources:
                    size, result = self.coded(self.measured(clip), coder)
                    self.row('encode', {'clip': 'vtest', **noise.keys(), 'coder': coder,
                                        'method': name},
                             {'bytes': size,
                              **likeness(self.measured(self.vtest), result)})

    def real(self, path):
        """Footage with noise of its own; FFmpeg's filters at their defaults."""
        clip = clips.read(path, os.path.basename(path), self.options.real_frames)
        mean, standing, sigma = averaged(clip)
        if not standing.any():
            self.failed.append('%s: nothing in it stands still' % clip.name)
            return
        clip.sigma = round(sigma, 2)
        keys = {'clip': clip.name, 'frames': clip.n, 'sigma': clip.sigma}
        self.row('real', {**keys, 'method': 'nothing'}, {
            **real_figures(mean, standing, clip),
            'static_percent': round(100 * float(standing.mean()), 1)})
        noise = min((n for n in self.options.noises),
                    key=lambda n: abs(n.sigma - clip.sigma))
        peers = self.peers.get(tuple(noise.keys().items())) or {
            ('hqdn3d', 'psnr_all'): Peer('hqdn3d'),
            ('atadenoise', 'psnr_all'): Peer('atadenoise')}
        methods = self.elements + [method for (_, of), method in peers.items()
                                   if of == 'psnr_all']
        sources = [('nothing', clip)]
        for method, result in self.each(methods, clip):
            self.row('real', {**keys, 'method': method.name},
                     real_figures(mean, standing, result))
            sources.append((method.name, result))
        if 'encode' in self.options.part:
            for coder in CODERS:
                for name, source in sources:
                    size, result = self.coded(source, coder)
                    self.row('real', {**keys, 'coder': coder, 'method': name},
                             {'bytes': size, **real_figures(mean, standing, result)})
