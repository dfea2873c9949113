# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What elements say while a pipeline runs; no program by itself."""
import re

from gstreamer import Gst, say
from explain import reader_of


def is_ours(element):
    return element.find_property('active-backend') is not None


def is_refusal(message):
    """Whether an element of ours warns that a value was refused: what runs then is
    not what was asked for."""
    if message.type != Gst.MessageType.WARNING or not is_ours(message.src):
        return False
    error = message.parse_warning()[0]
    return error.matches(Gst.LibraryError.quark(), Gst.LibraryError.SETTINGS) and (
        re.search(r'\bwas refused\b|\bIt stays\b', error.message) is not None)


def warning_of(message):
    """Who warns, and of what."""
    return '%s: %s' % (message.src.get_name(), message.parse_warning()[0].message)


def error_of(message):
    """What it is, and where."""
    error, details = message.parse_error()
    return '%s\n(%s)' % (error.message, details)


def numbers_of(structure, name):
    """An array's. By its text: PyGObject's get_nth() of what get_array() gives is
    deprecated, and nothing has taken its place."""
    found = re.search(r', %s=\([^)]*\)\s*[<{]([^>}]*)' % re.escape(name),
                      structure.to_string())
    return [float(text.rpartition(')')[2]) for text in found[1].split(',')
            if text.strip()] if found else []


class Warnings:
    """Prints each once, however often and with whatever numbers it comes."""

    def __init__(self):
        self.told = set()

    def tell(self, message):
        text = warning_of(message)
        kind = message.src.get_name(), re.sub(r'\d+', '0', text)
        if kind not in self.told:
            self.told.add(kind)
            say(text)


def is_missing(error):
    """Whether it is that no plugin reads a stream."""
    return (error.matches(Gst.CoreError.quark(), Gst.CoreError.MISSING_PLUGIN)
            or error.matches(Gst.StreamError.quark(), Gst.StreamError.CODEC_NOT_FOUND))


class Missing:
    """Plugins that elements have missed."""

    def __init__(self):
        self.found = {}

    def hear(self, message):
        """An element message, of this kind or another."""
        structure = message.get_structure()
        if not structure or not structure.has_name('missing-plugin'):
            return
        caps = structure.get_value('detail')
        self.found[structure.get_string('name') or str(caps)] = (
            reader_of(caps) if isinstance(caps, Gst.Caps) else '')

    def text(self):
        """What they are, and Debian's packages; '' where there is none."""
        packages = sorted(set(self.found.values()) - {''})
        return '' if not self.found else 'there is no %s%s' % (
            ', '.join(self.found), packages and ' (Debian: %s)' % ' '.join(packages)
            or '')
