#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Usage: pipelines/camera [OPTION...] [FILE]

Takes the noise out of a camera's picture, or FILE's, sharpens it, shows and records
it, and tells how much noise it finds.

  pipelines/camera                           the first camera
  pipelines/camera --device=/dev/video2      that one
  pipelines/camera clip.mp4                  a file
  pipelines/camera --source="libcamerasrc"   what else GStreamer takes pictures from

Whatever ends it, what was recorded until then is a whole file: the first Ctrl-C, the
file's end, a window that is closed, a camera that is unplugged. Pictures only, no sound.

  -d, --device PATH     the camera (/dev/video0)
      --source ELEMENTS  what takes its place, as for gst-launch-1.0
  -o, --output PATH     the recording, .webm, .mkv (without loss) or .y4m; none: no
                        recording (in out/, of the date or FILE's name)
      --preview WHEN    yes, no, or auto: where there is a display (auto)
  -p, --preset NAME     cudadenoise's: light, medium, strong or night (none: the noise
                        is estimated)
  -m, --method NAME     cudadenoise's: recursive or compensated
      --sigma STEPS     the noise's standard deviation, 0...64 in 8-bit steps (-1:
                        estimated)
  -s, --strength FACTOR  factor on the noise, 0...4
      --sharpen N       size of what sharpens, odd, 3...31; 0: nothing does (5)
  -b, --backend NAME    auto, cuda or cpu (auto)
  -f, --frames N        stop after so many frames (at the end)
"""
import argparse
import os
import stat
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from messages import numbers_of
from options import BACKENDS, number, then, word
from video import OUTPUTS, PROGRAM, Gst, Video, fail, output_of, rate
from wholefile import check_output

LEAKY = 'leaky=downstream max-size-buffers=2'
FINISH = 10  # seconds, for the recording's end
# those that autovideosink takes where it is of use
SINKS = 'xvimagesink', 'ximagesink', 'glimagesink', 'waylandsink', 'kmssink'


class Camera(Video):
    def __init__(self, options):
        self.options = options
        self.why = None  # what ended a recording that is whole
        # a camera does not wait: old frames are dropped rather than shown late
        queue = 'queue ' + LEAKY if options.live else 'queue'
        # after noise reduction, since it would sharpen noise too; colour has little
        # detail
        sharpen = options.sharpen and (
            'cudaconvolve preset=unsharp size=%d planes=luma backend=%s' % (
                options.sharpen, options.backend))
        enough = options.frames and 'identity eos-after=%d' % (options.frames + 1)
        after = 'videoconvert name=video ! %s ! cudadenoise name=denoise %s ! %s%stee ' \
            'name=last' % (queue, denoise_text(options), then(sharpen), then(enough))
        if options.output:
            after += ' last. ! queue name=record ! ' + output_of(options.output, 'coded')[0]
        if options.preview:
            # not leaky with a file, which is then played at its own speed
            after += ' last. ! %s ! %s' % (queue, output_of(None, 'shown')[0])
        super().__init__(options.path, after, options.output, source=options.source)
        self.denoise = self.find('denoise')
        self.n_shown = 0
        self.is_recorded = threading.Event()
        if options.output:
            self.find('output').get_static_pad('sink').add_probe(
                Gst.PadProbeType.EVENT_DOWNSTREAM, self.see_end)

    def see_end(self, _, info):
        if info.get_event().type == Gst.EventType.EOS:
            self.is_recorded.set()
        return Gst.PadProbeReturn.OK

    def begins(self):
        print('%s%s; Ctrl-C ends it' % (
            'Recording to ' + self.output if self.output else 'No recording',
            ', with a preview' if self.options.preview else ', no preview'), flush=True)
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
            message.src.get_name() != 'output' and not message.src.srcpads
            and error.matches(Gst.ResourceError.quark(), Gst.ResourceError.NOT_FOUND))
        why = None if is_closed_window else super().failure(message)
        if self.n == 0 or not self.finish_record():
            return why or 'the window was closed'
        self.why = why
        return None

    def finish_record(self):
        """The recording's own end, where the rest of the pipeline cannot bring it."""
        if self.output:
            self.find('record').get_static_pad('sink').send_event(Gst.Event.new_eos())
        return self.output is not None and self.is_recorded.wait(FINISH)


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
    options.path = options.source or options.file or options.device or '/dev/video0'
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
    elif not stat.S_ISCHR(mode):
        fail('%s is neither a video nor a camera' % options.path)
    elif not os.access(options.path, os.R_OK | os.W_OK):
        fail('the camera %s cannot be used (who may, is in the group video)' % options.path)


def wants_preview(when):
    has_sink = any(Gst.ElementFactory.find(name) for name in SINKS)
    has_display = os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')
    if when == 'no' or when == 'auto' and not has_display:
        return False
    if not has_sink:
        text = 'there is no video sink (Debian: gstreamer1.0-x)'
        if when == 'yes':
            fail(text)
        print('%s: no preview: %s' % (PROGRAM, text), file=sys.stderr)
    return has_sink


def choose_sinks(options):
    options.preview = wants_preview(options.preview)
    if options.output == 'none':
        options.output = None
        if not options.preview:
            fail('there is neither a recording nor a preview')
        return
    if not options.output:
        stem = (time.strftime('camera-%Y%m%d-%H%M%S') if options.live else
                os.path.splitext(os.path.basename(options.path))[0] + '-clean')
        os.makedirs('out', exist_ok=True)
        options.output = 'out/%s.webm' % stem
    if not options.output.endswith(tuple(OUTPUTS)):
        fail('%s must end in %s' % (options.output, ' or '.join(OUTPUTS)))
    check_output(options.output)


def parse():
    parser = argparse.ArgumentParser(prog='camera')
    parser.format_help = lambda: __doc__
    add = parser.add_argument
    add('files', nargs='*')
    add('-d', '--device')
    add('--source')
    add('-o', '--output')
    add('--preview', type=word('preview', 'auto', 'yes', 'no'), default='auto')
    add('-p', '--preset')
    add('-m', '--method', type=word('method', 'recursive', 'compensated'))
    add('--sigma', type=number('sigma', 0, 64, also=-1), default=-1)
    add('-s', '--strength', type=number('strength', 0, 4))
    add('--sharpen', type=number('sharpen', 3, 31, int, odd=True, also=0), default=5)
    add('-b', '--backend', type=word('backend', *BACKENDS), default='auto')
    add('-f', '--frames', type=number('frames', 0, 1e9, int), default=0)
    options = parser.parse_args()
    if len(options.files) > 1:
        fail('one FILE at a time')
    options.file = options.files[0] if options.files else None
    if sum(map(bool, (options.file, options.device, options.source))) > 1:
        fail('FILE, --device and --source are one too many')
    return options


def main():
    options = parse()
    Gst.init(None)
    try:
        choose_source(options)
        choose_sinks(options)
        Camera(options).run()
    except OSError as error:
        fail(error)


if __name__ == '__main__':
    main()
