/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The GstCudaContext that an element shares with its pipeline. Without
 * gstreamer-cuda there is none. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _GcfContext GcfContext;

GcfContext *gcf_context_new (void);
void gcf_context_free (GcfContext *self);

/* Finds a context in the pipeline, or makes one and shares it. device_id as
 * the property cuda-device-id has it; *found_id becomes the context's device.
 * NULL without gstreamer-cuda, a driver or device. Free with
 * gst_object_unref(). */
GstObject *gcf_context_ensure (
    GcfContext *self, GstElement *element, gint device_id, gint *found_id);
/* Its CUcontext. */
gpointer gcf_context_get_handle (GstObject *context);
/* Lets go of the context; one that was given by set() stays until here. */
void gcf_context_clear (GcfContext *self);

/* Takes this one in the place of the element's, unless the property wants
 * another device: then FALSE. */
gboolean gcf_context_replace (
    GcfContext *self, GstElement *element, GstObject *context, gint device_id);

/* The element's set_context() and its pads' CONTEXT queries call these. */
void gcf_context_set (
    GcfContext *self, GstElement *element, GstContext *context, gint device_id);
gboolean gcf_context_query (
    GcfContext *self, GstElement *element, GstQuery *query);

G_END_DECLS
