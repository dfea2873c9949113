# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Simulated cameras: a webcam in a room, a surveillance camera by night, a camera in the
air, a microscope in little light. The noise is a sensor's; codecs are real ones."""
import numpy

import clips
from coders import coded
from video import decoded, encoded, through_elements

ROOM = clips.Sensor(8, 0.4, 0.9)
NIGHT = clips.Sensor(16, 1, 0.7)
SKY = clips.Sensor(4, 0.25, 0.7)


def webcam(clip):
    """In a room, as MJPEG brings it."""
    return coded(clip.noisy(ROOM), 'MJPEG, q 3')[1]


def drone(clip):
    """As its H.265 leaves the noise."""
    return coded(clip.noisy(SKY), 'x265, crf 18')[1]


def at_rate(clip, kbits, rate=25):
    """A clip of so many frames a second as H.264 has it at a bit rate."""
    bits = '%dk' % (kbits * 25 / rate)  # FFmpeg takes it for 25 a second
    options = ['-c:v', 'libx264', '-threads', '1', '-b:v', bits, '-maxrate', bits,
               '-bufsize', bits]
    return clip.of_bytes(decoded(encoded(
        clip.tobytes(), 'yuv420p', clip.width, clip.height, options, 'h264'), 'yuv420p', 'h264'))


# ---- a microscope

SIDE = 300
BLACK, FULL = 100, 4095  # of a camera of 12 bits
FAINT, BRIGHT = 20, 70  # electrons of the ground, and of a cell, beyond the black level
GAIN = 4.0               # steps an electron
READ_NOISE = 24.0        # steps


def cell(i):
    """Light of the i-th frame: 0 in the ground, 1 in the middle of a cell that creeps and
    changes its form."""
    y, x = numpy.mgrid[:SIDE, :SIDE].astype(float)
    angle = numpy.arctan2(y - 150, x - 140 - 0.3 * i)
    edge = 78 + 12 * numpy.sin(2 * angle + 0.03 * i) + 7 * numpy.sin(5 * angle - 0.02 * i)
    far = numpy.hypot(y - 150, x - 140 - 0.3 * i)
    body = 1 / (1 + numpy.exp((far - edge) / 2))
    kernel = numpy.exp(-((x - 160 - 0.3 * i) ** 2 + (y - 135) ** 2) / (2 * 22 ** 2))
    texture = 0.06 * numpy.sin(0.33 * x) * numpy.sin(0.29 * y + 0.01 * i)
    return body * (0.45 + 0.5 * kernel + texture)


def light(n):
    """Electrons: n frames."""
    return numpy.stack([FAINT + (BRIGHT - FAINT) * cell(i) for i in range(n)])


def seen(electrons, seed=clips.SEED):
    """What the camera makes of them: 12 bits in 16."""
    random = numpy.random.default_rng(seed)
    steps = BLACK + GAIN * random.poisson(electrons) + random.normal(
        0, READ_NOISE, electrons.shape)
    return numpy.clip(numpy.rint(steps), 0, FULL).astype('<u2')


def of_16_bits(frames, chain):
    """What elements make of them."""
    raw = through_elements(frames.tobytes(), 'format=gray16-le width=%d height=%d' % (
        frames.shape[2], frames.shape[1]), chain + ' ! video/x-raw,format=GRAY16_LE')
    return numpy.frombuffer(raw, '<u2').reshape(frames.shape)


def shown(frame):
    """As a screen has it: R, G and B of 8 bits, from the ground to the cell. What is drawn
    white stays."""
    low, high = BLACK + GAIN * FAINT * 0.4, BLACK + GAIN * BRIGHT
    grey = numpy.clip((frame.astype(float) - low) / (high - low) * 235, 0, 255)
    return numpy.repeat(grey.round().astype(numpy.uint8)[:, :, None], 3, 2)
