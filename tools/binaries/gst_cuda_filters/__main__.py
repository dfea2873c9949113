# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command gst-cuda-filters, which needs gst-launch-1.0 and no bindings."""
import argparse
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import sysconfig
import tempfile
import zlib

import gst_cuda_filters

WIDTH, HEIGHT, FRAMES, SIGMA = 160, 120, 12, 12
FORMAT = f'format=gray8 width={WIDTH} height={HEIGHT} framerate=25/1'


def find_gst_launch():
    """Beside this Python, where PyPI's GStreamer puts it, or on PATH."""
    path = os.pathsep.join([sysconfig.get_path('scripts'), os.environ.get('PATH', '')])
    return shutil.which('gst-launch-1.0', path=path)


def run(*line):
    result = subprocess.run([find_gst_launch(), '-q', *line], check=False)
    if result.returncode:
        sys.exit(f'gst-cuda-filters: gst-launch-1.0 failed: {" ".join(line)}')


def psnr(clean, other):
    """In dB, of the last half of the frames: the filter remembers the first."""
    start = len(clean) // 2
    pairs = list(zip(clean[start:], other[start:]))
    squares = sum((a - b) ** 2 for a, b in pairs) / len(pairs)
    return 10 * math.log10(255 ** 2 / squares) if squares else math.inf


def write_png(path, pictures):
    """The last frames, side by side."""
    rows = b''
    for y in range(HEIGHT):
        start = (FRAMES - 1) * WIDTH * HEIGHT + y * WIDTH
        rows += b'\0' + b''.join(picture[start:start + WIDTH] for picture in pictures)

    def chunk(name, data):
        return (struct.pack('>I', len(data)) + name + data
                + struct.pack('>I', zlib.crc32(name + data)))
    header = struct.pack('>IIBBBBB', WIDTH * len(pictures), HEIGHT, 8, 0, 0, 0, 0)
    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header)
                   + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


def demo(png):
    if not find_gst_launch():
        sys.exit('gst-cuda-filters: there is no gst-launch-1.0. Debian, Ubuntu: apt-get install '
                 'gstreamer1.0-tools gstreamer1.0-plugins-base; Fedora: dnf install gstreamer1 '
                 'gstreamer1-plugins-base; Windows: pip install gstreamer-bundle')
    with tempfile.TemporaryDirectory() as folder:
        def at(name):  # gst-launch-1.0 takes \ for an escape
            return os.path.join(folder, name).replace('\\', '/')

        def read(name):
            with open(at(name), 'rb') as file:
                return file.read()
        run('videotestsrc', f'num-buffers={FRAMES}', 'pattern=circular', '!',
            f'video/x-raw,format=GRAY8,width={WIDTH},height={HEIGHT},framerate=25/1', '!',
            'filesink', 'location=' + at('clean'))
        clean = read('clean')
        draw = random.Random(1)
        with open(at('noisy'), 'wb') as file:
            file.write(bytes(min(255, max(0, round(value + draw.gauss(0, SIGMA))))
                             for value in clean))
        run('filesrc', 'location=' + at('noisy'), '!', 'rawvideoparse', *FORMAT.split(), '!',
            'cudadenoise', '!', 'filesink', 'location=' + at('filtered'))
        noisy, filtered = read('noisy'), read('filtered')
    if len(filtered) != len(clean):
        sys.exit('gst-cuda-filters: cudadenoise lost frames')
    print(f'PSNR with noise {psnr(clean, noisy):.2f} dB, '
          f'behind cudadenoise {psnr(clean, filtered):.2f} dB')
    if png:
        write_png(png, [clean, noisy, filtered])
        print(f'{png}: the picture, with noise, filtered')


def print_environment():
    """For a shell to evaluate, the system's usual one."""
    for name, value in gst_cuda_filters.environment().items():
        if os.name == 'nt':
            print("$env:{} = '{}'".format(name, value.replace("'", "''")))
        else:
            print("export {}='{}'".format(name, value.replace("'", "'\\''")))


def main():
    parser = argparse.ArgumentParser(
        prog='gst-cuda-filters',
        description='Tries GStreamer\'s elements of gst-cuda-filters, or says where they are.')
    parser.add_argument('--version', action='version', version=gst_cuda_filters.__version__)
    parser.add_argument('--path', action='store_true', help='print the folder of the plugin')
    parser.add_argument('what', nargs='?', choices=['demo', 'env'], default='demo',
                        help='demo (default): filter a few frames, print the gain; env: print '
                        'lines that let GStreamer find the plugin, for eval "$(gst-cuda-filters '
                        'env)", or in PowerShell gst-cuda-filters env | Out-String | '
                        'Invoke-Expression')
    parser.add_argument('--png', metavar='FILE', help='with demo: write the pictures too')
    arguments = parser.parse_args()
    if arguments.path:
        print(gst_cuda_filters.PLUGINS)
    elif arguments.what == 'env':
        print_environment()
    else:
        demo(arguments.png)


if __name__ == '__main__':
    main()
