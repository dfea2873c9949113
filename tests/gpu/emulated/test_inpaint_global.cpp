/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA kernels of global inpainting, run on the CPU around Fourier
 * transforms in double, beside the formulas: the same samples, whatever the
 * plane's size. */
#include "block.h"
#include "cases.h"
#include "emulatedkernels.h"
#include "cuda/inpaint/inpaint_globalplan.h"

extern "C" {
#include "reference_inpaint.h"
}

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace
{

typedef std::complex<double> Number;

CfKernelInpaintGlobal argument;

template <void (*kernel) (const CfKernelInpaintGlobal)>
void
run_kernel ()
{
  kernel (argument);
}

void (*const entries[CF_INPAINT_LAUNCHES]) () = {
  run_kernel<emulated_inpaint_take>, run_kernel<emulated_inpaint_maximum>,
  run_kernel<emulated_inpaint_schedule>, run_kernel<emulated_inpaint_threshold>,
  run_kernel<emulated_inpaint_merge>, run_kernel<emulated_inpaint_give>
};

void
launch (const CfInpaintGlobalPlan &plan, int which)
{
  emulated_run (
      plan.blocks[which], CF_INPAINT_GLOBAL_THREADS, 0, entries[which]);
}

/* n numbers, `step` apart. */
void
transform (Number *x, int n, int step, int sign)
{
  std::vector<Number> sum (n);

  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      sum[k] += x[i * step]
                * std::polar (1.0, sign * 2 * G_PI * ((gint64)k * i % n) / n);
  for (int k = 0; k < n; k++)
    x[k * step] = sum[k];
}

void
transform (std::vector<Number> &x, int width, int height, int sign)
{
  for (int i = 0; i < height; i++)
    transform (&x[i * width], width, 1, sign);
  for (int i = 0; i < width; i++)
    transform (&x[i], height, width, sign);
}

/* cuFFT's R2C */
void
forward ()
{
  const int w = argument.width, h = argument.height;
  std::vector<Number> x (w * h);

  for (int i = 0; i < w * h; i++)
    x[i] = argument.picture[i];
  transform (x, w, h, -1);
  for (int k = 0; k < h; k++)
    for (int l = 0; l <= w / 2; l++)
      argument.spectrum[k * (w / 2 + 1) + l] =
          CfInpaintComplex{ (float)x[k * w + l].real (),
            (float)x[k * w + l].imag () };
}

/* cuFFT's C2R, in place */
void
inverse ()
{
  const int w = argument.width, h = argument.height;
  std::vector<Number> x (w * h);
  float *result = const_cast<float *> (argument.result);

  for (int k = 0; k < h; k++)
    for (int l = 0; l < w; l++) {
      const bool stored = l <= w / 2;
      const CfInpaintComplex c =
          argument.spectrum[(stored ? k : (h - k) % h) * (w / 2 + 1)
                            + (stored ? l : w - l)];

      x[k * w + l] = Number (c.re, stored ? c.im : -c.im);
    }
  transform (x, w, h, 1);
  for (int k = 0; k < h; k++)
    for (int l = 0; l < w; l++)
      result[k * argument.result_pitch + l] = (float)x[k * w + l].real ();
}

void
inpaint (const CfInpaintParams &params, int width, int height,
    std::vector<float> &samples, const std::vector<guint32> &holes)
{
  CfInpaintGlobalPlan plan;

  cf_inpaint_global_plan_init (&plan, width, height);
  cf_inpaint_global_plan_set_params (&plan, &params);

  void *memory = aligned_alloc (256, plan.size);

  memset (memory, 0xff, plan.size);
  cf_inpaint_global_plan_place (&plan, (guint8 *)memory);
  cf_inpaint_global_plan_twiddles (
      &plan, (CfInpaintComplex *)plan.kernel.row_twiddles);
  argument = plan.kernel;
  argument.samples = samples.data ();
  argument.given_holes = holes.data ();
  launch (plan, CF_INPAINT_LAUNCH_TAKE);
  for (int i = 0; i < plan.kernel.n; i++) {
    forward ();
    if (i == 0 && argument.start < 0)
      launch (plan, CF_INPAINT_LAUNCH_MAXIMUM);
    if (i == 0)
      launch (plan, CF_INPAINT_LAUNCH_SCHEDULE);
    launch (plan, CF_INPAINT_LAUNCH_THRESHOLD);
    inverse ();
    launch (plan, CF_INPAINT_LAUNCH_MERGE);
  }
  launch (plan, CF_INPAINT_LAUNCH_GIVE);
  free (memory);
}

gboolean
run_case (GRand *random, gint number)
{
  const gboolean thin = number % 8 == 0;
  gint width = g_rand_int_range (random, 1, thin ? 400 : 45);
  gint height = g_rand_int_range (random, 1, thin ? 4 : 45);
  CfInpaintParams params = CF_INPAINT_PARAMS_DEFAULT;
  gdouble error = 0;
  gboolean same = TRUE;

  if (number % 16 == 8)
    std::swap (width, height);
  params.method = CF_INPAINT_GLOBAL;
  params.iterations = g_rand_int_range (random, 1, 5);
  params.schedule = (CfInpaintSchedule)g_rand_int_range (random, 0, 3);
  if (number % 3 == 0)
    params.threshold_start = 0;
  if (number % 3 == 1)
    params.threshold_start = g_rand_double_range (random, 1, 2000);
  if (number % 2 == 0)
    params.threshold_end = g_rand_double_range (random, 0, 100);

  std::vector<float> samples (width * height);
  std::vector<guint32> holes (CF_INPAINT_WORDS (width) * height);
  std::vector<double> expected (width * height);

  for (gint i = 0; i < width * height; i++) {
    samples[i] = g_rand_int_range (random, 0, 256);
    expected[i] = samples[i];
    if (g_rand_boolean (random))
      holes[i / width * CF_INPAINT_WORDS (width) + i % width / 32] |=
          1u << i % width % 32;
  }

  const std::vector<float> before = samples;

  inpaint (params, width, height, samples, holes);
  reference_inpaint_global (
      &params, expected.data (), width, height, holes.data ());
  for (gint i = 0; i < width * height; i++) {
    if (!reference_is_hole (holes.data (), width, i % width, i / width))
      same = same && samples[i] == before[i];
    error = MAX (error, fabs (samples[i] - expected[i]));
  }
  same = same && error <= 0.01;
  if (!same)
    printf ("%dx%d, %d iterations, schedule %d from %g to %g: wrong by %g\n",
        width, height, params.iterations, params.schedule,
        params.threshold_start, params.threshold_end, error);
  return same;
}

} // namespace

int
main (int argc, char **argv)
{
  return run_cases (argc, argv, run_case);
}
