# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""GStreamer's plugin cudafilters: importing this, before or after Gst.init(), lets GStreamer
find its elements and presets, in this process and in those that it starts."""
import os
import sys

__version__ = '@VERSION@'

_FOLDER = os.path.dirname(os.path.abspath(__file__))
PLUGINS = os.path.join(_FOLDER, 'lib', 'gstreamer-1.0')
PRESETS = os.path.join(_FOLDER, 'share', 'gstreamer-1.0', 'presets')
# what GStreamer reads, and the folder that it is to find first
FOLDERS = {'GST_PLUGIN_PATH': PLUGINS, 'GST_PRESET_PATH': PRESETS}


def environment():
    """The variables with these folders prepended."""
    values = {}
    for name, folder in FOLDERS.items():
        others = [other for other in os.environ.get(name, '').split(os.pathsep)
                  if other and other != folder]
        values[name] = os.pathsep.join([folder] + others)
    return values


def _tell_gstreamer():
    os.environ.update(environment())
    # which reads the variable of plugins once
    gst = sys.modules.get('gi.repository.Gst')
    if gst and gst.is_initialized():
        gst.Registry.get().scan_path(PLUGINS)


_tell_gstreamer()
