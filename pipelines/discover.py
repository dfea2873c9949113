"""What is in a video, before anything is done with it; no program by itself.

Needs Debian's gir1.2-gst-plugins-base-1.0.
"""
import os

from video import GLib, Gst, fail, is_camera, missing

try:
    import gi
    gi.require_version('GstPbutils', '1.0')
    from gi.repository import GstPbutils
except (ImportError, ValueError) as why:
    GstPbutils = missing(why, 'gir1.2-gst-plugins-base-1.0')

SECONDS = 20


def discover(path):
    """The GstDiscovererInfo of a file or an address, which has pictures."""
    Gst.init(None)
    if not is_address(path) and not os.path.isfile(path):
        fail('there is no file %s' % path)
    discoverer = GstPbutils.Discoverer.new(SECONDS * Gst.SECOND)
    try:
        info = discoverer.discover_uri(address_of(path))
    except GLib.Error as error:
        fail('%s: %s' % (path, error.message))
    if info.get_result() == GstPbutils.DiscovererResult.MISSING_PLUGINS:
        fail('%s: there is no decoder for %s (Debian: gstreamer1.0-libav)' % (
            path, ', '.join(info.get_missing_elements_installer_details())
            or 'a stream of it'))
    if not info.get_video_streams():
        fail('%s has no pictures' % path)
    return info


def preparation(info):
    """Elements that raw pictures go through first: 4:2:0 has even sizes in H.264 and
    H.265, and a telephone may have been held otherwise."""
    picture = info.get_video_streams()[0]
    elements = []
    odd = picture.get_width() % 2, picture.get_height() % 2
    if any(odd):
        elements += ['videocrop right=%d bottom=%d' % odd]
    tags = picture.get_tags()
    known, way = tags.get_string(Gst.TAG_IMAGE_ORIENTATION) if tags else (False, None)
    if known and way != 'rotate-0':
        elements += ['videoflip video-direction=auto']
    return elements


def may_be_camera(path):
    """A camera, and neither a file nor an address."""
    return os.path.exists(path) and is_camera(path)


def live_source(path):
    """Raw pictures of a camera, a file or an address, as gst-launch-1.0 takes it."""
    if may_be_camera(path):
        # a camera does not wait: old frames are dropped rather than sent late
        return ('v4l2src device="%s" ! decodebin ! queue leaky=downstream '
                'max-size-buffers=2' % path)
    return ' ! '.join([
        'uridecodebin uri="%s" ! queue ! videoconvert' % address_of(path),
        *preparation(discover(path))])


def is_address(path):
    return Gst.uri_is_valid(path)


def address_of(path):
    return path if is_address(path) else Gst.filename_to_uri(path)
