/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kernels.h"

/* Words of 16 bits are video's, too. 2048x2048 was the thesis's. */
static const KernelFormat formats[] = { { 3840, 2160, 8 }, { 3840, 2160, 16 },
  { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 2048, 2048, 8 } };
static const KernelFormat of_medians[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 3840, 2160, 10 },
  { 3840, 2160, 12 } };
static const KernelFormat of_epsilon[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 3840, 2160, 10 }, { 3264, 2448, 8 }, { 3264, 2448, 16 },
  { 3264, 2448, 10 } };
/* 3840x3240 has as many samples as 3840x2160 in NV12. */
static const KernelFormat of_denoise[] = { { 3840, 2160, 8 },
  { 3840, 2160, 16 }, { 1920, 1080, 8 }, { 1920, 1080, 16 }, { 3840, 3240, 8 },
  { 3840, 3240, 16 } };
static const KernelFormat of_inpaint[] = { { 1920, 1080, 8 },
  { 1920, 1080, 16 } };
static const KernelFormat of_global[] = { { 512, 512, 8 }, { 1920, 1080, 8 },
  { 2048, 2048, 8 }, { 4096, 4096, 8 } };
/* Large primes are the worst for a transform. */
static const KernelFormat of_first[] = { { 1920, 1080, 8 }, { 1280, 720, 8 },
  { 3840, 2160, 8 }, { 720, 576, 8 }, { 1021, 1021, 8 }, { 47, 43, 8 } };
static const KernelFormat of_snake[] = { { 512, 512, 8 }, { 1920, 1080, 8 },
  { 1920, 1080, 16 }, { 5000, 3000, 8 }, { 10000, 10000, 8 },
  { 12500, 12000, 8 } };

#define OPERATION(name, formats, measure) \
  { \
    name, formats, G_N_ELEMENTS (formats), measure, FALSE \
  }

static const KernelOperation operations[] = {
  OPERATION ("median", of_medians, kernels_median),
  OPERATION ("convolve", formats, kernels_convolve),
  OPERATION ("epsilon", of_epsilon, kernels_epsilon),
  { "channels", formats, 2, kernels_channels, FALSE },
  OPERATION ("denoise", of_denoise, kernels_denoise),
  OPERATION ("inpaint", of_inpaint, kernels_inpaint),
  OPERATION ("inpaint-global", of_global, kernels_inpaint_global),
  { "inpaint-first", of_first, G_N_ELEMENTS (of_first), kernels_inpaint_first,
      TRUE },
  OPERATION ("snake", of_snake, kernels_snake),
};

gboolean
kernels_run (const KernelOptions *options)
{
  return kernel_bench_run (options, operations, G_N_ELEMENTS (operations));
}
