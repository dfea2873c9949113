#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is in a video, before anything is done with it. As a program:

  discover.py FILE          exits with 65 where FILE is no video

Needs Debian's gir1.2-gst-plugins-base-1.0.
"""
import os
import sys
import time

from gstreamer import GLib, Gst, HELP, fail, missing, say
from video import NOT_DECODED, Idle, is_camera, name_of
from explain import reader_of
from pictures import are_pictures, pictures_of
from messages import is_missing

try:
    import gi
    gi.require_version('GstPbutils', '1.0')
    from gi.repository import GstPbutils
except (ImportError, ValueError) as why:
    GstPbutils = missing(why, 'gir1.2-gst-plugins-base-1.0')

SECONDS = 20
NO_VIDEO = 65  # EX_DATAERR of sysexits.h
# These names should be videos, whatever is in them
VIDEO_ENDS = tuple(
    '.3gp .asf .avi .dv .flv .m2ts .m4v .mkv .mov .mp4 .mpeg .mpg .mts .mxf .ogv .ts '
    '.vob .webm .wmv .y4m'.split())


class Picture:
    """Of a folder of pictures and the like, what the discoverer says of a video's."""

    def __init__(self, pictures):
        self.pictures = pictures

    def get_caps(self):
        return Gst.Caps.new_empty_simple('image/' + self.pictures.kind)

    def get_width(self):
        return self.pictures.width

    def get_height(self):
        return self.pictures.height

    def get_tags(self):
        return None


class PictureContents:
    """The same as Contents of a video."""
    sounds = ()

    def __init__(self, path):
        Gst.init(None)
        pictures = pictures_of(path)
        self.pictures = ([Picture(pictures)] if pictures.width
                         else check_pictures(Contents(pictures.now)).pictures)


class Missing:
    """What no plugin that is installed reads: a line of the discoverer's."""

    def __init__(self, detail):
        self.name, what = detail.split('|')[3:5]
        text = what.partition('-')[2]
        self.caps = (Gst.Caps.from_string(text) if what.startswith('decoder-')
                     else None) or Gst.Caps.new_empty_simple('application/' + what)

    def is_of(self, *kinds):
        return self.caps.get_structure(0).get_name().startswith(kinds)


class Contents:
    """What a file or an address has, and what of it cannot be decoded."""

    def __init__(self, path):
        Gst.init(None)
        self.path, self.info, self.error, self.idle = path, None, None, None
        self.look()
        if not self.info:
            return
        self.missing = [Missing(detail) for detail
                        in self.info.get_missing_elements_installer_details()]
        self.pictures = self.info.get_video_streams()
        self.sounds = self.info.get_audio_streams()

    def look(self):
        """In a main loop: discover_uri() says nothing more beside an error."""
        context = GLib.MainContext()
        loop = GLib.MainLoop.new(context, False)
        context.push_thread_default()
        discoverer = GstPbutils.Discoverer.new(SECONDS * Gst.SECOND)
        discoverer.connect('discovered', self.discovered)
        discoverer.connect('finished', lambda _: loop.quit())
        discoverer.connect('source-setup', self.begins)
        watch = GLib.timeout_source_new(250)
        watch.set_callback(lambda *_: self.watch(loop))
        watch.attach(context)
        discoverer.start()
        if discoverer.discover_uri_async(address_of(self.path)):
            loop.run()
        discoverer.stop()
        watch.destroy()
        context.pop_thread_default()

    def discovered(self, _, info, error):
        self.info, self.error = info, error

    def begins(self, _, source):
        """In a thread of GStreamer's"""
        if name_of(source) == 'filesrc':
            while source.get_parent():
                source = source.get_parent()
            self.idle = Idle(source)

    def watch(self, loop):
        if self.idle and self.idle.lasts(time.monotonic()):
            loop.quit()
            return False
        return True

    def decodes(self, stream):
        caps = stream.get_caps()
        return not caps or not any(caps.can_intersect(m.caps) for m in self.missing)

    def is_video(self):
        """Pictures that move, or what fails to show them: a still, sound, a text and
        an archive are none."""
        if not self.info:
            return True
        if self.pictures:
            return not all(stream.is_image() for stream in self.pictures)
        return (self.path.lower().endswith(VIDEO_ENDS) and self.error is not None
                or any(m.is_of('video/') for m in self.missing))


def tell_missing(path, missing):
    fail('%s: there is no %s (Debian: %s)' % (
        path, ', '.join(dict.fromkeys(m.name for m in missing)),
        ' '.join(dict.fromkeys(reader_of(m.caps) for m in missing))))


def leave_out(path, what, names):
    say('%s: %s is left out, since nothing decodes it: %s' % (
        path, what, ', '.join(dict.fromkeys(names))))


def check_pictures(there):
    """Those that can be decoded stay; there must be some."""
    unread = [m for m in there.missing if m.is_of('video/', 'image/')]
    pictures = [s for s in there.pictures if there.decodes(s)]
    if not pictures and unread:
        tell_missing(there.path, unread)
    if there.error and is_missing(there.error) and there.missing:
        tell_missing(there.path, there.missing)
    if there.error:
        fail('%s: %s' % (there.path, there.error.message))
    if not pictures:
        fail('%s has no pictures' % there.path)
    there.pictures = pictures
    return there


def check_sound(there, needs_decoder):
    """The same of sound: if there is some, some must be of use."""
    sounds = [s for s in there.sounds
              if not needs_decoder(s.get_caps()) or there.decodes(s)]
    unread = [m for m in there.missing if m.is_of('audio/')]
    if there.sounds and not sounds:
        tell_missing(there.path, unread)
    left = [s for s in there.sounds if s not in sounds]
    if left:
        leave_out(there.path, 'sound', [
            s.get_caps().get_structure(0).get_name() for s in left])
    there.sounds = sounds


def discover(path, needs_decoder=None):
    """The Contents of a file or an address that has pictures. needs_decoder() is
    asked for the caps of each sound; without, nobody listens. Other tracks, which
    hold data, are left out."""
    if are_pictures(path):
        return PictureContents(path)
    if not is_address(path) and not os.path.isfile(path):
        Gst.init(None)
        fail('there is no file %s' % path)
    there = Contents(path)
    if not there.info:
        fail('%s: %s' % (path, there.error.message) if there.error else '%s is %s' % (
            path, NOT_DECODED))
    check_pictures(there)
    if needs_decoder:
        check_sound(there, needs_decoder)
    data = [m.caps.get_structure(0).get_name() for m in there.missing
            if not m.is_of('video/', 'image/', 'audio/')]
    if data:
        leave_out(path, 'data', data)
    return there


def preparation(there):
    """Elements that raw pictures go through first: 4:2:0 has even sizes in H.264 and
    H.265, and a telephone may have been held otherwise."""
    picture = there.pictures[0]
    elements = []
    odd = picture.get_width() % 2, picture.get_height() % 2
    if any(odd):
        elements += ['videocrop right=%d bottom=%d' % odd]
    return elements + upright(there)


def upright(there):
    """What sets pictures upright, if they are not."""
    tags = there.pictures[0].get_tags()
    known, way = tags.get_string(Gst.TAG_IMAGE_ORIENTATION) if tags else (False, None)
    return ['videoflip video-direction=auto'] if known and way != 'rotate-0' else []


def may_be_camera(path):
    """A camera, and neither a file nor an address."""
    return os.path.exists(path) and is_camera(path)


def check_no_pictures(path):
    """For who hands a file's name to GStreamer."""
    if are_pictures(path):
        fail('%s is pictures: make a video of it first (pipelines/transcode)' % path)


def live_source(path):
    """Raw pictures of a camera, a file or an address, as gst-launch-1.0 takes it."""
    if may_be_camera(path):
        # a camera does not wait: old frames are dropped rather than sent late
        return ('v4l2src device="%s" ! decodebin ! queue leaky=downstream '
                'max-size-buffers=2' % path)
    check_no_pictures(path)
    return ' ! '.join([
        'uridecodebin uri="%s" ! queue ! videoconvert' % address_of(path),
        *preparation(discover(path))])


def is_address(path):
    return Gst.uri_is_valid(path)


def address_of(path):
    return path if is_address(path) else Gst.filename_to_uri(path)


if __name__ == '__main__':
    if HELP.intersection(sys.argv):
        print(__doc__.strip())
        sys.exit()
    sys.exit(NO_VIDEO if not Contents(sys.argv[1]).is_video() else 0)
