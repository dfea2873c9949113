/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The recursive mean of a frame and the last result, and, where CF_SPACE is
 * set, the filter in space on it: engine/denoise/cfdenoiserecursive.h. Where
 * CF_PILOT is set, that is the Wiener stage's pilot, and no picture.
 *
 * A warp goes down a strip of the picture, a lane with four columns; what is
 * beside those comes from the lanes on either side. The samples of a row are on
 * their way while the two rows above them are compared, those above that
 * averaged, and those above that smoothed: nothing is read twice but the rows
 * and columns around a strip, whose height the host chooses. Bound by
 * instructions, two samples each where that can be. */
#include "cuda/denoise/history.cuh"
#include "cuda/denoise/recursive_lane.cuh"
#include "cuda/device-code/dependent.cuh"

#define MARGIN (CF_SPACE ? 3 : 2)

static_assert (
    sizeof (CfKernelRecursive) <= 4096, "a kernel has no larger argument");

#if __CUDA_ARCH__ == 900
#define BLOCKS CF_BLOCKS
#else
#define BLOCKS 1
#endif

namespace
{

/* Terms of the plane, and quotients by counts. */
struct Terms {
  int32_t certainty[32];  /* -c, by whole frames */
  uint32_t threshold[32]; /* 8 T + 7, by whole frames */
  uint32_t inverse[CF_DENOISE_LEVELS], part[CF_DENOISE_LEVELS];
  uint32_t quotient[CF_DENOISE_COUNT_MAX + CF_DENOISE_WHOLE + 1];
  uint32_t luma_classes[CF_NOISE_LUMA_CLASSES];
  uint2 dither[2 * CF_DENOISE_DITHER];   /* of four columns each */
  int32_t lighter[2][CF_DENOISE_LEVELS]; /* by channel, of two a warp */
  uint32_t offsets[CF_NOISE_LUMA_CLASSES];
  uint32_t sigma; /* the largest */
  uint32_t is_flat;
  uint32_t is_lighter;
  uint32_t sum_scale; /* K */
};

/* `at` has four bytes, each four times the number of an entry. */
template <typename T>
static __device__ __forceinline__ T
look_up (const T (&table)[32], uint32_t at, int i)
{
  return *(const T *)((const uint8_t *)table + __byte_perm (at, 0, 0x4440 + i));
}

/* The first warp calls; lanes have a level of brightness and a count each. */
static __device__ __forceinline__ void
make_levels (
    Terms &terms, const CfKernelRecursive &d, const CfKernelRecursivePlane &own)
{
  const int lane = threadIdx.x;
  uint32_t sigma, most;

  if (lane < CF_NOISE_LUMA_CLASSES)
    terms.luma_classes[lane] =
        own.given.is_given
            ? own.given.luma_classes[lane]
            : d.luma_classes[own.estimate * CF_NOISE_LUMA_CLASSES + lane];
  __syncwarp ();
  sigma = cf_denoise_sigma_used (
      cf_noise_level (terms.luma_classes, lane), own.strength);
  most = sigma;
#pragma unroll
  for (int i = 1; i < 32; i *= 2)
    most = max (most, __shfl_xor_sync (CF_ALL_LANES, most, i));

  const bool is_flat = __ballot_sync (CF_ALL_LANES, sigma != most) == 0;

  terms.inverse[lane] = cf_denoise_inverse (sigma);
  terms.part[lane] = cf_denoise_part (sigma, most);
  terms.certainty[lane] = -(int32_t)cf_denoise_certainty (lane);
#if CF_SPACE
  terms.threshold[lane] = 8 * cf_denoise_threshold (most, d.spatial, lane) + 7;
#endif
  if (lane == 0) {
    terms.sigma = most;
    terms.is_flat = is_flat;
  }
}

/* The first warp's: of the block's channel, or of both that a warp has. */
static __device__ __forceinline__ void
make_luma (Terms &terms, const CfKernelRecursive &d,
    const CfKernelRecursivePlane &own, const CfKernelPlane &plane,
    uint32_t block, uint32_t change)
{
  const uint32_t channel =
      own.layout == CF_RECURSIVE_PAIR ? 0 : split_channel (plane, block);
  bool is_lighter = false;

  if (d.offsets[0] && change == CF_SCENE_GOES_ON) {
    is_lighter = find_lighter (
        d.offsets, own.estimate, channel, terms.offsets, terms.lighter[0]);
    if (own.layout == CF_RECURSIVE_PAIR)
      is_lighter |= find_lighter (
          d.offsets, own.estimate, 1, terms.offsets, terms.lighter[1]);
  }
  if (threadIdx.x == 0) {
    terms.is_lighter = is_lighter;
    terms.sum_scale = cf_denoise_sum_scale (
        own.given.is_given ? 65536 : d.parts[own.estimate]);
  }
}

/* Two columns' of a row. */
static __device__ __forceinline__ uint32_t
make_dither (int x, int y, int bits)
{
  return cf_denoise_dither (x, y, bits)
         | cf_denoise_dither (x + 1, y, bits) << 16;
}

/* The block's threads make one entry each; then __syncthreads(). */
static __device__ __forceinline__ void
make_terms (Terms &terms, const CfKernelRecursive &d,
    const CfKernelRecursivePlane &own, const CfKernelPlane &plane,
    uint32_t block, uint32_t change)
{
  const int last = CF_KERNEL_THREADS - 1 - (int)threadIdx.x;

  if (threadIdx.x < 32) {
    make_levels (terms, d, own);
    make_luma (terms, d, own, plane, block, change);
  }
  if (last < 2 * CF_DENOISE_DITHER)
    terms.dither[last] =
        make_uint2 (make_dither (last % 2 * 4, last / 2, plane.bits),
            make_dither (last % 2 * 4 + 2, last / 2, plane.bits));
  for (uint32_t n = CF_DENOISE_WHOLE + threadIdx.x;
       n <= CF_DENOISE_COUNT_MAX + CF_DENOISE_WHOLE; n += CF_KERNEL_THREADS)
    terms.quotient[n] = ((1u << 20) + n) / (2 * n);
}

/* Four results as numbers of 12 bits, and the ones beside them: words of two
 * that begin 1 before the first, with the first, and so on. */
struct Smooth {
  uint32_t w[5];
};

/* A lane's way down. Arrays of rows have the newest first. */
struct Strip {
  Lane &lane;
  const Terms &terms;
  const int32_t edge;  /* 3700 as the upper half, rounded up */
  const uint32_t most; /* of a count */

  int y; /* the row that is compared next */
  Ahead ahead[2];
  Samples rows[3];
  uint32_t sums[2][5], difference[2]; /* of rows, and of five */
  int32_t group_sums[5], group;       /* of the group's deviations, likewise */
  uint32_t result[2], counts;
#if CF_SPACE
  uint32_t level, last_level; /* of another plane's brightness */
  uint32_t last_result[2], last_counts;
  Smooth smooth[3];
#endif

  __device__ __forceinline__
  Strip (Lane &lane, const Terms &terms, uint32_t past, int y)
      : lane (lane), terms (terms),
        edge ((cf_denoise_edge (terms.sigma, past) << 16) + 0xffff),
        most (cf_denoise_count_most (past)), y (y), rows (), sums (),
        difference (), group_sums (), group ()
  {
    lane.start (y, ahead[0]);
    lane.start (y + 1, ahead[1]);
  }

  /* Squares of deviations are summed with those beside them: four bytes each
   * are what the four columns, and those before and after them, deviate by. */
  static __device__ __forceinline__ void
  sum_row (uint32_t before, uint32_t e, uint32_t behind, uint32_t (&sum)[2])
  {
    const uint32_t all = __dp4a (e, e, 0u);
    const uint32_t three = e & 0x00ffffff, last = e & 0xffffff00;
    const uint32_t a =
        __dp4a (before & 0xffff0000, before, __dp4a (three, e, 0u));
    const uint32_t b = __dp4a (before & 0xff000000, before, all);
    const uint32_t c = __dp4a (behind & 0x000000ff, behind, all);
    const uint32_t d =
        __dp4a (behind & 0x0000ffff, behind, __dp4a (last, e, 0u));

    sum[0] = a + (b << 16);
    sum[1] = c + (d << 16);
  }

  /* Last results, as bright as the frame. */
  __device__ __forceinline__ void
  make_lighter (Samples &row) const
  {
    const int32_t (&lighter)[CF_DENOISE_LEVELS] =
        terms.lighter[lane.is_pair ? lane.channel : 0];

#pragma unroll
    for (int i = 0; i < 2; i++) {
      const int32_t low =
          (int32_t)(row.r[i] & 0xffff) + look_up (lighter, row.level, 2 * i);
      const int32_t high =
          (int32_t)(row.r[i] >> 16) + look_up (lighter, row.level, 2 * i + 1);

      row.r[i] = (uint32_t)min (max (low, 0), 65535)
                 | (uint32_t)min (max (high, 0), 65535) << 16;
    }
  }

  /* Compares four columns; `signs` becomes 1, or -1 of those below the last
   * result. */
  __device__ __forceinline__ uint32_t
  deviate (const Samples &row, uint32_t &signs) const
  {
    uint32_t e[2], is_below[2];

#pragma unroll
    for (int i = 0; i < 2; i++) {
      const uint32_t v = row.pair (i), low = __vminu2 (v, row.r[i]);
      const uint32_t d = __vmaxu2 (v, row.r[i]) - low;

      is_below[i] = __vminu2 (low ^ row.r[i], 0x00010001);
      e[i] = __vminu2 (
          __byte_perm ((d & 0xffff) * look_up (terms.inverse, row.level, 2 * i),
              (d >> 16) * look_up (terms.inverse, row.level, 2 * i + 1),
              0x7632),
          CF_DENOISE_DEVIATION_MAX * 0x00010001u);
    }
    signs = 0x01010101 | __byte_perm (is_below[0], is_below[1], 0x6420) * 0xfe;
    return __byte_perm (e[0], e[1], 0x6420);
  }

  /* A row's deviations of the group's columns that are in the picture. */
  __device__ __forceinline__ int32_t
  sum_group (uint32_t e, uint32_t signs) const
  {
    const int32_t own = __dp4a ((int32_t)e, (int32_t)(signs & lane.inside), 0);

    return own + __shfl_sync (CF_ALL_LANES, own, lane.partner);
  }

  /* Compares row y, and has another one loaded. */
  __device__ __forceinline__ void
  compare ()
  {
    uint32_t sum[2], signs;

    rows[2] = rows[1];
    rows[1] = rows[0];
    lane.finish (ahead[0], rows[0]);
    ahead[0] = ahead[1];
    lane.start (y + 2, ahead[1]);
    y++;

    if (terms.is_lighter)
      make_lighter (rows[0]);

    const uint32_t e =
        __byte_perm (deviate (rows[0], signs), 0, lane.inside_bytes);
    const int32_t group_sum = sum_group (e, signs);
    const uint32_t before =
        __byte_perm (lane.from_left (e), e, lane.left_bytes);
    const uint32_t behind =
        __byte_perm (lane.from_right (e), e, lane.right_bytes);

    group += group_sum - group_sums[4];
#pragma unroll
    for (int j = 4; j > 0; j--)
      group_sums[j] = group_sums[j - 1];
    group_sums[0] = group_sum;
    sum_row (before, e, behind, sum);
#pragma unroll
    for (int i = 0; i < 2; i++) {
      difference[i] += sum[i] - sums[i][4];
#pragma unroll
      for (int j = 4; j > 0; j--)
        sums[i][j] = sums[i][j - 1];
      sums[i][0] = sum[i];
    }
  }

  /* The new count of a sample, which has that byte of `counts`. */
  __device__ __forceinline__ uint32_t
  count (uint32_t difference, uint32_t counts, uint32_t whole, int i) const
  {
    const int32_t c = look_up (terms.certainty, whole, i);
    const int32_t below = edge + (int32_t)difference * c;
    const uint32_t f = max (min (below >> 19, CF_DENOISE_SLOPE / 8), 0);

    return (f * f * __byte_perm (counts, 0, 0x4440 + i)
               + (CF_DENOISE_WHOLE << 15) + (1 << 14))
           >> 15;
  }

  /* s, of both halves. */
  __device__ __forceinline__ uint32_t
  square_of_group () const
  {
    const uint32_t m = min (abs (group) >> 1, CF_DENOISE_SUM_MAX);

    return (m * m * terms.sum_scale >> 16) * 0x00010001;
  }

  /* The row that is two above the last one compared: its results and counts.
   */
  __device__ __forceinline__ void
  average ()
  {
    const Samples &row = rows[2];
    const uint32_t whole = row.n >> 1 & 0x7c7c7c7c;
    const uint32_t square = square_of_group ();
    uint32_t n[4];

#if CF_SPACE
    level = row.level;
#endif

#pragma unroll
    for (int i = 0; i < 2; i++) {
      const uint32_t v = row.pair (i), r = row.r[i];
      const uint32_t low = __vminu2 (v, r), d = __vmaxu2 (v, r) - low;
      /* from where on the weight is 0: what is above cannot be seen */
      const uint32_t sum = __vminu2 (
          __vmaxu2 (difference[i], square), 2 * CF_DENOISE_EDGE * 0x00010001u);
      /* lanes in which the sample is below the last result */
      const uint32_t is_below = __vminu2 (low ^ r, 0x00010001) * 0xffff;
      uint32_t moved[2], m;

#pragma unroll
      for (int k = 0; k < 2; k++) {
        const uint32_t n_new =
            count (k ? sum >> 16 : sum & 0xffff, row.n, whole, 2 * i + k);

        moved[k] = (k ? d >> 16 : d & 0xffff) * terms.quotient[n_new];
        n[2 * i + k] = min (n_new, most);
      }
      m = __byte_perm (moved[0], moved[1], 0x7632);
      /* from the lower one of both */
      result[i] = low + ((m & ~is_below) | ((d - m) & is_below));
    }
    counts = __byte_perm (__byte_perm (n[0], n[1], 0x0040),
        __byte_perm (n[2], n[3], 0x0040), 0x5410);
    if (lane.repeats) {
      result[0] = row.r[0];
      result[1] = row.r[1];
      counts = row.n;
    }
  }

  /* Keeps what average () made, for the next frame. */
  __device__ __forceinline__ void
  keep (bool is_own)
  {
    if (lane.is_flash)
      lane.keep (rows[2].r, rows[2].n, is_own);
    else
      lane.keep (result, counts, is_own);
  }

#if CF_SPACE
  /* Room for the next row's results. */
  __device__ __forceinline__ void
  move_smooth ()
  {
    smooth[2] = smooth[1];
    smooth[1] = smooth[0];
    last_result[0] = result[0];
    last_result[1] = result[1];
    last_counts = counts;
    last_level = level;
  }

  /* The results of average() for the filter in space. */
  __device__ __forceinline__ void
  keep_smooth ()
  {
    uint32_t w[2], *to = smooth[0].w;

#pragma unroll
    for (int i = 0; i < 2; i++)
      w[i] = result[i] >> 4 & 0x0fff0fff;
    to[1] = __byte_perm (w[0], w[1], lane.inside_low);
    to[3] = __byte_perm (w[0], w[1], lane.inside_high);
    to[0] = __byte_perm (lane.from_left (to[3]), to[1], lane.left_half);
    to[2] = __byte_perm (to[1], to[3], 0x5432);
    to[4] = __byte_perm (to[3], lane.from_right (to[1]), lane.right_half);
  }

  /* Sums of what is at most 2 T of a neighbour and T - p. */
  static __device__ __forceinline__ uint32_t
  limit (uint32_t q, uint32_t offset, uint32_t twice)
  {
    return __viaddmin_s16x2_relu (q, offset, twice);
  }

  /* The row above the last one averaged. */
  __device__ __forceinline__ void
  filter (uint32_t (&out)[2]) const
  {
    const uint32_t whole = last_counts >> 1 & 0x7c7c7c7c;
    const uint32_t levels =
        lane.has_luma ? last_level : levels_of (last_result);
    uint32_t t[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      t[i] = cf_denoise_threshold_of (
          look_up (terms.threshold, whole, i), look_up (terms.part, levels, i));
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const uint32_t p = smooth[1].w[2 * i + 1];
      const uint32_t once = t[2 * i] | t[2 * i + 1] << 16;
      const uint32_t twice = 2 * once;
      const uint32_t offset = ((once | 0x80008000) - p) ^ 0x80008000;
      uint32_t sum = p * 9 + 0x00040004 - once * 8, mean[2];

#pragma unroll
      for (int y = 0; y < 3; y++) {
        const uint32_t *w = smooth[y].w + 2 * i;

        sum += limit (w[0], offset, twice) + limit (w[2], offset, twice);
        if (y != 1)
          sum += limit (w[1], offset, twice);
      }
      /* floor ((S + 4) / 9): 58255 / 2^19 is 1/9 to 2^-20, S below 2^16 */
      mean[0] = (sum & 0xffff) * 58255u;
      mean[1] = (sum >> 16) * 58255u;
      out[i] = (__byte_perm (mean[0], mean[1], 0x7632) << 1 & 0xfff0fff0)
               | (last_result[i] & 0x000f000f);
    }
  }
#endif
};

/* Row i of a strip. */
static __device__ __forceinline__ void
make_row (Strip &strip, Lane &lane, int i, int rows)
{
#if CF_SPACE
  const int height = lane.height;
  uint32_t out[2];

  strip.compare ();
  strip.move_smooth ();
  strip.average ();
  strip.keep (i + 1 < rows && lane.top + i + 1 < height);
  if (lane.top + i + 1 >= height) { /* what is below it as its last one */
    strip.result[0] = strip.last_result[0];
    strip.result[1] = strip.last_result[1];
  }
  strip.keep_smooth ();
  strip.filter (out);
  lane.store (out, lane.top + i, lane.top + i < height);
#else
  strip.compare ();
  strip.average ();
  strip.keep (lane.top + i < lane.height);
  lane.store (strip.result, lane.top + i, lane.top + i < lane.height);
#endif
}

/* The rows of a strip; those below the picture are made too, and not kept. */
static __device__ __forceinline__ void
make_strip (Strip &strip, Lane &lane, int rows)
{
#pragma unroll 1
  for (int i = 0; i < 4; i++)
    strip.compare ();

#if CF_SPACE
#pragma unroll 1
  for (int i = 0; i < 2; i++) {
    strip.compare ();
    strip.move_smooth ();
    strip.average ();
    strip.keep_smooth ();
  }
  if (lane.top == 0) /* what is above the picture is as its first row */
    strip.smooth[1] = strip.smooth[0];
  strip.keep (true);
#endif

#pragma unroll 1
  for (int first = 0; first < rows; first += CF_UNROLL)
#pragma unroll
    for (int i = first; i < first + CF_UNROLL; i++)
      make_row (strip, lane, i, rows);
}

} // namespace

extern "C" __global__ void
__launch_bounds__ (CF_KERNEL_THREADS, BLOCKS)
    CF_KERNEL (const __grid_constant__ CfKernelRecursive d)
{
  if (!begin_beside (d.is_beside))
    return;

  __shared__ Terms terms;
  const CfKernelPlane &plane = find_plane (d.picture);
  uint32_t block = blockIdx.x - plane.first_block;

  if (!plane.filtered) {
    copy_block (plane, block);
    return;
  }

  const CfKernelRecursivePlane &own = d.plane[&plane - d.picture.plane];
  const uint32_t change =
      d.scene_change ? *d.scene_change : (uint32_t)CF_SCENE_GOES_ON;
  const bool repeats = is_repeated (
      own.given, d.estimates, own.estimate, own.strength, own.differs, change);

  make_terms (terms, d, own, plane, block, change);
  __syncthreads ();

  Lane lane (d, plane, own, block, MARGIN, change, repeats,
      own.luma.at && (!terms.is_flat || terms.is_lighter), terms.dither);

  if (lane.top >= plane.height)
    return;

  Strip strip (lane, terms, d.past, lane.top - MARGIN);

  make_strip (strip, lane, d.rows);
}
