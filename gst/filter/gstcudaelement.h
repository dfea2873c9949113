/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements have this in common, whether they filter frames or look at them:
 * properties, warnings, devices, contexts and formats. */
#pragma once

#include <gst/base/gstbasetransform.h>

#include "gst/filter/gstcudafilterallocation.h"
#include "gst/memory/gstcudafilterdevice.h"
#include "gst/filter/gstcudafilterparam.h"
#include "gst/frame/gstcudafilterrunner.h"
#include "gst/filter/gstcudafiltersettings.h"
#include "gst/memory/gstcudafilterstats.h"
#include "gst/filter/gstcudafiltertransaction.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_ELEMENT (gst_cuda_element_get_type ())
#define GST_CUDA_ELEMENT(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GST_TYPE_CUDA_ELEMENT, GstCudaElement))
#define GST_CUDA_ELEMENT_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ( \
      (klass), GST_TYPE_CUDA_ELEMENT, GstCudaElementClass))
#define GST_CUDA_ELEMENT_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ( \
      (obj), GST_TYPE_CUDA_ELEMENT, GstCudaElementClass))

typedef struct _GstCudaElement GstCudaElement;
typedef struct _GstCudaElementClass GstCudaElementClass;
typedef struct _GstCudaElementPrivate GstCudaElementPrivate;

/* GstCudaFilter and GstCudaAnalyzer read this in the streaming thread. */
struct _GstCudaElement {
  GstBaseTransform parent;

  /* properties, under the object lock */
  GstCudaFilterBackend backend;
  gint cuda_device_id;

  GstCudaFilterStats *stats;
  /* from start to stop; `device` is under the object lock in other threads */
  GstCudaFilterDevice *device;
  GstCudaFilterRunner *runner;
  gboolean negotiated; /* frames may come, of `info` */
  GstVideoInfo info;

  GstCudaElementPrivate *priv;
};

/* A sub-class has a table of properties, and where it takes less than
 * GST_CUDA_FILTER_FORMATS, pad templates of its own. */
struct _GstCudaElementClass {
  GstBaseTransformClass parent_class;

  /* The field of a property that may change while frames flow was set, and its
   * row has no changed() of its own. Called with the object lock held; may be
   * NULL. */
  void (*param_changed) (GstCudaElement *self);

  /* Returns the caps that the other pad has, of those in its template: `known`.
   * To be unreferenced. */
  GstCaps *(*other_caps) (GstCudaElement *self, GstPadDirection direction,
      GstCaps *caps, GstCaps *known);

  /* Hands on the frames that are kept. In the streaming thread, as are the next
   * two; each may be NULL. */
  void (*drain) (GstCudaElement *self);
  /* The runner is there, for a new device or format. */
  void (*prepare) (GstCudaElement *self);
  /* Frees what was prepared for a device and a format that are no more. */
  void (*unprepare) (GstCudaElement *self);

  /* Adds fields to `stats`. Called with the object lock held; may be NULL. */
  void (*add_stats) (GstCudaElement *self, GstStructure *stats);
};

GType gst_cuda_element_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstCudaElement, gst_object_unref)

/* class_init() calls this: it installs the class's properties, each of which is
 * its row and no more. They are set and read by these, and constructed() gives
 * fields their defaults. */
void gst_cuda_element_class_install (GstCudaElementClass *klass,
    const GstCudaFilterParam *properties, guint n_properties);

/* A row's set() calls this: keeps the value in its field, and notifies. */
void gst_cuda_element_keep_param (
    GstCudaElement *self, GParamSpec *spec, const GValue *value);

/* A row's set() calls this: a value was refused, as the message says, without a
 * full stop. In PAUSED and PLAYING a warning is posted at once, which adds what
 * there is instead: `stays`; with NULL, the property's value, which is of a
 * kind of gstcudafilterparam.h. Before that nobody asked for that: it is an
 * error on the way to PAUSED, unless the property is set again. */
void gst_cuda_element_refuse (GstCudaElement *self, GParamSpec *spec,
    const gchar *stays, const gchar *format, ...) G_GNUC_PRINTF (4, 5);
/* The same for a list of rectangles: the array of
 * gst_cuda_filter_rectangles_parse(), or NULL where the text was refused. */
GArray *gst_cuda_element_parse_rectangles (
    GstCudaElement *self, GParamSpec *spec, const gchar *text);
/* Posts a warning of settings that do nothing with these frames. */
void gst_cuda_element_warn (GstCudaElement *self, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
/* init() calls this if the element has properties that are judged together. In
 * NULL and READY what is of no use may become so yet, and is an error on the
 * way to PAUSED; from there on it is put back and refused. `transaction` is the
 * element's. */
void gst_cuda_element_set_transaction (
    GstCudaElement *self, GstCudaFilterTransaction *transaction);

/* G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET) calls this: presets that users save
 * leave out what is of the machine, backend and cuda-device-id. */
void gst_cuda_element_preset_init (gpointer iface, gpointer unused);

/* Posts an error that says what to do. Takes it. */
void gst_cuda_element_post_error (GstCudaElement *self, GError *error);
/* The same for a frame that cannot be processed, and what to return for it: no
 * error where nobody wants it any more; a warning, and DROPPED, where only this
 * frame is at fault. */
GstFlowReturn gst_cuda_element_fail_frame (GstCudaElement *self, GError *error);

CfDevice *gst_cuda_element_get_device (GstCudaElement *self);
/* TRUE if it is the CPU, or will be. From any thread. */
gboolean gst_cuda_element_is_on_cpu (GstCudaElement *self);

/* Any thread may take what a query's answer is made of; FALSE while the element
 * is stopped. */
gboolean gst_cuda_element_ref_memories (
    GstCudaElement *self, GstCudaFilterMemories *memories);
void gst_cuda_element_unref_memories (GstCudaFilterMemories *memories);

/* Properties that a GstController drives get their values for this frame. */
void gst_cuda_element_sync_values (GstCudaElement *self, GstBuffer *buffer);
/* Upstream's frames are in another context than ours: work in that, if the
 * device may be chosen. */
void gst_cuda_element_adopt_context (GstCudaElement *self, GstBuffer *buffer);
/* CUDAMemory of ours is of this GstCudaStream from now on; FALSE where it was.
 */
gboolean gst_cuda_element_adopt_stream (
    GstCudaElement *self, GstMiniObject *stream);

G_END_DECLS
