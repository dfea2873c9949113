# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is wrong with elements that were asked for, and what to do about it; no
program by itself."""
import difflib
import re

from gstreamer import Gst
from enumvalues import enum_values

PLUGIN = 'cudafilters'
BASE, GOOD, BAD, UGLY, LIBAV = ('gstreamer1.0-' + name for name in (
    'plugins-base', 'plugins-good', 'plugins-bad', 'plugins-ugly', 'libav'))
# Debian's packages of elements that programs or their users ask for
PACKAGES = {
    BASE: 'compositor opusenc oggmux theoraenc vorbisenc',
    GOOD: 'aacparse ac3parse autovideosink avimux flacparse jpegenc '
          'jpegdec matroskamux mp4mux pngdec pngenc qtmux rtph264depay rtph264pay '
          'rtpjitterbuffer rtpvp8depay rtpvp8pay rtpvrawdepay rtpvrawpay udpsink '
          'udpsrc v4l2src videocrop videoflip vp8dec vp8enc vp9enc webmmux y4menc',
    BAD: 'cudaconvert cudadownload cudascale cudaupload fdkaacenc h264parse h265parse '
         'hlssink2 mpegtsmux nvh264dec nvh264enc nvh265dec nvh265enc openh264enc '
         'srtsink srtsrc tsdemux voaacenc webrtcbin x265enc',
    UGLY: 'x264enc',
    LIBAV: 'avdec_h264 avdec_h265 avenc_aac avenc_ffv1',
}
# and of what reads a stream of such caps, where it is not LIBAV
READERS = (
    ('video/mpeg,systemstream=true', BAD), ('video/mpegts', BAD),
    ('application/mxf', BAD), ('video/x-av1', BAD), ('audio/x-dts', BAD),
    ('video/x-ms-asf', UGLY), ('application/vnd.rn-realmedia', UGLY),
    ('application/ogg', BASE), ('audio/x-opus', BASE), ('audio/x-vorbis', BASE),
    ('video/x-theora', BASE),
    ('video/quicktime', GOOD), ('video/x-matroska', GOOD), ('video/webm', GOOD),
    ('video/x-matroska-3d', GOOD), ('audio/x-matroska', GOOD), ('audio/webm', GOOD),
    ('audio/x-m4a', GOOD), ('application/x-3gp', GOOD),
    ('video/x-msvideo', GOOD), ('video/x-flv', GOOD), ('video/x-dv', GOOD),
    ('video/x-vp8', GOOD), ('video/x-vp9', GOOD), ('image/jpeg', GOOD),
    ('image/png', GOOD), ('audio/x-wav', GOOD), ('audio/x-flac', GOOD))


def package_of(element):
    """Debian's; '' where nobody knows."""
    return next((package for package, names in PACKAGES.items()
                 if element in names.split()), '')


def reader_of(caps):
    """Debian's package of what demuxes or decodes a stream."""
    return next((package for text, package in READERS
                 if Gst.Caps.from_string(text).can_intersect(caps)), LIBAV)


def nearest(name, names):
    """The one that was meant, or None."""
    small = {n.lower(): n for n in names}
    found = difflib.get_close_matches(name.lower(), small, 1)
    return small[found[0]] if found else None


def is_built():
    return Gst.Registry.get().find_plugin(PLUGIN) is not None


def factory_of(name, line):
    """Of an element that a message calls so: by its factory's name, that with a
    number behind it, or what the line calls it."""
    called = re.search(r'([\w-]+)[^!]*\sname=["\']?%s\b' % re.escape(name), line)
    return (Gst.ElementFactory.find(name)
            or Gst.ElementFactory.find(re.sub(r'\d+$', '', name))
            or called and Gst.ElementFactory.find(called[1]))


def made(name, line):
    factory = factory_of(name, line)
    return factory and factory.create(None)


def or_list(names, lists):
    """What there is, where nothing is near."""
    return ': there is %s' % ', '.join(sorted(names)) if names else lists


def element_hint(name):
    package = package_of(name)
    if package:
        return ' (Debian: %s)' % package
    if not is_built() and name.startswith('cuda'):
        return ': is the plugin built? (tools/setup)'
    near = nearest(name, [f.get_name() for f in Gst.Registry.get().get_feature_list(
        Gst.ElementFactory)])
    return ': is %s meant?' % near if near else ''


def property_hint(name, element):
    names = [spec.name for spec in element.list_properties()]
    if isinstance(element, Gst.Preset):
        names.append('@preset')
    near = nearest(name, names)
    return ': is %s meant?' % near if near else (
        ' (gst-inspect-1.0 %s lists them)' % element.get_factory().get_name())


def preset_hint(name, element):
    names = element.get_preset_names()
    near = nearest(name.strip('"\''), names)
    return ': is %s meant?' % near if near else or_list(
        names, ': there is none (GST_PRESET_PATH names their folder, gst/presets)')


def value_hint(spec, value):
    names = [nick for _, nick, _ in enum_values(spec)]
    near = nearest(value, names)
    if near:
        return ': is %s meant?' % near
    if not names and hasattr(spec, 'minimum'):
        return ': it is from %s to %s' % (spec.minimum, spec.maximum)
    return or_list(names, '')


def hint(error, line):
    """What to do, behind what GStreamer says."""
    quoted = re.findall(r'"([^"]*)"', error.message.replace('""', '"'))
    domain = Gst.ParseError.quark()
    if error.matches(domain, Gst.ParseError.NO_SUCH_ELEMENT) and len(quoted) == 1:
        return element_hint(quoted[0])
    element = made(quoted[1], line) if len(quoted) > 1 else None
    if not element:
        return ''
    if error.matches(domain, Gst.ParseError.NO_SUCH_PROPERTY):
        return property_hint(quoted[0], element)
    if not error.matches(domain, Gst.ParseError.COULD_NOT_SET_PROPERTY):
        return ''
    if len(quoted) > 2:
        spec = element.find_property(quoted[0])
        return value_hint(spec, quoted[2]) if spec else ''
    return preset_hint(quoted[0], element) if isinstance(element, Gst.Preset) else ''


def explain(error, line=''):
    """Why a pipeline, described by this line, cannot be made, and what to do."""
    return error.message + hint(error, line)
