# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the objects that cudasnake attaches to frames with analytics=true, and
what other detectors attach in that way: GstAnalyticsRelationMeta.

Needs GStreamer 1.24 and GObject introspection (Debian 13: python3-gi and
gir1.2-gst-plugins-bad-1.0; not gst-python):

    from analytics import objects_of, mask_of

    for found in objects_of(sample.get_buffer()):
        print(found.type, found.x, found.y, found.track)

What they are is in docs/elements/cudasnake-analytics.md.
"""
from typing import List, NamedTuple, Optional

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstVideo', '1.0')
gi.require_version('GstAnalytics', '1.0')
from gi.repository import GLib, Gst, GstAnalytics, GstVideo


class Object(NamedTuple):
    """A box that a detector drew, in pixels of the frame."""
    type: str                  # cudasnake's are 'cudasnake'
    x: int
    y: int
    width: int
    height: int
    confidence: float          # 0 to 1
    track: Optional[int]       # the same from frame to frame
    first_seen: Optional[int]  # ns; None also where that frame had no time


class Mask(NamedTuple):
    """Which pixels of a rectangle of the frame are whose."""
    x: int        # the rectangle in the frame; with another size than the mask's,
    y: int        # the frame was scaled
    width: int
    height: int
    rows: List[bytes]          # a value for each pixel, 0 to 255
    objects: List[Object]      # those of the values 1, 2, ...


def objects_of(buffer: Gst.Buffer) -> List[Object]:
    """The objects on a buffer, in the order in which they were added."""
    meta = GstAnalytics.buffer_get_analytics_relation_meta(buffer)
    if meta is None:
        return []
    return [_object(meta, number) for number in _numbers(meta)
            if meta.get_od_mtd(number)[0]]


def mask_of(buffer: Gst.Buffer) -> Optional[Mask]:
    """The last mask of 8 bits on a buffer; cudasnake adds one from GStreamer 1.26
    on."""
    meta = GstAnalytics.buffer_get_analytics_relation_meta(buffer)
    if meta is None or not hasattr(meta, 'get_segmentation_mtd'):
        return None
    for number in reversed(_numbers(meta)):
        found, segmentation = meta.get_segmentation_mtd(number)
        if not found:
            continue
        samples, x, y, width, height = segmentation.get_mask()
        size = GstVideo.buffer_get_video_meta(samples)
        if size.format != GstVideo.VideoFormat.GRAY8:
            continue
        data = samples.extract_dup(0, samples.get_size())
        starts = range(size.offset[0], size.offset[0] + size.height * size.stride[0],
                       size.stride[0])
        contained = GstAnalytics.RelTypes.CONTAIN
        return Mask(x, y, width, height, [data[at:at + size.width] for at in starts],
                    [_object(meta, other) for other in _numbers(meta)
                     if meta.get_relation(number, other) & contained
                     and meta.get_od_mtd(other)[0]])
    return None


def _numbers(meta):
    return range(GstAnalytics.relation_get_length(meta))


def _object(meta, number):
    _found, box = meta.get_od_mtd(number)
    _found, x, y, width, height, confidence = box.get_location()
    track = first_seen = None
    for other in _numbers(meta):
        if meta.get_relation(number, other) & GstAnalytics.RelTypes.RELATE_TO:
            found, tracking = meta.get_tracking_mtd(other)
            if found:
                _found, track, first_seen, _last_seen, _lost = tracking.get_info()
                break
    return Object(GLib.quark_to_string(box.get_obj_type()), x, y, width, height,
                  confidence, track,
                  None if first_seen == Gst.CLOCK_TIME_NONE else first_seen)
