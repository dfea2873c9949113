/* Which kernel computes an epsilon filter. */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* Of a plane; fills in the job's window, reach and mode. */
CfCpuKernel cf_cpu_epsilon_kernel (const CfCpuKernels *kernels,
    const CfEpsilonParams *params, const CfPlane *plane, CfCpuJob *job);

G_END_DECLS
