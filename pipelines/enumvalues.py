# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The values that a property of an enum's or of flags' type can have; no program by itself."""
from gstreamer import GObject


def enum_values(spec):
    """Number, nick and text of each, by number; [] of another type. (PyGObject 3.50 has
    other classes for them than those before.)"""
    if spec.value_type.is_a(GObject.TYPE_ENUM):
        enum = spec.enum_class
        if hasattr(enum, '__enum_values__'):
            found = [(int(v), v.value_nick, v.value_name)
                     for v in enum.__enum_values__.values()]
        else:
            found = [(v.value, v.value_nick, v.value_name)
                     for n in range(enum.minimum, enum.maximum + 1)
                     for v in [GObject.enum_get_value(enum, n)] if v]
    elif spec.value_type.is_a(GObject.TYPE_FLAGS):
        flags = spec.flags_class
        if hasattr(flags, '__flags_values__'):
            found = [(int(v), v.first_value_nick, v.first_value_name)
                     for v in flags.__flags_values__.values()]
        else:
            found = [(v.value, v.value_nick, v.value_name)
                     for bit in range(32) if flags.mask & 1 << bit
                     for v in [GObject.flags_get_first_value(flags, 1 << bit)]]
    else:
        found = []
    return sorted(found)
