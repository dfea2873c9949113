"""Clips that tests make, of 4:2:0 frames, and read; and a count of what holds.
Not a test."""
import os
import subprocess
import sys

SKIPPED = 77
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


def write_y4m(path, luma, chroma=None):
    """Frames of 8 bits; chroma, U over V, is half as wide and as high."""
    n, height, width = luma.shape
    if chroma is None:
        chroma = numpy.full((n, 2 * ((height + 1) // 2), (width + 1) // 2), 128,
                            numpy.uint8)
    with open(path, 'wb') as file:
        file.write(b'YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420jpeg\n' % (
            width, height))
        for y, c in zip(luma, chroma):
            file.write(b'FRAME\n' + y.tobytes() + c.tobytes())


def read_clip(path, height, width):
    """The luma and the chroma of all frames of any file."""
    result = run('gst-launch-1.0', '-q', 'filesrc', 'location=' + path, '!',
                 'decodebin', '!', 'videoconvert', '!',
                 'video/x-raw,format=I420,width=%d,height=%d' % (width, height),
                 '!', 'filesink', 'location=clip.raw')
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    data = numpy.fromfile('clip.raw', numpy.uint8)
    # rows are padded to 4 bytes, and heights to 2
    half = (width + 1) // 2
    rows, stride, half_stride = height + height % 2, width + -width % 4, (
        half + -half % 4)
    frames = data.reshape(-1, rows * (stride + half_stride))
    luma = frames[:, :rows * stride].reshape(-1, rows, stride)
    chroma = frames[:, rows * stride:].reshape(-1, rows, half_stride)
    return luma[:, :height, :width], chroma[:, :, :half]


def cloth(n, height, width):
    """Frames with texture, which moves by a pixel a frame."""
    t, y, x = numpy.mgrid[:n, :height, :width].astype(float)
    x += t
    return numpy.clip(
        110 + x / 8 + 35 * numpy.sin(0.7 * x + 0.3 * y)
        + 25 * numpy.sin(0.4 * x - 0.8 * y), 0, 255).astype(numpy.uint8)


def psnr(a, b, where):
    """In dB, over marked samples."""
    d = a[..., where].astype(float) - b[..., where]
    return 10 * numpy.log10(255 ** 2 / max((d ** 2).mean(), 1e-9))
