/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that look at frames and hand them on: with the memory that they came
 * in, and pools of downstream's go through to upstream. */
#pragma once

#include "gst/filter/gstcudaelement.h"

G_BEGIN_DECLS

#define GST_TYPE_CUDA_ANALYZER (gst_cuda_analyzer_get_type ())
#define GST_CUDA_ANALYZER(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GST_TYPE_CUDA_ANALYZER, GstCudaAnalyzer))
#define GST_CUDA_ANALYZER_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ( \
      (klass), GST_TYPE_CUDA_ANALYZER, GstCudaAnalyzerClass))
#define GST_CUDA_ANALYZER_GET_CLASS(obj) \
  (G_TYPE_INSTANCE_GET_CLASS ( \
      (obj), GST_TYPE_CUDA_ANALYZER, GstCudaAnalyzerClass))

typedef struct {
  GstCudaElement parent;
} GstCudaAnalyzer;

typedef struct {
  GstCudaElementClass parent_class;

  /* Looks at a frame, which is writable, though its memory may be shared, and
   * goes on when it returns. In the streaming thread. */
  gboolean (*analyse) (
      GstCudaAnalyzer *self, GstBuffer *buffer, GError **error);
} GstCudaAnalyzerClass;

GType gst_cuda_analyzer_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstCudaAnalyzer, gst_object_unref)

/* analyse() calls these, as gstcudafilterrunner.h says of look() and draw(). */
const CfPlane *gst_cuda_analyzer_get_luma (GstCudaAnalyzer *self);
gboolean gst_cuda_analyzer_look (GstCudaAnalyzer *self, GstBuffer *buffer,
    GstCudaFilterLook look, gpointer data, GError **error);
gboolean gst_cuda_analyzer_draw (GstCudaAnalyzer *self, GstBuffer *buffer,
    const CfSpan *spans, guint n_spans, guint32 argb, GError **error);

G_END_DECLS
