# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A pipeline of GStreamer's that is played to its end, and a video through one:
from a camera or a file, onto the screen or into a file. What the examples in
Python have in common; no program by itself.

Needs Debian's python3-gi and gir1.2-gstreamer-1.0, and the plugin: as installed,
or built in build/ (tools/setup).
"""
import contextlib
import os
import stat
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gstreamer import GLib, Gst, ROOT, fail, gi, missing, say
from encoders import VP8
from explain import explain
from messages import (
    Missing, Warnings, error_of, is_missing, is_ours, is_refusal, warning_of)
from pictures import CAPS, RATE, Written, are_written, is_pattern, pictures_of
sys.path.insert(0, os.path.join(ROOT, 'tools', 'wholefile'))
from wholefile import NotWritten, check_output, whole_path

# A name's end chooses: the picture's encoder with the file's format, and sound's
OUTPUTS = {
    '.webm': (VP8 + ' ! webmmux name=mux', 'opusenc'),
    '.mkv': ('avenc_ffv1 ! matroskamux name=mux', 'opusenc'),  # without loss
    '.y4m': ('y4menc', None),  # without loss, and as large as it is
}
LOSSLESS = '.mkv', '.y4m'  # as pictures are, or an error


IDLE = 2  # seconds in which nothing decodes
AFTER = 'queue', 'appsrc'  # their threads wait for what was decoded
NOT_DECODED = 'not a video that can be decoded: it may have been cut off'
SOON = Gst.MSECOND  # Matroska's shortest time
STATUS_TTY, STATUS_LOG = .5, 5  # seconds between two lines; where nobody watches


def rate(n, seconds):
    """As examples tell it."""
    seconds = max(seconds, 1e-3)
    return '%d frames in %.1f s, %.1f frames/s' % (n, seconds, n / seconds)


def is_camera(path):
    if is_pattern(path):
        return False
    try:
        return stat.S_ISCHR(os.stat(path).st_mode)
    except OSError as error:
        return fail('there is no %s (%s)' % (path, error.strerror))


def queue_of(path):
    """In which pictures wait. A live camera's old ones are dropped rather than late."""
    return 'queue name=video' + (
        ' leaky=downstream max-size-buffers=2' if is_camera(path) else '')


def output_of(path, name='last'):
    """Raw pictures' way into a file, or onto the screen, and sound's encoder."""
    if not path:
        return 'videoconvert name=%s ! autovideosink' % name, None
    if are_written(path):
        return ('videoconvert name=%s ! %s ! fakesink name=output sync=false '
                'signal-handoffs=true' % (name, CAPS)), None
    end = os.path.splitext(path)[1].lower()
    if end not in OUTPUTS:
        fail('%s must end in %s, or be pictures as out/img-%%04d.png' % (
            path, ' or '.join(OUTPUTS)))
    encoder, sound = OUTPUTS[end]
    return 'videoconvert name=%s ! %s ! filesink name=output' % (name, encoder), sound


def check_result(path, of=None):
    """Before anything is done for it; `of`: the Pictures that it is made of."""
    if are_written(path):
        Written(path, of).check()
    else:
        check_output(path)


def gst_video():
    """GStreamer's library of formats; None where it is not installed."""
    try:
        gi.require_version('GstVideo', '1.0')
        from gi.repository import GstVideo
    except (ImportError, ValueError):
        return None
    return GstVideo


def depth_of(caps):
    """Bits of a sample; 0 where nobody can say."""
    GstVideo = gst_video()
    name = GstVideo and caps and caps.get_structure(0).get_string('format')
    return max(GstVideo.VideoFormat.get_info(
        GstVideo.VideoFormat.from_string(name)).depth) if name else 0


def pass_on(pad, buffer, **times):
    """In a probe of a sink's: another buffer of the same memory takes its place, as one
    that comes by is not Python's to write to."""
    copy = buffer.copy_region(Gst.BufferCopyFlags.FLAGS | Gst.BufferCopyFlags.TIMESTAMPS
                              | Gst.BufferCopyFlags.META | Gst.BufferCopyFlags.MEMORY,
                              0, buffer.get_size())
    for name, value in times.items():
        setattr(copy, name, value)
    pad.chain(copy)
    return Gst.PadProbeReturn.DROP


class Times:
    """Of frames on their way into a file, each of which has to be behind the one before:
    one that is not is left out, and one without a time gets the next. Some deinterlacers
    go back at the end, and programs' own sources may not know. With `keep_all` one that is
    not follows soon: from a network, times are those of a clock that is put right, and
    begin when it is listened to: the file begins with the first frame."""

    def __init__(self, pad, keep_all=False):
        self.keep_all = keep_all
        self.n_left_out = 0
        self.now = None  # the last one's running time
        self.last, self.interval = 0, 0  # its own time, and what it is behind another
        pad.add_probe(Gst.PadProbeType.BUFFER, self.came)

    def came(self, pad, info):
        buffer = info.get_buffer()
        segment = pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment()
        if buffer.pts == Gst.CLOCK_TIME_NONE:
            return pass_on(pad, buffer, pts=segment.start if self.now is None else
                           self.last + self.length(pad, buffer))
        now = segment.to_running_time(Gst.Format.TIME, buffer.pts)
        if now == Gst.CLOCK_TIME_NONE:
            return Gst.PadProbeReturn.OK
        if self.now is not None and now <= self.now:
            if self.keep_all:
                return pass_on(pad, buffer, pts=self.last + SOON)
            self.n_left_out += 1
            return Gst.PadProbeReturn.DROP
        if self.now is None and self.keep_all:
            pad.get_parent_element().get_static_pad('src').set_offset(-now)
        self.interval = self.length(pad, buffer) if self.now is None else now - self.now
        self.now, self.last = now, buffer.pts
        return Gst.PadProbeReturn.OK

    def length(self, pad, buffer):
        """Until the frame behind it"""
        known, n, d = pad.get_current_caps().get_structure(0).get_fraction('framerate')
        if known and n > 0:
            return Gst.SECOND * d // n
        if 0 < buffer.duration < Gst.CLOCK_TIME_NONE:
            return buffer.duration
        return self.interval or Gst.SECOND // RATE

    def tell(self):
        if self.n_left_out:
            say('%s: not behind the one before in time' % (
                '1 frame is left out' if self.n_left_out == 1 else
                '%d frames are left out' % self.n_left_out))


def last_as_long(pad, times):
    """Of an .mp4, the frame that is decoded last says how long the whole is: until the one
    that is shown last has been shown for as long as the one before it. `times` are those
    of the frames, which encoders and parsers give lengths of their own."""
    begun = ends = None

    def came(pad, info):
        nonlocal begun, ends
        buffer = info.get_buffer()
        decoded = buffer.pts if buffer.dts == Gst.CLOCK_TIME_NONE else buffer.dts
        if begun is None:
            begun, ends = buffer.pts - decoded, buffer.pts
        ends = max(ends, buffer.pts)
        length = ends + times.interval - begun - decoded
        return Gst.PadProbeReturn.OK if buffer.duration == length else pass_on(
            pad, buffer, duration=length)

    pad.add_probe(Gst.PadProbeType.BUFFER, came)


def keep_frames_apart(element):
    """GStreamer 1.26's libav decoders abort at times before elements of GStreamer's that
    read frames as they are ("video meta uses 416x720 instead of 406x720"): here they
    copy. 1.24's and 1.28's do not abort."""
    if element.find_property('direct-rendering') and Gst.version()[:2] == (1, 26):
        element.set_property('direct-rendering', False)


def know_grey(pad, info):
    """In a probe: FFmpeg's decoders say of grey that its matrix is unknown, and
    GStreamer's videoconvert makes it pink then, and half as bright."""
    event = info.get_event()
    if event.type != Gst.EventType.CAPS:
        return Gst.PadProbeReturn.OK
    caps = event.parse_caps().copy()
    is_one = caps.get_structure(0)
    span, matrix, *rest = (is_one.get_string('colorimetry') or '').split(':') + ['']
    if (matrix != '0' or not (is_one.get_string('format') or '').startswith('GRAY')):
        return Gst.PadProbeReturn.OK
    caps.set_value('colorimetry', ':'.join([span, '4', *rest[:2]]))  # BT.601's
    pad.send_event(Gst.Event.new_caps(caps))
    return Gst.PadProbeReturn.DROP


def know_colours(pad, info):
    """In a probe: what frames are turned that do not say which colours they have.
    GStreamer takes those that are up to 576 high for BT.601's, others for BT.709's."""
    event, GstVideo = info.get_event(), gst_video()
    if event.type != Gst.EventType.CAPS or not GstVideo:
        return Gst.PadProbeReturn.OK
    caps = event.parse_caps().copy()
    colours = GstVideo.VideoInfo.new_from_caps(caps).colorimetry.to_string()
    if caps.get_structure(0).has_field('colorimetry') or not colours:
        return Gst.PadProbeReturn.OK
    caps.set_value('colorimetry', colours)
    pad.send_event(Gst.Event.new_caps(caps))
    return Gst.PadProbeReturn.DROP


def name_of(element):
    """Its factory's"""
    factory = element.get_factory()
    return factory and factory.get_name()


def mend(_pipeline, _bin, element):
    """What is wrong with elements of GStreamer's."""
    keep_frames_apart(element)
    if name_of(element) == 'videoflip':
        element.get_static_pad('sink').add_probe(
            Gst.PadProbeType.EVENT_DOWNSTREAM, know_colours)


def items(iterator):
    """Of one of GStreamer's, until what it goes through changes."""
    while True:
        result, item = iterator.next()
        if result != Gst.IteratorResult.OK:
            return
        yield item


class Idle:
    """decodebin loses an error of a demuxer's that comes before it is told that the demuxer
    has begun (seen with 1.24), and nothing follows."""

    def __init__(self, pipeline):
        self.pipeline, self.since = pipeline, None

    def lasts(self, now):
        """Whether no thread has been at work for a while that could find something to
        decode: of a pipeline in which nothing is decoded yet."""
        if any(pad.get_task_state() == Gst.TaskState.STARTED and name_of(element) not in AFTER
               for element in items(self.pipeline.iterate_recurse())
               for pad in items(element.iterate_pads())):
            self.since = None
        elif self.since is None:
            self.since = now
        return self.since is not None and now - self.since > IDLE


def queue_size(megabytes):
    """Of a queue that has no other limit."""
    return 'max-size-buffers=0 max-size-time=0 max-size-bytes=%d' % (megabytes << 20)


def parse_launch(line):
    """The pipeline that is described as for gst-launch-1.0."""
    try:
        pipeline = Gst.parse_launch_full(line, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        return fail(explain(error, line))
    if isinstance(pipeline, Gst.Bin):
        pipeline.connect('deep-element-added', mend)
        for element in items(pipeline.iterate_recurse()):
            mend(pipeline, None, element)
    return pipeline


def check_filter(line):
    """For who plays it later: fails where elements cannot be made, or ours refuse what
    they are given."""
    if not line:
        return
    try:
        made = Gst.parse_bin_from_description_full(
            line, True, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        fail(explain(error, line))
    bus, elements = Gst.Bus.new(), []
    made.iterate_recurse().foreach(elements.append)
    for element in filter(is_ours, elements):
        element.set_bus(bus)
        element.set_state(Gst.State.PAUSED)
        element.set_state(Gst.State.NULL)
    while message := bus.pop_filtered(Gst.MessageType.ERROR | Gst.MessageType.WARNING):
        if message.type == Gst.MessageType.ERROR:
            fail(error_of(message))
        if is_refusal(message):
            fail(warning_of(message))


class Pipeline:
    """It is described as for gst-launch-1.0, and called so in error messages.
    Of an element that is named "last", as output_of() has it, the frames that it
    gets are counted, n, and told while it runs and at the end. They go into the
    file `output` if there is one, or the pictures: they appear when they are whole."""

    pictures = None  # that frames are read from
    keeps_all = False  # frames, whatever their times

    def __init__(self, description, name, output=None):
        Gst.init(None)
        self.name = name
        self.output = output
        self.n = 0
        self.position = 0  # of the last frame, in nanoseconds
        self.problem = None
        self.n_interrupts = 0
        self.warnings, self.missing = Warnings(), Missing()
        self.pipeline = parse_launch(description)
        self.times = None
        if self.find('last'):
            pad = self.find('last').get_static_pad('sink')
            if self.find('mux'):
                self.times = Times(pad, self.keeps_all)
                if name_of(self.find('mux')) == 'mp4mux':
                    last_as_long(self.find('mux').sinkpads[0], self.times)
            pad.add_probe(Gst.PadProbeType.BUFFER, self.count)

    def count(self, _pad, info):
        if self.n == 0:
            self.began = time.monotonic()
        self.n += 1
        self.position = info.get_buffer().pts
        return Gst.PadProbeReturn.OK

    def tell(self, now):
        """A line, in place of the last one on a terminal."""
        is_tty = sys.stdout.isatty()
        if self.n == 0 or now - self.shown < (STATUS_TTY if is_tty else STATUS_LOG):
            return
        self.shown = now
        known, length = self.pipeline.query_duration(Gst.Format.TIME)
        share = '%3.0f %%, ' % (100 * min(self.position / length, 1)) if (
            known and length > 0 and self.position < Gst.CLOCK_TIME_NONE) else ''
        print('%s%s%s' % ('\r\033[K' if is_tty else '', share, self.so_far(now)),
              end='' if is_tty else '\n', flush=True)

    def so_far(self, now):
        return rate(self.n, now - self.began)

    def tell_end(self):
        """The closing line, when the file is whole."""
        if self.find('last'):
            print('%s%s%s' % ('\r\033[K' if sys.stdout.isatty() else '',
                              self.so_far(self.ended_at), self.where()))

    def where(self):
        return ': ' + self.output if self.output else ''

    def find(self, name):
        return self.pipeline.get_by_name(name)

    def heard(self, message):
        """True where a message of an element's, or a warning, is the end."""
        return False

    def warned(self, message):
        """True where it is the end: another filter would run than was asked for."""
        if is_refusal(message):
            self.problem = warning_of(message)
        elif not self.heard(message):
            self.warnings.tell(message)
        return self.problem is not None

    def is_end(self, error):
        """True where an error is but the stream's end."""
        return False

    def _heard(self, message):
        if message.type == Gst.MessageType.ERROR and self.is_end(message):
            return False  # which follows
        if message.type == Gst.MessageType.ERROR:
            self.problem = self.problem or self.failure(message)
        elif message.type == Gst.MessageType.WARNING:
            return self.warned(message)
        elif message.type != Gst.MessageType.EOS:
            self.missing.hear(message)
            return self.heard(message) or self.problem is not None
        return True

    def failure(self, message):
        missing = is_missing(message.parse_error()[0]) and self.missing.text()
        return '%s: %s' % (self.name, missing or error_of(message))

    def interrupted(self):
        """Ends the file properly; the second time, whatever becomes of it."""
        if self.n_interrupts > 0:
            self.problem = 'interrupted'
        self.n_interrupts += 1
        self.pipeline.send_event(Gst.Event.new_eos())

    def begins(self):
        """It is about to play."""

    def watch(self, now):
        """Ten times a second."""

    def ended(self):
        """All is on its way; before the pipeline is stopped."""

    def run(self):
        """To the end. Nothing is left of a file without frames."""
        try:
            with contextlib.ExitStack() as files:
                if self.output:
                    self.open_output(files)
                self.play()
            if self.times:
                self.times.tell()
            self.tell_end()
        except NotWritten as error:
            fail(error)
        except KeyboardInterrupt:  # while it starts or stops
            fail('interrupted')

    def open_output(self, files):
        end = self.find('output')
        if are_written(self.output):
            written = Written(self.output, self.pictures)
            written.check()
            end.connect('handoff', self.write, files.enter_context(written.opened()))
        else:
            end.set_property('location', files.enter_context(whole_path(self.output)))
        last = self.find('last')
        if last and name_of(last) == 'videoconvert' and (
                are_written(self.output) or self.output.lower().endswith(LOSSLESS)):
            # as output_of() has it
            last.get_static_pad('src').add_probe(Gst.PadProbeType.BUFFER, self.check_depth)

    def write(self, _, buffer, pad, written):
        try:
            written.write(pad.get_current_caps(), buffer)
        except OSError as error:  # a thread of GStreamer's must not exit
            self.problem = self.problem or str(error)

    def entering(self):
        """Where frames come in that have all their bits, a pad."""
        return self.find('last').get_static_pad('sink')

    def check_depth(self, pad, _):
        """Whether what should be without loss has as many bits as what came in."""
        before, kept, now = (depth_of(p.get_current_caps()) for p in (
            self.entering(), self.find('last').get_static_pad('sink'), pad))
        if now < before:
            self.problem = self.problem or '%s would have %d bits, of %d: %s' % (
                self.output, now, before, 'this program filters no more' if kept < before
                else 'a result that is pictures, as out/img-%04d.png, has all of them')
            return Gst.PadProbeReturn.DROP
        return Gst.PadProbeReturn.REMOVE

    def play(self):
        bus = self.pipeline.get_bus()
        self.began = self.shown = time.monotonic()
        self.begins()
        self.pipeline.set_state(Gst.State.PLAYING)
        end = False
        while not end and not self.problem:
            try:
                message = bus.timed_pop_filtered(
                    Gst.SECOND // 10, Gst.MessageType.EOS
                    | Gst.MessageType.ERROR | Gst.MessageType.WARNING
                    | Gst.MessageType.ELEMENT)
                end = message is not None and self._heard(message)
                self.tell(time.monotonic())
                self.watch(time.monotonic())
            except KeyboardInterrupt:
                self.interrupted()
        self.ended_at = time.monotonic()
        if not self.problem:
            self.ended()
        self.pipeline.set_state(Gst.State.NULL)
        if self.output and self.n == 0:
            self.problem = self.problem or '%s has no frames' % self.name
        if self.problem:
            fail(self.problem)


class Video(Pipeline):
    """`after` is what decoded pictures go through, from an element that is named
    "video" on. With parsebin as the decoder they are still encoded. `source`, elements
    as for gst-launch-1.0, may take a file's or a camera's place. Pictures (pictures.py)
    are `rate` frames a second."""

    def __init__(self, path, after, output=None, decoder='decodebin', source=None, rate=None):
        self.pictures = None if source else pictures_of(path, rate)
        source = source or self.pictures and self.pictures.source
        super().__init__('%s ! %s name=decoder %s' % (
            source or ('v4l2src' if is_camera(path) else 'filesrc') + ' name=source',
            decoder, after), path, output)
        self.path = path
        self.of_file = not source and not is_camera(path)
        self.has_pads, self.idle = False, Idle(self.pipeline)
        self.has_enough = False  # no more frames are wanted
        if self.pictures:
            self.pictures.feed(self.find('pictures'), self.unread)
            self.n_in, self.alike = 0, None
            self.entering().add_probe(
                Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM, self.came)
        elif not source:
            self.find('source').set_property(
                'device' if is_camera(path) else 'location', path)
        self.find('decoder').connect('pad-added', self.pad_added)
        self.find('decoder').connect('no-more-pads', self.all_pads)
        self.find('video').get_static_pad('sink').add_probe(
            Gst.PadProbeType.EVENT_DOWNSTREAM, know_grey)
        self.cut(self.entering())

    def entering(self):
        return self.find('video').get_static_pad('sink')

    def watch(self, now):
        if self.of_file and not self.has_pads and self.idle.lasts(now):
            self.problem = self.problem or '%s is %s' % (self.path, NOT_DECODED)

    def failure(self, message):
        error, codes = message.parse_error()[0], Gst.StreamError
        if self.of_file and not self.n and not self.missing.text() and any(
                error.matches(codes.quark(), code) for code in (
                    codes.TYPE_NOT_FOUND, codes.WRONG_TYPE, codes.DECODE, codes.DEMUX)):
            return '%s is not a video that can be decoded: %s' % (self.name, error.message)
        return super().failure(message)

    def unread(self, problem):
        self.problem = self.problem or problem

    def came(self, _, info):
        """A frame of pictures, or what it is: all must be alike."""
        if info.type & Gst.PadProbeType.BUFFER:
            if self.problem:  # it may be of other caps, which were dropped
                return Gst.PadProbeReturn.DROP
            self.n_in += 1
        elif info.get_event().type == Gst.EventType.CAPS:
            is_one = info.get_event().parse_caps().get_structure(0)
            what = '%sx%s pixels of %s' % tuple(
                is_one.get_value(name) for name in ('width', 'height', 'format'))
            self.alike = self.alike or what
            if what != self.alike:
                self.unread('%s has %s, and those before it have %s: all must be alike' % (
                    self.pictures.files[min(self.n_in, len(self.pictures.files) - 1)], what,
                    self.alike))
                return Gst.PadProbeReturn.DROP
        return Gst.PadProbeReturn.OK

    def cut(self, pad):
        """After an interrupt nothing passes here that is behind the last frame."""
        pad.add_probe(Gst.PadProbeType.BUFFER, lambda _, info: (
            Gst.PadProbeReturn.DROP if self.n_interrupts
            and info.get_buffer().pts > self.position else Gst.PadProbeReturn.OK))

    def ended(self):
        """Recordings break off."""
        if not self.of_file or self.has_enough or self.n_interrupts or not self.n:
            return
        known, length = self.entering().peer_query_duration(Gst.Format.TIME)
        missing = length - self.position
        if known and missing > max(Gst.SECOND, .05 * length):
            say('%s: its pictures end after %.1f s, and it says that it has %.1f s: was it '
                'cut off?' % (self.path, self.position / Gst.SECOND, length / Gst.SECOND))

    def pad_added(self, _, pad):
        self.has_pads = True
        caps = pad.get_current_caps() or pad.query_caps()
        name = caps.get_structure(0).get_name()
        if name.startswith(('video/', 'image/')):
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

    def add_branch(self, description, pad, mux_pad='audio_%u'):
        """Sound, from this pad into the file."""
        branch = Gst.parse_bin_from_description(description, True)
        self.pipeline.add(branch)
        branch.link_pads('src', self.find('mux'), mux_pad)
        branch.sync_state_with_parent()
        self.cut(branch.get_static_pad('src'))
        pad.link(branch.get_static_pad('sink'))

    def all_pads(self, _):
        if not self.find('video').get_static_pad('sink').is_linked():
            self.problem = '%s has no pictures' % self.path
