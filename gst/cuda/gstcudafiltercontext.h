/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The GstCudaContext that an element shares with its pipeline. Without
 * gstreamer-cuda there is none. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _GstCudaFilterContext GstCudaFilterContext;

GstCudaFilterContext *gst_cuda_filter_context_new (void);
void gst_cuda_filter_context_free (GstCudaFilterContext *self);

/* Finds a context in the pipeline, or makes one and shares it. device_id as
 * the property cuda-device-id has it; *found_id becomes the context's device.
 * NULL without gstreamer-cuda, a driver or device. Free with
 * gst_object_unref(). */
GstObject *gst_cuda_filter_context_ensure (GstCudaFilterContext *self,
    GstElement *element, gint device_id, gint *found_id);
/* Its CUcontext. */
gpointer gst_cuda_filter_context_get_handle (GstObject *context);
/* Lets go of the context; one that was given by set() stays until here. */
void gst_cuda_filter_context_clear (GstCudaFilterContext *self);

/* Takes this one in the place of the element's, unless the property wants
 * another device: then FALSE. */
gboolean gst_cuda_filter_context_replace (GstCudaFilterContext *self,
    GstElement *element, GstObject *context, gint device_id);

/* The element's set_context() and its pads' CONTEXT queries call these. */
void gst_cuda_filter_context_set (GstCudaFilterContext *self,
    GstElement *element, GstContext *context, gint device_id);
gboolean gst_cuda_filter_context_query (
    GstCudaFilterContext *self, GstElement *element, GstQuery *query);

G_END_DECLS
