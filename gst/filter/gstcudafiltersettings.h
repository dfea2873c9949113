/* Properties that several elements have, with the same names and meaning. */
#pragma once

#include <gst/gst.h>

#include "engine/core/cffilter.h"
#include "gst/frame/gstcudafilterformat.h"

G_BEGIN_DECLS

typedef enum {
  GST_CUDA_FILTER_BACKEND_AUTO,
  GST_CUDA_FILTER_BACKEND_CUDA,
  GST_CUDA_FILTER_BACKEND_CPU
} GstCudaFilterBackend;

#define GST_TYPE_CUDA_FILTER_BACKEND (gst_cuda_filter_backend_get_type ())
GType gst_cuda_filter_backend_get_type (void);

/* of CfBorder */
#define GST_TYPE_CUDA_FILTER_BORDER (gst_cuda_filter_border_get_type ())
GType gst_cuda_filter_border_get_type (void);

#define GST_TYPE_CUDA_FILTER_PLANES (gst_cuda_filter_planes_get_type ())
GType gst_cuda_filter_planes_get_type (void);

typedef struct {
  GstCudaFilterPlanes planes;
  CfBorder border;
  gint border_value;
  gint iterations;
  GQuark roi_type; /* 0: none */
} GstCudaFilterSettings;

/* An element's own property ids stay below these. */
enum {
  GST_CUDA_FILTER_PROP_PLANES = 0x100,
  GST_CUDA_FILTER_PROP_BORDER,
  GST_CUDA_FILTER_PROP_BORDER_VALUE,
  GST_CUDA_FILTER_PROP_ITERATIONS,
  GST_CUDA_FILTER_PROP_ROI_TYPE
};

/* Installs one of the properties above, with its default from `defaults`. */
void gst_cuda_filter_settings_install (
    GObjectClass *klass, guint prop_id, const GstCudaFilterSettings *defaults);

/* FALSE where prop_id is none of the above. The caller holds the object lock.
 */
gboolean gst_cuda_filter_settings_set (
    GstCudaFilterSettings *self, guint prop_id, const GValue *value);
gboolean gst_cuda_filter_settings_get (
    const GstCudaFilterSettings *self, guint prop_id, GValue *value);

G_END_DECLS
