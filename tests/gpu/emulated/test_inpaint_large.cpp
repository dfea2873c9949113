/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting's blocks by the CUDA kernels, run on the CPU, at the edge of a
 * plane of more than 2^31 samples: those of a small one. */
#include "block.h"
#include "cases.h"
#include "emulatedkernels.h"
#include "cuda/inpaint/inpaintplan.h"
#include "cuda/inpaint/inpaintstate.h"

#include <sys/mman.h>
#include <vector>

namespace
{

CfKernelInpaint argument;

template <void (*kernel) (const CfKernelInpaint)>
void
run_kernel ()
{
  kernel (argument);
}

/* Memory of which little is touched. */
gpointer
reserve (gsize size)
{
  gpointer memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

/* The blocks over some holes at the lower right edge of a plane that is that
 * large, with floats of this region. */
std::vector<float>
shrink_at_edge (
    const CfKernelInpaintPart *large, CfKernelInpaintBox region, gint size)
{
  const gint width = region.right - region.left, area = size * size;
  const gint n_blocks = 64;
  std::vector<float> blocks (n_blocks * 8 * area);
  std::vector<float> thresholds (CF_INPAINT_ENDS, 3.0f);
  CfInpaintState state = {};
  CfKernelInpaintPart *p = &argument.part[0];
  const gsize bytes =
      (gsize)width * (region.bottom - region.top) * sizeof (float);
  float *samples = (float *)reserve (bytes);

  argument = {};
  argument.n_parts = 1;
  argument.shift_x = argument.shift_y = 3;
  *p = *large;
  p->region = region;
  p->samples = samples;
  p->blocks = blocks.data ();
  p->iterations = 1;
  p->thresholds = thresholds.data ();
  p->state = (uint8_t *)&state;
  for (gint y = p->holes.top - 2 * size; y < p->plane_height; y++)
    for (gint x = p->holes.left - 2 * size; x < p->plane_width; x++)
      samples[(gsize)(y - region.top) * width + (x - region.left)] =
          (x * 7 + y * 13) % 31;
  emulated_run (n_blocks, CF_INPAINT_SHRINK_THREADS (size), 0,
      size == 16   ? run_kernel<emulated_inpaint_shrink_16>
      : size == 32 ? run_kernel<emulated_inpaint_shrink_32>
                   : run_kernel<emulated_inpaint_shrink_64>);
  munmap (samples, bytes);
  return blocks;
}

/* Offsets of more than 2^31 samples. */
gboolean
run_large (gint size)
{
  CfKernelInpaintPart p = {};
  CfKernelInpaintBox whole, near;
  gsize mask_bytes;
  gboolean same;

  p.plane_width = 1 << 20;
  p.plane_height = (1 << 11) + 40;
  p.words = CF_INPAINT_WORDS (p.plane_width);
  mask_bytes = (gsize)p.words * p.plane_height * sizeof (uint32_t);
  p.mask = (uint32_t *)reserve (mask_bytes);
  p.holes = { p.plane_width - 20, p.plane_height - 10, p.plane_width,
    p.plane_height };
  for (gint y = p.holes.top; y < p.plane_height; y++)
    p.mask[(gsize)y * p.words + p.words - 1] = 0xfffff000;
  whole = { 0, 0, p.plane_width, p.plane_height };
  near = { p.plane_width - 300, p.plane_height - 300, p.plane_width,
    p.plane_height };
  same = shrink_at_edge (&p, whole, size) == shrink_at_edge (&p, near, size);
  munmap (p.mask, mask_bytes);
  if (!same)
    printf ("blocks of %d at the edge of a large plane: not the same\n", size);
  return same;
}

gboolean
run_case (GRand *, gint i)
{
  return run_large (16 << i);
}

} // namespace

int
main (int argc, char **argv)
{
  return run_cases (argc, argv, run_case);
}
