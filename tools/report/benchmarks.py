# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What cudafilters-report runs: each part is a benchmark of this machine, whose
figures charts.py knows. A part that lacks something is left out, and says how to
install that."""
import json
import os
import re
import shlex
import shutil
import statistics
import struct
import subprocess
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Failed(Exception):
    """A benchmark that ended badly, with the end of what it printed."""


class Missing(Exception):
    """Something that is not here: what, and how to install it."""


class Host:
    """Where programs are, and how they are started."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder      # for files of ours
        self.before = shlex.split(options.run_with)
        self.commands = []        # of the part in work
        self.environment = dict(os.environ)
        for name, places in (('GST_PLUGIN_PATH', ('gst', 'plugin')),
                             ('GST_PRESET_PATH', ('../gst/presets',))):
            found = [os.path.join(options.build, place) for place in places
                     if os.path.isdir(os.path.join(options.build, place))]
            if found and not options.run_with:
                before = self.environment.get(name)
                self.environment[name] = os.pathsep.join(found + ([before] if before else []))
        if not options.run_with:
            self.environment['GST_REGISTRY'] = os.path.join(folder, 'registry.bin')

    def program(self, name):
        for place in ('bin', 'tests/gpu', 'tools/bench'):
            path = os.path.join(self.options.build, place, name)
            if os.access(path, os.X_OK) and os.path.isfile(path):
                return path
        raise Missing(name, 'build it: meson setup build && ninja -C build (bench_kernelgen only '
                      'where it is asked for); it is looked for in %s, --build names another '
                      'folder' % self.options.build)

    def run(self, *command, ours=True):
        """What a command prints; a program of ours with what it needs."""
        self.commands.append(shlex.join(command))
        whole = (self.before if ours else []) + list(command)
        try:
            result = subprocess.run(whole, env=self.environment, stdin=subprocess.DEVNULL,
                                    capture_output=True, text=True, errors='replace',
                                    timeout=self.options.timeout, check=False)
        except subprocess.TimeoutExpired as error:
            raise Failed('no end within %g s (--timeout): %s' % (
                self.options.timeout, command[0])) from error
        except OSError as error:
            raise Failed(str(error)) from error
        if result.returncode != 0:
            end = (result.stderr.strip() or result.stdout.strip()).splitlines()[-12:]
            raise Failed('exit status %d: %s\n%s' % (
                result.returncode, shlex.join(command), '\n'.join(end)))
        return result

    def measured(self, *command):
        """The JSON that a program writes to a file."""
        path = os.path.join(self.folder, 'figures.json')
        if os.path.exists(path):
            os.remove(path)
        result = self.run(*command, '--json=' + path)
        try:
            with open(path, encoding='utf-8') as file:
                return json.load(file)
        except (OSError, ValueError) as error:
            raise Failed('no figures: %s\n%s' % (error, result.stdout[-500:])) from error


# ---- the CPU

def kernels(host, where, peer, *more):
    """What a program says of filters alone, a peer's module beside ours."""
    quick = ['--sizes=320x200', '--repeats=3'] if host.options.quick else ['--repeats=7']
    return host.measured(host.program('cudafilters-bench'), '--kernels=' + where,
                         *(['--peer=' + peer] if peer else []), *quick, *more)


def cpu_kernels(operation):
    def measure(host):
        peer = os.path.join(host.options.build, 'tests', 'engine', 'opencvpeer.so')
        size = [] if host.options.quick else ['--sizes=1080p']
        return kernels(host, 'cpu', peer if os.path.exists(peer) else None, *size, operation)
    return measure


def cpu_snake(host):
    """Not where there is a bundle only: it has no module for Python."""
    if host.before:
        raise Missing('a build of the project', 'contours on the CPU are measured from a clone')
    try:
        import numpy
    except ImportError as error:
        raise Missing('numpy', 'apt-get install python3-numpy') from error
    del numpy
    return host.measured(os.path.join(ROOT, 'tools', 'snake', 'compare'), '--no-fetch',
                         '--build', host.options.build,
                         '--turns', '3' if host.options.quick else '60')


# What both have, and for the same job: the name, our fragment, FFmpeg's filter,
# and whether results are the same (or another filter does the job).
SOBEL = '-1 0 1; -2 0 2; -1 0 1'
RAISED = '; '.join(' '.join(str(a * b) for b in (1, 4, 6, 4, 1)) for a in (1, 4, 6, 4, 1))
EPSILON = 'cudaepsilon size=9 threshold=20 mode=average iterations=1 planes=luma'
PAIRS = [
    ('median 3x3', 'cudamedian size=3', 'median=radius=1'),
    ('median 5x5', 'cudamedian size=5', 'median=radius=2'),
    ('median 9x9', 'cudamedian size=9', 'median=radius=4'),
    ('Sobel 3x3', 'cudaconvolve kernel="%s"' % SOBEL,
     "convolution='%s':0rdiv=1:0bias=128" % SOBEL.replace(';', '')),
    ('Gauss 5x5', 'cudaconvolve kernel="%s"' % RAISED,
     "convolution='%s'" % RAISED.replace(';', '')),
    ('denoising: epsilon 9x9, bilateral', EPSILON,
     'bilateral=sigmaS=3:sigmaR=0.08'),
    ('denoising: epsilon 9x9, hqdn3d', EPSILON, 'hqdn3d'),
    ('denoising over time: recursive, hqdn3d', 'cudadenoise method=recursive', 'hqdn3d'),
    ('a logo: local, delogo', 'cudainpaint mask-location="%(mask)s"',
     'delogo=x=%(x)d:y=%(y)d:w=%(w)d:h=%(h)d'),
    ('a logo: harmonic, delogo', 'cudainpaint mask-location="%(mask)s" method=harmonic',
     'delogo=x=%(x)d:y=%(y)d:w=%(w)d:h=%(h)d'),
]
FRAMES = 6  # that are in memory, again and again


def write_png(path, width, height, rows):
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack(
            '>I', zlib.crc32(name + data))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack(
            '>IIBBBBB', width, height, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(
                b''.join(b'\0' + row for row in rows))) + chunk(b'IEND', b''))


def ffmpeg_rate(host, raw, size, name, seconds):
    """Frames a second, decoding and encoding nothing, frames from memory."""
    def time(frames):
        result = host.run(
            'ffmpeg', '-nostdin', '-hide_banner', '-benchmark', '-f', 'rawvideo', '-pix_fmt',
            'gray', '-s', '%dx%d' % size, '-i', raw, '-vf', 'loop=loop=-1:size=%d,'
            'trim=end_frame=%d,%s' % (FRAMES, frames, name), '-f', 'null', '-', ours=False)
        match = re.search(r'rtime=([0-9.]+)s', result.stderr)
        if not match:
            raise Failed('ffmpeg printed no time\n' + result.stderr[-500:])
        return max(float(match[1]), 1e-3)

    first = time(2)
    frames = int(min(max(seconds * 2 / first, 4), 2000))
    return frames / time(frames)


def ffmpeg_filters():
    """Names of those that this machine's FFmpeg was built with, if there is one."""
    if shutil.which('ffmpeg') is None:
        return set()
    result = subprocess.run(['ffmpeg', '-hide_banner', '-filters'], capture_output=True,
                            text=True, stdin=subprocess.DEVNULL, check=False)
    return {words[1] for words in map(str.split, result.stdout.splitlines()) if len(words) > 2}


def cpu_elements(host):
    """Our elements and FFmpeg's filters, by turns."""
    bench = host.program('cudafilters-bench')
    quick = host.options.quick
    width, height, rounds, seconds = (320, 200, 1, 0.03) if quick else (1920, 1080, 3, 1)
    logo = {'x': width // 4, 'y': height // 4, 'w': width // 10, 'h': height // 11,
            'mask': os.path.join(host.folder, 'mask.png')}
    inside = bytes(255 * (logo['x'] <= x < logo['x'] + logo['w']) for x in range(width))
    write_png(logo['mask'], width, height, [
        inside if logo['y'] <= y < logo['y'] + logo['h'] else bytes(width)
        for y in range(height)])
    raw = os.path.join(host.folder, 'frames.raw')
    with open(raw, 'wb') as file:
        file.write(os.urandom(width * height * FRAMES))
    filters = ffmpeg_filters()
    pairs = [{'what': what, 'ours': ours % logo if '%(' in ours else ours,
              'ffmpeg': theirs % logo if '%(' in theirs else theirs,
              'ours_rounds': [], 'ffmpeg_rounds': []} for what, ours, theirs in PAIRS]
    fragments = list(dict.fromkeys(pair['ours'] for pair in pairs))
    for _ in range(rounds):
        run = host.measured(
            bench, '--memory=host', '--formats=GRAY8', '--sizes=%dx%d' % (width, height),
            '--queue=4', '--repeats=1', '--seconds=%g' % seconds, '--warm-up=0.05',
            *[fragment + ' backend=cpu' for fragment in fragments])
        rates = {each['fragment']: each['frames_per_s']['median'] for each in run['runs']
                 if each['frames_per_s']}
        for pair in pairs:
            pair['ours_rounds'].append(rates[pair['ours'] + ' backend=cpu'])
            if pair['ffmpeg'].partition('=')[0] in filters:
                pair['ffmpeg_rounds'].append(
                    ffmpeg_rate(host, raw, (width, height), pair['ffmpeg'], seconds))
    os.remove(raw)
    for pair in pairs:
        pair['ours_frames_per_s'] = statistics.median(pair['ours_rounds'])
        if pair['ffmpeg_rounds']:
            pair['ffmpeg_frames_per_s'] = statistics.median(pair['ffmpeg_rounds'])
            pair['times'] = pair['ours_frames_per_s'] / pair['ffmpeg_frames_per_s']
    return {'width': width, 'height': height, 'rounds': rounds, 'pairs': pairs}


# ---- the GPU

def npp_module(host):
    """The module that calls NPP, built where NPP and nvcc are; else None."""
    path = os.path.join(host.options.build, 'npppeer.so')
    if os.path.exists(path):
        return path
    path = os.path.join(host.folder, 'npppeer.so')
    script = os.path.join(ROOT, 'tests', 'gpu', 'build-npp')
    source = os.path.join(ROOT, 'tests', 'gpu', 'npppeer.cu')
    if not os.path.exists(path):
        result = subprocess.run([script, source, path], capture_output=True, check=False)
        if result.returncode != 0:
            return None
    return path


def gpu_kernels(*operations, with_npp=False):
    def measure(host):
        return kernels(host, 'cuda', npp_module(host) if with_npp else None, *operations)['results']
    return measure


def gpu_kernelgen(host):
    return host.measured(host.program('bench_kernelgen'))['results']


def gpu_elements(memory, formats, *fragments):
    def measure(host):
        seconds = ['--seconds=0.1', '--warm-up=0.05'] if host.options.quick else \
            ['--seconds=0.25', '--warm-up=0.1']
        return host.measured(
            host.program('cudafilters-bench'), '--memory=' + memory, '--formats=' + formats,
            '--sizes=1080p' if host.options.quick else '--sizes=2160p',
            '--queue=4' if memory == 'host' else '--queue=0', *seconds, *fragments)
    return measure


# name, title, backend, function
PARTS = [
    ('gpu-median', 'Medians: kernels on the GPU, beside NPP', 'cuda',
     gpu_kernels('median', with_npp=True)),
    ('gpu-convolve', 'Convolution: kernels on the GPU, beside NPP', 'cuda',
     gpu_kernels('convolve', with_npp=True)),
    ('gpu-epsilon', 'Epsilon filter: kernels on the GPU, beside NPP', 'cuda',
     gpu_kernels('epsilon', with_npp=True)),
    ('gpu-inpaint', 'Inpainting on the GPU, beside cuFFT', 'cuda',
     gpu_kernels('inpaint', 'inpaint-global')),
    ('gpu-snake', 'Contours on the GPU, beside one core of the CPU', 'cuda',
     gpu_kernels('snake')),
    ('gpu-elements', 'Whole elements on the GPU, host to host', 'cuda', gpu_elements(
        'host', 'GRAY8,NV12', 'cudamedian size=3', 'cudamedian size=9', 'cudaconvolve size=5',
        'cudaconvolve size=31', EPSILON, 'cudadenoise method=recursive',
        'cudamedian ! %s ! cudaconvolve' % EPSILON)),
    ('gpu-elements-cuda', 'Whole elements, CUDAMemory in and out', 'cuda', gpu_elements(
        'cuda', 'NV12', 'cudamedian size=3', 'cudaconvolve size=5', EPSILON,
        'cudadenoise method=recursive', 'cudamedian ! %s ! cudaconvolve' % EPSILON)),
    ('gpu-kernelgen', "The generator's kernels, beside the elements'", 'cuda', gpu_kernelgen),
    ('cpu-median', 'Medians on the CPU, beside OpenCV', 'cpu', cpu_kernels('median')),
    ('cpu-convolve', 'Convolution on the CPU, beside OpenCV', 'cpu', cpu_kernels('convolve')),
    ('cpu-epsilon', 'Epsilon filter on the CPU, beside OpenCV', 'cpu', cpu_kernels('epsilon')),
    ('cpu-inpaint', 'Inpainting on the CPU, beside OpenCV', 'cpu', cpu_kernels('inpaint')),
    ('cpu-snake', 'Contours on the CPU, beside scikit-image', 'cpu', cpu_snake),
    ('cpu-elements', 'Whole elements on the CPU, beside FFmpeg', 'cpu', cpu_elements),
]
