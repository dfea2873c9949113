/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements under test, and the device that they work on.
 *
 * Each program is built up to three times. NAME takes the plugin that GStreamer
 * finds, with --backend=cpu or cuda. NAME_staged links the elements and runs
 * them on tests/check/fakecuda.h's device, which has memory of its own and
 * works late; NAME_fakedriver runs them, and gstreamer-cuda, on a fake driver.
 */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Behind gst_init(). `name` is "cpu" or "cuda"; of programs with a device of
 * their own always "cuda". */
void backend_setup (const gchar *name);
/* The GstCudaContext that is shared. */
void backend_make_context (void);
/* Checks that nothing is left on a fake device. */
void backend_teardown (void);
const gchar *backend_name (void);
/* A real one, with its driver. */
gboolean backend_is_gpu (void);

/* One of our elements, on the device under test, or on the CPU. */
GstElement *backend_element (const gchar *name);
GstElement *backend_element_on_cpu (const gchar *name);

/* Elements of the bin work in a GstCudaContext that all share: on a GPU one of
 * its own takes a third of a second to make. */
void backend_share_context (GstElement *bin);
/* That context; NULL where there is none. */
GstContext *backend_context (void);

/* How much a fake device holds: blocks, streams, events, filters together; 0
 * for others. */
guint backend_n_held (void);

G_END_DECLS
