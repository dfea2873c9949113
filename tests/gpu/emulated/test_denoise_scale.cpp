/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a search's pictures by the CUDA kernel, run on the CPU, beside
 * the reference. Results alone rarely tell of a base that is a step off. */
#include "block.h"
#include "cases.h"
#include "emulatedkernels.h"
#include "cuda/motion/motionkernels.h"

extern "C" {
#include "reference_scale.h"
}

#include <vector>

namespace
{

CfKernelMotion argument;

void
run_kernel ()
{
  emulated_motion_scale (argument);
}

CfDenoiseScale
run (const CfKernelMotion &d)
{
  CfDenoiseScale scale = {};

  argument = d;
  argument.scale = &scale;
  emulated_run (1, CF_KERNEL_THREADS, 0, run_kernel);
  return scale;
}

/* A part of all values, some far away, and some cut off at either end. */
gboolean
run_case (GRand *random, gint)
{
  const gint width = g_rand_int_range (random, 1, 200);
  const gint height = g_rand_int_range (random, 1, 150);
  const gint bits = g_rand_int_range (random, 9, 17), most = (1 << bits) - 1;
  const gint step = g_rand_int_range (random, 1, 5);
  const gint shift = g_rand_boolean (random) ? 16 - bits : 0;
  const gint span = most >> g_rand_int_range (random, 0, bits + 1);
  const gint base = g_rand_int_range (random, 0, most - span + 1);
  const gint scene_change_off =
      g_rand_boolean (random) ? g_rand_int_range (random, 0, 101) : 0;
  const gint far = g_rand_int_range (random, 0, 20);
  const guint32 estimate = g_rand_int_range (random, 0, 2500);
  std::vector<guint16> memory ((gsize)width * height * step);
  std::vector<gint> samples ((gsize)width * height);
  ReferenceScale right;
  CfDenoiseScale scale;
  CfKernelMotion d = {};
  gint sigma = 0;

  for (gsize i = 0; i < samples.size (); i++) {
    gint v = base + g_rand_int_range (random, 0, span + 1);

    if (g_rand_int_range (random, 0, 100) < far)
      v = g_rand_int_range (random, 0, most + 1);
    if (g_rand_int_range (random, 0, 100) < scene_change_off)
      v = g_rand_boolean (random) ? most : 0;
    samples[i] = v << (16 - bits);
    memory[i * step] = v << shift | g_rand_int_range (random, 0, 1 << shift);
  }
  d.src = (const uint8_t *)memory.data ();
  d.src_stride = (int64_t)width * step * 2;
  d.src_step = step;
  d.bits = bits;
  d.shift = shift;
  d.frame[0].width = width;
  d.frame[0].height = height;
  switch (g_rand_int_range (random, 0, 3)) {
    case 0:
      d.sigma = sigma = estimate;
      break;
    case 1:
      d.estimate = &estimate;
      sigma = estimate;
      break;
    default:
      d.sigma = 512;
      d.is_of_scale = 1;
  }
  right = reference_scale_of (samples.data (), width, height, bits, sigma);
  scale = run (d);
  if (scale.base == right.base && 1 << scale.shift == right.step)
    return TRUE;
  printf ("%dx%d of %d bits: base %d, shift %d, not %d, step %d\n", width,
      height, bits, scale.base, scale.shift, right.base, right.step);
  return FALSE;
}

} // namespace

int
main (int argc, char **argv)
{
  return run_cases (argc, argv, run_case);
}
