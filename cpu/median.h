/* Which kernel computes a median or percentile. */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* Of a plane; fills in the job's window and rank. */
CfCpuKernel cf_cpu_median_kernel (const CfCpuKernels *kernels,
    const CfMedianParams *params, const CfPlane *plane, CfCpuJob *job);

G_END_DECLS
