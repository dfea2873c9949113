/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that filter frames. */
#pragma once

#include "gst/filter/gcfelement.h"

G_BEGIN_DECLS

#define GCF_TYPE_FILTER (gcf_filter_get_type ())
#define GCF_FILTER(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GCF_TYPE_FILTER, GcfFilter))
#define GCF_FILTER_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), GCF_TYPE_FILTER, GcfFilterClass))
#define GCF_FILTER_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ((obj), GCF_TYPE_FILTER, GcfFilterClass))

typedef struct _GcfFilter GcfFilter;
typedef struct _GcfFilterClass GcfFilterClass;
typedef struct _GcfFilterPrivate GcfFilterPrivate;

struct _GcfFilter {
  GcfElement parent;

  GcfFilterPrivate *priv;
};

struct _GcfFilterClass {
  GcfElementClass parent_class;

  /* Reads the properties: the operation, and the kinds of samples that it is
   * for. Called with the object lock held. */
  void (*get_params) (
      GcfFilter *self, CfFilterParams *params, GstCudaFilterPlanes *planes);

  /* Inpainting: which pixels of a frame are to be repaired, of the size in the
   * caps, in an element's own form, from g_atomic_rc_box_alloc(); NULL for
   * none. The same mask for two frames costs nothing; to be released. In the
   * streaming thread, where frames are pushed when they come; may be NULL. */
  gpointer (*get_mask) (GcfFilter *self, GstBuffer *buffer);
  /* Makes samples of such a mask. */
  GcfHolesInit init_holes;

  /* TRUE where frames are copied even if that changes nothing. */
  gboolean never_passthrough;
  /* TRUE where a result may depend on the frames around. Fields depend on those
   * of their kind. */
  gboolean has_history;
  /* The name of the messages of the noise that it estimates; NULL for none. */
  const gchar *noise_message;
};

GType gcf_filter_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GcfFilter, gst_object_unref)

/* Says that get_params() will read something new, from the next frame on; rows
 * without a changed() of their own call it. The object lock is held. */
void gcf_filter_params_changed (GcfFilter *self);

/* get_params() calls this: only the regions of interest of this type are
 * filtered; with 0, as it is before, whole frames. Where frames are pushed into
 * the filter, it counts from the next one that comes. */
void gcf_filter_set_roi_type (GcfFilter *self, GQuark type);

/* Makes results come so many frames late, from the next start on. The latency
 * says so, by the caps' rate or by how long frames take in truth
 * (gcfpace.h); serialised events keep their place; at the end, and at
 * any break in the stream, results are made of what is there. Frames do not
 * pass through; parameters are those of a frame's turn, and so is whether it
 * would be late: then it has no result. Called with the object lock held, or
 * before anyone knows the element.
 *
 * If the parameters say that the filter itself uses later frames, frames are
 * pushed into the filter when they come, and nothing of their memory is kept.
 * Parameters that such a filter cannot take over take effect with the next
 * frame that comes, after the results of those that are kept. What such a
 * filter reads at a push is as it was when the frame came. */
void gcf_filter_set_lookahead (GcfFilter *self, guint n_frames);
/* Returns what holds from the last start to the next, for get_params(). */
guint gcf_filter_get_lookahead (GcfFilter *self);
/* Returns the n-th frame after the one that is filtered, from 0, as it came, in
 * get_mask(); NULL where there is none before the end or a break. Not a
 * reference. */
GstBuffer *gcf_filter_get_ahead (GcfFilter *self, guint n);

G_END_DECLS
