/* The CUDA kernels that take interleaved channels apart and put them together,
 * run on the CPU: channels are where they belong, and no other byte changes. */
#include "block.h"
#include "cases.h"
#include "cuda/core/choices.h"
#include "cuda/core/planar.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" void cf_kernel_split (const CfKernelPicture picture);
extern "C" void cf_kernel_join (const CfKernelPicture picture);

namespace
{

CfCudaLaunch launch;

void
run_split ()
{
  cf_kernel_split (launch.picture);
}

void
run_join ()
{
  cf_kernel_join (launch.picture);
}

gint
draw (GRand *random, gint first, gint last)
{
  return g_rand_int_range (random, first, last + 1);
}

/* Samples of memory that ends with the last one, and begins `offset` samples
 * before the first: other planes'. */
struct Picture {
  CfPlane plane;
  guint8 *memory;
  gsize size;

  Picture (GRand *random, const CfPlane &geometry, gint offset, gssize stride)
      : plane (geometry)
  {
    const gsize lead = (gsize)offset * plane.bytes;

    plane.stride = stride;
    size = lead + (plane.height - 1) * stride
           + ((gsize)(plane.width - 1) * plane.step + plane.channels)
                 * plane.bytes;
    if (posix_memalign ((void **)&memory, 16, size) != 0)
      abort ();
    for (gsize i = 0; i < size; i++)
      memory[i] = draw (random, 0, 255);
    plane.data = memory + lead;
  }
  Picture (const Picture &other) = delete;
  ~Picture () { free (memory); }

  guint8 *
  at (gint x, gint y, gint c) const
  {
    return plane.data + y * plane.stride
           + ((gsize)x * plane.step + c) * plane.bytes;
  }
};

guint8 *
at (const CfCudaSurface &s, const CfPlane &plane, gint x, gint y, gint c)
{
  return s.data + c * s.channel + y * s.stride + (gsize)x * plane.bytes;
}

gboolean
run_case (GRand *random, gint)
{
  CfFilter filter = {};
  CfPlane &geometry = filter.planes[0];
  CfCudaPlanar planar;
  gboolean same = TRUE;

  geometry.height = draw (random, 150, 200);
  geometry.step = draw (random, 2, 4);
  geometry.channels = draw (random, 2, geometry.step);
  geometry.bytes = draw (random, 1, 2);
  geometry.bits = 8 * geometry.bytes;
  geometry.width = cf_cuda_apart_from (nullptr, filter.params.op)
                       / geometry.height / geometry.channels
                   + draw (random, 1, 40);
  filter.n_planes = filter.filtered = 1;

  const gint offset = draw (random, 0, geometry.step - geometry.channels);
  const gssize row = (gssize)geometry.width * geometry.step * geometry.bytes;
  const gssize stride = (row + 15) / 16 * 16 + 16 * draw (random, 0, 2);
  const gboolean is_aligned = draw (random, 0, 7) > 0;
  Picture src (random, geometry, offset, stride),
      dst (random, geometry, offset, stride + (is_aligned ? 0 : 2));
  guint8 *expected = (guint8 *)g_memdup2 (dst.memory, dst.size);

  cf_cuda_planar_init (&planar, &filter, FALSE);
  if (planar.size == 0
      || posix_memalign ((void **)&planar.memory, 128, planar.size) != 0)
    abort ();
  memset (planar.memory, 0x5a, planar.size);

  const guint32 chosen =
      cf_cuda_planar_choose (&planar, &src.plane, &dst.plane);
  const CfCudaSurface from =
      cf_cuda_planar_src (&planar, chosen, 0, &src.plane);
  const CfCudaSurface to = cf_cuda_planar_dst (&planar, chosen, 0, &dst.plane);

  same = chosen == (is_aligned ? 1u : 0u);
  cf_cuda_planar_launch_split (&planar, chosen, &src.plane, &launch);
  if (launch.n_blocks > 0)
    emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_split);
  for (gint y = 0; y < geometry.height && chosen; y++)
    for (gint x = 0; x < geometry.width; x++)
      for (gint c = 0; c < geometry.channels; c++) {
        guint8 *result = at (to, geometry, x, y, c);

        same = same
               && memcmp (at (from, geometry, x, y, c), src.at (x, y, c),
                      geometry.bytes)
                      == 0;
        for (gint i = 0; i < geometry.bytes; i++) {
          result[i] = draw (random, 0, 255);
          expected[dst.at (x, y, c) + i - dst.memory] = result[i];
        }
      }
  cf_cuda_planar_launch_join (&planar, chosen, &dst.plane, &launch);
  if (launch.n_blocks > 0)
    emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_join);
  same = same && memcmp (dst.memory, expected, dst.size) == 0;

  if (!same)
    printf ("%dx%d, %d of %d channels from %d on, %d bytes, aligned %d\n",
        geometry.width, geometry.height, geometry.channels, geometry.step,
        offset, geometry.bytes, is_aligned);
  free (planar.memory);
  g_free (expected);
  return same;
}

} // namespace

int
main (int argc, char **argv)
{
  return run_cases (argc, argv, run_case);
}
