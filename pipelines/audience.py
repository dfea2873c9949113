"""How many watch what is served, and what they are told of it; no program by itself."""
import signal
import sys
import time

from gstreamer import GLib, Gst
from video import STATUS_LOG, STATUS_TTY


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
        print('%s; Ctrl-C ends it' % address, flush=True)
        for number in signal.SIGINT, signal.SIGTERM:
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, self.end)
        GLib.timeout_add(int(1000 * (STATUS_TTY if self.is_tty else STATUS_LOG)),
                         self.tell)
        self.loop.run()
        print('%s%d frames in %.1f s, to %d who watched: %s' % (
            '\r\033[K' if self.is_tty else '', self.n, time.monotonic() - self.began,
            self.n_came, address), flush=True)
