/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that look at frames and hand them on: with the memory that they came
 * in, and pools of downstream's go through to upstream. */
#pragma once

#include "gst/filter/gcfelement.h"

G_BEGIN_DECLS

#define GCF_TYPE_ANALYZER (gcf_analyzer_get_type ())
#define GCF_ANALYZER(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GCF_TYPE_ANALYZER, GcfAnalyzer))
#define GCF_ANALYZER_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), GCF_TYPE_ANALYZER, GcfAnalyzerClass))
#define GCF_ANALYZER_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ((obj), GCF_TYPE_ANALYZER, GcfAnalyzerClass))

typedef struct {
  GcfElement parent;
} GcfAnalyzer;

typedef struct {
  GcfElementClass parent_class;

  /* Looks at a frame, which is writable, though its memory may be shared, and
   * goes on when it returns. In the streaming thread. */
  gboolean (*analyse) (GcfAnalyzer *self, GstBuffer *buffer, GError **error);
} GcfAnalyzerClass;

GType gcf_analyzer_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GcfAnalyzer, gst_object_unref)

/* analyse() calls these, as gcfprocessor.h says of look() and draw(). */
const CfPlane *gcf_analyzer_get_luma (GcfAnalyzer *self);
gboolean gcf_analyzer_look (GcfAnalyzer *self, GstBuffer *buffer, GcfLook look,
    gpointer data, GError **error);
gboolean gcf_analyzer_draw (GcfAnalyzer *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error);

G_END_DECLS
