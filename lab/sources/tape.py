# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A simulated VHS tape as a grabber captures it: 25 interlaced frames a second in 4:2:2,
top field first, with the bandwidth, the noise, the dropouts and the head switching lines
of a tape. Sizes are pixels of 720x576; noise is in steps of 255."""
import numpy

from clips import Clip
from noise import in_eight_bits
from video import through_elements

LUMA_BLUR, CHROMA_BLUR = 1.2, 5.0  # standard deviations of what the bandwidth leaves
LUMA_NOISE, CHROMA_NOISE = 5.0, 7.0
LUMA_GRAIN, CHROMA_GRAIN = 0.8, 3.0  # how wide its specks are
SHIFT_X, SHIFT_Y = 4, 2              # of colour: to the right, and down
DROPOUTS, LONGEST = 2, 160           # of a field: how many on average, and how long
HEAD_LINES = 8                       # of a frame, at its bottom
FIRST = 4                            # frames that are not measured
EDGE = 16                            # nor are these pixels and lines at the sides


def weights(deviation):
    n = int(3 * deviation + 1)
    w = numpy.exp(-numpy.arange(-n, n + 1) ** 2 / (2 * deviation ** 2))
    return w / w.sum()


def blurred(planes, deviation):
    """Along the lines."""
    w = weights(deviation)
    n = len(w) // 2
    wide = numpy.pad(planes, [(0, 0)] * (planes.ndim - 1) + [(n, n)], 'edge')
    return sum(k * wide[..., i:i + planes.shape[-1]] for i, k in enumerate(w))


def noise(shape, sigma, width, random):
    """Whose specks are longer than they are high."""
    w = weights(width)
    return blurred(random.normal(0, sigma / numpy.sqrt((w ** 2).sum()), shape), width)


def recorded(clip):
    """What a tape can hold of frames that are fields to be: 50 a second, 4:2:0; as 4:2:2."""
    planes = []
    for i, plane in enumerate(clip.planes):
        plane = plane.astype(numpy.float32)
        if i:
            plane = numpy.repeat(plane, 2, 1)
        # a camera's field is of two lines each, or edges would flicker
        wide = numpy.pad(plane, [(0, 0), (1, 1), (0, 0)], 'edge')
        plane = (wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]) / 4
        planes.append(in_eight_bits(blurred(plane, CHROMA_BLUR / 2 if i else LUMA_BLUR)))
    return Tape(clip.name, planes, first=2 * FIRST)


class Tape(Clip):
    """Frames of 4:2:2: whole ones, or of two fields each."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.interlaced = False

    def like(self, planes, sigma=None):
        made = Tape(self.name, planes, sigma, self.coloured, self.first, self.rows)
        made.interlaced = self.interlaced
        return made

    def of_bytes(self, raw):
        area = self.width * self.height
        frames = numpy.frombuffer(raw, numpy.uint8).reshape(-1, 2 * area)
        return self.like([
            part.reshape(len(frames), self.height, -1) for part in (
                frames[:, :area], frames[:, area:area * 3 // 2], frames[:, area * 3 // 2:])])

    def through(self, chain):
        """What a chain of elements makes of it."""
        return self.of_bytes(through_elements(
            self.tobytes(), 'format=y42b width=%d height=%d framerate=%s interlaced=%s '
            'top-field-first=true' % (self.width, self.height,
                                      '25/1' if self.interlaced else '50/1',
                                      str(self.interlaced).lower()),
            chain + ' ! video/x-raw,format=Y42B'))


def interlaced(fields):
    """Top field first."""
    planes = []
    for plane in fields.planes:
        frames = plane[:len(plane) // 2 * 2:2].copy()
        frames[:, 1::2] = plane[1::2, 1::2]
        planes.append(frames)
    made = fields.like(planes)
    made.interlaced = True
    return made


def shifted(planes, x, y):
    wide = numpy.pad(planes, [(0, 0), (y, 0), (x, 0)], 'edge')
    return wide[:, :planes.shape[1], :planes.shape[2]]


def played(fields, seed=7, dropouts=DROPOUTS, chroma_shift=False, head=True):
    """The tape of such fields as it comes out of a recorder, interlaced, and where its
    dropouts are: booleans of its luma."""
    random = numpy.random.default_rng(seed)
    planes = []
    for i, plane in enumerate(fields.planes):
        plane = plane.astype(numpy.float32)
        if i and chroma_shift:
            plane = shifted(plane, SHIFT_X // 2, SHIFT_Y)
        planes.append(plane + (noise(plane.shape, CHROMA_NOISE, CHROMA_GRAIN / 2, random)
                               if i else noise(plane.shape, LUMA_NOISE, LUMA_GRAIN, random)))
    holes = numpy.zeros(planes[0].shape, bool)
    for i in range(fields.n):
        for _ in range(random.poisson(dropouts)):
            line = 2 * random.integers(0, (fields.height - HEAD_LINES) // 2) + i % 2
            start, length = random.integers(0, fields.width), random.integers(12, LONGEST)
            level = random.choice([30, 210])
            end = min(start + length, fields.width)
            at = numpy.arange(end - start)
            planes[0][i, line, start:end] = level + random.normal(0, 12, end - start) * (
                1 - at / LONGEST)
            for plane in planes[1:]:
                plane[i, line, start // 2:end // 2] = 128
            holes[i, line, start:end] = True
        if head:
            for line in range(fields.height - HEAD_LINES, fields.height):
                torn = random.integers(20, 60) // 2 * 2
                for plane, by in zip(planes, (torn, torn // 2, torn // 2)):
                    plane[i, line] = numpy.roll(plane[i, line], by) + random.normal(
                        0, 25, plane.shape[2])
    made = interlaced(fields.like([in_eight_bits(plane) for plane in planes]))
    hidden = holes[:fields.n // 2 * 2:2].copy()
    hidden[:, 1::2] = holes[1::2, 1::2]
    return made, hidden
