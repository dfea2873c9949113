# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How videos go over a network: what a sender and a receiver have in common, and what
servers do; no program by itself."""
import signal
import sys
import time

from encoders import VP8
from gstreamer import GLib, Gst, say
from messages import error_of
from options import add_filter, number, parser_of, then
from pictures import add_framerate
from video import STATUS_LOG, STATUS_TTY, Pipeline, Video, output_of, queue_of

# Each encodes and packs, or unpacks and decodes; packets fit in Ethernet's
PAYLOADS = {
    'vp8': (VP8 + ' keyframe-max-dist=30 ! rtpvp8pay mtu=1400',
            'encoding-name=VP8', 'rtpvp8depay ! vp8dec'),
    'h264': ('x264enc tune=zerolatency speed-preset=veryfast key-int-max=30 '
             'pass=quant quantizer=20 ! video/x-h264,profile=high ! '
             'rtph264pay mtu=1400 config-interval=-1',
             'encoding-name=H264', 'rtph264depay ! avdec_h264'),
    'raw': ('video/x-raw,format=I420 ! rtpvrawpay mtu=1400',
            'encoding-name=RAW,sampling=(string)YCbCr-4:2:0,depth=(string)8,'
            'width=(string)%d,height=(string)%d', 'rtpvrawdepay'),
}

def add_port(parser, port, least=0):
    parser.add_argument('--port', type=number('port', least, 65535, int), default=port,
                        help=('0 takes a free one ' if least == 0 else '')
                        + '(default: %(default)s)')


### One side sends, the other receives

def parse_sides(text, port, least_port, latency, latency_help, add_more):
    """Options of `send` and `receive`; add_more() has the parser of each, for its own."""
    parser = parser_of(text)
    commands = parser.add_subparsers(dest='command', metavar='send|receive', required=True)
    send, receive = (commands.add_parser(name, help=name + ' --help has its options')
                     for name in ('send', 'receive'))
    send.add_argument('input', help='a video, pictures, or a camera as /dev/video0')
    add_framerate(send)
    receive.add_argument('output', nargs='?', help='a .webm, .mkv or .y4m (default: the '
                         'screen)')
    for command, filters in ((send, 'cudadenoise'), (receive, '')):
        add_filter(command, filters, None)
        add_port(command, port, least_port)
        if latency_help[command is receive]:
            command.add_argument('--latency', type=number('latency', 0, 1e6, int),
                                 default=latency, metavar='MS',
                                 help=latency_help[command is receive]
                                 + ' (default: %(default)s)')
    add_more(send, receive)
    return parser.parse_args()


class Sender(Video):
    """`send` is what encodes and sends."""

    def __init__(self, options, send):
        super().__init__(options.input, (
            '%s ! videoconvert ! %squeue ! videoconvert name=last ! %s' % (
                queue_of(options.input), then(options.filter), send)), rate=options.framerate)
        self.options = options


class Receiver(Pipeline):
    """`receive` is what receives and decodes."""

    keeps_all = True

    def __init__(self, options, receive, name):
        super().__init__('%s ! queue ! videoconvert ! %squeue ! %s' % (
            receive, then(options.filter), output_of(options.output)[0]), name,
                         options.output)
        self.options = options

    def tell(self, now):
        if self.n == 0 and now - self.shown >= STATUS_LOG:
            self.shown = now
            print('nothing has come yet', flush=True)
        super().tell(now)

    def interrupted(self):
        if self.n == 0:
            self.problem = 'nothing was received'
        super().interrupted()


### One serves, others watch

def parse_server(text, port, address_help, add_more=None):
    """Its options; add_more() has the parser, for its own."""
    parser = parser_of(text)
    parser.add_argument('input', help='a camera as /dev/video0, a video, or an address')
    add_filter(parser)
    parser.add_argument('--address', default='127.0.0.1', help='of this machine, %s; '
                        '0.0.0.0: all that it has (default: %%(default)s)' % address_help)
    add_port(parser, port)
    if add_more:
        add_more(parser)
    return parser.parse_args()


def tell_error(message):
    say(error_of(message))


class Audience:
    """Frames go by count(), a pad's probe; who watches by came() and went()."""

    def __init__(self):
        self.n = self.n_shown = self.n_came = self.n_now = 0
        self.failed = False
        self.began = self.shown = time.monotonic()
        self.is_tty = sys.stdout.isatty()
        self.loop = GLib.MainLoop()

    def count(self, _pad, _info):
        self.n += 1
        return Gst.PadProbeReturn.OK

    def came(self):
        self.n_came += 1
        self.n_now += 1

    def went(self):
        self.n_now -= 1

    def tell(self):
        now = time.monotonic()
        if self.n > self.n_shown:
            print('%s%d watching, %d frames, %.1f frames/s' % (
                '\r\033[K' if self.is_tty else '', self.n_now, self.n,
                (self.n - self.n_shown) / (now - self.shown)),
                  end='' if self.is_tty else '\n', flush=True)
        self.n_shown, self.shown = self.n, now
        return True

    def end(self):
        self.loop.quit()
        return False

    def serve(self, address):
        """Until Ctrl-C."""
        print('%s (Ctrl-C ends it)' % address, flush=True)
        for end in signal.SIGINT, signal.SIGTERM:
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, end, self.end)
        GLib.timeout_add(int(1000 * (STATUS_TTY if self.is_tty else STATUS_LOG)),
                         self.tell)
        self.loop.run()
        print('%s%d frames in %.1f s, to %d who watched: %s' % (
            '\r\033[K' if self.is_tty else '', self.n, time.monotonic() - self.began,
            self.n_came, address), flush=True)
