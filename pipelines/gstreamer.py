# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""GStreamer for programs in Python, with the plugin as installed, or built in build/; and
how a program ends that cannot go on. No program by itself."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
places = [p for p in os.environ.get('GST_PLUGIN_PATH', '').split(os.pathsep) if p]
os.environ['GST_PLUGIN_PATH'] = os.pathsep.join(dict.fromkeys(
    places + [os.path.join(ROOT, 'build', 'gst')]))
os.environ.setdefault('GST_PRESET_PATH', os.path.join(ROOT, 'gst', 'presets'))
PROGRAM = os.path.basename(sys.argv[0]).removesuffix('.py')
HELP = {'-h', '--help'}


def line_of(text):
    """The program's, which on a terminal takes the place of how far it is."""
    over = '\r\033[K' if sys.stdout.isatty() and sys.stderr.isatty() else ''
    return '%s%s: %s' % (over, PROGRAM, text)


def say(text):
    print(line_of(text), file=sys.stderr, flush=True)


def fail(text):
    sys.exit(line_of(text))


def is_closed_venv():
    """Whether this Python is a venv's that does not see the system's packages."""
    try:
        with open(os.path.join(sys.prefix, 'pyvenv.cfg'), encoding='utf-8') as file:
            return 'include-system-site-packages = false' in file.read()
    except OSError:
        return False


def missing(why, packages):
    """Ends the program, which needs a library; where it is only to print its help, that
    library's place is taken by what can be asked for anything."""
    if not HELP.intersection(sys.argv):
        fail('%s (%s)' % (why, 'this is a venv, and it does not see the system\'s packages: '
                          'make it with --system-site-packages' if is_closed_venv()
                          else 'Debian: ' + packages))
    from unittest.mock import MagicMock  # which takes a while to import
    return MagicMock()


try:
    import gi
    gi.require_version('Gst', '1.0')
    from gi.repository import GLib, GObject, Gst
except (ImportError, ValueError) as why:
    gi = GLib = GObject = Gst = missing(why, 'python3-gi gir1.2-gstreamer-1.0')

# PyGObject makes a class when it is first used, and two threads that do so at a time
# get two classes that do not take one another's objects
for name in ('Bin', 'Buffer', 'Caps', 'Element', 'Event', 'GhostPad', 'Message', 'Pad',
             'PadProbeInfo', 'Query', 'Sample', 'Segment', 'Structure'):
    getattr(Gst, name)
