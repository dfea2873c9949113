# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Microphones, as GStreamer finds them, and virtual cameras, as v4l2loopback makes them.
No program by itself."""
import fcntl
import os
import re
import stat
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gstreamer import GLib, Gst, fail
from explain import explain

# of linux/videodev2.h
QUERYCAP, CAPABILITY = 0x80685600, struct.Struct('16s32s32s6I')
VIDEO_OUTPUT, HAS_DEVICE_CAPS = 0x2, 0x80000000


class Microphone:
    """`name`; an element, which has a pad `src`."""

    def __init__(self, name, element):
        self.name, self.element = name, element


def property_of(device, name):
    properties = device.get_properties()
    return properties.get_value(name) if properties and properties.has_field(name) else None


def is_microphone(device):
    """Not what loudspeakers play."""
    return property_of(device, 'device.class') != 'monitor'


def devices():
    """Where sound comes from, the default first."""
    monitor = Gst.DeviceMonitor.new()
    monitor.add_filter('Audio/Source', None)
    if not monitor.start():
        return []
    found = monitor.get_devices() or []
    monitor.stop()
    return sorted(found, key=lambda device: not property_of(device, 'is-default'))


def name_of(device):
    return device.get_display_name() or 'a microphone without a name'


def list_microphones():
    found = devices()
    for device in found:
        print(name_of(device))
    if not found:
        fail('there is no microphone')


def made_of(device):
    return Microphone(name_of(device), device.create_element('microphone'))


def is_called(device, name):
    """By people, or by the sound server."""
    element = device.create_element(None)
    return name == name_of(device) or element.find_property('device') and (
        name == element.get_property('device'))


def described(text):
    """Elements as for gst-launch-1.0; None where the first is none."""
    if not Gst.ElementFactory.find(text.split()[0]):
        return None
    try:
        element = Gst.parse_bin_from_description_full(
            text, True, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        return fail(explain(error, text))
    if not element.get_static_pad('src'):
        fail('--sound=%s ends in no source of sound' % text)
    return Microphone(text, element)


def microphone(name):
    """That one; of `default` the first, and of `auto` too, or None."""
    there = devices()
    if name in ('auto', 'default'):
        found = next(filter(is_microphone, there), None)
        if not found and name == 'default':
            fail('there is no microphone')
        return made_of(found) if found else None
    for device in there:
        if is_called(device, name):
            return made_of(device)
    return (name.strip() and described(name)) or fail(
        'there is no microphone %s; there is %s' % (
            name, ', '.join(map(name_of, there)) or 'none'))


def check_virtual_camera(path):
    """That it takes pictures; says how one is made."""
    number = re.search(r'^/dev/video(\d+)$|$', path)[1]
    how = 'sudo modprobe v4l2loopback video_nr=%s exclusive_caps=1 makes %s (Debian: ' \
        'v4l2loopback-dkms)' % (number or '10', 'it' if number else '/dev/video10')
    try:
        is_device = stat.S_ISCHR(os.stat(path).st_mode)
    except OSError:
        fail('there is no virtual camera %s: %s' % (path, how))
    if not is_device:
        fail('%s is no virtual camera: %s' % (path, how))
    if not os.access(path, os.R_OK | os.W_OK):
        fail('the virtual camera %s cannot be used (who may, is in the group video)' % path)
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        try:
            answer = fcntl.ioctl(device, QUERYCAP, bytes(CAPABILITY.size))
        finally:
            os.close(device)
    except OSError:
        fail('%s is no virtual camera: %s' % (path, how))
    _, _, _, _, of_all, of_device, *_ = CAPABILITY.unpack(answer)
    if not (of_device if of_all & HAS_DEVICE_CAPS else of_all) & VIDEO_OUTPUT:
        fail('%s is a camera and takes no pictures: %s' % (path, how))
