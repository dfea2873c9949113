/* Sums of tiles, by which noise is estimated, on one instruction set
 * (engine/denoise/cfdenoisenoise.h). */
#pragma once

#include "cpu/denoise/recursive_kernel.h"
#include "engine/denoise/cfdenoisenoise.h"

G_BEGIN_DECLS

typedef struct {
  CfCpuJob job; /* whose src and channel */
  /* what it is compared with, or nothing: the last result, or another frame of
   * src's sample width, whose channel is the same */
  CfCpuRecursiveFrame last;
  const CfPlane *other;
  const guint32 *shares; /* cf_denoise_noise_share (), by whole frames */
  gint tile_row;
  gboolean is_colour;
  const CfPlane *light;    /* of colour: cf_denoise_light_plane (), or NULL */
  gint halved_x, halved_y; /* from its sides to src's */
} CfCpuNoiseJob;

/* Adds a row's tiles to the CF_DENOISE_CLASS_BINS; [bytes - 1]. */
struct _CfCpuNoiseKernel {
  void (*run[2]) (const CfCpuNoiseJob *job, guint8 *scratch, guint32 *bins);
};

/* Tiles side by side that are added up at once. */
#define CF_CPU_NOISE_TILES 16
/* Bytes. */
#define CF_CPU_NOISE_SCRATCH 28672

G_END_DECLS
