"""A video through cudainpaint: from a camera or a file, onto the screen or into
a file. What remove-logo and dead-pixels have in common; no program by itself.

Needs Debian's python3-gi and gir1.2-gstreamer-1.0, and the plugin: as installed,
or built in build/ (tools/setup).
"""
import os
import stat
import struct
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ['GST_PLUGIN_PATH'] = os.pathsep.join(
    [p for p in (os.environ.get('GST_PLUGIN_PATH'),) if p]
    + [os.path.join(ROOT, 'build', 'gst')])
PROGRAM = os.path.basename(sys.argv[0])


def fail(text):
    sys.exit('%s: %s' % (PROGRAM, text))


try:
    import gi
    gi.require_version('Gst', '1.0')
    from gi.repository import Gst
except (ImportError, ValueError) as why:
    fail('%s (Debian: python3-gi gir1.2-gstreamer-1.0)' % why)

# By the name's end: the picture's encoder with the file's format, and sound's
OUTPUTS = {
    '.webm': ('vp8enc deadline=1 cpu-used=4 threads=4 end-usage=cq cq-level=16 '
              'target-bitrate=20000000 ! webmmux name=mux', 'opusenc'),
    '.mkv': ('avenc_ffv1 ! matroskamux name=mux', 'opusenc'),  # without loss
}


def is_camera(path):
    try:
        return stat.S_ISCHR(os.stat(path).st_mode)
    except OSError as error:
        return fail('there is no %s (%s)' % (path, error.strerror))


def source_of(path):
    """Decoded pictures and sound, pad by pad, of the element "decoder"."""
    if is_camera(path):
        return 'v4l2src name=source ! decodebin name=decoder'
    return 'filesrc name=source ! decodebin name=decoder'


def write_mask(path, rows):
    """A grey PNG: white where a row, of bytes, is not 0."""
    def chunk(kind, data):
        return (struct.pack('>I', len(data)) + kind + data
                + struct.pack('>I', zlib.crc32(kind + data)))

    white = bytes(1) + b'\xff' * 255  # what a byte becomes
    lines = b''.join(b'\0' + bytes(row).translate(white) for row in rows)
    try:
        with open(path, 'wb') as file:
            file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack(
                '>IIBBBBB', len(rows[0]), len(rows), 8, 0, 0, 0, 0))
                + chunk(b'IDAT', zlib.compress(lines)) + chunk(b'IEND', b''))
    except OSError as error:
        fail('%s cannot be written: %s' % (path, error.strerror))


class Video:
    """A pipeline that is played to its end. `after` is what decoded pictures go
    through, from an element that is named "video" on."""

    def __init__(self, path, after):
        Gst.init(None)
        self.path = path
        self.problem = None
        try:
            self.pipeline = Gst.parse_launch_full(
                source_of(path) + ' ' + after, None,
                Gst.ParseFlags.FATAL_ERRORS)
        except Exception as error:  # GLib.Error
            fail('%s (is the plugin built? tools/setup)' % error)
        self.find('source').set_property(
            'device' if is_camera(path) else 'location', path)
        self.find('decoder').connect('pad-added', self.pad_added)
        self.find('decoder').connect('no-more-pads', self.all_pads)

    def find(self, name):
        return self.pipeline.get_by_name(name)

    def pad_added(self, _, pad):
        caps = pad.get_current_caps() or pad.query_caps()
        name = caps.get_structure(0).get_name()
        if name.startswith('video/'):
            sink = self.find('video').get_static_pad('sink')
            if not sink.is_linked():
                self.sized(*(caps.get_structure(0).get_value(n)
                             for n in ('width', 'height')))
                pad.link(sink)
        elif name.startswith('audio/'):
            self.add_sound(pad)

    def sized(self, width, height):
        """Frames will have this size."""

    def add_sound(self, pad):
        """Nobody listens."""

    def all_pads(self, _):
        if not self.find('video').get_static_pad('sink').is_linked():
            self.problem = '%s has no pictures' % self.path

    def heard(self, message):
        """TRUE where that is the end."""
        if message.type == Gst.MessageType.ERROR:
            error, details = message.parse_error()
            self.problem = self.problem or '%s: %s\n(%s)' % (
                self.path, error.message, details)
        elif message.type == Gst.MessageType.WARNING:
            # a mask that is of no use is one
            if message.src == self.find('repair'):
                self.problem = message.parse_warning()[0].message
            return self.problem is not None
        return True

    def run(self):
        """To the end; an interrupt ends the file properly."""
        bus = self.pipeline.get_bus()
        self.pipeline.set_state(Gst.State.PLAYING)
        ended = False
        while not ended and not self.problem:
            try:
                message = bus.timed_pop_filtered(
                    Gst.SECOND // 10, Gst.MessageType.EOS
                    | Gst.MessageType.ERROR | Gst.MessageType.WARNING)
                ended = message is not None and self.heard(message)
            except KeyboardInterrupt:
                self.pipeline.send_event(Gst.Event.new_eos())
        self.pipeline.set_state(Gst.State.NULL)
        if self.problem:
            fail(self.problem)


class Repair(Video):
    """With cudainpaint, whose properties are given as gst-launch takes them."""

    def __init__(self, path, properties, mask, output):
        end = os.path.splitext(output)[1].lower() if output else None
        if output and end not in OUTPUTS:
            fail('%s must end in %s' % (output, ' or '.join(OUTPUTS)))
        encoder, self.sound = OUTPUTS[end] if output else (None, None)
        # a queue on either side, so that decoding, repairing and encoding each
        # have a thread; a live camera drops old frames rather than fall behind
        leaky = 'leaky=downstream max-size-buffers=2 ' if is_camera(path) else ''
        super().__init__(path, (
            'queue name=video %s! videoconvert ! cudainpaint name=repair %s ! '
            'queue ! videoconvert ! %s' % (
                leaky, properties, encoder + ' ! filesink name=output'
                if output else 'autovideosink')))
        self.mask = mask
        if output:
            self.find('output').set_property('location', output)

    def sized(self, width, height):
        self.find('repair').set_property('mask-location', self.mask)

    def add_sound(self, pad):
        """It stays; the screen has none."""
        if not self.sound:
            return
        branch = Gst.parse_bin_from_description(
            'queue ! audioconvert ! audioresample ! ' + self.sound, True)
        self.pipeline.add(branch)
        branch.link(self.find('mux'))
        branch.sync_state_with_parent()
        pad.link(branch.get_static_pad('sink'))
