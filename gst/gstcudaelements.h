/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which elements there are: for the plugin, and for programs of tests that link
 * them. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* All of gst/meson.build's list; with `with_private` those too that only
 * CUDAFILTERS_PRIVATE=1 has. */
void gcf_elements_register (GstPlugin *plugin, gboolean with_private);

G_END_DECLS
