# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures as a video, and a video as pictures: a folder of PNG, TIFF or JPEG files in the
order of the numbers in their names, a pattern such as img-%03d.png, or the pages of a
TIFF. Samples of 16 bits stay what they are. No program by itself.

GStreamer decodes JPEG, and PNG but for colours of 16 bits, which its pngdec (1.22) writes
two bytes too far: libpng itself takes its place. Its decoder of TIFF has none of these
either, and one page: python3-tifffile does.
"""
import collections
import contextlib
import ctypes
import os
import re
import struct
import sys
import zlib
from fractions import Fraction

from gstreamer import Gst, ROOT, fail, missing, say

sys.path.insert(0, os.path.join(ROOT, 'tools', 'wholefile'))
from wholefile import NotWritten, check_output, whole_files

RATE = 25  # frames a second, where nobody says
KINDS = {'.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.tif': 'tiff', '.tiff': 'tiff'}
WRITTEN = ('.png', '.tif', '.tiff')
NUMBER = re.compile(r'%0?\d*d')
# Formats of GStreamer's by bytes of a sample and samples of a pixel, and what is written
FORMATS = {(1, 1): 'GRAY8', (1, 3): 'RGB', (1, 4): 'RGBA', (2, 1): 'GRAY16_LE',
           (2, 3): 'ARGB64', (2, 4): 'ARGB64'}
CAPS = 'video/x-raw,format={GRAY8,RGB,RGBA,GRAY16_LE,ARGB64}'


def end_of(path):
    return os.path.splitext(path)[1].lower()


def is_pattern(path):
    """A name with a number in it, as C's printf() has them."""
    return NUMBER.search(os.path.basename(path)) is not None and not os.path.exists(path)


def are_pictures(path):
    """What is read here, and not by a decoder that finds out what a file is."""
    return os.path.isdir(path) or is_pattern(path) or end_of(path) in KINDS


def there_is(path):
    return os.path.exists(path) or is_pattern(path)


def framerate(text):
    """Frames a second: 25, 29.97, 30000/1001 or 0.5."""
    try:
        rate = Fraction(text).limit_denominator(1001)
    except (ValueError, ZeroDivisionError):
        rate = 0
    if not 0 < rate <= 1000:
        fail('the frame rate must be above 0 and at most 1000, as 25 or 30000/1001, not '
             + text)
    return rate


def add_framerate(parser):
    parser.add_argument('--framerate', type=framerate, default=RATE, metavar='N',
                        help='of pictures, frames a second, as 25 or 30000/1001 '
                        '(default: %(default)s)')


def in_order(name):
    """img-9.png comes before img-10.png."""
    return [int(part) if part.isdigit() else part.lower()
            for part in re.split(r'(\d+)', name)]


def files_in(folder):
    names = sorted((name for name in os.listdir(folder)
                    if end_of(name) in KINDS and not name.startswith('.')), key=in_order)
    kinds = collections.Counter(KINDS[end_of(name)] for name in names)
    if not names:
        fail('%s is a folder without PNG, TIFF or JPEG pictures' % folder)
    if len(kinds) > 1:
        fail('%s holds %s: name those that are meant, as %s' % (
            folder, ' and '.join('%d of %s' % (n, kind.upper()) for kind, n
                                 in kinds.most_common()), os.path.join(folder, 'img-%03d.png')))
    return [os.path.join(folder, name) for name in names]


def files_like(pattern):
    """Of a pattern, numbers and names; what is missing in between is told."""
    folder, name = os.path.split(pattern)
    number = NUMBER.search(name)
    width = re.fullmatch(r'%(0?)(\d*)d', number[0])
    digits = r'(\d{%d,})' % int(width[2]) if width[1] and width[2] else r'(\d+)'
    like = re.compile(re.escape(name[:number.start()].replace('%%', '%')) + digits
                      + re.escape(name[number.end():].replace('%%', '%')))
    try:
        found = {int(match[1]): match[0] for match in map(
            like.fullmatch, os.listdir(folder or '.')) if match}
    except OSError as error:
        fail('%s: %s' % (folder, error.strerror))
    if not found:
        fail('there are no pictures %s' % pattern)
    if end_of(name) not in KINDS:
        fail('%s must end in %s' % (pattern, ', '.join(KINDS)))
    gaps = [n for n in range(min(found), max(found)) if n not in found]
    if gaps:
        say('%d pictures of %s are missing, the first is %s: the frames go on without them' % (
            len(gaps), pattern, name % gaps[0]))
    return {n: os.path.join(folder, found[n]) for n in sorted(found)}


class Pictures:
    """The frames of what are_pictures() said yes to."""

    def __init__(self, path, rate=None):
        self.numbers = ()
        if os.path.isdir(path):
            self.files = files_in(path)
        elif is_pattern(path):
            self.numbers, self.files = map(tuple, zip(*files_like(path).items()))
        else:
            self.files = [path]
        self.kind = KINDS[end_of(self.files[0])]
        self.rate = Fraction(rate or RATE)
        self.now, self.n = self.files[0], 0  # what is being read, and how many were
        self.height, self.width, pages = self.look()
        self.length = len(self.files) + pages - 1

    source = 'appsrc name=pictures format=time'

    def look(self):
        """Rows, columns and pages of the first file, where that is known; what is wrong
        with it is told before anything is begun."""
        try:
            if self.kind == 'tiff':
                with tifffile().TiffFile(self.now) as file:
                    pages = pages_of(file)
                    return *next(samples_of(self.now)).shape[:2], len(pages)
            data = self.encoded()
            if self.kind == 'png' and are_deep_colours(data):
                samples_of_png(data)
            return *(size_of_png(data) if self.kind == 'png' else (0, 0)), 1
        except Exception as error:
            return fail(self.wrong(error))

    def encoded(self):
        """The file that is being read: whole, as decoders leave out a last one that is
        not, and of others do not say which it is."""
        with open(self.now, 'rb') as file:
            data = file.read()
        (check_png if self.kind == 'png' else check_jpeg)(data)
        return data

    def wrong(self, error):
        return '%s: %s' % (self.now, getattr(error, 'strerror', None) or error)

    def name_of(self, n, end):
        """Of a frame's result: its file's, if it has one."""
        if n < len(self.files) and len(self.files) > 1:
            return os.path.splitext(os.path.basename(self.files[n]))[0] + end
        return 'frame-%06d%s' % (n, end)

    def frames(self):
        """Caps and data of each."""
        rate = ',framerate=%d/%d' % self.rate.as_integer_ratio()
        for self.now in self.files:
            if self.kind == 'tiff':
                for samples in samples_of(self.now):
                    yield caps_of(samples) + rate, raw(samples)
            else:
                data = self.encoded()
                if self.kind == 'png' and are_deep_colours(data):
                    samples = samples_of_png(data)
                    yield caps_of(samples) + rate, raw(samples)
                else:
                    yield 'image/' + self.kind + rate, data

    def feed(self, source, failed):
        """To the element of `source`; failed() is told what cannot be read."""
        frames = self.frames()
        length = int(Gst.SECOND / self.rate)
        source.set_property('duration', self.length * length)

        def need(source, _):
            try:
                caps, data = next(frames)
            except StopIteration:
                source.emit('end-of-stream')
                return
            except Exception as error:  # tifffile's are many; a thread of GStreamer's
                failed(self.wrong(error))
                return
            buffer = Gst.Buffer.new_wrapped(data)
            buffer.pts = buffer.dts = int(self.n * Gst.SECOND / self.rate)
            buffer.duration = int((self.n + 1) * Gst.SECOND / self.rate) - buffer.pts
            self.n += 1
            source.emit('push-sample', Gst.Sample.new(
                buffer, Gst.Caps.from_string(caps), None, None))

        source.connect('need-data', need)


def pictures_of(path, rate=None):
    """None where a decoder reads it."""
    return Pictures(path, rate) if are_pictures(path) else None


# PNG

SIGNATURE = b'\x89PNG\r\n\x1a\n'
GREY, COLOURS = 0, 2  # IHDR's colour types without alpha
LINEAR_RGB = 6  # PNG_FORMAT_LINEAR_RGB


def are_deep_colours(data):
    return data.startswith(SIGNATURE) and data[24:25] == b'\x10' and data[25] != GREY


def size_of_png(data):
    """Rows and columns."""
    return struct.unpack('>II', data[16:24])[::-1] if data.startswith(SIGNATURE) else (0, 0)


def check_png(data):
    """ValueError where it is none, ends too early, or was changed."""
    if not data.startswith(SIGNATURE):
        raise ValueError('it is no PNG')
    at, kind = 8, b''
    while at + 12 <= len(data) and kind != b'IEND':
        end = at + 12 + struct.unpack('>I', data[at:at + 4])[0]
        kind = data[at + 4:at + 8]
        # a small letter: decoders can do without such a chunk
        if end <= len(data) and kind[:1].isupper() and zlib.crc32(
                data[at + 4:end - 4]) != struct.unpack('>I', data[end - 4:end])[0]:
            raise ValueError('it is damaged')
        at = end
    if kind != b'IEND' or at > len(data):
        raise ValueError('it is not whole')


class PngImage(ctypes.Structure):
    """png_image of png.h."""
    _fields_ = [('opaque', ctypes.c_void_p), *(
        (name, ctypes.c_uint32) for name in (
            'version', 'width', 'height', 'format', 'flags', 'entries', 'warning')),
                ('message', ctypes.c_char * 64)]


def samples_of_png(data):
    """Of colours of 16 bits. libpng's simple interface takes them for linear where nothing
    says otherwise, and leaves them as they are: so only the picture's own chunks go in."""
    import numpy
    if data[25] != COLOURS:
        raise ValueError('it has 16 bits and transparency: save it without')
    chunks, at = SIGNATURE, 8
    while at + 8 <= len(data):
        end = at + 12 + struct.unpack('>I', data[at:at + 4])[0]
        if data[at + 4:at + 8] in (b'IHDR', b'IDAT', b'IEND'):
            chunks += data[at:end]
        at = end
    image = PngImage(version=1)
    library = ctypes.CDLL('libpng16.so.16')
    if library.png_image_begin_read_from_memory(
            ctypes.byref(image), chunks, ctypes.c_size_t(len(chunks))):
        image.format = LINEAR_RGB
        samples = numpy.empty((image.height, image.width, 3), numpy.uint16)
        if library.png_image_finish_read(
                ctypes.byref(image), None, samples.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_int32(0), None):
            return samples
    raise ValueError(image.message.decode(errors='replace') or 'it cannot be read')


# JPEG

def check_jpeg(data):
    """ValueError where it is none, or ends too early."""
    if not data.startswith(b'\xff\xd8\xff'):
        raise ValueError('it is no JPEG')
    at, kind = 2, 0
    while at + 4 <= len(data) and kind != 0xda:  # the samples' begin; a preview has its own
        if data[at] != 0xff:
            raise ValueError('it is damaged')
        kind = data[at + 1]
        at += 1 if kind == 0xff else 2 + struct.unpack('>H', data[at + 2:at + 4])[0]
    if data.find(b'\xff\xd9', at) < 0:
        raise ValueError('it is not whole')


# TIFF

def tifffile():
    try:
        import tifffile as module
    except ImportError as why:
        module = missing('of TIFF: %s' % why, 'python3-tifffile')
    return module


def pages_of(file):
    """Those of one stack."""
    if not file.series:
        raise ValueError('no picture in it could be read: it is not whole, or not as TIFF '
                         'should be')
    if len(file.series) != 1:
        raise ValueError('it holds %d series of pictures: save the one that is meant as a '
                         'file' % len(file.series))
    series = file.series[0]
    channels = dict(zip(series.axes, series.shape)).get('C', 1)
    if channels > 1:
        raise ValueError("it has %d channels: save each as a file of its own; if they are "
                         "frames, let it say so (ImageJ: Image, Properties; tifffile: "
                         "metadata={'axes': 'TYX'})" % channels)
    if None in series.pages:
        raise ValueError('it has one page for all of a stack: save it as a sequence of '
                         'pictures')
    return series.pages


def samples_of(path):
    """Arrays of rows, columns and samples, of uint8 or uint16."""
    with tifffile().TiffFile(path) as file:
        for page in pages_of(file):
            samples = page.asarray()
            page = page.keyframe  # what pages that are alike do not say themselves
            if page.axes == 'SYX':  # a plane for each colour
                samples = samples.transpose(1, 2, 0)
            elif page.axes not in ('YX', 'YXS'):
                raise ValueError('its pictures are %s, not rows and columns' % page.axes)
            if samples.ndim == 2:
                samples = samples[..., None]
            what = page.photometric.name if page.photometric is not None else ''
            if (samples.dtype.name not in ('uint8', 'uint16') or samples.shape[2] not in (
                    1, 3, 4) or page.bitspersample not in (8, 16)
                    or what not in ('MINISBLACK', 'MINISWHITE', 'RGB')):
                raise ValueError(
                    'it holds %d samples a pixel of %s with %d bits, %s: elements take grey '
                    'and RGB of 8 and 16 bits without a sign, so save it as that' % (
                        samples.shape[2], samples.dtype, page.bitspersample, what))
            yield ~samples if what == 'MINISWHITE' else samples


def caps_of(samples):
    height, width, n = samples.shape
    return 'video/x-raw,format=%s,width=%d,height=%d' % (
        FORMATS[samples.itemsize, n], width, height)


def raw(samples):
    """As GStreamer has them: rows of a multiple of 4 bytes."""
    import numpy
    height, width, n = samples.shape
    if samples.itemsize == 2 and n > 1:
        argb = numpy.full((height, width, 4), 65535, numpy.uint16)
        argb[..., 1:] = samples[..., :3]
        if n == 4:
            argb[..., 0] = samples[..., 3]
        return argb.tobytes()
    rows = numpy.ascontiguousarray(samples, '<u%d' % samples.itemsize).reshape(
        height, -1).view(numpy.uint8)
    return numpy.pad(rows, ((0, 0), (0, -rows.shape[1] % 4))).tobytes()


# Writing

def are_written(path):
    """Whether a result's name is that of pictures: a pattern, a folder, or one picture."""
    return path is not None and (
        path.endswith('/') or os.path.isdir(path) or end_of(path) in WRITTEN
        or NUMBER.search(os.path.basename(path)) is not None)


class Written:
    """Frames into a folder, a pattern's files, or one file, which of TIFF has a page for
    each. They appear when all are whole. In a folder they have the names of the pictures that they are of, and a
    pattern's have their numbers, or those from 0."""

    def __init__(self, path, of=None):
        self.n, self.of, self.path = 0, of, path
        self.in_folder = path.endswith('/') or os.path.isdir(path)
        self.folder = path if self.in_folder else os.path.dirname(path) or '.'
        self.name = '' if self.in_folder else os.path.basename(path)
        self.end = end_of(self.name) if self.name else (
            '.tif' if of and of.kind == 'tiff' else '.png')
        self.is_stack = (self.name and not NUMBER.search(self.name)
                         and KINDS.get(self.end) == 'tiff')
        self.part = self.stack = None

    def check(self):
        """Before anything is done for it; NotWritten, or the program's end."""
        if self.end not in WRITTEN:
            fail('%s must end in %s, which keep what they are given' % (
                self.path, ', '.join(WRITTEN)))
        if self.of and os.path.exists(self.folder) and any(
                os.path.exists(to) and os.path.samefile(to, file) for to, file in zip(
                    map(self.path_of, range(len(self.of.files))), self.of.files)):
            fail('%s would be written over the pictures that are read' % self.path)
        if self.end != '.png':
            tifffile()
        if os.path.isdir(self.folder):
            check_output(self.path_of(0))
        elif self.name and not NUMBER.search(self.name):
            check_output(self.path)  # says that there is no folder

    def path_of(self, n):
        return os.path.join(self.folder, self.name_of(n))

    def name_of(self, n):
        if self.in_folder:
            return self.of.name_of(n, self.end) if self.of else 'frame-%06d%s' % (
                n, self.end)
        if not NUMBER.search(self.name):
            if n and not self.is_stack:
                raise NotWritten('%s is one picture, and there are more frames: name it '
                                 'img-%%03d%s' % (self.path, self.end))
            return self.name
        numbers = self.of.numbers if self.of else ()
        return self.name % (numbers[n] if n < len(numbers) else
                            n + (1 + numbers[-1] - len(numbers) if numbers else 0))

    @contextlib.contextmanager
    def opened(self):
        try:
            os.makedirs(self.folder, exist_ok=True)
        except OSError as error:
            raise NotWritten('%s cannot be made: %s' % (
                self.folder, error.strerror)) from None
        with whole_files(self.folder) as self.part:
            try:
                yield self
            finally:
                if self.stack:
                    self.stack.close()
        self.tell_older()

    def tell_older(self):
        """Pictures of an earlier, longer run would be taken for this one's."""
        if self.name and NUMBER.search(self.name) and os.path.exists(self.path_of(self.n)):
            say('%s and what follows are of an earlier run' % self.path_of(self.n))

    def write(self, caps, buffer):
        samples = samples_in(caps, buffer)
        if self.end == '.png':
            self.keep(png_of(samples))
        else:
            path = os.path.join(self.part, self.name_of(self.n))
            colours = samples.shape[2] > 1
            page = {'data': samples if colours else samples[..., 0],
                    'photometric': 'rgb' if colours else 'minisblack',
                    'extrasamples': ['unassalpha'] if samples.shape[2] == 4 else None}
            if self.is_stack:
                self.add_page(path, page)
            else:
                tifffile().imwrite(path, **page)
            self.n += 1

    def add_page(self, path, page):
        """Not in ImageJ's own form, which has to know how many there will be."""
        if not self.stack:
            n = self.of.length if self.of else 1
            # of 64 bits only where it must be: ImageJ does not read that by itself
            self.stack = tifffile().TiffWriter(path, bigtiff=n * page['data'].nbytes > 4e9)
        try:
            self.stack.write(**page, metadata=None)
        except (ValueError, struct.error) as error:
            raise NotWritten('%s has too many frames for one TIFF (%s): name it '
                             'img-%%03d%s' % (self.path, error, self.end)) from None

    def keep(self, data):
        """The next picture, as a file has it."""
        with open(os.path.join(self.part, self.name_of(self.n)), 'wb') as file:
            file.write(data)
        self.n += 1


def samples_in(caps, buffer):
    """A frame's, of a format of FORMATS: rows, columns and samples. Alpha that is but
    opaque is left out."""
    import gi
    gi.require_version('GstVideo', '1.0')
    from gi.repository import GstVideo
    import numpy
    info = GstVideo.VideoInfo.new_from_caps(caps)
    layout = GstVideo.buffer_get_video_meta(buffer) or info
    (size, n), = [key for key, name in FORMATS.items()
                  if name == info.finfo.name and key != (2, 3)]
    samples = numpy.ndarray(
        (info.height, info.width, n), '=u2' if size == 2 else 'u1',
        buffer.extract_dup(0, buffer.get_size()), layout.offset[0],
        (layout.stride[0], size * n, size))
    if size == 2 and n == 4:
        samples = samples[..., [1, 2, 3, 0]]
    if n == 4 and (samples[..., 3] == numpy.iinfo(samples.dtype).max).all():
        samples = samples[..., :3]
    return samples


def png_of(samples):
    """Each row as what it differs from the one above by, which is shorter."""
    import numpy
    height, width, n = samples.shape
    rows = numpy.ascontiguousarray(samples, '>u%d' % samples.itemsize).reshape(
        height, -1).view(numpy.uint8)
    lines = numpy.full((height, 1 + rows.shape[1]), 2, numpy.uint8)
    lines[:, 1:] = rows
    lines[1:, 1:] -= rows[:-1]
    return png(width, height, 8 * samples.itemsize, {1: 0, 3: 2, 4: 6}[n], lines.tobytes())


def png(width, height, bits, colours, lines):
    """A PNG file of lines that begin with their filter's number; grey: colours 0."""
    def chunk(kind, data):
        return (struct.pack('>I', len(data)) + kind + data
                + struct.pack('>I', zlib.crc32(kind + data)))

    return SIGNATURE + chunk(b'IHDR', struct.pack(
        '>IIBBBBB', width, height, bits, colours, 0, 0, 0)) + chunk(
            b'IDAT', zlib.compress(lines, 5)) + chunk(b'IEND', b'')
