# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The plugin's elements, as GStreamer's registry has them."""
from gi.repository import Gst


def names():
    """All that users see, behind Gst.init()."""
    features = Gst.Registry.get().get_feature_list_by_plugin('cudafilters')
    found = sorted(feature.get_name() for feature in features)
    if not found:
        raise SystemExit('there is no plugin cudafilters (GST_PLUGIN_PATH)')
    return found
