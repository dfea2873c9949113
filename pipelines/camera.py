#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Usage: pipelines/camera [OPTION...] [FILE]

Takes the noise out of a camera's picture, or FILE's, shows it, records it with sound,
and tells how much noise it finds.

  pipelines/camera                           the first camera, and the microphone
  pipelines/camera -o talk.mp4               into that file
  pipelines/camera --device=/dev/video2      another camera
  pipelines/camera --virtual-camera=/dev/video10   for OBS, a browser, a meeting
  pipelines/camera clip.mp4                  a file
  pipelines/camera --source="libcamerasrc"   what else GStreamer takes pictures from

Whatever ends it, what was recorded until then is a whole file: the first Ctrl-C, the
file's end, a window that is closed, a camera that is unplugged. A crash leaves
NAME.HOST.PROCESS.part, which players take, without the last seconds.

  -d, --device PATH     the camera (/dev/video0)
      --source ELEMENTS  what takes its place, as for gst-launch-1.0
      --sound WHAT      no; auto: a file's own, or a camera's microphone where there
                        is one; default: the microphone; list: shows which there are;
                        or one's name, or what takes its place, as for
                        gst-launch-1.0 (auto; with --source, its own alone)
  -o, --output PATH     the recording, .webm (VP8, Opus), .mp4 (H.264, AAC), .mkv
                        (H.264, Opus) or .y4m (without loss or sound); none: no
                        recording (in out/, .webm, of the date or FILE's name; with
                        --virtual-camera none)
  -c, --codec NAME      an .mkv's: h264, or ffv1, which is without loss (h264)
      --virtual-camera PATH  hands pictures to the programs that use this camera,
                        which v4l2loopback makes
      --preview WHEN    yes, no, or auto: where there is a display (auto)
  -p, --preset NAME     cudadenoise's: light, medium, strong or night (none: the noise
                        is estimated)
  -m, --method NAME     cudadenoise's: recursive or compensated
      --sigma STEPS     the noise's standard deviation, 0...64 in 8-bit steps (-1:
                        estimated)
  -s, --strength FACTOR  factor on the noise, 0...4
      --sharpen[=N]     sharpens; N: size, odd, 3...31 (5), 0: not at all
  -b, --backend NAME    auto, cuda or cpu (auto)
  -f, --frames N        stop after so many frames (at the end)
"""
import argparse
import os
import re
import stat
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devices import check_virtual_camera, list_microphones, microphone
from discover import discover, preparation, upright
from encoders import encoder, is_installed, sound_encoder
from explain import package_of
from gstreamer import say
from messages import numbers_of
from options import BACKENDS, number, then, word
from pictures import end_of
from video import OUTPUTS, Gst, Video, fail, output_of, queue_size, rate
from wholefile import check_output

LEAKY = 'leaky=downstream max-size-buffers=2'
# sound waits here for pictures
WAIT = queue_size(64)
FINISH = 10  # seconds, for the recording's end
QUALITY = 20  # H.264's quantizer
# the muxers; .mp4 in pieces, which are made one at the end
MUXERS = {'.mp4': 'mp4mux fragment-duration=2000 fragment-mode=first-moov-then-finalise',
          '.mkv': 'matroskamux'}
# those that autovideosink takes where it is of use
SINKS = 'xvimagesink', 'ximagesink', 'glimagesink', 'waylandsink', 'kmssink'


class Camera(Video):
    def __init__(self, options):
        self.options = options
        self.why = None  # what ended a recording that is whole
        self.sounds = []  # pads where sound enters the recording
        self.held = []  # sound that waits for the first picture
        self.is_over = False
        self.first_time = 0  # the first picture's time
        coded, self.sound, first = needed(options)
        self.microphone = choose_microphone(options) if self.sound else None
        # a camera does not wait: old frames are dropped rather than shown late
        queue = 'queue ' + LEAKY if options.live else 'queue'
        # after noise reduction, since it would sharpen noise too; colour has little
        # detail
        sharpen = options.sharpen and (
            'cudaconvolve kernel-type=unsharp size=%d planes=luma backend=%s' % (
                options.sharpen, options.backend))
        enough = options.frames and 'identity name=enough eos-after=%d' % (
            options.frames + 1)
        # GStreamer's queue forgets a decoder that asks for memory once nothing more is
        # taken behind it; of a camera's what is recorded is counted
        before = not options.live and enough
        # what is no camera comes as fast as one all the same
        pace = options.source and 'identity sync=true'
        after = 'videoconvert name=video ! %s%s%s%s ! cudadenoise name=denoise %s ! ' \
            '%s%sidentity name=last ! tee name=copies' % (
                then(pace), then(first), then(before), queue, denoise_text(options),
                then(sharpen), then(not before and enough))
        if options.output:
            after += ' copies. ! queue name=record ! ' + coded
        if options.virtual_camera:
            # as every program takes it; of a file a late picture is better than none
            after += (' copies. ! %s ! videoconvert ! video/x-raw,format=YUY2 ! '
                      'v4l2sink name=virtual sync=%s max-lateness=-1 qos=false device="%s"' % (
                          queue, not options.live, options.virtual_camera))
        if options.preview:
            # not leaky with a file, which is then played at its own speed
            after += ' copies. ! %s ! %s' % (queue, output_of(None, 'shown')[0])
        super().__init__(options.path, after, options.output, source=options.source)
        self.denoise = self.find('denoise')
        self.n_taken = 0
        if enough:
            # a decoder gives what it still has behind the last one
            self.find('enough').get_static_pad('src').add_probe(
                Gst.PadProbeType.BUFFER, self.take, options.frames)
        self.n_shown = 0
        self.is_recorded = threading.Event()
        if options.output:
            self.at_end(self.find('output'), self.is_recorded.set)
            self.at_end(self.find('record'), self.pictures_end)
            if options.live:
                self.begin_at_once()
        if self.microphone:
            self.pipeline.add(self.microphone.element)
            self.add_sound(self.microphone.element.get_static_pad('src'))

    def take(self, pad, info, n_frames):
        self.n_taken += 1
        return Gst.PadProbeReturn.OK if self.n_taken <= n_frames else Gst.PadProbeReturn.DROP

    def begin_at_once(self):
        """The recording's first moment is 0, and what a crash loses is little."""
        if self.find('mux') and self.find('mux').find_property('offset-to-zero'):
            self.find('mux').set_property('offset-to-zero', True)
        Gst.util_set_object_arg(self.find('output'), 'buffer-mode', 'unbuffered')

    def at_end(self, element, act):
        """Does that when the end has come there."""
        def see(_, info):
            if info.get_event().type == Gst.EventType.EOS:
                act()
            return Gst.PadProbeReturn.OK
        element.get_static_pad('sink').add_probe(Gst.PadProbeType.EVENT_DOWNSTREAM, see)

    def add_sound(self, pad):
        if not self.sound or self.options.sound == 'no':
            return
        self.add_branch('queue %s ! audioconvert ! audioresample ! %s' % (
            WAIT, self.sound), pad)
        self.sounds.append(pad.get_peer())

    def cut(self, pad):
        """Sound ends with the pictures, and a camera's begins with them."""
        super().cut(pad)
        if pad.get_direction() == Gst.PadDirection.SRC:
            pad.add_probe(Gst.PadProbeType.BUFFER, self.is_in_time)
            if self.options.live and self.n == 0:
                self.held.append((pad, pad.add_probe(
                    Gst.PadProbeType.BLOCK | Gst.PadProbeType.BUFFER,
                    lambda *_: Gst.PadProbeReturn.OK)))

    def is_in_time(self, _, info):
        buffer = info.get_buffer()
        late = self.is_over and buffer.pts > self.position
        early = self.options.live and buffer.pts + buffer.duration <= self.first_time
        return Gst.PadProbeReturn.DROP if late or early else Gst.PadProbeReturn.OK

    def check_depth(self, pad, info):
        """H.264 is not without loss."""
        return super().check_depth(pad, info) if self.options.codec == 'ffv1' or (
            not self.output.endswith('.mkv')) else Gst.PadProbeReturn.REMOVE

    def release(self):
        """Sound has waited for the first picture."""
        while self.held:
            pad, probe = self.held.pop()
            pad.remove_probe(probe)

    def count(self, pad, info):
        if self.n == 0:
            self.first_time = info.get_buffer().pts
        result = super().count(pad, info)
        self.release()
        return result

    def pictures_end(self):
        """Then sound does, unless it is a file's that goes on."""
        if self.options.live or self.options.frames:
            self.is_over = True
            self.pipeline.post_message(Gst.Message.new_element(
                self.pipeline, Gst.Structure.new_empty('pictures-end')))
        self.release()

    def heard(self, message):
        structure = message.get_structure()
        if structure and structure.get_name() == 'pictures-end':
            self.end_sounds()
        return False

    def end_sounds(self):
        for pad in self.sounds:
            pad.send_event(Gst.Event.new_eos())

    def with_sound(self):
        """What is told of it."""
        if not self.sound or self.options.sound == 'no':
            return ', no sound'
        if self.microphone:
            return ', with sound from ' + self.microphone.name
        return ', no microphone' if self.options.device else ''

    def begins(self):
        print('%s, %s%s; Ctrl-C ends it' % (
            'Recording to ' + self.output + self.with_sound() if self.output else
            'No recording',
            'with a preview' if self.options.preview else 'no preview',
            ', pictures in ' + self.options.virtual_camera if (
                self.options.virtual_camera) else ''), flush=True)
        self.shown_at = time.monotonic()

    def noise(self):
        """What was estimated, or nothing where the element was told."""
        if self.denoise.get_property('sigma') != -1:
            return ''
        stats = self.denoise.get_property('stats')
        return ', noise: luma %.2f, chroma %.2f steps' % tuple(
            stats.get_double('sigma-' + name)[1] for name in ('luma', 'chroma'))

    def so_far(self, now):
        """Since it was told last"""
        text = '%d frames, %.1f frames/s%s' % (
            self.n, (self.n - self.n_shown) / max(now - self.shown_at, 1e-3), self.noise())
        self.n_shown, self.shown_at = self.n, now
        return text

    def ended(self):
        """The camera's curve, where it was looked at, and all that was measured as
        another run may be told it."""
        self.has_enough = bool(self.options.frames)
        super().ended()
        stats = self.denoise.get_property('stats')
        self.told = [rate(self.n, self.ended_at - self.began) + ', backend %s%s' % (
            self.denoise.get_property('active-backend'), self.noise())]
        lights = numbers_of(stats, 'sigma-luma-by-light')
        if lights:
            self.told.append('noise of luma, dark to bright:' + ''.join(
                ' %.2f' % light for light in lights))
        if stats.get_string('noise-profile'):
            self.told.append('noise-profile="%s"' % stats.get_string('noise-profile'))

    def tell_end(self):
        print(('\r\033[K' if sys.stdout.isatty() else '') + '\n'.join(self.told))
        if self.output:
            print('recorded: ' + self.output, flush=True)
        if self.why:
            fail(self.why)

    def warned(self, message):
        """A camera goes on being recorded, whatever was refused."""
        if not self.options.live:
            return super().warned(message)
        self.warnings.tell(message)
        return False

    def failure(self, message):
        """None where the recording is whole nevertheless."""
        error = message.parse_error()[0]
        is_closed_window = isinstance(message.src, Gst.Element) and (
            message.src.get_name() not in ('output', 'virtual') and not message.src.srcpads
            and error.matches(Gst.ResourceError.quark(), Gst.ResourceError.NOT_FOUND))
        why = None if is_closed_window else super().failure(message)
        if why and self.microphone and (
                message.src == self.microphone.element
                or message.src.has_as_ancestor(self.microphone.element)):
            why += '\nThe microphone failed: --sound=no records without'
        if self.n == 0 or not self.finish_record():
            return why or 'the window was closed'
        self.why = why
        return None

    def finish_record(self):
        """The recording's own end, where the rest of the pipeline cannot bring it."""
        if self.output:
            self.find('record').get_static_pad('sink').send_event(Gst.Event.new_eos())
            self.is_over = True
            self.release()
            self.end_sounds()
        return self.output is not None and self.is_recorded.wait(FINISH)


def needed(options):
    """Raw pictures' way into the recording, sound's encoder, and what pictures of a FILE go
    through first. All that is missing is told at once."""
    problems = []

    def attempt(step, *arguments):
        try:
            return step(*arguments)
        except SystemExit as why:
            problems.append(why.code)
        return None

    coded = sound = first = None
    if options.output:
        coded = attempt(pictures_coding, options)
        for name in re.findall(r'(?:^|! )([a-z]\w*)(?= |$)', coded or ' ! '.join(
                ('h264parse', MUXERS.get(end_of(options.output), '')))):
            attempt(check_installed, name)
        sound = attempt(sound_coding, options)
    if not options.live:
        first = attempt(beginning, options, sound)
    if problems:
        sys.exit('\n'.join(dict.fromkeys(problems)))
    return coded, sound, first


def check_installed(name):
    if not is_installed(name):
        fail('there is no %s (Debian: %s)' % (name, package_of(name)))


def is_h264(options):
    return end_of(options.output or '') in MUXERS and options.codec != 'ffv1'


def pictures_coding(options):
    if not is_h264(options):
        return output_of(options.output, 'coded')[0]
    name, settings = encoder('h264', QUALITY)
    if name == 'x264enc':  # at a camera's pace, and with what is shown
        settings += ' speed-preset=veryfast key-int-max=60' + (
            ' tune=zerolatency' if options.live else '')
    return 'videoconvert name=coded ! video/x-raw,format={I420,NV12} ! %s %s ! h264parse ' \
        '! %s name=mux ! filesink name=output' % (name, settings, MUXERS[end_of(options.output)])


def sound_coding(options):
    if not is_h264(options):
        name = output_of(options.output)[1]
        if name and options.sound != 'no':
            check_installed(name)
        return name
    return None if options.sound == 'no' else sound_encoder(end_of(options.output))


def beginning(options, sound):
    """For H.264 of even sizes; upright, as a telephone was held."""
    there = discover(options.path, (lambda _: True) if sound and options.sound != 'no' else None)
    return ' ! '.join(preparation(there) if is_h264(options) else upright(there))


def choose_microphone(options):
    """None: what is recorded has its own sound, or none."""
    if options.sound == 'no' or options.sound == 'auto' and not options.device:
        return None
    return microphone(options.sound)


def denoise_text(options):
    """Its properties, as gst-launch-1.0 takes them"""
    text = ['@preset=%s' % options.preset] * bool(options.preset)
    text += ['method=%s' % options.method] * bool(options.method)
    text += ['sigma=%g' % options.sigma] * (options.sigma != -1)
    if options.strength is not None:
        text += ['strength=%g chroma-strength=%g' % ((options.strength,) * 2)]
    return ' '.join([*text, 'backend=' + options.backend])


def choose_source(options):
    """FILE may be a camera."""
    options.live = True
    if not options.source and not options.file:
        options.device = options.device or '/dev/video0'
    options.path = options.source or options.file or options.device
    if options.source:
        return
    try:
        mode = os.stat(options.path).st_mode
    except OSError:
        fail('there is no file %s' % options.path if options.file else
             'there is no camera %s; --device=/dev/videoN names another, FILE a video (see '
             '--help)' % options.path)
    if options.file and stat.S_ISREG(mode):
        options.live = False
        if options.sound not in ('auto', 'no'):
            fail('--sound must be auto or no with a file, which has its own')
    elif not stat.S_ISCHR(mode):
        fail('%s is neither a video nor a camera' % options.path)
    elif not os.access(options.path, os.R_OK | os.W_OK):
        fail('the camera %s cannot be used (who may, is in the group video)' % options.path)
    else:
        options.device = options.path


def wants_preview(when):
    has_sink = any(Gst.ElementFactory.find(name) for name in SINKS)
    has_display = os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')
    if when == 'no' or when == 'auto' and not has_display:
        return False
    if not has_sink:
        text = 'there is no video sink (Debian: gstreamer1.0-x)'
        if when == 'yes':
            fail(text)
        say('no preview: ' + text)
    return has_sink


def choose_sinks(options):
    options.preview = wants_preview(options.preview)
    if options.virtual_camera:
        check_virtual_camera(options.virtual_camera)
    if options.output == 'none' or options.virtual_camera and not options.output:
        options.output = None
        if not options.preview and not options.virtual_camera:
            fail('there is neither a recording nor a preview')
        return
    if not options.output:
        stem = (time.strftime('camera-%Y%m%d-%H%M%S') if options.live else
                os.path.splitext(os.path.basename(options.path))[0] + '-clean')
        os.makedirs('out', exist_ok=True)
        options.output = 'out/%s.webm' % stem
    end = end_of(options.output)
    ends = sorted({*OUTPUTS, *MUXERS})
    if end not in ends:
        fail('%s must end in %s' % (options.output, ' or '.join(ends)))
    if options.codec != 'h264' and end != '.mkv':
        fail('--codec=%s is for an .mkv, not for %s' % (options.codec, options.output))
    check_output(options.output)


def parse():
    parser = argparse.ArgumentParser(prog='camera')
    parser.format_help = lambda: __doc__
    add = parser.add_argument
    add('files', nargs='*')
    add('-d', '--device')
    add('--source')
    add('--sound', default='auto')
    add('-o', '--output')
    add('-c', '--codec', type=word('codec', 'h264', 'ffv1'), default='h264')
    add('--virtual-camera')
    add('--preview', type=word('preview', 'auto', 'yes', 'no'), default='auto')
    add('-p', '--preset')
    add('-m', '--method', type=word('method', 'recursive', 'compensated'))
    add('--sigma', type=number('sigma', 0, 64, also=-1), default=-1)
    add('-s', '--strength', type=number('strength', 0, 4))
    add('--sharpen', type=number('sharpen', 3, 31, int, odd=True, also=0), default=0)
    add('-b', '--backend', type=word('backend', *BACKENDS), default='auto')
    add('-f', '--frames', type=number('frames', 0, 1e9, int), default=0)
    # by itself it takes no FILE for its size
    options = parser.parse_args(['--sharpen=5' if word == '--sharpen' else word
                                 for word in sys.argv[1:]])
    if len(options.files) > 1:
        fail('one FILE at a time')
    options.file = options.files[0] if options.files else None
    if sum(map(bool, (options.file, options.device, options.source))) > 1:
        fail('FILE, --device and --source are one too many')
    return options


def main():
    options = parse()
    Gst.init(None)
    if options.sound == 'list':
        list_microphones()
        return
    try:
        choose_source(options)
        choose_sinks(options)
        Camera(options).run()
    except OSError as error:
        fail(error)


if __name__ == '__main__':
    main()
