/* The CUDA kernels' arithmetic and addresses, without a GPU: the .cu files
 * compiled for the CPU, on random pictures, against sorting. Built with the
 * address sanitizer, so that a sample read outside its picture is seen.
 *   test_emulated CASES [SEED] */
#include "block.h"
#include "picture.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

typedef void (*Kernel) (const CfKernelPicture picture);

struct Median {
  int size;
  unsigned width, height;
  Kernel kernel[2];
};

#define ENTRY(size, tile_w, tile_h, across) \
  { size, across * 2 * tile_w, CF_KERNEL_THREADS / across * tile_h, \
    { cf_kernel_median_##size##_1, cf_kernel_median_##size##_2 } },

static const Median medians[] = {
  { 3, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT,
      { cf_kernel_median_3_1, cf_kernel_median_3_2 } },
  CF_MEDIAN_TILES (ENTRY)
};

static std::mt19937 generator;
static CfCudaLaunch launch;
static Kernel kernel;

static int
draw (int first, int last)
{
  return std::uniform_int_distribution<int> (first, last) (generator);
}

/* A plane in a block of memory that ends with it. */
struct Memory {
  std::vector<guint8> before;
  guint8 *data;
  CfPlane plane;

  explicit Memory (CfPlane geometry) : plane (geometry)
  {
    const CfPlane &p = geometry;
    gsize row = ((gsize)(p.width - 1) * p.step + p.channels) * p.bytes;
    int kind = draw (0, 3);
    int unit = kind == 0 ? 16 : kind == 1 ? 4 : p.bytes;
    gsize offset = (gsize)unit * draw (0, 9), size;
    int fill = draw (0, 2);

    plane.stride = (row + unit - 1) / unit * unit + unit * draw (0, 3);
    size = offset + (p.height - 1) * plane.stride + row;
    if (posix_memalign ((void **)&data, 256, size) != 0)
      abort ();
    for (gsize i = 0; i < size; i++)
      data[i] = fill == 0   ? generator ()
                : fill == 1 ? generator () % 3
                            : (generator () & 1) * 255;
    plane.data = data + offset;
    before.assign (data, data + size);
  }

  ~Memory () { free (data); }

  Memory (const Memory &) = delete;
};

struct Case {
  Memory src, dst;
  bool filtered;
  int border_value;

  Case (CfPlane geometry, bool filtered)
      : src (geometry), dst (geometry), filtered (filtered),
        border_value (draw (0, 255))
  {
  }
};

static unsigned
sample (const CfPlane &p, int x, int y, int c)
{
  const guint8 *at =
      p.data + (gssize)y * p.stride + ((gssize)x * p.step + c) * p.bytes;

  return p.bytes == 1 ? *at : *(const guint16 *)at;
}

static unsigned
median_at (const Case &t, int size, CfBorder border, int x, int y, int c)
{
  const CfPlane &p = t.src.plane;
  std::vector<unsigned> window;
  int r = size / 2;

  for (int j = y - r; j <= y + r; j++)
    for (int i = x - r; i <= x + r; i++) {
      gssize u = cf_border_index (i, p.width, border);
      gssize v = cf_border_index (j, p.height, border);

      window.push_back (u < 0 || v < 0
                            ? cf_border_sample (t.border_value, p.bits, p.shift)
                            : sample (p, u, v, c) >> p.shift << p.shift);
    }
  std::nth_element (
      window.begin (), window.begin () + window.size () / 2, window.end ());
  return window[window.size () / 2];
}

/* Compares all of the memory, what lies between the samples too. */
static bool
is_right (const Case &t, int size, CfBorder border)
{
  const CfPlane &p = t.dst.plane;
  std::vector<guint8> expected = t.dst.before;
  guint8 *first = expected.data () + (p.data - t.dst.data);

  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width; x++)
      for (int c = 0; c < p.channels; c++) {
        unsigned v = t.filtered ? median_at (t, size, border, x, y, c)
                                : sample (t.src.plane, x, y, c);
        guint8 *at =
            first + (gssize)y * p.stride + ((gssize)x * p.step + c) * p.bytes;

        if (p.bytes == 1)
          *at = v;
        else
          *(guint16 *)at = v;
      }
  return std::equal (expected.begin (), expected.end (), t.dst.data)
         && std::equal (t.src.before.begin (), t.src.before.end (), t.src.data);
}

static CfPlane
draw_geometry (int bytes)
{
  bool large = draw (0, 7) == 0;
  CfPlane p = {};

  p.width = large ? draw (200, 700) : draw (1, 40);
  p.height = large ? draw (1, 70) : draw (1, 40);
  if (draw (0, 2) == 0)
    p.width = (p.width + 15) / 16 * 16;
  p.step = draw (0, 1) ? 1 : draw (1, 4);
  p.channels = draw (1, p.step);
  if (draw (0, 3) == 0) {
    p.width = (p.width + 7) / 8 * 8;
    p.step = p.channels = 2;
  }
  p.bytes = bytes;
  p.shift = draw (0, 2) ? 0 : draw (0, 8 * bytes - 1);
  p.bits = draw (1, 8 * bytes - p.shift);
  return p;
}

static void
run_kernel ()
{
  kernel (launch.picture);
}

static bool
run_case ()
{
  const Median &m = medians[draw (0, G_N_ELEMENTS (medians) - 1)];
  CfBorder border = (CfBorder)draw (0, 2);
  int bytes = draw (1, 2), n_planes = draw (1, 3);
  bool copy = draw (0, 9) == 0, ok = true;
  std::vector<Case *> cases;

  cf_cuda_launch_init (&launch, border);
  for (int i = 0; i < n_planes; i++) {
    Case *t = new Case (draw_geometry (bytes), !copy && draw (0, 3) != 0);
    CfCudaSurface src = cf_cuda_surface (&t->src.plane);
    CfCudaSurface dst = cf_cuda_surface (&t->dst.plane);

    if (t->filtered)
      cf_cuda_launch_add_filtered (&launch, &t->src.plane, src, dst,
          t->border_value, m.width, m.height, m.size == 3);
    else
      cf_cuda_launch_add_copied (&launch, &t->src.plane, src, dst);
    cases.push_back (t);
  }
  kernel = copy ? cf_kernel_copy : m.kernel[bytes - 1];
  emulated_run (launch.n_blocks, CF_KERNEL_THREADS, run_kernel);

  for (Case *t : cases) {
    const CfPlane &p = t->src.plane;

    if (!is_right (*t, m.size, border)) {
      printf ("FAILED %s %d, %dx%d, step %d, %d channels, %d bits << %d in %d "
              "bytes, border %d\n",
          t->filtered ? "median" : "copy beside median", m.size, p.width,
          p.height, p.step, p.channels, p.bits, p.shift, p.bytes, border);
      ok = false;
    }
    delete t;
  }
  return ok;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 0, failed = 0;

  if (n < 1) {
    fprintf (stderr, "usage: test_emulated CASES [SEED]\n");
    return EXIT_FAILURE;
  }
  generator.seed (argc > 2 ? atoi (argv[2]) : 1);
  for (int i = 0; i < n; i++)
    failed += !run_case ();
  printf ("%d passed, %d failed, 0 skipped\n", n - failed, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
