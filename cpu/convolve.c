/* Which kernel computes a convolution. */
#include "convolve.h"

CfCpuConvolve *
cf_cpu_convolve_new (const CfConvolveParams *params, gint bits)
{
  CfCpuConvolve *c = g_new0 (CfCpuConvolve, 1);

  cf_convolve_plan_init (&c->plan, params, bits);
  c->vectors = cf_cpu_convolve_split (c);
  return c;
}

/* Columns whose pairs of rows stay in the first cache; not so few that those
 * around them cost much. */
static gint
product_width (const CfCpuConvolve *c)
{
  gint width = 40960 / (4 * c->parts * c->column_pairs);

  width = CLAMP (width, MAX (256, 2 * c->plan.width), 1024);
  return width / 64 * 64; /* whole vectors */
}

CfCpuKernel
cf_cpu_convolve_kernel (const CfCpuKernels *kernels, const CfCpuConvolve *c)
{
  CfCpuKernel kernel = cf_cpu_convolve_scalar;

  if (c->vectors && c->plan.two_passes) {
    kernel = *kernels->convolve_product;
    kernel.job_width = product_width (c);
  } else if (c->vectors) {
    kernel = *kernels->convolve_mask;
  }
  kernel.job_height = MAX (kernel.job_height, 8 * c->plan.height);
  return kernel;
}
