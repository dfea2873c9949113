# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Encoders for files that players take: those that there are, of a GPU or of the CPU. No
program by itself."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gstreamer import Gst, fail

# VP8's threads wait for each other in busy loops: beside what else runs they take ten times
# as long as one. Filters want processors too
VP8 = ('vp8enc deadline=1 cpu-used=4 threads=%d end-usage=cq cq-level=16 '
       'target-bitrate=20000000' % min(max((os.cpu_count() or 1) // 4, 1), 4))
# Of sound, the first that is installed
SOUND = {'.mp4': ('fdkaacenc', 'avenc_aac', 'voaacenc', 'opusenc'),
         '.mkv': ('opusenc', 'fdkaacenc', 'avenc_aac', 'voaacenc')}
# NVENC's properties differ between GStreamer's releases; those that there are
NVENC = {'rc-mode': 'constqp', 'qp-const': '%d', 'qp-const-i': '%d',
         'qp-const-p': '%d', 'qp-const-b': '%d'}
# The first that works; %d is --quality
ENCODERS = {
    'h264': (
        ('nvh264enc', NVENC),
        ('nvcudah264enc', NVENC),
        # with a buffer it keeps to `bitrate`, 2048 kbit/s
        ('x264enc', {'pass': 'qual', 'quantizer': '%d', 'vbv-buf-capacity': '0'}),
        ('openh264enc', {'rate-control': 'off', 'qp-min': '%d', 'qp-max': '%d'})),
    'h265': (
        ('nvh265enc', NVENC),
        ('nvcudah265enc', NVENC),
        ('x265enc', {'option-string': 'crf=%d', 'speed-preset': 'fast'})),
}
PACKAGES = {'h264': 'gstreamer1.0-plugins-ugly', 'h265': 'gstreamer1.0-plugins-bad'}


def is_installed(name):
    return Gst.ElementFactory.find(name) is not None


def works(name):
    """Of hardware there may be none, or no more."""
    element = Gst.ElementFactory.make(name)
    if not element:
        return False
    ready = element.set_state(Gst.State.READY)
    element.set_state(Gst.State.NULL)
    return ready != Gst.StateChangeReturn.FAILURE


def encoder(codec, quality, hardware=True):
    """Its name, and its properties as gst-launch-1.0 takes them."""
    for name, properties in ENCODERS[codec]:
        if (hardware or not name.startswith('nv')) and works(name):
            element = Gst.ElementFactory.make(name)
            return name, ' '.join(
                '%s=%s' % (key, value.replace('%d', str(quality)))
                for key, value in properties.items() if element.find_property(key))
    return fail('there is no encoder for %s (Debian: %s)' % (codec, PACKAGES[codec]))


def sound_encoder(end):
    """Its name, for files whose names end so."""
    return next((name for name in SOUND[end] if is_installed(name)), None) or fail(
        'there is no encoder for sound (Debian: gstreamer1.0-libav)')
