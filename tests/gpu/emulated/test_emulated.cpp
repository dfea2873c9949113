/* The CUDA kernels' arithmetic and addresses, without a GPU: the .cu files
 * compiled for the CPU, on random pictures, against sorting and plain sums.
 * Built with the address sanitizer, so that a sample read outside its picture
 * is seen. test_emulated CASES SEED [KIND...] */
#include "block.h"
#include "cuda/convolve/convolvetaps.h"
#include "cuda/epsilon/epsilonkernels.h"
#include "engine/epsilon/cfepsilonestimate.h"
#include "cuda/core/iterations.h"
#include "cuda/median/mediankernels.h"
#include "cuda/rank/rankplan.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

typedef void (*Kernel) (const CfKernelPicture picture);

/* As in cuda/median/network.c. */
struct Median {
  int size;
  unsigned width, row_height, row_threads, threads, row_bytes;
  Kernel kernel[2];
};

#define ARCH (__CUDA_ARCH__ / 10)
#define ENTRY(size, tile_w, tile_h, across, share, threads) \
  { size, across * 2 * tile_w, tile_h, CF_MEDIAN_ROW_THREADS (across), \
    CF_MEDIAN_THREADS (ARCH, threads), \
    CF_MEDIAN_ROW_BYTES (size, tile_w, tile_h, share), \
    { cf_kernel_median_##size##_1, cf_kernel_median_##size##_2 } },

static const Median medians[] = {
  { 3, CF_MEDIAN_3_WIDTH, CF_MEDIAN_3_HEIGHT, CF_KERNEL_THREADS,
      CF_KERNEL_THREADS, 0, { cf_kernel_median_3_1, cf_kernel_median_3_2 } },
  CF_MEDIAN_TILES (ENTRY)
};

static std::mt19937 generator;
static CfCudaLaunch launch;
static CfRankLaunch rank_launch;
static Kernel kernel;
static void (*rank_kernel) (const CfKernelRank rank);
static CfConvolveLaunch convolve_launch;
static void (*convolve_kernel) (const CfKernelConvolve c);
static CfKernelEpsilon epsilon;
static void (*epsilon_kernel) (const CfKernelEpsilon e);

/* What a case does to its filtered planes. */
struct Window {
  int width, height;
  int rank; /* from 0 */
  int iterations;
  CfBorder border;
};

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

  explicit Memory (CfPlane geometry, bool aligned) : plane (geometry)
  {
    const CfPlane &p = geometry;
    gsize row = ((gsize)(p.width - 1) * p.step + p.channels) * p.bytes;
    int kind = aligned ? 0 : draw (0, 3);
    int unit = kind == 0 ? 16 : kind == 1 ? 4 : p.bytes;
    gsize offset = (gsize)unit * draw (0, 9), size;
    int fill = draw (0, 5), base = draw (0, 255);

    plane.stride = (row + unit - 1) / unit * unit + unit * draw (0, 3);
    size = offset + (p.height - 1) * plane.stride + row;
    if (posix_memalign ((void **)&data, 256, size) != 0)
      abort ();
    for (gsize i = 0; i < size; i++)
      data[i] = fill == 0   ? generator ()
                : fill == 1 ? generator () % 3
                : fill == 2 ? (generator () & 1) * 255
                : fill == 3 ? base
                : fill == 4 ? i / (gsize)unit
                            : base + generator () % 40;
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

  Case (CfPlane geometry, bool filtered, bool aligned = false)
      : src (geometry, aligned), dst (geometry, aligned), filtered (filtered),
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

/* The value of a sample in a filter's eyes: bits above the value are an error
 * of the input that the networks keep and ranks of two bytes do not. */
static unsigned
value (const CfPlane &p, unsigned sample, bool ranks)
{
  unsigned v = sample >> p.shift;

  return ranks && p.bytes == 2 ? MIN (v, (1u << p.bits) - 1) : v;
}

/* One iteration on a channel's values. */
static std::vector<unsigned>
filter_values (const std::vector<unsigned> &values, const CfPlane &p,
    unsigned constant, const Window &w)
{
  int width = p.width + w.width - 1, height = p.height + w.height - 1;
  std::vector<unsigned> wide, window (w.width * w.height);
  std::vector<unsigned> result;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      gssize u = cf_border_index (x - w.width / 2, p.width, w.border);
      gssize v = cf_border_index (y - w.height / 2, p.height, w.border);

      wide.push_back (u < 0 || v < 0 ? constant : values[v * p.width + u]);
    }
  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width; x++) {
      for (int j = 0; j < w.height; j++)
        std::copy_n (&wide[(y + j) * width + x], w.width, &window[j * w.width]);
      std::nth_element (
          window.begin (), window.begin () + w.rank, window.end ());
      result.push_back (window[w.rank]);
    }
  return result;
}

/* What should become of a channel's values: rows of the plane's width. */
typedef std::function<std::vector<unsigned> (
    const std::vector<unsigned> &values, const CfPlane &p, unsigned constant)>
    Reference;

/* Compares all of the memory, what lies between the samples too. `clamps`:
 * samples above the value's bits count as the largest. */
static bool
is_right (const Case &t, const Reference &reference, bool clamps)
{
  const CfPlane &p = t.dst.plane;
  unsigned constant =
      cf_border_sample (t.border_value, p.bits, p.shift) >> p.shift;
  std::vector<guint8> expected = t.dst.before;
  guint8 *first = expected.data () + (p.data - t.dst.data);

  for (int c = 0; c < p.channels; c++) {
    std::vector<unsigned> values;

    for (int y = 0; y < p.height; y++)
      for (int x = 0; x < p.width; x++) {
        unsigned v = sample (t.src.plane, x, y, c);

        values.push_back (t.filtered ? value (p, v, clamps) : v);
      }
    if (t.filtered)
      values = reference (values, p, constant);
    for (int y = 0; y < p.height; y++)
      for (int x = 0; x < p.width; x++) {
        unsigned v = values[y * p.width + x] << (t.filtered ? p.shift : 0);
        guint8 *at =
            first + (gssize)y * p.stride + ((gssize)x * p.step + c) * p.bytes;

        if (p.bytes == 1)
          *at = v;
        else
          *(guint16 *)at = v;
      }
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

/* The same with values that fill their samples from the top. */
static CfPlane
draw_full_geometry (int bytes)
{
  CfPlane p = draw_geometry (bytes);

  p.bits = 8 * bytes - p.shift;
  return p;
}

static void
run_kernel ()
{
  kernel (launch.picture);
}

static void
run_rank_kernel ()
{
  rank_kernel (rank_launch.rank);
}

static bool
check_cases (const std::vector<Case *> &cases, const Reference &reference,
    bool clamps, const std::string &what)
{
  bool ok = true;

  for (Case *t : cases) {
    const CfPlane &p = t->src.plane;

    if (!is_right (*t, reference, clamps)) {
      printf ("FAILED %s %s, %dx%d, step %d, %d channels, %d bits << %d in %d "
              "bytes\n",
          t->filtered ? "filter" : "copy beside", what.c_str (), p.width,
          p.height, p.step, p.channels, p.bits, p.shift, p.bytes);
      ok = false;
    }
    delete t;
  }
  return ok;
}

static bool
check_medians (
    const std::vector<Case *> &cases, const Window &w, const char *method)
{
  char what[100];

  snprintf (what, sizeof what, "%s %dx%d, rank %d, %d iterations, border %d",
      method, w.width, w.height, w.rank, w.iterations, w.border);
  return check_cases (
      cases,
      [&w] (const std::vector<unsigned> &values, const CfPlane &p,
          unsigned constant) {
        std::vector<unsigned> result = values;

        for (int k = 0; k < w.iterations; k++)
          result = filter_values (result, p, constant, w);
        return result;
      },
      method[0] == 'r', what);
}

static bool
run_network_case ()
{
  const Median &m = medians[draw (0, G_N_ELEMENTS (medians) - 1)];
  Window w = { m.size, m.size, m.size * m.size / 2, 1, (CfBorder)draw (0, 2) };
  int bytes = draw (1, 2), n_planes = draw (1, 3);
  unsigned rows = m.threads / m.row_threads;
  bool copy = draw (0, 9) == 0;
  std::vector<Case *> cases;

  cf_cuda_launch_init (&launch, w.border);
  for (int i = 0; i < n_planes; i++) {
    Case *t = new Case (draw_geometry (bytes), !copy && draw (0, 3) != 0);
    CfCudaSurface src = cf_cuda_surface (&t->src.plane);
    CfCudaSurface dst = cf_cuda_surface (&t->dst.plane);

    if (t->filtered)
      cf_cuda_launch_add_filtered (&launch, &t->src.plane, src, dst,
          t->border_value, m.width, rows * m.row_height, m.size == 3);
    else
      cf_cuda_launch_add_copied (&launch, &t->src.plane, src, dst);
    cases.push_back (t);
  }
  kernel = copy ? cf_kernel_copy : m.kernel[bytes - 1];
  emulated_run (launch.n_blocks, copy ? CF_KERNEL_THREADS : m.threads,
      CF_MEDIAN_LANES (ARCH, bytes) == 2 ? rows * m.row_bytes : 0, run_kernel);
  return check_medians (cases, w, "network");
}

/* Shared memory of a block and of a multiprocessor: sm_75, 86 and 90. */
static const gsize rank_memory[][2] = { { 65280, 65536 }, { 101120, 102400 },
  { 232192, 233472 } };

/* Small tiles rather than large ones: pictures are small. */
static CfRankShape
draw_shape (const CfFilter &filter, int bytes, const CfCudaLimits &device)
{
  CfRankShape shape;

  do {
    shape = {};
    shape.tile_width = 32 * draw (1, draw (1, 8));
    shape.chunk_rows = draw (1, draw (1, 64));
    shape.warps = bytes == 1 ? 1 : 1 << draw (0, 3);
  } while (!cf_rank_shape_complete (&shape, &filter, bytes, &device));
  return shape;
}

static void
run_rank_launch (void (*kernel) (const CfKernelRank rank))
{
  rank_kernel = kernel;
  emulated_run (rank_launch.n_blocks, rank_launch.n_threads, rank_launch.shared,
      run_rank_kernel);
}

/* What the filter of such a plane may be prepared for: often more, of which
 * this is a part. */
static CfPlane
prepared_for (CfPlane plane)
{
  if (draw (0, 2) == 0) {
    plane.width += draw (0, 70);
    plane.height += draw (0, 40);
  }
  return plane;
}

/* And one plane more, often, that is left out of this run. */
static void
leave_out (CfFilter &filter, CfPlane *src, CfPlane *dst, const CfPlane &plane)
{
  const guint i = filter.n_planes;

  if (draw (0, 2) > 0)
    return;
  filter.planes[i] = src[i] = dst[i] = plane;
  src[i].data = dst[i].data = NULL;
  src[i].height = dst[i].height = 0;
  filter.filtered |= draw (0, 1) << i;
  filter.n_planes++;
}

/* Video's: values of 9 to 12 bits, low in their words or, as in P010, high. */
static CfPlane
draw_video_geometry ()
{
  CfPlane p = draw_geometry (2);

  p.bits = draw (9, 12);
  p.shift = draw (0, 1) ? 16 - p.bits : 0;
  return p;
}

/* All samples of a video plane anew: noise, few values, one, a ramp with noise,
 * or one with few others, which leaves codes of one value beside such of
 * several. */
static void
fill_video (Memory &memory)
{
  const CfPlane &p = memory.plane;
  const int most = (1 << p.bits) - 1, kind = draw (0, 4);
  const int base = draw (0, most), few = draw (2, 6), rare = draw (2, 50);

  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width * p.step; x++) {
      guint16 *at = (guint16 *)(p.data + y * p.stride) + x;
      int v = kind == 0   ? draw (0, most)
              : kind == 1 ? base + most / few * draw (0, few - 1)
              : kind == 2 ? base
              : kind == 3 ? base + x + y + draw (0, 40)
                          : base + (draw (0, rare) == 0) * draw (-9, 9);

      /* a row ends with the last pixel's channels */
      if (x < (p.width - 1) * p.step + p.channels)
        *at = CLAMP (v % (most + 1), 0, most) << p.shift;
    }
  memory.before.assign (memory.data, memory.data + memory.before.size ());
}

/* Each window gets a shape, on each device. */
static bool
check_shapes ()
{
  for (const gsize *memory : rank_memory)
    for (int bits : { 8, 9, 12, 16 })
      for (int width = 3; width <= 101; width += 2)
        for (int height = 3; height <= 101; height += 2) {
          CfCudaLimits device = { 132, memory[0], memory[1] };
          CfFilter filter = {};
          CfRankShape shape;

          filter.params.op = CF_OP_MEDIAN;
          filter.params.median.width = width;
          filter.params.median.height = height;
          filter.n_planes = filter.filtered = 1;
          filter.planes[0].width = draw (1, 4000);
          filter.planes[0].height = draw (1, 4000);
          filter.planes[0].channels = filter.planes[0].step = 1;
          filter.planes[0].bits = bits;
          filter.planes[0].bytes = bits > 8 ? 2 : 1;
          cf_rank_shape_choose (
              &shape, &filter, filter.planes[0].bytes, &device);
          if (shape.small != (bits > 8 && bits <= 12)
              || shape.shared > memory[0]) {
            printf ("FAILED shape of %dx%d, %d bits\n", width, height, bits);
            return false;
          }
        }
  return true;
}

/* The percentile of any window, through all that the backend does without a
 * GPU. */
static bool
check_ranks (bool video)
{
  const gsize *memory = rank_memory[draw (0, 2)];
  CfCudaLimits device = { (guint)draw (1, 4), memory[0], memory[1] };
  int max_size = draw (0, 3) == 0 ? 50 : 10, n_planes = draw (1, 3);
  int percentile = draw (0, 3);
  bool choose = draw (0, 1);
  CfRankShape shapes[2] = {};
  Window w = {};
  CfFilter filter = {};
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  CfRankPlan plan;
  std::vector<Case *> cases;

  w.width = 2 * draw (1, max_size) + 1;
  w.height = 2 * draw (1, max_size) + 1;
  w.border = (CfBorder)draw (0, 2);
  w.iterations = draw (0, 3) ? 1 : draw (2, 3);
  w.rank = w.width * w.height - 1;
  w.rank = percentile == 0   ? 0
           : percentile == 1 ? w.rank
           : percentile == 2 ? w.rank / 2
                             : draw (0, w.rank);

  filter.params.op = CF_OP_MEDIAN;
  filter.params.median.width = w.width;
  filter.params.median.height = w.height;
  filter.params.median.iterations = w.iterations;
  filter.params.median.border = w.border;
  filter.params.median.border_value = draw (0, 255);
  filter.n_planes = n_planes;
  for (int i = 0; i < n_planes; i++) {
    Case *t =
        new Case (video ? draw_video_geometry () : draw_geometry (draw (1, 2)),
            i == 0 || draw (0, 2));

    if (video)
      fill_video (t->src);
    t->border_value = filter.params.median.border_value;
    filter.filtered |= (guint32)t->filtered << i;
    src[i] = t->src.plane;
    filter.planes[i] = prepared_for (src[i]);
    dst[i] = t->dst.plane;
    cases.push_back (t);
  }
  leave_out (filter, src, dst, src[0]);

  for (guint i = 0; i < filter.n_planes; i++)
    if (filter.filtered >> i & 1) {
      int bytes = filter.planes[i].bytes;

      if (choose)
        cf_rank_shape_choose (&shapes[bytes - 1], &filter, bytes, &device);
      else
        shapes[bytes - 1] = draw_shape (filter, bytes, device);
    }
  cf_rank_plan_init (&plan, &filter, w.rank, shapes);
  if (posix_memalign ((void **)&plan.memory, 256, plan.size) != 0)
    abort ();
  memset (plan.memory, draw (0, 255), plan.size);
  for (int k = 0; k < w.iterations; k++) {
    cf_rank_plan_pad (&plan, k, src, dst, &rank_launch);
    run_rank_launch (cf_kernel_pad);
    cf_rank_plan_rank (&plan, k, 1, dst, &rank_launch);
    run_rank_launch (cf_kernel_rank_1);
    cf_rank_plan_rank (&plan, k, 2, dst, &rank_launch);
    run_rank_launch (
        rank_launch.small ? cf_kernel_rank_2_small : cf_kernel_rank_2);
  }
  free (plan.memory);
  return check_medians (cases, w, "ranks");
}

static bool
run_rank_case ()
{
  return check_ranks (false);
}

static bool
run_video_rank_case ()
{
  return check_ranks (true);
}

static void
run_convolve_kernel ()
{
  convolve_kernel (convolve_launch.convolve);
}

#define KERNELS(name) \
  { \
    { cf_kernel_##name##_1_1, cf_kernel_##name##_1_2, cf_kernel_##name##_1_3, \
      cf_kernel_##name##_1_4 }, \
    { \
      cf_kernel_##name##_2_1, cf_kernel_##name##_2_2, cf_kernel_##name##_2_3, \
          cf_kernel_##name##_2_4 \
    } \
  }

static void (*const convolve_kernels[2][2][4]) (
    const CfKernelConvolve c) = { KERNELS (convolve), KERNELS (convolve2) };

#define DOT_KERNELS(size, bytes) \
  { \
    cf_kernel_convolve_dot_##size##_##bytes##_1, \
        cf_kernel_convolve_dot_##size##_##bytes##_2, \
        cf_kernel_convolve_dot_##size##_##bytes##_3 \
  }

static void (*const dot_kernels[2][3][3]) (const CfKernelConvolve c) = {
  { DOT_KERNELS (3, 1), DOT_KERNELS (5, 1), { cf_kernel_convolve_dot_7_1_1 } },
  { DOT_KERNELS (3, 2), DOT_KERNELS (5, 2), { cf_kernel_convolve_dot_7_2_1 } },
};

static CfConvolveParams
draw_mask ()
{
  CfConvolveParams c = {};
  int kind = draw (0, 6), most, n;
  /* the largest and smallest taps of one, two or three digits */
  const int ones[] = { 1, 257, 65793 }, digits = ones[draw (0, 2)];
  const int largest = draw (0, 3);
  /* real masks too, which are none over a denominator */
  const double unit = draw (0, 1) ? 999 : 999 * G_PI;

  c.is_product = draw (0, 1);
  most = draw (0, 3) ? draw (1, 4) : c.is_product && draw (0, 1) ? 127 : 15;
  c.width = 2 * draw (0, most) + 1;
  c.height = 2 * draw (0, most) + 1;
  c.separable =
      c.is_product && draw (0, 2) ? CF_SEPARABLE_ALWAYS : CF_SEPARABLE_AUTO;
  n = c.is_product ? c.width + c.height : c.width * c.height;
  for (int i = 0; i < n; i++)
    c.value[i] = kind == 0   ? draw (-9, 9)
                 : kind == 1 ? draw (0, 3)
                 : kind == 2 ? draw (-128, 127)
                 : kind == 3 ? draw (-30000, 30000)
                 : kind == 4 ? draw (-1000, 5000) / unit
                 : kind == 5 ? (draw (0, largest) ? 127 : -128) * digits
                             : draw (G_MININT, G_MAXINT) * (double)draw (1, 99);
  c.flip = draw (0, 1);
  c.normalize = (CfNormalize)draw (0, 2);
  c.divisor = draw (0, 1)   ? draw (1, 5000)
              : draw (0, 1) ? 1 << draw (0, 30)
                            : -draw (1, 999) / 7.0;
  c.bias = draw (-300, 300) / 2.0;
  c.border = (CfBorder)draw (0, 2);
  c.border_value = draw (0, 255);
  return c;
}

static gint64
row_sum (const std::vector<unsigned> &values, const CfPlane &p,
    unsigned constant, CfBorder border, const gint64 *tap, int n, int x, int y)
{
  gssize row = cf_border_index (y, p.height, border);
  gint64 sum = 0;

  for (int i = 0; i < n; i++) {
    gssize column = cf_border_index (x + i - n / 2, p.width, border);

    sum += tap[i]
           * (gint64)(row < 0 || column < 0 ? constant
                                            : values[row * p.width + column]);
  }
  return sum;
}

/* CfConvolvePlan as it is written. */
static std::vector<unsigned>
convolve_values (const std::vector<unsigned> &values, const CfPlane &p,
    unsigned constant, const CfConvolveParams &c)
{
  CfConvolvePlan plan;
  std::vector<unsigned> result;
  std::vector<gint64> t;
  int above;

  cf_convolve_plan_init (&plan, &c, p.bits);
  above = plan.height / 2;
  if (plan.two_passes)
    for (int y = -above; y < p.height + above; y++)
      for (int x = 0; x < p.width; x++) {
        gint64 sum = row_sum (
            values, p, constant, c.border, plan.taps, plan.width, x, y);

        if (plan.shift > 0)
          sum =
              (sum + (G_GINT64_CONSTANT (1) << (plan.shift - 1))) >> plan.shift;
        t.push_back (sum);
      }
  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width; x++) {
      gint64 n = plan.offset, quotient;

      for (int j = 0; j < plan.height; j++)
        n += plan.two_passes
                 ? plan.taps[plan.width + j] * t[(y + j) * p.width + x]
                 : row_sum (values, p, constant, c.border,
                     plan.taps + j * plan.width, plan.width, x, y + j - above);
      quotient = n / plan.divisor - (n % plan.divisor < 0);
      result.push_back (CLAMP (quotient, 0, (1 << p.bits) - 1));
    }
  return result;
}

static bool
run_convolve_case ()
{
  CfFilter filter = {};
  CfConvolveParams &c = filter.params.convolve;
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  CfPlane geometry = draw_full_geometry (draw (1, 2));
  const gsize limit = draw (0, 1) ? 232000 : 65000;
  CfConvolveTaps taps;
  CfCudaPlanar planar;
  std::vector<Case *> cases;
  bool ok;
  char what[200];

  filter.params.op = CF_OP_CONVOLVE;
  do
    c = draw_mask ();
  while (!cf_convolve_params_validate (&c, NULL));
  filter.n_planes = draw (1, 3);
  for (guint i = 0; i < filter.n_planes; i++) {
    CfPlane g = draw_full_geometry (geometry.bytes);
    /* with blocks that have others on all sides */
    bool inner = MAX (c.width, c.height) <= 7 && draw (0, 1);
    Case *t;

    if (inner) {
      g.width = 528 + 8 * draw (0, 9);
      g.height = draw (66, 110);
      g.step = g.channels = 1;
    }
    g.bits = geometry.bits;
    g.shift = geometry.shift;
    t = new Case (g, i == 0 || draw (0, 2), inner);
    t->border_value = c.border_value;
    filter.filtered |= (guint32)t->filtered << i;
    src[i] = t->src.plane;
    filter.planes[i] = prepared_for (src[i]);
    dst[i] = t->dst.plane;
    cases.push_back (t);
  }
  leave_out (filter, src, dst, src[0]);

  cf_convolve_taps_init (&taps, nullptr, &c, &geometry, limit);
  if (taps.shared > 0
      && taps.shared + CF_TWO_PASS_TILE_BYTES (taps.bytes) > limit) {
    printf ("FAILED %d + %d taps want %zu bytes of shared memory\n", c.width,
        c.height, taps.shared);
    return false;
  }
  if (posix_memalign ((void **)&taps.taps, 128, taps.size) != 0)
    abort ();
  cf_convolve_taps_write (&taps, taps.taps);
  cf_cuda_planar_init (&planar, &filter, FALSE);
  cf_convolve_launch_init (&convolve_launch, &taps, &planar, src, dst,
      filter.filtered, taps.warps == CF_KERNEL_WARPS ? ~filter.filtered : 0,
      draw (1, 40));
  convolve_kernel =
      taps.digits == 0 ? cf_kernel_convolve_any
      : taps.dots > 0
          ? dot_kernels[taps.bytes - 1][taps.dots / 2 - 1][taps.digits - 1]
          : convolve_kernels[taps.plan.two_passes][taps.bytes - 1]
                            [taps.digits - 1];
  emulated_run (convolve_launch.n_blocks, convolve_launch.n_threads,
      convolve_launch.shared, run_convolve_kernel);
  if (taps.warps < CF_KERNEL_WARPS) {
    cf_cuda_launch_init (&launch, c.border);
    for (guint i = 0; i < filter.n_planes; i++)
      if (!(filter.filtered >> i & 1))
        cf_cuda_launch_add_copied (&launch, &dst[i], cf_cuda_surface (&src[i]),
            cf_cuda_surface (&dst[i]));
    kernel = cf_kernel_copy;
    emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_kernel);
  }

  snprintf (what, sizeof what,
      "convolution %dx%d, product %d, %d passes, %d digits, dots %d, scale %d, "
      "border %d",
      c.width, c.height, c.is_product, 1 + taps.plan.two_passes, taps.digits,
      taps.dots, convolve_launch.convolve.scale.kind, c.border);
  ok = check_cases (
      cases,
      [&c] (const std::vector<unsigned> &values, const CfPlane &p,
          unsigned constant) {
        return convolve_values (values, p, constant, c);
      },
      false, what);
  free (taps.taps);
  return ok;
}

#define EPSILON(mode, size) \
  { cf_kernel_epsilon_##mode##_##size##_1, \
    cf_kernel_epsilon_##mode##_##size##_2 },

static void (*const epsilon_kernels[2][CF_EPSILON_N_SIZES][2]) (
    const CfKernelEpsilon e) = { { CF_EPSILON_SIZES (EPSILON, average) },
  { CF_EPSILON_SIZES (EPSILON, clamp) } };

static void
run_epsilon_kernel ()
{
  epsilon_kernel (epsilon);
}

static CfEpsilonParams
draw_epsilon ()
{
  static const int thresholds[] = { 0, 1, 2, 20, 64, 127, 128, 129, 130, 200,
    255, 256 };
  CfEpsilonParams p = {};

  p.size = 2 * (draw (0, 1) ? draw (1, 4) : draw (5, 15)) + 1;
  p.threshold = draw (0, 2) ? thresholds[draw (0, 11)] : draw (0, 256);
  p.mode = (CfEpsilonMode)draw (0, 1);
  p.iterations = draw (0, 3) ? 1 : draw (2, 4);
  p.border = (CfBorder)draw (0, 2);
  p.border_value = draw (0, 255);
  if (draw (0, 3) == 0)
    p.threshold = CF_EPSILON_THRESHOLD_ESTIMATED;
  return p;
}

/* Of a plane, where the noise is estimated to be `sigma`. */
static int
epsilon_threshold (const CfEpsilonParams &e, int bits, uint32_t sigma)
{
  if (e.threshold != CF_EPSILON_THRESHOLD_ESTIMATED)
    return cf_epsilon_threshold (&e, bits);
  return cf_epsilon_estimated_threshold (
      sigma, e.mode == CF_EPSILON_CLAMP, e.iterations, bits);
}

/* One iteration on a channel's values, as cfepsilon.h says. */
static std::vector<unsigned>
epsilon_values (const std::vector<unsigned> &values, const CfPlane &p,
    unsigned constant, const CfEpsilonParams &e, uint32_t sigma)
{
  const int threshold = epsilon_threshold (e, p.bits, sigma);
  const int radius = e.size / 2;
  std::vector<unsigned> result;

  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width; x++) {
      const int centre = values[y * p.width + x];
      gint64 sum = 0, n = 0;

      for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++) {
          const gssize u = cf_border_index (x + i, p.width, e.border);
          const gssize v = cf_border_index (y + j, p.height, e.border);
          const int q = u < 0 || v < 0 ? constant : values[v * p.width + u];
          const int difference = q - centre;

          if (e.mode == CF_EPSILON_CLAMP) {
            sum += CLAMP (difference, -threshold, threshold);
            n++;
          } else if (ABS (difference) < threshold || (i == 0 && j == 0)) {
            sum += difference;
            n++;
          }
        }
      sum += n * centre; /* not negative */
      result.push_back ((2 * sum + n) / (2 * n));
    }
  return result;
}

static bool
run_epsilon_case ()
{
  CfFilter filter = {};
  CfEpsilonParams &p = filter.params.epsilon;
  CfPlane src[CF_MAX_PLANES], dst[CF_MAX_PLANES];
  CfCudaIterations iterations;
  std::vector<Case *> cases;
  CfCudaTiles tiles = {};
  /* the same of all planes, as cases do not know their number; others beside */
  uint32_t estimates[CF_MAX_PLANES + 1] = {};
  const uint32_t sigma = draw (0, 1) ? draw (0, 64 * 256) : draw (0, 2000);
  char what[200];

  filter.params.op = CF_OP_EPSILON;
  p = draw_epsilon ();
  filter.n_planes = draw (1, 3);
  for (guint i = 0; i < filter.n_planes; i++) {
    Case *t =
        new Case (draw_full_geometry (draw (1, 2)), i == 0 || draw (0, 2));

    t->border_value = p.border_value;
    filter.filtered |= (guint32)t->filtered << i;
    src[i] = t->src.plane;
    filter.planes[i] = prepared_for (src[i]);
    dst[i] = t->dst.plane;
    cases.push_back (t);
  }
  leave_out (filter, src, dst, src[0]);
  tiles.border = p.border;
  tiles.border_value = p.border_value;
  tiles.width = CF_EPSILON_WIDTH;
  tiles.height = CF_EPSILON_HEIGHT;
  cf_cuda_iterations_init (&iterations, &filter, p.iterations, FALSE);
  if (posix_memalign ((void **)&iterations.memory, 128, iterations.size) != 0)
    abort ();
  for (int k = 0; k < p.iterations; k++)
    for (int bytes = 1; bytes <= 2; bytes++) {
      cf_cuda_iterations_launch (
          &iterations, k, bytes, src, dst, &tiles, &launch);
      epsilon = {};
      epsilon.picture = launch.picture;
      epsilon.size = p.size;
      epsilon.iterations = p.iterations;
      if (p.threshold == CF_EPSILON_THRESHOLD_ESTIMATED)
        epsilon.estimates = estimates;
      for (int i = 0; i < launch.picture.n_planes; i++) {
        if (!epsilon.estimates)
          epsilon.threshold[i] =
              cf_epsilon_threshold (&p, launch.picture.plane[i].bits);
        epsilon.estimate[i] = i + 1;
        estimates[i + 1] = sigma;
      }
      epsilon_kernel =
          epsilon_kernels[p.mode][MIN (p.size / 2, CF_EPSILON_N_SIZES) - 1]
                         [bytes - 1];
      emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_epsilon_kernel);
    }
  free (iterations.memory);

  snprintf (what, sizeof what,
      "epsilon %dx%d, mode %d, threshold %d, %d iterations, border %d", p.size,
      p.size, p.mode, p.threshold, p.iterations, p.border);
  return check_cases (
      cases,
      [&p, sigma] (const std::vector<unsigned> &values, const CfPlane &plane,
          unsigned constant) {
        std::vector<unsigned> result = values;

        for (int k = 0; k < p.iterations; k++)
          result = epsilon_values (result, plane, constant, p, sigma);
        return result;
      },
      false, what);
}

struct Kind {
  const char *name;
  bool (*run) ();
};

static const Kind all_kinds[] = {
  { "median", run_network_case },
  { "rank", run_rank_case },
  { "rank-video", run_video_rank_case },
  { "convolve", run_convolve_case },
  { "epsilon", run_epsilon_case },
};

int
main (int argc, char **argv)
{
  int n = argc > 2 ? atoi (argv[1]) : 0, failed = 0;
  std::vector<Kind> kinds;

  for (const Kind &kind : all_kinds)
    if (argc <= 3
        || std::find (argv + 3, argv + argc, std::string (kind.name))
               != argv + argc)
      kinds.push_back (kind);
  if (n < 1 || (argc > 3 && kinds.size () != (size_t)argc - 3)) {
    fprintf (stderr, "usage: test_emulated CASES SEED [KIND...]\n");
    return EXIT_FAILURE;
  }
  generator.seed (atoi (argv[2]));
  if (!check_shapes ())
    return EXIT_FAILURE;
  for (int i = 0; i < n; i++)
    failed += !kinds[i % kinds.size ()].run ();
  printf ("%d passed, %d failed, 0 skipped\n", n - failed, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
