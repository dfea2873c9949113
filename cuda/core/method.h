/* The ways to filter on CUDA. A filter is made by one of them. */
#pragma once

#include "cuda/core/cudabackend.h"

G_BEGIN_DECLS

typedef struct {
  /* As in CfBackend; the filter begins with a CfCudaFilter, whose method is
   * filled in by the caller. */
  CfFilter *(*filter_new) (const CfFilter *description, GError **error);
  void (*filter_free) (CfFilter *filter);
  /* With the device entered. */
  gboolean (*filter_run) (CfFilter *filter, CfStream *stream,
      const CfPlane *src, const CfPlane *dst, GError **error);
  /* Of filters with a history, or NULL; a push with the device entered */
  gboolean (*filter_push) (
      CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error);
  void (*filter_forget) (CfFilter *filter);
  void (*filter_skip) (CfFilter *filter); /* NULL: nothing is pushed to it */
  /* What is known of a plane's noise without waiting; FALSE: nothing */
  gboolean (*get_noise) (CfFilter *filter, guint plane, CfNoise *noise);
} CfCudaMethod;

typedef struct {
  CfFilter parent;
  const CfCudaMethod *method;
} CfCudaFilter;

extern const CfCudaMethod cf_cuda_copy;
/* Selection networks: medians of squares, 3...15, where the GPU has room for
 * them. FALSE too where the device fails, as every method will say. */
extern const CfCudaMethod cf_cuda_network;
gboolean cf_cuda_network_supports (const CfFilter *description);
/* The same of a square and samples of so many bytes. */
gboolean cf_cuda_network_fits (CfDevice *device, gint size, gint bytes);
/* Thresholds and counts: any window and percentile. */
extern const CfCudaMethod cf_cuda_rank;

/* Products of matrices: all convolutions. */
extern const CfCudaMethod cf_cuda_convolve;

/* All epsilon filters. */
extern const CfCudaMethod cf_cuda_epsilon;

/* The recursive mean over time. */
extern const CfCudaMethod cf_cuda_recursive;

/* All inpainting of single pictures, and what has a history. */
extern const CfCudaMethod cf_cuda_inpaint;
extern const CfCudaMethod cf_cuda_temporal;

/* Frames of a stream beside each other: their means and medians. */
extern const CfCudaMethod cf_cuda_denoise;

/* A filter by this method. */
CfFilter *cf_cuda_filter_new_by (
    const CfCudaMethod *method, const CfFilter *description, GError **error);

G_END_DECLS
