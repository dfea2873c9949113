# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Clips that tests make, of 4:2:0 frames, and read; and a count of what holds.
Not a test."""
import os
import subprocess
import sys

SKIPPED = 77
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
FOOTAGE = {'vtest.avi': (576, 768), 'Megamind.avi': (528, 720)}  # height, width
sys.dont_write_bytecode = True


def skip(why):
    print('%s: skipped: %s' % (os.path.basename(sys.argv[0]), why))
    sys.exit(SKIPPED)


try:
    import numpy
except ImportError:
    skip('numpy is not installed (Debian: python3-numpy)')


class Checks:
    passed = failed = 0

    def __call__(self, name, holds, *details):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print('FAILED:', name, *details)

    def end(self):
        print('%d passed, %d failed, 0 skipped' % (self.passed, self.failed))
        sys.exit(self.failed > 0)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False,
                          timeout=100)


def launch(*words):
    """gst-launch-1.0, which must succeed."""
    result = run('gst-launch-1.0', '-q', *words)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)


def layout(height, width):
    """Rows, and bytes of a row of luma and of chroma, as GStreamer has them."""
    half = (width + 1) // 2
    return height + height % 2, width + -width % 4, half + -half % 4


def write_clip(path, luma, chroma=None):
    """Frames of 8 bits, without loss, in Matroska; chroma, U over V, is half as
    wide and as high. (Without plugins-bad y4m of odd sizes is read wrongly.)"""
    n, height, width = luma.shape
    if chroma is None:
        chroma = numpy.full((n, 2 * ((height + 1) // 2), (width + 1) // 2), 128,
                            numpy.uint8)
    rows, stride, half_stride = layout(height, width)
    with open('clip.raw', 'wb') as file:
        for y, c in zip(luma, chroma):
            file.write(numpy.pad(y, ((0, rows - height), (
                0, stride - width))).tobytes())
            file.write(numpy.pad(c, ((0, 0), (
                0, half_stride - c.shape[1]))).tobytes())
    launch('filesrc', 'location=clip.raw', '!', 'rawvideoparse', 'format=i420',
           'width=%d' % width, 'height=%d' % height, 'framerate=25/1', '!',
           'avenc_ffv1', '!', 'matroskamux', '!', 'filesink',
           'location=' + path)


def add_sound(path, result):
    """A tone of two seconds with a clip of write_clip()'s, as the first stream."""
    launch('audiotestsrc', 'num-buffers=87', '!', 'audioconvert', '!', 'queue', '!',
           'mux.audio_0', 'matroskamux', 'name=mux', '!', 'filesink',
           'location=' + result, 'filesrc', 'location=' + path, '!', 'decodebin', '!',
           'avenc_ffv1', '!', 'queue', '!', 'mux.video_0')


def read_raw(path, height, width):
    """The luma and the chroma, U over V, of raw frames."""
    data = numpy.fromfile(path, numpy.uint8)
    half = (width + 1) // 2
    rows, stride, half_stride = layout(height, width)
    frames = data.reshape(-1, rows * (stride + half_stride))
    luma = frames[:, :rows * stride].reshape(-1, rows, stride)
    chroma = frames[:, rows * stride:].reshape(-1, rows, half_stride)
    return luma[:, :height, :width], chroma[:, :, :half]


def read_clip(path, height, width):
    """The same of all frames of any file."""
    launch('filesrc', 'location=' + path, '!', 'decodebin', '!', 'videoconvert',
           '!', 'video/x-raw,format=I420,width=%d,height=%d' % (width, height),
           '!', 'filesink', 'location=clip.raw')
    return read_raw('clip.raw', height, width)


def equal_clips(one, other, height, width):
    a, b = (read_clip(path, height, width) for path in (one, other))
    return all(numpy.array_equal(x, y) for x, y in zip(a, b))


def footage(name='vtest.avi'):
    """The path of real footage, None where nobody has fetched it."""
    result = run(os.path.join(ROOT, 'tools', 'footage'), '--no-fetch', name)
    return result.stdout.strip() if result.returncode == 0 else None


def real_clip(path, n, height, width, name='vtest.avi', top=200, left=300):
    """The first n frames of a part of real footage, at even places, or as many
    made ones; without loss."""
    source = footage(name)
    if not source:
        # every other sample: with detail as fine as footage's
        write_clip(path, cloth(n, 2 * height, 2 * width)[:, ::2, ::2])
        return
    launch('filesrc', 'location=' + source, '!', 'decodebin', '!',
           'videoconvert', '!', 'video/x-raw,format=I420', '!', 'identity',
           'eos-after=%d' % (n + 2), '!', 'filesink', 'location=clip.raw')
    # it counts one more or less, by chance
    luma, chroma = (a[:n] for a in read_raw('clip.raw', *FOOTAGE[name]))
    middle = chroma.shape[1] // 2
    rows, columns = (height + 1) // 2, (width + 1) // 2
    write_clip(path, luma[:, top:top + height, left:left + width],
               numpy.concatenate([
                   chroma[:, y:y + rows, left // 2:left // 2 + columns]
                   for y in (top // 2, middle + top // 2)], 1))


def cloth(n, height, width):
    """Frames with texture, which moves by a pixel a frame."""
    t, y, x = numpy.mgrid[:n, :height, :width].astype(float)
    x += t
    return numpy.clip(
        110 + x / 8 + 35 * numpy.sin(0.7 * x + 0.3 * y)
        + 25 * numpy.sin(0.4 * x - 0.8 * y), 0, 255).astype(numpy.uint8)


def fan(n, height, width):
    """Frames of a fan that turns in front of a wall: what stands still around it
    says nothing of it."""
    t, y, x = numpy.mgrid[:n, :height, :width].astype(float)
    y, x = y - height / 2, x - width / 2
    radius, angle = numpy.hypot(x, y), numpy.arctan2(y, x)
    blade = numpy.clip(4 * numpy.cos(5 * angle + 0.7 * t + 0.002 * radius ** 1.5), -1, 1)
    wall = 150 + x / 8 + 8 * numpy.sin(0.3 * x) * numpy.sin(0.2 * y)
    turning = 70 - 45 * blade + 10 * numpy.sin(0.6 * radius)
    return numpy.clip(numpy.where(radius < height / 2.2, turning, wall), 0, 255).astype(
        numpy.uint8)


def psnr(a, b, where):
    """In dB, over marked samples."""
    d = a[..., where].astype(float) - b[..., where]
    return 10 * numpy.log10(255 ** 2 / max((d ** 2).mean(), 1e-9))
