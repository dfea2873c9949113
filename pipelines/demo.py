#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Usage: pipelines/demo [OPTION...] [FILE]

Takes the noise out of FILE, as it is, and writes the filtered video and a picture
of before and after. Without FILE: of a surveillance camera's footage, to which
noise is added as a sensor has it, so that the result can be compared with the
clean video. The sound of a video is left out.

  -F, --filter NAME     denoise (cudadenoise, the default), or median (cudamedian,
                        against salt and pepper)
  -n, --noise AMOUNT    add noise: a sensor's, of that standard deviation in middle
                        grey, in 8-bit steps (10); before the median, to that
                        percentage of the samples (5). To FILE none, unless it
                        says a number or "default"
  -p, --preset NAME     cudadenoise's: light, medium, strong or night (none)
  -m, --method NAME     cudadenoise's: recursive, average, median or compensated
                        (compensated)
      --sigma STEPS     the noise's standard deviation, in 8-bit steps (-1:
                        estimated)
      --strength FACTOR  factor on that, 0...4 (1)
  -s, --size N          window of the median, odd, 3...101 (3)
  -i, --iterations N    how often it is applied, 1...16 (1)
  -b, --backend NAME    auto, cuda or cpu (auto)
  -f, --frames N        stop after so many frames (all)
      --framerate N     of FILE where it is a folder of pictures, or img-%03d.png (25)
  -o, --output-dir DIR  folder for the results (out/ in the clone)
      --test-picture    without FILE: of a moving test picture, which needs no
                        download
"""
import argparse
import collections
import math
import os
import re
import shlex
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gstreamer import PROGRAM, ROOT, missing
from framewise import Framewise
from messages import error_of
from options import BACKENDS, number, word
from pictures import NUMBER, RATE, framerate, there_is
from video import Gst, fail, output_of, parse_launch
from wholefile import NotWritten, check_output, whole_path

try:
    import numpy
except ImportError as why:
    numpy = missing(why, 'python3-numpy')

# The element, and its noise: by default, at most, and in which unit
FILTERS = {'denoise': ('cudadenoise', 10, 64, '8-bit steps'),
           'median': ('cudamedian', 5, 100, 'per cent')}
METHODS = 'recursive', 'average', 'median', 'compensated'
TEST_PICTURE = ('videotestsrc pattern=zone-plate kx2=8 ky2=8 kt=2 num-buffers=%d ! '
                'video/x-raw,width=640,height=480,framerate=30/1')
TEST_FRAMES = 300
CROP_WIDTH, CROP_HEIGHT, ZOOM, GAP = 320, 240, 2, 8  # of the picture


### Noise, and how far a picture is from what it should be

class SensorNoise:
    """Normal, with a variance of a + b * value, as the light's own grows with the light
    (Foi and others, "Practical Poissonian-Gaussian noise modeling and fitting for
    single-image raw-data", 2008). `sigma` is the standard deviation where luma is 128,
    in 8-bit steps; in black it is a third of that. Chroma's is by the luma there."""

    CHROMA = 0.7  # of what luma's noise has
    BITS = 16

    def __init__(self, sigma):
        dark = sigma ** 2 / 9
        light = numpy.arange(256)
        self.deviation = numpy.sqrt(dark + (sigma ** 2 - dark) / 128 * light).astype('f4')
        n, normal = 1 << self.BITS, statistics.NormalDist()
        self.normal = numpy.array([normal.inv_cdf((i + .5) / n) for i in range(n)], 'f4')
        self.random = numpy.random.default_rng(1)
        self.sigma = sigma

    def add(self, frame):
        """To the planes of an I420 frame; chroma first, for luma as it was."""
        for plane, light, share in ((frame[2], frame[0][::2, ::2], self.CHROMA),
                                    (frame[1], frame[0][::2, ::2], self.CHROMA),
                                    (frame[0], frame[0], 1)):
            noise = self.normal[self.random.integers(0, 1 << self.BITS, plane.shape, 'u2')]
            noise *= self.deviation[light]
            noise *= share
            noise += plane
            plane[:] = numpy.rint(noise, noise).clip(0, 255, noise)

    def text(self):
        return ("added, as a sensor's: a standard deviation of %g in middle grey, %.1f in "
                'black, %.1f in white; of colour %g times that' % (
                    self.sigma, self.deviation[0], self.deviation[255], self.CHROMA))


class SaltAndPepper:
    """Sets a share of the samples to black or white."""

    def __init__(self, percent):
        self.limit = int(percent / 100 * 2 ** 32)
        self.random = numpy.random.default_rng(1)
        self.n_hit = self.n = 0

    def add(self, frame):
        for plane in frame:
            draw = self.random.integers(0, 1 << 32, plane.shape, 'u4')
            hit = draw < self.limit
            plane[hit] = 255 * (draw[hit] & 1)
            self.n_hit += numpy.count_nonzero(hit)
            self.n += hit.size

    def text(self):
        return '%.2f %% of the samples set to black or white' % (100 * self.n_hit / self.n)


class Quality:
    """PSNR in dB, and structural similarity (Wang and others 2004), the mean over windows
    of 8x8 samples at every fourth place, as FFmpeg's filter has it; of luma."""

    def __init__(self):
        self.error = self.n = self.similarity = self.n_windows = 0

    def add(self, a, b):
        """By sums and differences: whole numbers, which are exact"""
        a, b = a.astype('f4'), b.astype('f4')
        total, off = a + b, a - b
        total2, off2 = total * total, off * off
        self.error += off2.sum(dtype='f8')
        self.n += a.size
        if min(a.shape) < 8:
            return
        n, c1, c2 = 64, (.01 * 255) ** 2, (.03 * 255) ** 2
        mean, mean_off = (self.windows(v) ** 2 / n ** 2 for v in (total, off))
        spread, spread_off = ((self.windows(v) - n * m) / (n - 1) for v, m in (
            (total2, mean), (off2, mean_off)))
        # of a * b, and of a * a + b * b
        found = (((mean - mean_off) / 2 + c1) * ((spread - spread_off) / 2 + c2)
                 / (((mean + mean_off) / 2 + c1) * ((spread + spread_off) / 2 + c2)))
        self.similarity += found.sum()
        self.n_windows += found.size

    @staticmethod
    def windows(values):
        """Sums over them, from those over 4x4 samples."""
        height, width = (4 * (n // 4) for n in values.shape)
        rows = values[0:height:4] + values[1:height:4]
        rows += values[2:height:4]
        rows += values[3:height:4]
        cells = rows[:, 0:width:4] + rows[:, 1:width:4]
        cells += rows[:, 2:width:4]
        cells += rows[:, 3:width:4]
        cells = cells.astype('f8')
        cells = cells[:-1] + cells[1:]
        return cells[:, :-1] + cells[:, 1:]

    def psnr(self):
        return 10 * math.log10(255 ** 2 * self.n / self.error) if self.error else math.inf

    def ssim(self):
        return self.similarity / self.n_windows if self.n_windows else None


### The video

class Demo(Framewise):
    """decoder -> (noise is added) -> filter -> (compared with the clean frames) -> file"""

    def __init__(self, options, name, stem):
        self.options = options
        self.element_name = FILTERS[options.filter][0]
        self.noise = None
        if options.noise:
            self.noise = (SensorNoise if options.filter == 'denoise'
                          else SaltAndPepper)(options.noise)
        self.before, self.after = Quality(), Quality()
        self.inside = collections.deque()  # what is in the filter: pts, clean, noisy
        self.entered = {}  # when a frame entered it, by pts
        self.filter_time, self.picture, self.backend = 0, None, {}
        self.stem = os.path.join(options.output_dir, stem)
        self.picture_path = self.stem + '-before-after.png'
        check_output(self.picture_path)
        output = self.stem + '-filtered.webm'
        after = '%s name=filter ! queue ! %s' % (self.filter_text(), output_of(output)[0])
        super().__init__(options.file or name, after, output,
                         None if options.file else self.test_picture(), options.framerate)
        self.name = name
        self.filter = self.find('filter')
        for pad, act in ('sink', self.enters), ('src', self.leaves):
            self.filter.get_static_pad(pad).add_probe(Gst.PadProbeType.BUFFER, act)

    def test_picture(self):
        return TEST_PICTURE % (self.options.frames or TEST_FRAMES)

    def filter_text(self):
        """As a shell writes it"""
        options = self.options
        if options.filter == 'median':
            text = 'size=%d iterations=%d' % (options.size, options.iterations)
        else:
            text = '%smethod=%s sigma=%g' % (
                '@preset=%s ' % options.preset if options.preset else '',
                options.method, options.sigma)
            if options.strength != 1:
                text += ' strength=%g chroma-strength=%g' % ((options.strength,) * 2)
        return '%s %s backend=%s' % (self.element_name, text, options.backend)

    def is_enough(self):
        return super().is_enough() or 0 < self.options.frames == self.n_taken

    def change(self, buffer):
        """Adds noise."""
        clean = self.samples(buffer) if self.noise else None
        if clean:
            data, noisy = self.copy(clean)
            self.noise.add(noisy)
            self.before.add(noisy[0], clean[0])
            buffer = self.buffer_of(data, buffer.pts, buffer.duration)
        # the picture shows the last frame whose number is a power of two: some way into
        # the video, however long it is
        shown = self.n_taken & (self.n_taken + 1) == 0
        self.inside.append((buffer.pts, clean, buffer if shown else None))
        return buffer

    def enters(self, _, info):
        self.entered[info.get_buffer().pts] = time.monotonic()
        return Gst.PadProbeReturn.OK

    def leaves(self, _, info):
        buffer = info.get_buffer()
        filtered = self.samples(buffer)  # which waits for a GPU that is still at work
        self.filter_time += time.monotonic() - self.entered.pop(buffer.pts, time.monotonic())
        while self.inside:  # it keeps order; what it dropped is passed over
            pts, clean, noisy = self.inside.popleft()
            if pts == buffer.pts:
                if clean:
                    self.after.add(filtered[0], clean[0])
                if noisy:
                    self.picture = [self.samples(noisy), filtered] + [clean] * bool(clean)
                break
        return Gst.PadProbeReturn.OK

    def heard(self, message):
        """Where the filter works, and why there"""
        structure = message.get_structure()
        if structure and structure.has_name('cudafilters-backend'):
            self.backend = {name: structure.get_string(name)
                            for name in ('description', 'reason')}
        return False

    def ended(self):
        """What the filter says of itself before it stops"""
        super().ended()
        self.active = self.filter.get_property('active-backend')
        stats = self.filter.get_property('stats')
        self.sigmas = [stats.get_double('sigma-' + name)[1] for name in ('luma', 'chroma')]

    ### Results

    def tell_end(self):
        self.write_picture()
        seconds = max(self.ended_at - self.began, 1e-3)
        print('%s\n%s, %dx%d' % ('\r\033[K' if sys.stdout.isatty() else '', self.name,
                                 self.info.width, self.info.height))
        print('filter    ' + self.filter_text())
        description, reason = (self.backend.get(n) for n in ('description', 'reason'))
        print('backend   %s%s' % (self.active, description and ' (%s)' % description or ''))
        if reason:
            print('          because: ' + reason)
        dropped = self.n_taken - self.n
        print('frames    %d%s' % (self.n, ', %d more dropped' % dropped if dropped else ''))
        print('speed     %.1f frames/s with decoding, comparison and encoding; the filter '
              'alone %.1f frames/s' % (
                  self.n / seconds, self.n / max(self.filter_time, 1e-6)))
        print('noise     ' + (self.noise.text() if self.noise
                              else "the video's own; none was added"))
        if max(self.sigmas) > 0:
            print('estimate  luma %.2f, chroma %.2f (standard deviations that the filter '
                  'found, in 8-bit steps)' % tuple(self.sigmas))
        if self.noise:
            print('PSNR      before %.2f dB, after %.2f dB (luma, against the clean frames)'
                  % (self.before.psnr(), self.after.psnr()))
            if self.before.n_windows:
                print('SSIM      before %.4f, after %.4f' % (
                    self.before.ssim(), self.after.ssim()))
        print('picture   %s (%s, the middle twice as large)' % (
            self.picture_path, 'noisy, filtered, clean' if self.noise else 'before, after'))
        print('video     %s' % self.output)
        print('\nThe same filter from a shell%s:\n%s' % (
            ' (on the video as it is, without added noise)' if self.noise else '',
            self.launch_line()))

    def launch_line(self):
        """Not over our own result, which may have had noise added"""
        if self.pictures:
            return '%s --filter=%s %s %s' % tuple(map(shlex.quote, (
                os.path.join(ROOT, 'pipelines', 'transcode'), self.filter_text(),
                os.path.abspath(self.options.file), self.stem + '-launched.mp4')))
        places = ['GST_PLUGIN_PATH'] + ['GST_PRESET_PATH'] * bool(self.options.preset)
        environment = ''.join(
            '%s=%s ' % (name, shlex.quote(os.environ[name])) for name in places)
        source = ('filesrc location=%s ! decodebin' % shlex.quote(
            os.path.abspath(self.options.file)) if self.options.file else self.test_picture())
        encode = output_of(self.output)[0].partition('name=last ! ')[2]
        encode = encode.replace(' name=mux', '').replace(
            'name=output', 'location=' + shlex.quote(self.stem + '-launched.webm'))
        return ('%sgst-launch-1.0 %s ! videoconvert ! video/x-raw,format=I420 ! %s ! queue ! '
                '%s' % (environment, source, self.filter_text(), encode))

    def captions(self):
        if self.noise:
            return ('before\n%.2f dB' % self.before.psnr(),
                    'after %s\n%.2f dB' % (self.element_name, self.after.psnr()), 'clean')
        return ('before' + ('\nnoise %.2f steps' % self.sigmas[0]
                            if max(self.sigmas) > 0 else ''),
                'after ' + self.element_name)

    def write_picture(self):
        """The middles of the frames side by side, each with its caption"""
        caps = re.sub(r'pixel-aspect-ratio=\(fraction\)\d+/\d+', 'pixel-aspect-ratio=1/1',
                      self.info.to_caps().to_string())
        crop = {}
        for side, other, size, most in (('left', 'right', self.info.width, CROP_WIDTH),
                                        ('top', 'bottom', self.info.height, CROP_HEIGHT)):
            crop[side] = max(size - most, 0) // 2 & ~1
            crop[other] = max(size - most, 0) - crop[side]
        width, height = (ZOOM * min(size, most) for size, most in (
            (self.info.width, CROP_WIDTH), (self.info.height, CROP_HEIGHT)))
        line = ('compositor name=row background=white %s ! videoconvert ! '
                'pngenc snapshot=true ! filesink name=output' % ' '.join(
                    'sink_%d::xpos=%d' % (i, i * (width + GAP))
                    for i in range(len(self.picture))))
        for i in range(len(self.picture)):
            line += (' appsrc name=frame%d format=time ! videocrop %s ! videoscale '
                     'method=nearest-neighbour ! video/x-raw,width=%d,height=%d ! '
                     'videoconvert ! video/x-raw,format=BGRx ! textoverlay name=caption%d '
                     'valignment=top halignment=left line-alignment=left '
                     'shaded-background=true font-desc="Sans 16" ! row.sink_%d' % (
                         i, ' '.join('%s=%d' % pair for pair in crop.items()),
                         width, height, i, i))
        pipeline = parse_launch(line)
        for i, (frame, caption) in enumerate(zip(self.picture, self.captions())):
            pipeline.get_by_name('caption%d' % i).set_property('text', caption)
            source = pipeline.get_by_name('frame%d' % i)
            source.set_property('caps', Gst.Caps.from_string(caps))
            source.emit('push-buffer', self.buffer_of(self.copy(frame)[0]))
            source.emit('end-of-stream')
        with whole_path(self.picture_path) as path:
            pipeline.get_by_name('output').set_property('location', path)
            pipeline.set_state(Gst.State.PLAYING)
            message = pipeline.get_bus().timed_pop_filtered(
                60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
            pipeline.set_state(Gst.State.NULL)
            if not message or message.type == Gst.MessageType.ERROR:
                raise NotWritten('%s cannot be written: %s' % (
                    self.picture_path, error_of(message) if message else 'no answer'))


### Options

def parse():
    parser = argparse.ArgumentParser(prog='demo')
    parser.format_help = lambda: __doc__
    add = parser.add_argument
    add('file', nargs='?')
    add('-F', '--filter', type=word('filter', *FILTERS), default='denoise')
    add('-n', '--noise')
    add('-p', '--preset')
    add('-m', '--method', type=word('method', *METHODS))
    add('--sigma', type=number('sigma', 0, 64, also=-1))
    add('--strength', type=number('strength', 0, 4))
    add('-s', '--size', type=number('size', 3, 101, int, odd=True))
    add('-i', '--iterations', type=number('iterations', 1, 16, int))
    add('-b', '--backend', type=word('backend', *BACKENDS), default='auto')
    add('--framerate', type=framerate, default=RATE)
    add('-f', '--frames', type=number('frames', 0, 1e9, int), default=0)
    add('-o', '--output-dir', default=os.path.join(ROOT, 'out'))
    add('--test-picture', action='store_true')
    options = parser.parse_args()
    of = {'denoise': {'preset': None, 'method': 'compensated', 'sigma': -1, 'strength': 1},
          'median': {'size': 3, 'iterations': 1}}
    for name, defaults in of.items():
        if name != options.filter and any(
                getattr(options, option) is not None for option in defaults):
            names = ['--' + option for option in defaults]
            fail('%s and %s are of --filter=%s' % (', '.join(names[:-1]), names[-1], name))
        for option, value in defaults.items():
            if getattr(options, option) is None:
                setattr(options, option, value)
    return options


def choose_noise(options):
    """What is the user's is noisy as it is; what is ours is clean."""
    _, usual, most, unit = FILTERS[options.filter]
    try:
        options.noise = (usual if options.noise == 'default' or (
            options.noise is None and not options.file) else float(options.noise or 0))
    except ValueError:
        options.noise = options.noise or math.nan
    if not isinstance(options.noise, (int, float)) or not 0 <= options.noise <= most:
        fail('--noise must be from 0 to %g %s, or "default", not %s' % (
            most, unit, options.noise))


def choose_footage(options):
    """What is filtered where nothing was named; None: the test picture."""
    if options.test_picture:
        return None
    found = subprocess.run([os.path.join(ROOT, 'tools', 'footage')], text=True,
                           stdout=subprocess.PIPE, check=False)
    if found.returncode != 0:
        print("%s: a moving test picture takes the footage's place" % PROGRAM, flush=True)
    return found.stdout.strip() or None


def stem_of(name):
    """What results are named after; img for img-%03d.png."""
    return NUMBER.sub('', os.path.splitext(name)[0]).strip('-_. ') or 'pictures'


def check_file(path):
    if not there_is(path):
        fail('there is no file %s' % path)
    if os.path.exists(path) and not os.access(path, os.R_OK):
        fail('%s cannot be read' % path)


def main():
    Gst.init(None)
    options = parse()
    choose_noise(options)
    if options.file:
        check_file(options.file)
    else:
        options.file = choose_footage(options)
    name = os.path.basename(options.file.rstrip('/')) if options.file else 'test picture'
    stem = stem_of(name) if options.file else 'videotestsrc'
    try:
        os.makedirs(options.output_dir, exist_ok=True)
        demo = Demo(options, name, stem)
        print('Filtering %s' % name, flush=True)
        demo.run()
    except OSError as error:  # NotWritten, too
        fail(error)


if __name__ == '__main__':
    main()
