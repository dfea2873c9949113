/* How a method of noise reduction is computed on the CPU, and what it keeps of
 * former frames. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* As in CfBackend. What may change between runs is read from the filter's
 * params at each of them. */
typedef struct {
  CfFilter *(*filter_new) (const CfFilter *description, GError **error);
  void (*filter_free) (CfFilter *filter);
  gboolean (*run) (
      CfFilter *filter, const CfPlane *src, const CfPlane *dst, GError **error);
  /* NULL where nothing is looked at ahead */
  gboolean (*push) (CfFilter *filter, const CfPlane *src, GError **error);
  void (*forget) (CfFilter *filter);
  /* NULL likewise */
  void (*skip) (CfFilter *filter);
  gboolean (*get_noise) (CfFilter *filter, guint plane, CfNoise *noise);
} CfCpuDenoiseMethod;

/* AVERAGE and MEDIAN */
extern const CfCpuDenoiseMethod cf_cpu_denoise_frames;
/* RECURSIVE and COMPENSATED */
extern const CfCpuDenoiseMethod cf_cpu_denoise_recursive;

G_END_DECLS
