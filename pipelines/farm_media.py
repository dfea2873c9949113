"""What pipelines/farm does to one recording: finds where it can be cut, filters
a piece of it, and joins the pieces. No program by itself.

A piece is the frames from one key frame's time up to the next piece's, and one
frame more: the first of the next piece, which both make. In joining they must
be the same to the byte, or the cut was none. Pieces are FFV1, every frame by
itself, in Matroska that counts nanoseconds, so that joining changes nothing.
"""
import os
import sys
import zlib

import gi
gi.require_version('Gst', '1.0')
from gi.repository import GLib, Gst

Gst.init(None)

NONE = Gst.CLOCK_TIME_NONE
FRAMES = 'queue max-size-buffers=3 max-size-bytes=0 max-size-time=0'
LOSSLESS = 'avenc_ffv1 gop-size=1 slices=4'
AHEAD = 32 << 20  # bytes of packets that wait for the decoder
MEMORYLESS = frozenset('''
    bin capsfilter cudaconvert cudaconvertscale cudaconvolve cudacopy
    cudadownload cudaepsilon cudainpaint cudamedian cudascale cudasnake
    cudaupload gamma identity queue videobalance videobox videoconvert
    videoconvertscale videocrop videoflip videoscale'''.split())


class MediaError(Exception):
    """Something is wrong with a recording or with the filter."""


class CutError(MediaError):
    """The recording can be filtered only as a whole."""


def launch(text):
    try:
        return Gst.parse_launch_full(text, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        raise MediaError(error.message) from None


def open_file(element, file):
    """Names that GStreamer could not take (not UTF-8) are no matter so."""
    element.set_property('location', '/proc/self/fd/%d' % file.fileno())


def heard(bus, wait=0):
    """True at the end; prints warnings; an error is raised."""
    kinds = (Gst.MessageType.ERROR | Gst.MessageType.WARNING
             | Gst.MessageType.EOS)
    while message := bus.timed_pop_filtered(wait, kinds):
        if message.type == Gst.MessageType.EOS:
            return True
        if message.type == Gst.MessageType.ERROR:
            error, details = message.parse_error()
            raise MediaError('%s (%s)' % (
                error.message.rstrip('.'),
                (details or message.src.name).strip().splitlines()[-1]))
        print('warning: %s: %s' % (
            message.src.name, message.parse_warning()[0].message),
            file=sys.stderr)
        wait = 0
    return False


class Player:
    """A pipeline that plays, and is put away whatever happens."""

    def __init__(self, text):
        self.pipeline = launch(text)
        self.bus = self.pipeline.get_bus()

    def find(self, name):
        return self.pipeline.get_by_name(name)

    def __enter__(self):
        self.pipeline.set_state(Gst.State.PLAYING)
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def add(self, text, pad):
        """A sink, or a bin that ends in one, for a new pad."""
        branch = Gst.parse_bin_from_description(text, True)
        self.pipeline.add(branch)
        branch.sync_state_with_parent()
        pad.link(branch.get_static_pad('sink'))
        return branch


def kind(pad):
    caps = pad.get_current_caps() or pad.query_caps()
    name = caps.get_structure(0).get_name()
    return 'video' if name.startswith('image/') else name.partition('/')[0]


class Packets(Player):
    """The first video of a file, packet by packet as they are stored."""

    def __init__(self, file):
        super().__init__('filesrc name=source ! parsebin name=parser')
        open_file(self.find('source'), file)
        self.sink = None
        self.others = 0
        self.find('parser').connect('pad-added', self.pad_added)

    def pad_added(self, _, pad):
        if self.sink is None and kind(pad) == 'video':
            branch = self.add('appsink name=sink sync=false async=false '
                              'max-buffers=64', pad)
            self.sink = branch.get_by_name('sink')
            return
        self.add('fakesink sync=false async=false', pad)
        self.others += 1

    def __iter__(self):
        while self.sink is None:
            if heard(self.bus, Gst.SECOND // 50) and self.sink is None:
                raise MediaError('it has no pictures')
        while True:
            sample = self.sink.emit('try-pull-sample', Gst.SECOND // 10)
            if sample:
                # a copy: appsink cannot note new caps while somebody has its own
                sample = Gst.Sample.new(sample.get_buffer(), sample.get_caps(),
                                        sample.get_segment(), None)
                yield sample
            else:
                heard(self.bus)
                if self.sink.get_property('eos'):
                    heard(self.bus, Gst.SECOND // 20)  # why it ended
                    return

    def seek(self, segment, pts):
        """To the key frame of a time, about."""
        time = segment.to_stream_time(Gst.Format.TIME, pts)
        return time != NONE and self.sink.send_event(Gst.Event.new_seek(
            1.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH | Gst.SeekFlags.KEY_UNIT
            | Gst.SeekFlags.SNAP_BEFORE, Gst.SeekType.SET, time,
            Gst.SeekType.NONE, 0))


def content(buffer):
    return buffer.extract_dup(0, buffer.get_size())


def same(one, other):
    one, other = one.get_buffer(), other.get_buffer()
    return one.pts == other.pts and content(one) == content(other)


def is_key(buffer):
    """Empty packets, which vp8enc of GStreamer 1.26 makes of gaps, are no pictures."""
    return (buffer.get_size() > 0
            and not buffer.has_flags(Gst.BufferFlags.DELTA_UNIT))


def mark(buffer):
    """What a packet is known by after a seek."""
    return [buffer.pts, buffer.get_size(), zlib.crc32(content(buffer))]


SEGMENT = ('rate', 'applied_rate', 'base', 'offset', 'start', 'stop', 'time')


def timeline(sample):
    """How times of packets become times of pictures: one for all, or no cuts."""
    segment = sample.get_segment()
    return [getattr(segment, name) for name in SEGMENT]


class Index:
    """Reads a recording's packets once, decodes none, and says where to cut it:
    at the first key frame that is so many seconds behind the last cut. Each
    piece is decoded from the key frame before its first one, so that pictures
    which lean on it (open GOPs) come out right."""

    def __init__(self, file, seconds):
        self.step = int(seconds * Gst.SECOND)
        self.cuts = []       # of each: its time; the packet to decode from
        self.whole = None    # why it cannot be cut
        self.line = None
        self.key = None
        self.last = None
        self.count = 0
        with Packets(file) as packets:
            for sample in packets:
                self.add(sample)
            self.others = packets.others
        if not self.count:
            raise MediaError('it has no pictures')
        if self.count == 1 and self.key is None:
            raise MediaError('it is one picture, no video')

    def add(self, sample):
        buffer = sample.get_buffer()
        line = timeline(sample)
        if self.line is None:
            self.line = line
        elif line != self.line:
            self.whole = 'its timeline is edited'
        header = (buffer.pts == NONE
                  and buffer.has_flags(Gst.BufferFlags.HEADER))
        if buffer.pts == NONE and not header:
            self.whole = 'its packets have no times'
        if not header and is_key(buffer):
            self.add_key(buffer)
        self.count += 1

    def add_key(self, buffer):
        if buffer.pts == NONE or (self.last is not None
                                  and buffer.pts <= self.last):
            self.whole = self.whole or 'times of its key frames go back'
            return
        if self.key is None:
            self.start = buffer.pts
        elif self.step and buffer.pts - self.start >= self.step:
            self.start = buffer.pts
            self.cuts.append((self.start, self.key))
        self.key = [self.count, *mark(buffer)]
        self.last = buffer.pts

    def pieces(self):
        cuts = [] if self.whole else self.cuts
        starts = [(None, None), *cuts]
        ends = [*(start for start, _ in cuts), None]
        return [{'start': start, 'end': end, 'from': origin}
                for (start, origin), end in zip(starts, ends)]


class Skip:
    """Takes packets until the one is there that a piece is decoded from."""

    def __init__(self, origin):
        self.number, *self.mark = origin or (0,)
        self.over = not origin
        self.count = 0
        self.sought = False

    def wants(self, buffer):
        if self.over:
            return True
        if self.sought:
            if buffer.pts != NONE and buffer.pts > self.mark[0]:
                # key frames' times rise: it is not to come any more
                if is_key(buffer):
                    raise CutError('seeking leads elsewhere')
            self.over = (buffer.pts == self.mark[0]
                         and mark(buffer) == self.mark)
        else:
            self.over = self.count == self.number
            if self.over and mark(buffer) != self.mark:
                raise CutError('it reads otherwise than when it was planned')
        self.count += 1
        return self.over or (buffer.pts == NONE and buffer.has_flags(
            Gst.BufferFlags.HEADER))


class Filtering(Player):
    """Packets in at one end, filtered frames of a piece in a file at the other.
    A recording that is one piece comes from its file, as in any pipeline."""

    def __init__(self, recording, piece, text, file):
        self.start, self.end = piece['start'], piece['end']
        cut = self.start is not None or self.end is not None
        super().__init__((
            'appsrc name=farm-packets format=time handle-segment-change=true'
            if cut else 'filesrc name=farm-source') + ' ! '
            'decodebin name=farm-decoder  %s name=farm-frames ! videoconvert ! '
            '%s ! %s ! videoconvert ! %s ! matroskamux timecodescale=1 ! '
            'filesink name=farm-file' % (FRAMES, text, FRAMES, LOSSLESS))
        open_file(self.find('farm-file'), file)
        self.source = self.find('farm-packets')
        if not cut:
            open_file(self.find('farm-source'), recording)
        self.segment = self.caps = None
        self.stop = NONE  # of the recording's timeline
        self.frames = 0
        self.past = False
        self.untimed = False
        self.find('farm-decoder').connect('pad-added', self.pad_added)

    def pad_added(self, _, pad):
        sink = self.find('farm-frames').get_static_pad('sink')
        if not sink.is_linked():
            pad.add_probe(Gst.PadProbeType.BUFFER, self.frame)
            pad.link(sink)

    def frame(self, _, info):
        pts = info.get_buffer().pts
        if NONE != pts >= self.stop:
            return Gst.PadProbeReturn.DROP
        if self.start is not None or self.end is not None:
            if pts == NONE:
                self.untimed = True
                return Gst.PadProbeReturn.DROP
            if self.past or (self.start is not None and pts < self.start):
                return Gst.PadProbeReturn.DROP
            self.past = self.end is not None and pts >= self.end
        self.frames += 1
        return Gst.PadProbeReturn.OK

    def push(self, buffer, caps, segment):
        """A sample brings a segment event each time, at which decoders start
        anew: only where it, or the caps, are others than before."""
        while self.source.get_property('current-level-bytes') > AHEAD:
            heard(self.bus, Gst.SECOND // 200)
        if segment is self.segment and caps.is_equal(self.caps):
            self.source.emit('push-buffer', buffer)
        else:
            self.segment, self.caps = segment, caps
            self.source.emit('push-sample', Gst.Sample.new(
                buffer, caps, segment, None))
        heard(self.bus)

    def finish(self):
        if self.source:
            self.source.emit('end-of-stream')
        while not heard(self.bus, Gst.SECOND):
            pass
        if self.untimed:
            raise CutError('its pictures have no times')
        if not self.frames:
            raise CutError('a piece of it has no pictures')
        if self.end is not None and not self.past:
            raise CutError('a piece of it ends early')


def feed(recording, piece, filtering, sought):
    segment = None
    skip = Skip(piece['from'])
    with Packets(recording) as packets:
        for sample in packets:
            if segment is None:  # the one of playing all of it
                segment = sample.get_segment().copy()
                filtering.stop = segment.stop
                segment.stop = NONE  # appsrc would end at its first packet
                if sought:
                    skip.sought = packets.seek(segment, piece['from'][1])
                    if not skip.sought:
                        raise CutError('it cannot be sought in')
                    continue
            if not skip.wants(sample.get_buffer()):
                continue
            filtering.push(sample.get_buffer(), sample.get_caps(), segment)
            if filtering.past:
                break
    if not skip.over:
        raise CutError('it reads otherwise than when it was planned')
    filtering.finish()


def filter_piece(recording, piece, text, output):
    """How many frames. A piece is sought for; where that leads elsewhere than
    reading on did, everything before it is read."""
    for sought in (True, False) if piece['from'] else (False,):
        output.seek(0)
        output.truncate()
        filtering = Filtering(recording, piece, text, output)
        try:
            with filtering:
                if not filtering.source:
                    filtering.finish()
                    break
                feed(recording, piece, filtering, sought)
            break
        except CutError:
            if not sought:
                raise
    return filtering.frames


def memory_of(text):
    """Which element of a filter remembers frames, as far as is known; whether it
    surely does. Refuses what is no filter."""
    try:
        bin_ = Gst.parse_bin_from_description_full(
            text, True, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        raise MediaError(error.message) from None
    if not isinstance(bin_, Gst.Bin):
        bin_, alone = Gst.Bin.new(None), bin_
        bin_.add(alone)
    elif not (bin_.get_static_pad('sink') and bin_.get_static_pad('src')):
        raise MediaError('it has not one input and one output')
    bus = Gst.Bus.new()
    bin_.set_bus(bus)
    bin_.set_state(Gst.State.READY)
    message = bus.pop_filtered(Gst.MessageType.ERROR | Gst.MessageType.WARNING)
    elements = bin_.iterate_recurse()
    unknown = certain = None
    while (step := elements.next())[0] == Gst.IteratorResult.OK:
        element = step[1]
        name = element.get_factory().get_name()
        if element.find_property('track') and element.get_property('track'):
            certain = name + ' track=true'
        elif element.find_property('past'):
            certain = name
        elif name not in MEMORYLESS:
            unknown = name
    bin_.set_state(Gst.State.NULL)
    if message:
        problem = (message.parse_error() if message.type
                   == Gst.MessageType.ERROR else message.parse_warning())[0]
        raise MediaError(problem.message)
    return certain or unknown, certain is not None


class Joining(Player):
    """Pictures from pieces, everything else from the recording, into one file."""

    def __init__(self, recording, others, output):
        text = 'matroskamux name=mux ! filesink name=farm-file  '
        text += 'appsrc name=farm-packets format=time ! queue ! mux.video_0  '
        if others:
            text += 'filesrc name=source ! parsebin name=parser  multiqueue ' \
                'name=others max-size-buffers=0 max-size-bytes=50000000 ' \
                'max-size-time=10000000000'
        super().__init__(text)
        open_file(self.find('farm-file'), output)
        self.mux = self.find('mux')
        self.source = self.find('farm-packets')
        # parsebin does not say when it has shown all streams: they are counted
        self.hidden = others + 1 if others else 0
        if others:
            open_file(self.find('source'), recording)
            self.find('parser').connect('pad-added', self.pad_added)

    def accepts(self, caps):
        """The name of the muxer's input for it."""
        return next((
            template.name_template
            for template in self.mux.get_pad_template_list()
            if template.direction == Gst.PadDirection.SINK
            and template.name_template != 'video_%u'
            and template.get_caps().can_intersect(caps)), None)

    def parser(self, caps):
        """What brings a stream into the form that Matroska has, and for which
        of the muxer's inputs."""
        for factory in Gst.ElementFactory.list_filter(
                Gst.ElementFactory.list_get_elements(
                    Gst.ELEMENT_FACTORY_TYPE_PARSER, Gst.Rank.MARGINAL),
                caps, Gst.PadDirection.SINK, False):
            for template in factory.get_static_pad_templates():
                name = (template.direction == Gst.PadDirection.SRC
                        and self.accepts(template.get_caps()))
                if name:
                    return factory.get_name(), name
        return None, None

    def pad_added(self, _, pad):
        self.take(pad)
        self.hidden -= 1

    def take(self, pad):
        caps = pad.get_current_caps() or pad.query_caps()
        name = self.accepts(caps)
        parser, name = ('identity', name) if name else self.parser(caps)
        if kind(pad) == 'video' or not parser:
            if kind(pad) != 'video':
                print('warning: left out, since Matroska has none such: %s' %
                      caps.get_structure(0).get_name(), file=sys.stderr)
            self.add('fakesink sync=false async=false', pad)
            return
        others = self.find('others')
        sink = others.request_pad_simple('sink_%u')
        source = others.get_static_pad(sink.name.replace('sink', 'src'))
        branch = Gst.parse_bin_from_description(parser, True)
        self.pipeline.add(branch)
        branch.sync_state_with_parent()
        source.link(branch.get_static_pad('sink'))
        branch.get_static_pad('src').link(self.mux.request_pad_simple(name))
        pad.link(sink)

    def push(self, sample):
        while (self.hidden > 0 or self.source.get_property(
                'current-level-bytes') > AHEAD):
            heard(self.bus, Gst.SECOND // 200)
        self.source.emit('push-sample', sample)

    def finish(self):
        self.source.emit('end-of-stream')
        while not heard(self.bus, Gst.SECOND):
            pass


def packets_of(pieces):
    """Those of all pieces, each once, where the pieces agree."""
    seam = None  # the last of a piece, which the next begins with
    for number, path in enumerate(pieces):
        held = None
        with open(path, 'rb') as file, Packets(file) as packets:
            for sample in packets:
                if held is not None:
                    yield held
                elif seam is not None and not same(seam, sample):
                    raise CutError('pieces %d and %d of it do not meet' % (
                        number - 1, number))
                held = sample
        seam = held
    if seam is not None:
        yield seam


def for_mux(sample):
    """GStreamer's own matroskamux wants the version of FFV1 under a name that is
    misspelt; its matroskademux does not give it."""
    caps = sample.get_caps().copy()
    caps.set_value('ffversion', 1)
    return Gst.Sample.new(sample.get_buffer(), caps, None, None)


def join_pieces(recording, others, pieces, output):
    count = 0
    caps = None
    joining = Joining(recording, others, output)
    with joining:
        for sample in packets_of(pieces):
            if caps is None:
                caps = sample.get_caps()
            elif not caps.is_equal(sample.get_caps()):
                raise MediaError('its pictures change in the middle: %s, %s' % (
                    caps.to_string(), sample.get_caps().to_string()))
            joining.push(for_mux(sample))
            count += 1
        joining.finish()
    return count
