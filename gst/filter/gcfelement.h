/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements have this in common, whether they filter frames or look at them:
 * properties, warnings, devices, contexts and formats. */
#pragma once

#include <gst/base/gstbasetransform.h>

#include "gst/filter/gcfallocation.h"
#include "gst/memory/gcfdevice.h"
#include "gst/filter/gcfparam.h"
#include "gst/frame/gcfprocessor.h"
#include "gst/filter/gcfsettings.h"
#include "gst/memory/gcfstats.h"
#include "gst/filter/gcftransaction.h"

G_BEGIN_DECLS

#define GCF_TYPE_ELEMENT (gcf_element_get_type ())
#define GCF_ELEMENT(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GCF_TYPE_ELEMENT, GcfElement))
#define GCF_ELEMENT_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), GCF_TYPE_ELEMENT, GcfElementClass))
#define GCF_ELEMENT_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ((obj), GCF_TYPE_ELEMENT, GcfElementClass))

typedef struct _GcfElement GcfElement;
typedef struct _GcfElementClass GcfElementClass;
typedef struct _GcfElementPrivate GcfElementPrivate;

/* GcfFilter and GcfAnalyzer read this in the streaming thread. */
struct _GcfElement {
  GstBaseTransform parent;

  /* properties, under the object lock */
  GstCudaFilterBackend backend;
  gint cuda_device_id;

  GcfStats *stats;
  /* from start to stop; `device` is under the object lock in other threads */
  GcfDevice *device;
  GcfProcessor *processor;
  gboolean negotiated; /* frames may come, of `info` */
  GstVideoInfo info;

  GcfElementPrivate *priv;
};

/* A sub-class has a table of properties, and where it takes less than
 * GCF_FORMATS, pad templates of its own. */
struct _GcfElementClass {
  GstBaseTransformClass parent_class;

  /* The field of a property that may change while frames flow was set, and its
   * row has no changed() of its own. Called with the object lock held; may be
   * NULL. */
  void (*param_changed) (GcfElement *self);

  /* Returns the caps that the other pad has, of those in its template: `known`.
   * To be unreferenced. */
  GstCaps *(*other_caps) (GcfElement *self, GstPadDirection direction,
      GstCaps *caps, GstCaps *known);

  /* Hands on the frames that are kept. In the streaming thread, as are the next
   * two; each may be NULL. */
  void (*drain) (GcfElement *self);
  /* The processor is there, for a new device or format. */
  void (*prepare) (GcfElement *self);
  /* Frees what was prepared for a device and a format that are no more. */
  void (*unprepare) (GcfElement *self);

  /* Adds fields to `stats`. Called with the object lock held; may be NULL. */
  void (*add_stats) (GcfElement *self, GstStructure *stats);
};

/* The row of `stats`, which each element has: `more` is a text of the fields
 * that are its own, with the sign before them. */
#define GCF_PARAM_STATS(more) \
  GCF_PARAM_BOXED ("stats", "Statistics", \
      "Since the start: frames, late-frames (dropped by QoS), uploads, " \
      "downloads, bytes-up, bytes-down; means over timed-frames, in ns: " \
      "upload-time, kernel-time, download-time, time-after-push (from the " \
      "push of a frame until the GPU is done with it)" more, \
      gst_structure_get_type, GCF_PARAM_READ_ONLY, \
      .get = gcf_element_get_stats)

GType gcf_element_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GcfElement, gst_object_unref)

/* class_init() calls this: it installs the class's properties, each of which is
 * its row and no more. They are set and read by these, and constructed() gives
 * fields their defaults. */
void gcf_element_class_install (
    GcfElementClass *klass, const GcfParam *properties, guint n_properties);

/* The get() of `stats` */
void gcf_element_get_stats (GObject *object, GValue *value);

/* A row's set() calls this: keeps the value in its field, and notifies. */
void gcf_element_keep_param (
    GcfElement *self, GParamSpec *spec, const GValue *value);

/* A row's set() calls this: a value was refused, as the message says, without a
 * full stop. In PAUSED and PLAYING a warning is posted at once, which adds what
 * there is instead: `stays`; with NULL, the property's value, which is of a
 * kind of gcfparam.h. Before that nobody asked for that: it is an
 * error on the way to PAUSED, unless the property is set again. */
void gcf_element_refuse (GcfElement *self, GParamSpec *spec, const gchar *stays,
    const gchar *format, ...) G_GNUC_PRINTF (4, 5);
/* The same for a list of rectangles: the array of
 * gcf_rectangles_parse(), or NULL where the text was refused. */
GArray *gcf_element_parse_rectangles (
    GcfElement *self, GParamSpec *spec, const gchar *text);
/* Posts a warning of settings that do nothing with these frames. */
void gcf_element_warn (GcfElement *self, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
/* init() calls this if the element has properties that are judged together. In
 * NULL and READY what is of no use may become so yet, and is an error on the
 * way to PAUSED; from there on it is put back and refused. `transaction` is the
 * element's. */
void gcf_element_set_transaction (
    GcfElement *self, GcfTransaction *transaction);

/* G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET) calls this: presets that users save
 * leave out what is of the machine, backend and cuda-device-id. */
void gcf_element_preset_init (gpointer iface, gpointer unused);

/* Posts an error that says what to do. Takes it. */
void gcf_element_post_error (GcfElement *self, GError *error);
/* The same for a frame that cannot be processed, and what to return for it: no
 * error where nobody wants it any more; a warning, and DROPPED, where only this
 * frame is at fault. */
GstFlowReturn gcf_element_fail_frame (GcfElement *self, GError *error);

CfDevice *gcf_element_get_device (GcfElement *self);
/* TRUE if it is the CPU, or will be. From any thread. */
gboolean gcf_element_is_on_cpu (GcfElement *self);

/* Any thread may take what a query's answer is made of; FALSE while the element
 * is stopped. */
gboolean gcf_element_ref_memories (GcfElement *self, GcfMemories *memories);
void gcf_element_unref_memories (GcfMemories *memories);

/* Properties that a GstController drives get their values for this frame. */
void gcf_element_sync_values (GcfElement *self, GstBuffer *buffer);
/* Upstream's frames are in another context than ours: work in that, if the
 * device may be chosen. */
void gcf_element_adopt_context (GcfElement *self, GstBuffer *buffer);
/* CUDAMemory of ours is of this GstCudaStream from now on; FALSE where it was.
 */
gboolean gcf_element_adopt_stream (GcfElement *self, GstMiniObject *stream);

G_END_DECLS
