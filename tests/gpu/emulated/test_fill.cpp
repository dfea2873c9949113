/* The CUDA kernel that sets spans, run on the CPU, beside the CPU backend: the
 * same bytes, whatever the plane's layout. */
#include "block.h"
#include "cases.h"
#include "cuda/fill/fillplan.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

CfKernelFill launch;

void
run ()
{
  cf_kernel_fill (launch);
}

gint
draw (GRand *random, gint first, gint last)
{
  return g_rand_int_range (random, first, last + 1);
}

gboolean
run_case (GRand *random, gint)
{
  CfPlane plane = {}, emulated;
  guint n =
      draw (random, 0, 3) ? draw (random, 1, 40) : draw (random, 600, 700);
  CfSpan *spans = g_new (CfSpan, n);
  guint16 values[4];
  GError *error = NULL;
  gsize size;
  guint8 *memory[2];

  plane.width = draw (random, 1, 90);
  plane.height = draw (random, 1, 30);
  plane.bytes = draw (random, 1, 2);
  plane.bits = plane.bytes == 1 ? 8 : draw (random, 9, 16);
  plane.shift = plane.bytes == 2 && draw (random, 0, 1) ? 16 - plane.bits : 0;
  plane.step = draw (random, 1, 4);
  plane.channels = draw (random, 1, plane.step);
  plane.stride =
      (gssize)plane.width * plane.step * plane.bytes + 2 * draw (random, 0, 5);
  size = plane.stride * plane.height;
  for (guint8 *&m : memory)
    m = (guint8 *)g_malloc (size);
  for (gsize i = 0; i < size; i++)
    memory[0][i] = memory[1][i] = draw (random, 0, 255);
  for (guint16 &v : values)
    v = draw (random, 0, (1 << plane.bits) - 1);
  for (guint i = 0; i < n; i++) {
    spans[i].x = draw (random, 0, plane.width - 1);
    spans[i].y = draw (random, 0, plane.height - 1);
    spans[i].length = draw (random, 1, plane.width - spans[i].x);
  }

  emulated = plane;
  plane.data = memory[0];
  emulated.data = memory[1];
  gboolean same = cf_fill_host (&plane, spans, n, values, &error);
  for (guint done = 0; done < n;) {
    const guint some =
        cf_fill_plan (&launch, &emulated, spans + done, n - done, values);
    const guint warps = CF_FILL_THREADS / 32;

    emulated_run ((some + warps - 1) / warps, CF_FILL_THREADS, 0, run);
    done += some;
  }
  same = same && memcmp (memory[0], memory[1], size) == 0;
  if (!same)
    printf ("%dx%d, step %d, %d channels, %d bytes, %u spans: %s\n",
        plane.width, plane.height, plane.step, plane.channels, plane.bytes, n,
        error ? error->message : "other bytes");
  g_clear_error (&error);
  g_free (memory[0]);
  g_free (memory[1]);
  g_free (spans);
  return same;
}

} // namespace

int
main (int argc, char **argv)
{
  return run_cases (argc, argv, run_case);
}
