/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Queries of cudamask: its frames' pads answer as their peers do. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* FALSE where upstream of a sink pad says that it is not. */
gboolean gcf_mask_query_is_seekable (GstPad *pad);
/* Answers what a pad is asked as the peer of the pad on the other side does; of
 * caps, what its own template has of them. */
gboolean gcf_mask_query_proxy (GstPad *pad, GstPad *other, GstQuery *query);
/* The pads that a source pad's query of latency goes to: all sink pads, `but`
 * one only where its peer answers. */
GstIterator *gcf_mask_query_iterate_links (
    GstPad *pad, GstObject *parent, GstPad *but);

G_END_DECLS
