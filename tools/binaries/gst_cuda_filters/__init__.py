# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""GStreamer's plugin cudafilters: importing this, before or after Gst.init(), lets GStreamer
find its elements and presets, in this process and in those that it starts."""
import importlib.util
import os
import sys

__version__ = '@VERSION@'

_FOLDER = os.path.dirname(os.path.abspath(__file__))
PLUGINS = os.path.join(_FOLDER, 'lib', 'gstreamer-1.0')
PRESETS = os.path.join(_FOLDER, 'share', 'gstreamer-1.0', 'presets')


def _prepended(folder, *names):
    """The folder, and what the first variable that is set has besides."""
    old = next(filter(None, map(os.environ.get, names)), '')
    others = [other for other in old.split(os.pathsep) if other and other != folder]
    return os.pathsep.join([folder] + others)


def environment():
    """The variables by which GStreamer finds these folders first."""
    values = {'GST_PLUGIN_PATH': _prepended(PLUGINS, 'GST_PLUGIN_PATH'),
              'GST_PRESET_PATH': _prepended(PRESETS, 'GST_PRESET_PATH')}
    # goes before the other name, and PyPI's GStreamer sets it for its own plugins
    name = 'GST_PLUGIN_PATH_1_0'
    if name in os.environ or importlib.util.find_spec('gstreamer_libs'):
        values[name] = _prepended(PLUGINS, name, 'GST_PLUGIN_PATH')
    return values


def _tell_gstreamer():
    os.environ.update(environment())
    # which reads the variable of plugins once
    gst = sys.modules.get('gi.repository.Gst')
    if gst and gst.is_initialized():
        gst.Registry.get().scan_path(PLUGINS)


_tell_gstreamer()
