# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A video through cudainpaint: from a camera or a file, onto the screen or into
a file. What remove-logo and dead-pixels have in common; no program by itself.
"""
from pictures import png
from video import Video, fail, output_of, queue_of
from wholefile import NotWritten, check_output, is_stream, whole_file


def check_mask(path):
    """One that is to be written: it is no video, by mistake."""
    if not path.lower().endswith('.png') and not is_stream(path):
        fail('the mask would be written to %s, which must end in .png' % path)
    try:
        check_output(path)
    except NotWritten as error:
        fail(error)


def write_mask(path, rows):
    """A grey PNG: white where a row, of bytes, is not 0."""
    white = bytes(1) + b'\xff' * 255  # what a byte becomes
    lines = b''.join(b'\0' + bytes(row).translate(white) for row in rows)
    with whole_file(path) as file:
        file.write(png(len(rows[0]), len(rows), 8, 0, lines))


class Repair(Video):
    """With cudainpaint, whose properties are given as gst-launch takes them."""

    def __init__(self, path, properties, mask, output, rate=None):
        sink, self.sound = output_of(output)
        # a queue on either side, so that decoding, repairing and encoding each
        # have a thread
        super().__init__(path, (
            '%s ! videoconvert ! cudainpaint name=repair %s ! queue ! %s' % (
                queue_of(path), properties, sink)), output, rate=rate)
        self.mask = mask

    def sized(self, width, height):
        self.find('repair').set_property('mask-location', self.mask)

    def add_sound(self, pad):
        """It stays; the screen has none."""
        if self.sound:
            self.add_branch('queue ! audioconvert ! audioresample ! ' + self.sound,
                            pad)
