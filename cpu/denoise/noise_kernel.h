/* Sums of tiles, by which noise is estimated, on one instruction set
 * (engine/denoise/cfdenoisenoise.h). */
#pragma once

#include "cpu/denoise/recursive_kernel.h"
#include "engine/denoise/cfdenoisenoise.h"

G_BEGIN_DECLS

typedef struct {
  CfCpuJob job;             /* whose src and channel */
  CfCpuRecursiveFrame last; /* the last result */
  gint tile_row;
} CfCpuNoiseJob;

/* Adds a row's tiles to the bins; [bytes - 1]. */
struct _CfCpuNoiseKernel {
  void (*run[2]) (const CfCpuNoiseJob *job, guint8 *scratch, guint32 *bins);
};

/* Samples with what vectors reach beyond, and bytes. */
#define CF_CPU_NOISE_ROW(width) (((gsize)(width) + 127) / 64 * 64)
#define CF_CPU_NOISE_SCRATCH(width) \
  (CF_CPU_NOISE_ROW (width) * 11 * sizeof (guint16))

G_END_DECLS
