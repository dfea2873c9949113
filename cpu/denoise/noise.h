/* How strong the noise of a filter's planes is
 * (engine/denoise/cfdenoisenoise.h): rows of tiles, shared by threads. */
#pragma once

#include "cpu/core/cpubackend.h"
#include "cpu/denoise/noise_kernel.h"

G_BEGIN_DECLS

typedef struct {
  const CfFilter *filter;
  CfPlaneKinds kinds;
  GArray *tiles; /* rows of them */
  guint32 shares[CF_DENOISE_COUNT_MAX / CF_DENOISE_WHOLE + 1];
  guint32 *bins;              /* of each thread, plane and class */
  guint sigma[CF_MAX_PLANES]; /* estimated; 0: unknown */
  guint frame;                /* its number in the history */
} CfCpuNoise;

/* Says what job->job.src, whose channel is set, is compared with, if anything.
 */
typedef void (*CfCpuNoiseFunc) (
    gconstpointer owner, guint plane, CfCpuNoiseJob *job);

/* For a filter that outlives this, whose planes are of these kinds. */
void cf_cpu_noise_init (
    CfCpuNoise *self, const CfFilter *filter, CfPlaneKinds kinds);
void cf_cpu_noise_clear (CfCpuNoise *self);

/* Of a frame, where one is to be made. `compare` may be NULL. Each thread has
 * `scratch_size` bytes of scratch, at least CF_CPU_NOISE_SCRATCH. */
void cf_cpu_noise_estimate (CfCpuNoise *self, const CfPlane *src,
    CfCpuNoiseFunc compare, gconstpointer owner, guint8 *scratch,
    gsize scratch_size);

/* A frame has its result, and the next one is of the same history. */
void cf_cpu_noise_done (CfCpuNoise *self);
/* Another history begins. */
void cf_cpu_noise_forget (CfCpuNoise *self);

/* The standard deviation to use for a plane, of a filter of CF_OP_DENOISE. */
guint cf_cpu_noise_sigma (const CfCpuNoise *self, guint plane);

G_END_DECLS
