# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the contours that cudasnake attaches to frames.

Needs nothing but GObject introspection (Debian: python3-gi and
gir1.2-gstreamer-1.0; not gst-python):

    from contours import contours_of

    frame = contours_of(sample.get_buffer())
    if frame is not None:        # else no cudasnake saw this frame
        for contour in frame.contours:
            print(contour.id, contour.area, contour.points)

What the fields mean is in docs/elements/cudasnake-meta.md.
"""
from typing import List, NamedTuple, Optional, Tuple

import gi

gi.require_version('Gst', '1.0')
from gi.repository import Gst

NAME = 'cudasnake-contours'


class Contour(NamedTuple):
    """One target: its polygon and what the search knows of it."""
    id: int
    points: List[Tuple[int, int]]  # corners of pixels; the last joins the first
    area: int                      # pixels
    mean_in: float                 # of samples, in steps of the format's depth
    variance_in: float             # steps squared
    mean_out: float
    variance_out: float
    criterion: float               # nats
    iterations: int
    converged: bool
    cut: float = 0.0               # share of the outline, 0 to 1: its window's edge


class Contours(NamedTuple):
    """All targets of a frame, and the size that coordinates refer to."""
    width: int
    height: int
    contours: List[Contour]


def contours_of(buffer: Gst.Buffer) -> Optional[Contours]:
    """The contours that a buffer carries, None where it carries none.

    Raises ValueError where it carries something else of that name.
    """
    meta = buffer.get_custom_meta(NAME)
    return contours_in(meta.get_structure()) if meta else None


def contours_in(structure: Gst.Structure) -> Contours:
    """The contours in a structure: a meta's, or that of an element message.

    Raises ValueError where it holds something else.
    """
    if not structure.has_name(NAME):
        raise ValueError('a structure %s is no %s' % (
            structure.get_name(), NAME))
    return Contours(
        width=_field(structure, Gst.Structure.get_int, 'width'),
        height=_field(structure, Gst.Structure.get_int, 'height'),
        contours=[_contour(value)
                  for value in _items(structure, 'contours', Gst.Structure)])


def _contour(structure):
    coordinates = list(_items(structure, 'points', int))
    if len(coordinates) % 2:
        raise ValueError('the last of the points has no y')
    uint = Gst.Structure.get_uint
    double = Gst.Structure.get_double
    return Contour(
        id=_field(structure, uint, 'id'),
        points=list(zip(coordinates[::2], coordinates[1::2])),
        area=_field(structure, Gst.Structure.get_uint64, 'area'),
        mean_in=_field(structure, double, 'mean-in'),
        variance_in=_field(structure, double, 'variance-in'),
        mean_out=_field(structure, double, 'mean-out'),
        variance_out=_field(structure, double, 'variance-out'),
        criterion=_field(structure, double, 'criterion'),
        iterations=_field(structure, uint, 'iterations'),
        converged=_field(structure, Gst.Structure.get_boolean, 'converged'),
        # added: frames of old releases do without
        cut=_field(structure, double, 'cut') if structure.has_field('cut')
        else 0.0)


def _field(structure, get, name):
    found, value = get(structure, name)
    if not found:
        raise ValueError('there is no %s of the right type' % name)
    return value


def _items(structure, name, item_type):
    """An array's values. get_array(), since without gst-python get_value()
    knows no GstValueArray; what it gives is a GObject.ValueArray, and what
    that gives lives no longer than it: so one by one, while it is there."""
    found, array = structure.get_array(name)
    if not found:
        raise ValueError('there is no array %s' % name)
    for i in range(array.n_values):
        try:
            value = array.get_nth(i)
        except TypeError as error:  # a type that Python has no value for
            raise ValueError('%s: %s' % (name, error)) from error
        if not isinstance(value, item_type):
            raise ValueError('%s holds something else' % name)
        yield value
