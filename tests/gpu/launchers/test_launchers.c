/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the CUDA backend's launchers ask of a GPU, which is not there: that it
 * fits the GPU, and how often it is made. */
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "fakecufft.h"
#include "fakedriver.h"
#include "cuda/convolve/convolvekernels.h"
#include "cuda/core/autotune.h"
#include "cuda/core/filtermemory.h"
#include "cuda/core/interleavekernels.h"
#include "cuda/motion/scenechangekernels.h"
#include "cuda/denoise/denoisekernels.h"
#include "cuda/motion/motionkernels.h"
#include "cuda/denoise/recursivekernels.h"
#include "cuda/denoise/repeatkernels.h"
#include "cuda/inpaint/inpaint_global.h"
#include "cuda/inpaint/temporalkernels.h"
#include "cuda/median/mediankernels.h"
#include "cuda/noise/noisekernels.h"
#include "cuda/rank/rankplan.h"
#include "cuda/snake/snakekernels.h"

#include <string.h>

#define KERNEL(name) (&cf_kernel_##name)
#define OF_BYTES(name) \
  { \
    KERNEL (name##_1), KERNEL (name##_2) \
  }

#define WIDTH 256
#define HEIGHT 256

#define N_STREAMS 4

static CfDevice *device;
static CfStream *streams[N_STREAMS];

/* On the GPU that fake_gpu describes. */
static void
open_device (void)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;
  guint i;

  device = cf_device_open (&config, &error);
  g_assert_no_error (error);
  for (i = 0; i < N_STREAMS; i++)
    streams[i] = cf_stream_new (device, NULL);
}

static void
begin (void)
{
  fake_gpu_reset ();
  open_device ();
}

/* Nothing is left. */
static void
end (void)
{
  guint i;

  for (i = 0; i < N_STREAMS; i++)
    cf_stream_free (streams[i]);
  cf_device_unref (device);
  g_assert_cmpuint (fake_gpu.allocated, ==, 0);
}

static CfPlane
plane_new (guint8 *data, gint width, gint height, gint channels, gint bits)
{
  const gint bytes = (bits + 7) / 8;

  return (CfPlane){ data, width * channels * bytes, width, height, channels,
    channels, bits, bytes };
}

static CfPlane
plane_of (gint bytes, guint8 *data)
{
  return plane_new (data, WIDTH, HEIGHT, 1, 8 * bytes);
}

static CfFilter *
make_filter_for (
    const CfFilterParams *params, const CfPlane *planes, guint n, guint32 which)
{
  GError *error = NULL;
  CfFilter *filter = cf_filter_new (device, params, planes, n, which, &error);

  g_assert_no_error (error);
  return filter;
}

static CfFilter *
make_filter (const CfFilterParams *params, gint bytes)
{
  const CfPlane plane = plane_of (bytes, NULL);

  return make_filter_for (params, &plane, 1, 1);
}

/* Launches that the GPU refuses are errors. */
static void
run (CfFilter *filter, CfStream *stream, const CfPlane *src, const CfPlane *dst)
{
  GError *error = NULL;

  cf_filter_run (filter, stream, src, dst, &error);
  g_assert_no_error (error);
}

static guint8 samples[2][WIDTH * HEIGHT * 2];

/* A picture into a filter, or out of it, or both. */
static void
push_on (CfFilter *filter, CfStream *stream, gint bytes)
{
  const CfPlane src = plane_of (bytes, samples[0]);
  GError *error = NULL;

  cf_filter_push (filter, stream, &src, &error);
  g_assert_no_error (error);
}

static void
pull_on (CfFilter *filter, CfStream *stream, gint bytes)
{
  const CfPlane dst = plane_of (bytes, samples[1]);

  run (filter, stream, NULL, &dst);
}

static void
run_on (CfFilter *filter, CfStream *stream, gint bytes)
{
  const CfPlane src = plane_of (bytes, samples[0]);
  const CfPlane dst = plane_of (bytes, samples[1]);

  run (filter, stream, &src, &dst);
}

/* As a filter that looks ahead wants it, or one that does not. */
static void
step_on (CfFilter *filter, CfStream *stream, gint bytes, gint future)
{
  if (future > 0) {
    push_on (filter, stream, bytes);
    pull_on (filter, stream, bytes);
  } else {
    run_on (filter, stream, bytes);
  }
}

static guint
count (const CfCudaKernel *kernel)
{
  return fake_gpu_get_launches (kernel->name);
}

/* The filter for samples of so many bits launches this kernel once. */
static void
check_kernel (const CfFilterParams *params, gint bits, CfCudaKernel *kernel)
{
  const CfPlane src = plane_new (samples[0], WIDTH, HEIGHT, 1, bits);
  const CfPlane dst = plane_new (samples[1], WIDTH, HEIGHT, 1, bits);
  const guint before = count (kernel);
  CfFilter *filter = make_filter_for (params, &src, 1, 1);

  run (filter, streams[0], &src, &dst);
  cf_filter_free (filter);
  g_assert_cmpuint (count (kernel), ==, before + 1);
}

static CfFilterParams
median_params (gint size, gint iterations)
{
  return (CfFilterParams){ .op = CF_OP_MEDIAN,
    .median = { size, size, CF_PERCENTILE_MEDIAN, iterations } };
}

/* --- medians --- */

#define ENTRY(size, tile_w, tile_h, across, share, threads) \
  { size, CF_MEDIAN_ROW_BYTES (size, tile_w, tile_h, share), threads, \
    OF_BYTES (median_##size) },

/* What code for 9.0 has: 147 KB of shared memory for 13x13. */
static const struct {
  gint size;
  gsize row_bytes;
  gint threads;
  CfCudaKernel *kernel[2];
} medians[] = { CF_MEDIAN_TILES (ENTRY) };

static gsize
median_bytes (guint i)
{
  return medians[i].threads / 32 * medians[i].row_bytes;
}

/* Of the network that has room on this GPU, else ranks. */
static void
check_medians (gsize shared_block)
{
  static CfCudaKernel *const rank[] = OF_BYTES (rank);
  const gsize variables = 12 << 10;
  gint bytes;
  guint i;

  fake_gpu_reset ();
  fake_gpu.shared_block = shared_block;
  open_device ();
  for (i = 0; i < G_N_ELEMENTS (medians); i++)
    for (bytes = 1; bytes <= 2; bytes++)
      fake_gpu_set_variables (medians[i].kernel[bytes - 1]->name, variables);
  for (i = 0; i < G_N_ELEMENTS (medians); i++)
    for (bytes = 1; bytes <= 2; bytes++) {
      const CfFilterParams params = median_params (medians[i].size, 1);

      check_kernel (&params, 8 * bytes,
          median_bytes (i) + variables <= shared_block
              ? medians[i].kernel[bytes - 1]
              : rank[bytes - 1]);
    }
  end ();
}

/* A driver compiles PTX for 9.0 for GPUs of compute capability 12 too, which
 * have 99 KB for a block where those of 9.0 have 227. */
static void
test_median_room (void)
{
  check_medians (227 << 10);
  check_medians (99 << 10);
  check_medians (64 << 10);
}

/* Ranks up to 12 bits have a kernel of their own. */
static void
test_rank_depths (void)
{
  static const gint depths[] = { 9, 10, 12, 13, 16 };
  const CfFilterParams params = median_params (17, 1);
  guint i;

  begin ();
  for (i = 0; i < G_N_ELEMENTS (depths); i++)
    check_kernel (&params, depths[i],
        depths[i] <= 12 ? KERNEL (rank_2_small) : KERNEL (rank_2));
  end ();
}

/* Each window gets a shape that has room: on GPUs of 7.5, 8.6 and 9.0. */
static void
test_rank_shapes (void)
{
  static const CfCudaLimits gpus[] = { { 132, 65280, 65536 },
    { 132, 101120, 102400 }, { 132, 232192, 233472 } };
  static const gint depths[] = { 8, 9, 12, 16 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint i, k;
  gint width, height;

  for (i = 0; i < G_N_ELEMENTS (gpus); i++)
    for (k = 0; k < G_N_ELEMENTS (depths); k++)
      for (width = 3; width <= 101; width += 2)
        for (height = 3; height <= 101; height += 2) {
          CfFilter filter = {
            .params = median_params (width, 1), .n_planes = 1, .filtered = 1
          };
          CfRankShape shape;

          filter.params.median.height = height;
          filter.planes[0] =
              plane_new (NULL, g_rand_int_range (random, 1, 4001),
                  g_rand_int_range (random, 1, 4001), 1, depths[k]);
          cf_rank_shape_choose (
              &shape, &filter, filter.planes[0].bytes, &gpus[i]);
          g_assert_cmpint (shape.small, ==, depths[k] > 8 && depths[k] <= 12);
          g_assert_cmpuint (shape.shared, <=, gpus[i].shared_block);
        }
}

/* Few tiles are made narrower, then lower, until each of a multiprocessor's
 * four schedulers has two warps, or one for the largest windows, or no less can
 * be. */
static void
test_rank_few_tiles (void)
{
  static const CfCudaLimits gpu = { 132, 232192, 233472 };
  static const struct {
    gint side, bits, width, height, tile_width, chunk_rows;
    guint warps;
  } cases[] = { { 91, 8, 3840, 2160, 64, 8, 1 },
    { 101, 8, 3840, 2160, 64, 16, 1 }, { 101, 8, 2560, 1440, 64, 8, 1 },
    { 17, 8, 1920, 1080, 32, 8, 1 }, { 101, 8, 1920, 1080, 64, 8, 1 },
    { 91, 8, 1280, 720, 32, 4, 1 }, { 101, 8, 1280, 720, 32, 8, 1 },
    { 101, 8, 640, 480, 32, 4, 1 }, { 75, 10, 640, 480, 32, 4, 4 },
    { 75, 16, 1920, 1080, 64, 4, 8 }, { 17, 8, 640, 480, 32, 2, 1 },
    { 17, 8, 32, 16, 32, 1, 1 }, { 31, 10, 3840, 2160, 64, 8, 2 },
    { 31, 10, 1920, 1080, 32, 8, 4 }, { 31, 16, 3840, 2160, 64, 4, 8 },
    { 31, 16, 1920, 1080, 32, 4, 8 }, { 31, 16, 640, 480, 32, 2, 8 } };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    const CfFilter filter = { .params = median_params (cases[i].side, 1),
      .n_planes = 1,
      .filtered = 1,
      .planes = { plane_new (
          NULL, cases[i].width, cases[i].height, 1, cases[i].bits) } };
    CfRankShape shape;

    cf_rank_shape_choose (&shape, &filter, filter.planes[0].bytes, &gpu);
    g_assert_cmpint (shape.tile_width, ==, cases[i].tile_width);
    g_assert_cmpint (shape.chunk_rows, ==, cases[i].chunk_rows);
    g_assert_cmpuint (shape.warps, ==, cases[i].warps);
  }
}

/* --- interleaved channels --- */

typedef struct {
  CfFilterParams params;
  gboolean is_apart; /* where planes are large and aligned */
  gint width;        /* the least, with 512 rows */
} PlanarFilter;

/* Large planes of two channels whose rows are aligned are taken apart, once
 * before all iterations, and put together. */
static void
check_planar (
    const PlanarFilter *f, gint width, gint unaligned, gboolean is_apart)
{
  enum { HEIGHT_OF_PLANE = 512 };
  const gsize size = (gsize)(2 * width + 16) * HEIGHT_OF_PLANE + 64;
  g_autofree guint8 *memory = g_malloc (2 * size + 64);
  guint8 *begin = (guint8 *)(((gsize)memory + 63) & ~(gsize)63);
  const CfPlane src = plane_new (begin, width, HEIGHT_OF_PLANE, 2, 8);
  const CfPlane dst = plane_new (
      begin + (size & ~(gsize)63) + unaligned, width, HEIGHT_OF_PLANE, 2, 8);
  const guint deinterleave = count (KERNEL (deinterleave)),
              interleave = count (KERNEL (interleave));
  CfFilter *filter = make_filter_for (&f->params, &src, 1, 1);

  run (filter, streams[0], &src, &dst);
  g_assert_cmpuint (count (KERNEL (deinterleave)) - deinterleave, ==, is_apart);
  g_assert_cmpuint (count (KERNEL (interleave)) - interleave, ==, is_apart);
  cf_filter_free (filter);
}

static void
test_planar (void)
{
  const PlanarFilter filters[] = {
    { median_params (5, 3), TRUE, 512 },
    { median_params (3, 3), FALSE, 512 },
    { { .op = CF_OP_EPSILON,
          .epsilon = { .size = 5, .threshold = 5120, .iterations = 2 } },
        TRUE, 2048 },
    { { .op = CF_OP_CONVOLVE,
          .convolve = { .width = 1, .height = 3, .value = { 1, 2, 4 } } },
        TRUE, 512 },
  };
  guint i;

  begin ();
  for (i = 0; i < G_N_ELEMENTS (filters); i++) {
    const gint width = filters[i].width;

    check_planar (&filters[i], width, 0, filters[i].is_apart);
    check_planar (&filters[i], width, 2, FALSE);
    check_planar (&filters[i], width - 8, 0, FALSE);
  }
  end ();
}

/* --- convolution --- */

static CfFilter *large;

/* Ones in two passes: the more rows, the more shared memory. */
static CfFilter *
make_box (gint rows)
{
  CfFilterParams params = { .op = CF_OP_CONVOLVE,
    .convolve = {
        .width = 31,
        .height = rows,
        .is_product = TRUE,
        .separable = CF_SEPARABLE_ALWAYS,
    } };
  gint i;

  for (i = 0; i < 31 + rows; i++)
    params.convolve.value[i] = 1;
  return make_filter (&params, 1);
}

static void
make_large (void)
{
  large = make_box (255);
}

/* A filter that is made beside another one does not lower its limit. */
static void
test_convolve_limit (void)
{
  CfFilter *small;

  begin ();
  fake_gpu.interrupt = make_large;
  small = make_box (151);
  g_assert_nonnull (large);
  run_on (small, streams[0], 1);
  run_on (large, streams[0], 1);
  cf_filter_free (small);
  cf_filter_free (large);
  end ();
}

#define CONVOLVE(name) KERNEL (convolve_##name)

/* Masks of one value, a tap of one, two or three digits, over a divisor. */
static const struct {
  gint bytes, size;
  gdouble value, divisor;
  CfCudaKernel *kernel;
} masks[] = {
  { 1, 3, 127, 1, CONVOLVE (dot_3_1_1) },
  { 1, 5, 128, 1, CONVOLVE (dot_5_1_2) },
  { 1, 7, 1, 1, CONVOLVE (dot_7_1_1) },
  { 2, 1, 3, 1, CONVOLVE (dot_3_2_1) },
  { 2, 3, 127, 1, CONVOLVE (dot_3_2_1) },
  { 2, 3, -128, 1, CONVOLVE (dot_3_2_1) },
  { 2, 3, 128, 1, CONVOLVE (dot_3_2_2) },
  { 2, 5, 127, 1, CONVOLVE (dot_5_2_1) },
  { 2, 5, -129, 1, CONVOLVE (dot_5_2_2) },
  { 2, 7, 127, 1, CONVOLVE (dot_7_2_1) },
  { 2, 7, -128, 1, CONVOLVE (dot_7_2_1) },
  { 2, 7, 128, 1, CONVOLVE (2_2) },
  { 2, 9, 1, 1, CONVOLVE (2_1) },
  /* a shift where quotients fit 32 bits, else a division */
  { 2, 3, 32639, 16, CONVOLVE (dot_3_2_2) },
  { 2, 3, 32639, 8, CONVOLVE (2_2) },
  { 2, 3, 32639, 4097, CONVOLVE (2_2) },
  { 2, 5, 8355711, 16384, CONVOLVE (dot_5_2_3) },
  { 2, 5, 8355711, 4096, CONVOLVE (2_3) },
  { 2, 5, 8355713, 16384, CONVOLVE (2_4) },
};

/* Dot products up to the sides and digits at which they are chosen, where their
 * sums become results without a division. */
static void
test_convolve_kernels (void)
{
  guint i;
  gint k;

  begin ();
  for (i = 0; i < G_N_ELEMENTS (masks); i++) {
    CfFilterParams params = { .op = CF_OP_CONVOLVE,
      .convolve = {
          .width = masks[i].size,
          .height = masks[i].size,
          .separable = CF_SEPARABLE_NEVER,
          .normalize = CF_NORMALIZE_MANUAL,
          .divisor = masks[i].divisor,
      } };

    for (k = 0; k < masks[i].size * masks[i].size; k++)
      params.convolve.value[k] = masks[i].value;
    g_test_message ("%d bytes, %dx%d, %g / %g", masks[i].bytes, masks[i].size,
        masks[i].size, masks[i].value, masks[i].divisor);
    check_kernel (&params, 8 * masks[i].bytes, masks[i].kernel);
  }
  end ();
}

/* --- contours --- */

#define MANY_CONTOURS 5 /* for 132 multiprocessors */

/* A contour, or several, on a GPU with a place for clusters of so many blocks;
 * how many the launch asked for. */
static guint
run_snake (guint place, gint code, guint n_starts)
{
  static guint8 data[WIDTH * HEIGHT];
  const CfSnakeParams params = CF_SNAKE_PARAMS_DEFAULT;
  const CfPlane plane = plane_of (1, data);
  CfSnakeStart starts[MANY_CONTOURS] = { 0 };
  CfSnakeResult result;
  GError *error = NULL;
  CfSnake *snake;
  guint i;

  fake_gpu_reset ();
  fake_gpu.largest_place = place;
  fake_gpu.code = code;
  open_device ();
  for (i = 0; i < n_starts; i++)
    starts[i] = (CfSnakeStart){ .init = CF_SNAKE_RECTANGLE,
      .x = 8 * i,
      .y = 8 * i,
      .width = 64,
      .height = 64 };
  snake = cf_snake_new (device, &params, &plane, &error);
  g_assert_no_error (error);
  cf_snake_run (snake, streams[0], &plane, starts, n_starts, &result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fake_gpu.refused, ==, 0);
  cf_snake_free (snake);
  end ();
  return fake_gpu.cluster;
}

/* The largest cluster that has a place, and of many contours not the widest. */
static void
test_snake_place (void)
{
  guint place;

  for (place = 16; place >= 1; place /= 2) {
    g_assert_cmpuint (run_snake (place, 90, 1), ==, place);
    g_assert_cmpuint (run_snake (place, 90, MANY_CONTOURS), ==, MIN (place, 8));
  }
  g_assert_cmpuint (run_snake (16, 80, 1), ==, 1);
}

/* --- global inpainting --- */

/* As an element has them: a filter for each of its streams, made when a frame
 * first needs it; frames of I420 go round the streams. */
#define PICTURE_PLANES 3

typedef struct {
  CfStream *streams[N_STREAMS];
  CfFilter *filters[N_STREAMS];
  CfFilterParams params;
  gint width, height;
  guint32 *bits[PICTURE_PLANES];
  guint8 *samples[2][PICTURE_PLANES];
} Element;

static CfPlane
element_plane (const Element *self, guint i, guint which)
{
  const gint divisor = i == 0 ? 1 : 2;

  return plane_new (self->samples[which][i], self->width / divisor,
      self->height / divisor, 1, 8);
}

static void
element_open (Element *self, gint width, gint height)
{
  guint i, k;

  *self = (Element){ .params = { .op = CF_OP_INPAINT,
                         .inpaint = CF_INPAINT_PARAMS_DEFAULT },
    .width = width,
    .height = height };
  self->params.inpaint.method = CF_INPAINT_GLOBAL;
  for (i = 0; i < PICTURE_PLANES; i++) {
    const CfPlane p = element_plane (self, i, 0);

    self->bits[i] = g_new0 (guint32, CF_INPAINT_WORDS (p.width) * p.height);
    self->bits[i][0] = 0xff;
    for (k = 0; k < 2; k++)
      self->samples[k][i] = g_malloc0 (p.width * p.height);
  }
}

static void
element_drop_filters (Element *self)
{
  guint i;

  for (i = 0; i < N_STREAMS; i++)
    g_clear_pointer (&self->filters[i], cf_filter_free);
}

static void
element_close (Element *self)
{
  guint i;

  element_drop_filters (self);
  for (i = 0; i < PICTURE_PLANES; i++) {
    g_free (self->bits[i]);
    g_free (self->samples[0][i]);
    g_free (self->samples[1][i]);
  }
}

static CfFilter *
element_filter (Element *self, guint stream)
{
  CfFilter **filter = &self->filters[stream];
  CfInpaintHoles holes[PICTURE_PLANES];
  CfPlane planes[PICTURE_PLANES];
  GError *error = NULL;
  guint i;

  if (*filter)
    return *filter;
  for (i = 0; i < PICTURE_PLANES; i++) {
    planes[i] = element_plane (self, i, 0);
    holes[i] = (CfInpaintHoles){ self->bits[i], 0, 0, 8, 1, -1 };
  }
  *filter = make_filter_for (&self->params, planes, PICTURE_PLANES, 7);
  cf_filter_set_holes (*filter, holes, &error);
  g_assert_no_error (error);
  return *filter;
}

static void
element_run (Element *self, guint n_frames)
{
  CfPlane planes[2][PICTURE_PLANES];
  guint i, k;

  for (k = 0; k < 2; k++)
    for (i = 0; i < PICTURE_PLANES; i++)
      planes[k][i] = element_plane (self, i, k);
  for (i = 0; i < n_frames; i++)
    run (element_filter (self, i % N_STREAMS), streams[i % N_STREAMS],
        planes[0], planes[1]);
}

/* How many transforms eight frames make. */
static gint
count_made (Element *self)
{
  const gint before = fake_cufft.made;

  element_run (self, 8);
  return fake_cufft.made - before;
}

/* On a GPU that is behind with its work, so that streams need their own. */
static void
begin_inpainting (void)
{
  fake_gpu_reset ();
  fake_gpu.idle = FALSE;
  fake_cufft = (FakeCufft){ 0 };
  open_device ();
}

static void
end_inpainting (Element *element)
{
  if (element)
    element_close (element);
  end ();
  g_assert_cmpint (fake_cufft.there, ==, 0);
}

/* Another threshold: whether filters go before new ones come, or stay. */
static void
test_inpaint_threshold (void)
{
  Element e;
  guint graphs, i;

  begin_inpainting ();
  element_open (&e, 64, 48);
  /* two transforms, for each of two sizes, on four streams */
  g_assert_cmpint (count_made (&e), ==, 2 * 2 * N_STREAMS);
  graphs = fake_gpu.graphs;
  for (i = 0; i < 3; i++) {
    e.params.inpaint.threshold_start = 100 + i;
    element_drop_filters (&e);
    g_assert_cmpint (count_made (&e), ==, 0);
  }
  for (i = 0; i < 3; i++) {
    Element old = e;

    memset (e.filters, 0, sizeof e.filters);
    e.params.inpaint.threshold_start = 200 + i;
    g_assert_cmpint (count_made (&e), ==, 0);
    element_drop_filters (&old);
  }
  g_assert_cmpuint (fake_gpu.graphs, ==, graphs);
  end_inpainting (&e);
}

/* Other iterations: graphs alone. */
static void
test_inpaint_iterations (void)
{
  Element e;

  begin_inpainting ();
  element_open (&e, 64, 48);
  element_run (&e, 8);
  element_drop_filters (&e);
  e.params.inpaint.iterations = 20;
  g_assert_cmpint (count_made (&e), ==, 0);
  end_inpainting (&e);
}

/* A GPU that is idle needs one of each. */
static void
test_inpaint_idle (void)
{
  Element e;

  begin_inpainting ();
  fake_gpu.idle = TRUE;
  element_open (&e, 64, 48);
  g_assert_cmpint (count_made (&e), ==, 2 * 2);
  end_inpainting (&e);
}

/* Large ones are shared, however many streams there are. */
static void
test_inpaint_bound (void)
{
  gsize size;
  Element e;

  begin_inpainting ();
  fake_cufft.work = CF_CUDA_INPAINT_LOOPS_SIZE / 3;
  element_open (&e, 64, 48);
  element_run (&e, 8);
  g_assert_cmpint (fake_cufft.made, ==, 2 * 3);
  g_assert_cmpint (count_made (&e), ==, 0);
  g_assert_cmpuint (cf_cuda_inpaint_global_count_kept (device, &size), ==, 3);
  /* without users no more than the bound is kept */
  element_drop_filters (&e);
  cf_cuda_inpaint_global_count_kept (device, &size);
  g_assert_cmpuint (size, <=, CF_CUDA_INPAINT_LOOPS_SIZE);
  end_inpainting (&e);
}

/* Without memory for one a stream, frames share what there is, and nobody tries
 * again and again. */
static void
test_inpaint_memory (void)
{
  gint made;
  Element e;

  begin_inpainting ();
  fake_cufft.work = 100 << 20;
  fake_gpu.memory = fake_gpu.allocated + (350 << 20);
  element_open (&e, 64, 48);
  element_run (&e, 8);
  made = fake_cufft.made;
  g_assert_cmpint (count_made (&e), ==, 0);
  g_assert_cmpint (fake_cufft.there, ==, 2 * 3);
  g_assert_cmpint (made, <=, 2 * 4);
  end_inpainting (&e);
}

/* Memory that is wanted elsewhere: what runs need stays, the rest goes. */
static void
test_inpaint_shrinks (void)
{
  guint8 *memory;
  Element e;

  begin_inpainting ();
  fake_cufft.work = 100 << 20;
  element_open (&e, 64, 48);
  element_run (&e, 8);
  fake_gpu.memory = fake_gpu.allocated;
  memory = cf_device_alloc (device, 50 << 20, NULL);
  g_assert_nonnull (memory);
  cf_device_free (device, memory);
  g_assert_cmpint (fake_cufft.there, ==, 2 * 2);
  element_run (&e, 8);
  element_drop_filters (&e);
  fake_gpu.memory = fake_gpu.allocated;
  g_assert_null (cf_device_alloc (device, (gsize)4 << 30, NULL));
  g_assert_cmpint (fake_cufft.there, ==, 0);
  end_inpainting (&e);
}

/* A new size takes the place of those that nobody uses. */
static void
test_inpaint_sizes (void)
{
  gsize size;
  gint width;

  begin_inpainting ();
  for (width = 16; width < 160; width += 16) {
    Element e;

    element_open (&e, width, 48);
    element_run (&e, 8);
    g_assert_cmpuint (
        cf_cuda_inpaint_global_count_kept (device, &size), <=, 2 * N_STREAMS);
    element_close (&e);
  }
  end_inpainting (NULL);
}

/* --- noise reduction over time --- */

static CfFilterParams
denoise_params (CfDenoiseMethod method, gint past, gint future, gint window)
{
  return (CfFilterParams){ .op = CF_OP_DENOISE,
    .denoise = { .method = method,
        .past = past,
        .future = future,
        .window = window,
        .sigma = 10 * 256,
        .strength = 256,
        .chroma_strength = 256 } };
}

static CfFilterParams
temporal_params (gint future)
{
  return (CfFilterParams){ .op = CF_OP_INPAINT,
    .inpaint = { .method = CF_INPAINT_HARMONIC,
        .threshold_start = -1,
        .threshold_end = -1,
        .temporal = TRUE,
        .future = future } };
}

static guint
count_looks (void)
{
  return count (KERNEL (scene_change));
}

#define DENOISE_ENTRY(past, future) \
  { past, future, OF_BYTES (denoise_average_##past##_##future) },

/* Each kernel has room for the frames, and none with less room has. One launch
 * a frame where none is looked at ahead, else one more; behind the first one
 * that looks for a cut where there are frames around. */
static void
check_average (gint past, gint future, gint bytes)
{
  static const struct {
    gint past, future;
    CfCudaKernel *kernel[2];
  } averages[] = { CF_DENOISE_AVERAGES (DENOISE_ENTRY) };
  const CfFilterParams params =
      denoise_params (CF_DENOISE_AVERAGE, past, future, 1);
  CfFilter *filter;
  guint i = 0, k, looks;

  begin ();
  filter = make_filter (&params, bytes);
  for (k = 0; k < 3; k++) {
    step_on (filter, streams[0], bytes, future);
  }
  while (averages[i].past < past || averages[i].future < future)
    i++;
  g_assert_cmpuint (count (averages[i].kernel[bytes - 1]), ==, 3);
  looks = past + future > 0 ? 2 : 0;
  g_assert_cmpuint (count_looks (), ==, looks);
  g_assert_cmpuint (fake_gpu.launches, ==, (future > 0 ? 6 : 3) + looks);
  cf_filter_free (filter);
  end ();
}

/* One launch more where sigma is estimated, which may come and go. */
static void
check_average_estimate (gint future, gint bytes)
{
  static CfCudaKernel *const noise[] = OF_BYTES (noise_frames);
  CfFilterParams params = denoise_params (CF_DENOISE_AVERAGE, 2, future, 1);
  CfFilter *filter;
  guint k, estimates = 0;

  begin ();
  filter = make_filter (&params, bytes);
  for (k = 0; k < 8; k++) {
    const guint all = fake_gpu.launches, is_estimated = k % 3 > 0;
    const guint is_behind = k != 0 && k != 5;

    params.denoise.sigma = is_estimated ? -1 : 10 * 256;
    estimates += is_estimated;
    if (k == 5)
      cf_filter_reset (filter);
    g_assert_true (cf_filter_update (filter, &params));
    step_on (filter, streams[0], bytes, future);
    g_assert_cmpuint (count (noise[bytes - 1]), ==, estimates);
    g_assert_cmpuint (fake_gpu.launches, ==,
        all + 1 + (future > 0) + is_behind + is_estimated);
    g_assert_false (cf_filter_get_noise (filter, 0, &(CfNoise){ 0 }));
  }
  cf_filter_free (filter);
  end ();
}

static void
test_denoise_average (void)
{
  gint past, future;

  for (future = 0; future <= 2; future += 2) {
    check_average_estimate (future, 1);
    check_average_estimate (future, 2);
  }

  for (past = 0; past <= CF_DENOISE_FRAMES_MAX; past++)
    for (future = 0; future <= CF_DENOISE_FRAMES_MAX; future++)
      check_average (past, future, 1 + (past + future) % 2);
}

#define MEDIAN_ENTRY(name, frames) KERNEL (denoise_##name##_##frames##_1),
#define MEDIAN_ONE(frames) MEDIAN_ENTRY (median, frames)
#define MEDIAN_WINDOW(frames) MEDIAN_ENTRY (window, frames)

/* Of 1, 1, 3, 3... frames as they come; windows have them kept first, and may
 * come and go from frame to frame. Behind the first a cut is looked for, and
 * windows have a kernel for what is near one. */
static void
test_denoise_median (void)
{
  static CfCudaKernel *const kernels[2][4] = {
    { CF_DENOISE_MEDIANS (MEDIAN_ONE) }, { CF_DENOISE_MEDIANS (MEDIAN_WINDOW) }
  };
  CfFilterParams params = denoise_params (CF_DENOISE_MEDIAN, 8, 0, 1);
  CfFilter *filter;
  guint k, near_scene_change = 0;

  begin ();
  filter = make_filter (&params, 1);
  for (k = 0; k < 20; k++) {
    const guint had = k < 12 ? k : k - 12; /* a cut at 12 */
    const guint wide = k % 3 == 0;
    const CfCudaKernel *kernel = kernels[wide][MIN (had / 2, 3)];
    const guint before = count (kernel);
    const guint all = fake_gpu.launches;

    if (k == 12)
      cf_filter_reset (filter);
    params.denoise.window = wide ? 3 : 1;
    g_assert_true (cf_filter_update (filter, &params));
    run_on (filter, streams[0], 1);
    g_assert_cmpuint (count (kernel), ==, before + 1);
    g_assert_cmpuint (
        fake_gpu.launches, ==, all + (1 + wide) * (1 + (had > 0)));
    near_scene_change += wide && had > 0;
    g_assert_cmpuint (
        count (KERNEL (denoise_near_scene_change_1)), ==, near_scene_change);
  }
  cf_filter_free (filter);
  end ();
}

/* All that was told before is waited for, on the device; on the same stream
 * too. */
static void
test_denoise_streams (void)
{
  static const gint streams_of[] = { 0, 1, 1, 2, 0, 0, 2 };
  const CfFilterParams params = denoise_params (CF_DENOISE_AVERAGE, 2, 2, 1);
  CfFilter *filter;
  guint i;

  begin ();
  filter = make_filter (&params, 1);
  for (i = 0; i < G_N_ELEMENTS (streams_of); i++) {
    CfStream *stream = streams[streams_of[i]];
    const guint before = fake_gpu.launches;

    if (i % 2 == 0)
      push_on (filter, stream, 1);
    else
      pull_on (filter, stream, 1);
    g_assert_cmpuint (fake_gpu.awaits, ==, i + 1);
    g_assert_cmpuint (fake_gpu.awaited, ==, before);
  }
  cf_filter_free (filter);
  end ();
}

/* What was launched before a launch that fails is waited for too. Returns
 * whether one failed. */
static gboolean
check_failing (const CfFilterParams *params, gint future, guint fails_in)
{
  const CfPlane src = plane_of (1, samples[0]), dst = plane_of (1, samples[1]);
  GError *error = NULL;
  CfFilter *filter;
  gboolean fails;
  guint launches;
  gint i;

  begin ();
  filter = make_filter (params, 1);
  for (i = 0; i < future; i++)
    push_on (filter, streams[0], 1);
  for (i = 0; i < 3; i++)
    step_on (filter, streams[0], 1, future);
  fake_gpu.fails_in = fails_in;
  fails = future > 0 ? !cf_filter_push (filter, streams[0], &src, &error)
                     : !cf_filter_run (filter, streams[0], &src, &dst, &error);
  g_assert_true (fails == (error != NULL));
  g_clear_error (&error);
  fake_gpu.fails_in = 0;
  launches = fake_gpu.launches;
  if (future > 0 && fails)
    push_on (filter, streams[1], 1);
  else if (future > 0)
    pull_on (filter, streams[1], 1);
  else
    run_on (filter, streams[1], 1);
  g_assert_cmpuint (fake_gpu.awaited, ==, launches);
  cf_filter_free (filter);
  end ();
  return fails;
}

/* Each launch of a step, one after the other. */
static void
check_each_failing (const CfFilterParams *params, gint future)
{
  guint k;

  for (k = 1; check_failing (params, future, k); k++)
    ;
  g_assert_cmpuint (k, >, 2);
}

static void
test_denoise_fails (void)
{
  static const CfDenoiseMethod methods[] = { CF_DENOISE_AVERAGE,
    CF_DENOISE_MEDIAN, CF_DENOISE_RECURSIVE, CF_DENOISE_COMPENSATED };
  CfFilterParams params;
  gint future;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (methods); i++)
    for (future = 0; future <= (i < 2); future++) {
      params = denoise_params (methods[i], 2, future, 1);
      check_each_failing (&params, future);
    }
  for (future = 0; future <= 2; future++) {
    params = temporal_params (future);
    check_each_failing (&params, future);
  }
}

/* Nothing is filtered, and frames are still in order. */
static void
test_denoise_copies (void)
{
  CfFilterParams params = denoise_params (CF_DENOISE_MEDIAN, 1, 1, 1);
  const CfPlane plane = plane_of (1, NULL);
  CfFilter *filter;

  begin ();
  filter = make_filter_for (&params, &plane, 1, 0);
  push_on (filter, streams[0], 1);
  pull_on (filter, streams[0], 1);
  g_assert_cmpuint (fake_gpu.launches, ==, 2);
  cf_filter_reset (filter);
  cf_filter_free (filter);
  params.denoise.future = 0;
  filter = make_filter_for (&params, &plane, 1, 0);
  run_on (filter, streams[0], 1);
  g_assert_cmpuint (fake_gpu.launches, ==, 3);
  cf_filter_free (filter);
  end ();
}

/* Whether the last mean is made while noise is measured. */
static gboolean is_beside;

static void
see_mean (const gchar *kernel, guint n_blocks, guint n_threads, gsize shared,
    guint cluster, gpointer *arguments)
{
  static CfCudaKernel *const means[] = { KERNEL (recursive_1),
    KERNEL (recursive_2), KERNEL (recursive_space_1),
    KERNEL (recursive_space_2) };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (means); i++)
    if (g_str_equal (kernel, means[i]->name))
      is_beside = ((const CfKernelRecursive *)arguments[0])->is_beside;
}

/* Three launches a frame, of which one compares it and one keeps it, and one
 * more with an estimate; with the filter in space another kernel. Behind the
 * first frame a cut is looked for, and another light. Behind two frames with an
 * estimate the mean does not wait for it. What is kept is ordered over streams.
 * A run's launches but the first may overlap. */
static void
check_recursive (gint bytes, gint code)
{
  static CfCudaKernel *const kernels[][2] = { OF_BYTES (recursive),
    OF_BYTES (recursive_space) };
  static CfCudaKernel *const noise[] = OF_BYTES (noise);
  static CfCudaKernel *const offset[] = OF_BYTES (offset);
  CfFilterParams params = denoise_params (CF_DENOISE_RECURSIVE, 8, 0, 1);
  CfFilter *filter;
  guint k, looks = 0, estimates = 0;

  fake_gpu_reset ();
  fake_gpu.code = code;
  fake_gpu.run = see_mean;
  open_device ();
  filter = make_filter (&params, bytes);
  for (k = 0; k < 12; k++) {
    const guint in_space = k / 2 % 2, all = fake_gpu.launches;
    const guint overlapping = fake_gpu.overlapping;
    const CfCudaKernel *kernel = kernels[in_space][bytes - 1];
    const guint before = count (kernel);
    const guint is_behind = k != 0 && k != 7, estimated = k % 4 != 3;
    const gboolean by_luma = k % 8 == 7;

    params.denoise.spatial = in_space ? 256 : 0;
    params.denoise.sigma = estimated || by_luma ? -1 : 10 * 256;
    params.denoise.profile[CF_NOISE_LUMA] =
        (CfNoiseProfile){ .is_given = by_luma, .luma = { 9 * 256 * by_luma } };
    looks += is_behind;
    estimates += estimated;
    if (k == 7)
      cf_filter_reset (filter);
    g_assert_true (cf_filter_update (filter, &params));
    run_on (filter, streams[k % 2], bytes);
    g_assert_cmpuint (count (kernel), ==, before + 1);
    g_assert_true (is_beside == (k % 4 == 2));
    g_assert_cmpuint (count (noise[bytes - 1]), ==, estimates);
    g_assert_cmpuint (count_looks (), ==, looks);
    g_assert_cmpuint (
        fake_gpu.launches, ==, all + 3 + 2 * is_behind + estimated);
    g_assert_cmpuint (count (offset[bytes - 1]), ==, looks);
    g_assert_cmpuint (count (KERNEL (repeat)), ==, k + 1);
    g_assert_cmpuint (count (KERNEL (keep)), ==, k + 1);
    g_assert_cmpuint (fake_gpu.overlapping, ==,
        overlapping + (code >= 90 ? 2 + 2 * is_behind + estimated : 0));
    g_assert_cmpuint (fake_gpu.awaits, ==, k + 1);
    g_assert_cmpuint (fake_gpu.awaited, ==, all);
    g_assert_false (cf_filter_get_noise (filter, 0, &(CfNoise){ 0 }));
  }
  cf_filter_free (filter);
  end ();
}

static void
test_denoise_recursive (void)
{
  check_recursive (1, 90);
  check_recursive (2, 90);
  check_recursive (1, 80);
}

/* Frames after the first are searched for motion, those of more than 8 bits
 * with a scale of their own. Above quality FAST the mean is the pilot of a
 * stage behind it. */
static void
check_compensated (gint bytes, CfDenoiseQuality quality)
{
  static CfCudaKernel *const pilots[] = OF_BYTES (recursive_pilot);
  static CfCudaKernel *const pyramids[] = OF_BYTES (motion_pyramid);
  static CfCudaKernel *const noise[] = OF_BYTES (noise);
  CfFilterParams params = denoise_params (CF_DENOISE_COMPENSATED, 8, 0, 1);
  CfFilter *filter;
  guint k, searches = 0, estimates = 0;

  params.denoise.quality = quality;
  begin ();
  filter = make_filter (&params, bytes);
  for (k = 0; k < 9; k++) {
    const guint all = fake_gpu.launches;
    const guint stages = quality != CF_DENOISE_FAST ? k + 1 : 0;
    const gboolean is_first = k == 0 || k == 5, estimated = k % 2;

    if (k == 5)
      cf_filter_reset (filter);
    params.denoise.sigma = estimated ? -1 : 10 * 256;
    g_assert_true (cf_filter_update (filter, &params));
    run_on (filter, streams[0], bytes);
    searches += !is_first;
    estimates += estimated;
    g_assert_cmpuint (fake_gpu.launches, ==,
        all + 3 + (is_first ? 0 : 1 + CF_MOTION_PASSES + (bytes == 2))
            + estimated + 2 * (stages > 0));
    g_assert_cmpuint (count (pilots[bytes - 1]), ==, stages);
    g_assert_cmpuint (count (quality == CF_DENOISE_BEST ? KERNEL (wiener_2)
                                                        : KERNEL (wiener_4)),
        ==, stages);
    g_assert_cmpuint (
        count (quality == CF_DENOISE_BEST ? KERNEL (wiener_pilot_2)
                                          : KERNEL (wiener_pilot_4)),
        ==, stages);
    g_assert_cmpuint (count (KERNEL (repeat)), ==, k + 1);
    g_assert_cmpuint (
        count (KERNEL (motion_scale)), ==, bytes == 2 ? searches : 0);
    g_assert_cmpuint (count (pyramids[bytes - 1]), ==, searches);
    g_assert_cmpuint (count (KERNEL (motion_finer)), ==, 2 * searches);
    g_assert_cmpuint (count (KERNEL (move)), ==, searches);
    g_assert_cmpuint (count (noise[bytes - 1]), ==, estimates);
  }
  cf_filter_free (filter);
  end ();
}

/* Motion that was found for another time than has passed to a frame is scaled
 * once, behind a gap and in the frame after that, and never at first. */
static void
check_gaps (void)
{
  static const struct {
    guint elapsed, scaled;
  } frames[] = { { 3, 0 }, { 1, 1 }, { 1, 0 }, { 4, 1 }, { 4, 0 }, { 1, 1 },
    { 0, 0 }, { 1000, 1 }, { CF_MOTION_INTERVALS, 0 } };
  CfFilterParams params = denoise_params (CF_DENOISE_COMPENSATED, 8, 0, 1);
  CfFilter *filter;
  guint k, scaled = 0;

  begin ();
  filter = make_filter (&params, 1);
  for (k = 0; k < G_N_ELEMENTS (frames); k++) {
    cf_filter_set_elapsed (filter, frames[k].elapsed);
    run_on (filter, streams[0], 1);
    scaled += frames[k].scaled;
    g_assert_cmpuint (count (KERNEL (motion_gap)), ==, scaled);
  }
  cf_filter_reset (filter);
  run_on (filter, streams[0], 1);
  g_assert_cmpuint (count (KERNEL (motion_gap)), ==, scaled);
  cf_filter_free (filter);
  end ();
}

static void
test_denoise_compensated (void)
{
  check_gaps ();
  check_compensated (1, CF_DENOISE_FAST);
  check_compensated (2, CF_DENOISE_FAST);
  check_compensated (1, CF_DENOISE_HIGH);
  check_compensated (2, CF_DENOISE_HIGH);
  check_compensated (1, CF_DENOISE_BEST);
  check_compensated (2, CF_DENOISE_BEST);
}

/* --- the epsilon filter --- */

/* One launch an iteration, and one more where the threshold is estimated, of
 * each frame. */
static void
test_epsilon_estimate (void)
{
  static CfCudaKernel *const noise[] = OF_BYTES (noise_frames);
  gint bytes, is_estimated, k;

  for (bytes = 1; bytes <= 2; bytes++)
    for (is_estimated = 0; is_estimated <= 1; is_estimated++) {
      const CfFilterParams params = { .op = CF_OP_EPSILON,
        .epsilon = { .size = 5,
            .threshold = is_estimated ? CF_EPSILON_THRESHOLD_ESTIMATED : 5120,
            .mode = CF_EPSILON_CLAMP,
            .iterations = 3 } };
      CfFilter *filter;

      begin ();
      filter = make_filter (&params, bytes);
      for (k = 1; k <= 3; k++) {
        const guint all = fake_gpu.launches;

        run_on (filter, streams[0], bytes);
        g_assert_cmpuint (fake_gpu.launches, ==, all + 3 + is_estimated);
        g_assert_cmpuint (count (noise[bytes - 1]), ==, k * is_estimated);
        g_assert_cmpuint (count (noise[2 - bytes]), ==, 0);
        g_assert_false (cf_filter_get_noise (filter, 0, &(CfNoise){ 0 }));
      }
      cf_filter_free (filter);
      end ();
    }
}

/* --- memory --- */

/* Of each method, with memory of its own. */
static const CfFilterParams with_memory[] = {
  { .op = CF_OP_MEDIAN,
      .median = { .width = 5,
          .height = 5,
          .percentile = 30,
          .iterations = 2 } },
  { .op = CF_OP_MEDIAN,
      .median = { .width = 5,
          .height = 5,
          .percentile = CF_PERCENTILE_MEDIAN,
          .iterations = 2 } },
  { .op = CF_OP_EPSILON,
      .epsilon = { .size = 5, .threshold = 5120, .iterations = 3 } },
  { .op = CF_OP_CONVOLVE,
      .convolve = { .width = 7, .height = 7, .value = { 1, 2, 3 } } },
  { .op = CF_OP_INPAINT, .inpaint = CF_INPAINT_PARAMS_DEFAULT },
  { .op = CF_OP_INPAINT,
      .inpaint = { .threshold_start = -1,
          .threshold_end = -1,
          .temporal = TRUE } },
  { .op = CF_OP_DENOISE,
      .denoise = { .method = CF_DENOISE_AVERAGE, .past = 4, .strength = 256 } },
  { .op = CF_OP_EPSILON,
      .epsilon = { .size = 5, .threshold = -1, .iterations = 1 } },
};

/* What filters and contours are made with is brought to the GPU without others'
 * streams. */
static void
test_memory_streams (void)
{
  const CfPlane plane = plane_of (1, NULL);
  const CfSnakeParams params = CF_SNAKE_PARAMS_DEFAULT;
  GError *error = NULL;
  CfSnake *snake;
  guint i;

  begin ();
  for (i = 0; i < G_N_ELEMENTS (with_memory); i++)
    cf_filter_free (make_filter (&with_memory[i], 1));
  snake = cf_snake_new (device, &params, &plane, &error);
  g_assert_no_error (error);
  cf_snake_free (snake);
  end ();
  g_assert_cmpuint (fake_gpu.legacy, ==, 0);
}

static void
set_hole (CfFilter *filter, guint32 *bits, gint right, gint bottom)
{
  const CfInpaintHoles holes = { bits, 0, 0, right, bottom, -1 };
  GError *error = NULL;

  cf_filter_set_holes (filter, &holes, &error);
  g_assert_no_error (error);
}

/* A filter of other parameters in another one's place has its memory. */
static void
test_memory_again (void)
{
  static guint32 bits[CF_INPAINT_WORDS (WIDTH) * HEIGHT];
  guint i, k;

  memset (bits, 0x55, sizeof (bits));
  begin ();
  for (i = 0; i < G_N_ELEMENTS (with_memory); i++) {
    guint first = 0;

    for (k = 0; k < 20; k++) {
      CfFilterParams params = with_memory[i];
      CfFilter *filter;

      switch (params.op) {
        case CF_OP_MEDIAN:
          params.median.border_value = k;
          break;
        case CF_OP_EPSILON:
          params.epsilon.border_value = k;
          break;
        case CF_OP_CONVOLVE:
          params.convolve.value[0] = k;
          break;
        case CF_OP_DENOISE:
          params.denoise.sigma = k;
          break;
        default:
          params.inpaint.threshold_end = k;
          break;
      }
      filter = make_filter (&params, 1);
      if (params.op == CF_OP_INPAINT)
        set_hole (filter, bits, 8, 8);
      run_on (filter, streams[0], 1);
      cf_filter_free (filter);
      if (k == 0)
        first = fake_gpu.waits;
    }
    g_assert_cmpuint (first, >, 0);
    g_assert_cmpuint (fake_gpu.waits, ==, first);
  }
  end ();
}

/* --- temporal repair --- */

/* Each reference of a frame with holes is searched once; streams wait for one
 * another, and holes are uploaded once. */
static void
check_temporal (gint bytes, gint future)
{
  static guint32 bits[CF_INPAINT_WORDS (WIDTH) * HEIGHT];
  const CfFilterParams params = temporal_params (future);
  CfFilter *filter;
  gint k, i, searches = 0;

  memset (bits, 0x55, sizeof (bits));
  begin ();
  filter = make_filter (&params, bytes);
  for (i = 0; i < future; i++)
    push_on (filter, streams[0], bytes);
  for (k = 0; k < 8; k++) {
    const guint awaits = fake_gpu.awaits;

    if (k == 2)
      set_hole (filter, bits, 8, 8);
    step_on (filter, streams[k % 2], bytes, future);
    /* those that were pushed before have no holes */
    searches += k - future >= 2 ? 1 + future : 0;
    for (i = 0; i < 2; i++)
      g_assert_cmpuint (
          count (i ? KERNEL (temporal_guide) : KERNEL (temporal_choose)), ==,
          searches);
    g_assert_cmpuint (count (KERNEL (motion_coarsest)), ==, searches);
    g_assert_cmpuint (
        count (KERNEL (temporal_repair)), ==, MAX (k - future - 1, 0));
    g_assert_cmpuint (count (KERNEL (temporal_states)), ==, k + 1 + future);
    g_assert_cmpuint (fake_gpu.awaits, ==, awaits + 1 + (future > 0));
  }
  cf_filter_reset (filter);
  cf_filter_free (filter);
  end ();
}

static void
test_temporal (void)
{
  check_temporal (1, 0);
  check_temporal (2, 0);
  check_temporal (1, 2);
}

static void
skip_one (CfFilter *filter)
{
  g_assert_true (cf_filter_skip (filter));
}

/* A frame without a result is not worked on any more. */
static void
test_skips (void)
{
  const CfFilterParams params[] = { temporal_params (2),
    denoise_params (CF_DENOISE_AVERAGE, 2, 2, 1),
    denoise_params (CF_DENOISE_MEDIAN, 2, 2, 1) };
  guint i, launches;

  for (i = 0; i < G_N_ELEMENTS (params); i++) {
    CfFilter *filter;

    begin ();
    filter = make_filter (&params[i], 1);
    push_on (filter, streams[0], 1);
    push_on (filter, streams[1], 1);
    launches = fake_gpu.launches;
    skip_one (filter);
    skip_one (filter);
    g_assert_false (cf_filter_skip (filter));
    g_assert_cmpuint (fake_gpu.launches, ==, launches);
    push_on (filter, streams[2], 1);
    pull_on (filter, streams[0], 1);
    cf_filter_free (filter);
    end ();
  }
}

/* Other thresholds for each frame: nobody waits for the GPU at once, and what
 * it may still use is not given to others, but of few filters. */
static void
check_adopted_fill (CfInpaintMethod method)
{
  static guint32 bits[CF_INPAINT_WORDS (WIDTH) * HEIGHT];
  CfFilterParams params = temporal_params (1);
  CfFilter *filter;
  gint k;

  memset (bits, 0x55, sizeof (bits));
  begin ();
  params.inpaint.method = method;
  filter = make_filter (&params, 1);
  set_hole (filter, bits, 8, 8);
  push_on (filter, streams[0], 1);
  fake_gpu.idle = FALSE;
  for (k = 0; k < 12; k++) {
    const gsize before = fake_gpu.allocated;
    const guint undone = fake_gpu.undone;

    params.inpaint.iterations = 2 + k % 2;
    g_assert_true (cf_filter_update (filter, &params));
    push_on (filter, streams[k % 2], 1);
    if (k < 4) {
      g_assert_cmpuint (fake_gpu.allocated, >, before);
      g_assert_cmpuint (fake_gpu.undone, >, undone);
    } else {
      g_assert_cmpuint (fake_gpu.undone, >, 0);
    }
    /* by then filters of both kinds have come back */
    if (k >= 6)
      g_assert_cmpuint (fake_gpu.allocated, ==, before);
    pull_on (filter, streams[k % 2], 1);
  }
  fake_gpu.idle = TRUE;
  cf_stream_synchronize (streams[0], NULL);
  cf_filter_free (filter);
  end ();
}

static void
test_temporal_adopts (void)
{
  check_adopted_fill (CF_INPAINT_HARMONIC);
  check_adopted_fill (CF_INPAINT_LOCAL);
}

/* What no filter has is bounded, and given up where memory is short. */
static void
test_memory_bound (void)
{
  const gsize size = CF_CUDA_FILTER_MEMORY_SIZE / 4;
  guint8 *blocks[CF_CUDA_FILTER_MEMORY_BLOCKS * 2], *memory;
  GError *error = NULL;
  guint i;

  begin ();
  for (i = 0; i < G_N_ELEMENTS (blocks); i++)
    blocks[i] = cf_cuda_filter_memory_take (device, 100, &error);
  g_assert_no_error (error);
  for (i = 0; i < G_N_ELEMENTS (blocks); i++)
    cf_cuda_filter_memory_give (device, blocks[i], 100);
  g_assert_cmpuint (fake_gpu.allocated, ==, CF_CUDA_FILTER_MEMORY_BLOCKS * 100);
  for (i = 0; i < 6; i++)
    blocks[i] = cf_cuda_filter_memory_take (device, size, &error);
  g_assert_no_error (error);
  for (i = 0; i < 6; i++)
    cf_cuda_filter_memory_give (device, blocks[i], size);
  g_assert_cmpuint (fake_gpu.allocated, ==, CF_CUDA_FILTER_MEMORY_SIZE);
  fake_gpu.memory = fake_gpu.allocated;
  memory = cf_device_alloc (device, 1 << 20, &error);
  g_assert_no_error (error);
  cf_device_free (device, memory);
  g_assert_cmpuint (fake_gpu.allocated, ==, 0);
  end ();
}

/* Larger holes need more memory: what there was goes when the last run is done
 * with it, and not before. */
static void
test_memory_grows (void)
{
  static guint32 bits[CF_INPAINT_WORDS (WIDTH) * HEIGHT];
  CfFilter *filter;

  memset (bits, 0x55, sizeof (bits));
  begin ();
  filter = make_filter (&with_memory[4], 1);
  fake_gpu.idle = FALSE;
  set_hole (filter, bits, 8, 8);
  run_on (filter, streams[0], 1);
  g_assert_cmpuint (fake_gpu.undone, >, 0);
  set_hole (filter, bits, 8, 8);
  g_assert_cmpuint (fake_gpu.undone, >, 0);
  set_hole (filter, bits, WIDTH, HEIGHT);
  g_assert_cmpuint (fake_gpu.undone, ==, 0);
  run_on (filter, streams[0], 1);
  cf_filter_free (filter);
  end ();
}

/* Whether the device maps the host's memory, and then with an address. */
static gboolean
maps_host (const gchar *forced)
{
  gboolean maps;
  guint8 *data;

  if (forced)
    g_setenv ("CUDAFILTERS_MAP_HOST", forced, TRUE);
  else
    g_unsetenv ("CUDAFILTERS_MAP_HOST");
  open_device ();
  maps = cf_device_maps_host (device);
  data = cf_host_alloc (device, 100, NULL);
  g_assert_true ((cf_host_map (device, data) != NULL) == maps);
  cf_host_free (device, data);
  end ();
  g_unsetenv ("CUDAFILTERS_MAP_HOST");
  return maps;
}

static void
test_maps_host (void)
{
  fake_gpu_reset ();
  g_assert_false (maps_host (NULL));
  g_assert_false (maps_host (""));
  g_assert_true (maps_host ("1"));
  fake_gpu.integrated = TRUE;
  g_assert_true (maps_host (NULL));
  g_assert_false (maps_host ("0"));
  fake_gpu.integrated = FALSE;
  fake_gpu.host_tables = TRUE;
  g_assert_true (maps_host (NULL));
}

/* --- refusals --- */

/* What users read where a device cannot be opened. */
static void
check_refused (const gchar *pattern)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;

  g_assert_null (cf_device_open (&config, &error));
  g_assert_error (error, CF_ERROR, CF_ERROR_NO_DEVICE);
  if (!g_pattern_match_simple (pattern, error->message))
    g_error ("%s: %s", pattern, error->message);
  g_error_free (error);
}

/* A driver is loaded once a process. */
static void
test_old_driver (void)
{
  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
    return;
  }
  fake_gpu_reset ();
  fake_gpu.version = 11040;
  check_refused ("The NVIDIA driver is too old: it supports CUDA 11.4, and "
                 "this build needs 1?.0 or later.*");
}

static void
test_no_code (void)
{
  fake_gpu_reset ();
  fake_gpu.no_code = TRUE;
  fake_gpu.code = 61;
  check_refused ("This build holds no code for Fake device 0 (no kernel image "
                 "is available for execution on the device): rebuild with "
                 "-Dcuda-arch=61");
}

static void
test_no_such_device (void)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 7 };
  GError *error = NULL;

  fake_gpu_reset ();
  g_assert_null (cf_device_open (&config, &error));
  g_assert_error (error, CF_ERROR, CF_ERROR_NO_DEVICE);
  g_assert_cmpstr (error->message, ==,
      "There is no CUDA device 7: this machine has 1, numbered from 0");
  g_error_free (error);
}

/* --- choices --- */

/* What properties make of those that go by them: samples from which
 * channels are apart, the largest sides of one pass, scratch of inpainting. */
static void
test_choices_model (void)
{
  static const struct {
    CfCudaModel model;
    guint apart, epsilon; /* powers of two */
    gint sides[CF_CUDA_N_ONE_PASS];
    gsize together; /* MiB */
  } gpus[] = {
    /* what was measured on an H100 and an H200, and an H100 PCIe */
    { { 90, 132, 1980000, 50 << 20 }, 19, 21, { 13, 7, 7, 15 }, 48 },
    { { 90, 132, 1980000, 60 << 20 }, 19, 21, { 13, 7, 7, 15 }, 48 },
    { { 90, 114, 1755000, 50 << 20 }, 19, 21, { 13, 7, 7, 15 }, 48 },
    /* T4, RTX 4090, Orin */
    { { 75, 40, 1590000, 4 << 20 }, 17, 19, { 13, 7, 7, 13 }, 3 },
    { { 89, 128, 2520000, 72 << 20 }, 19, 21, { 13, 7, 7, 13 }, 48 },
    { { 87, 16, 1300000, 4 << 20 }, 15, 17, { 13, 7, 7, 15 }, 3 },
  };
  guint8 chosen[CF_CUDA_N_TUNABLES];
  CfDevice device = { .chosen = chosen };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (gpus); i++) {
    for (k = 0; k < CF_CUDA_N_TUNABLES; k++)
      chosen[k] = cf_cuda_pick (&gpus[i].model, k);
    g_assert_cmpuint (cf_cuda_deinterleave_from (&device, CF_OP_MEDIAN), ==,
        (gsize)1 << gpus[i].apart);
    g_assert_cmpuint (cf_cuda_deinterleave_from (&device, CF_OP_EPSILON), ==,
        (gsize)1 << gpus[i].epsilon);
    for (k = 0; k < CF_CUDA_N_ONE_PASS; k++)
      g_assert_cmpint (cf_cuda_one_pass_side (&device,
                           cf_cuda_one_pass[k][0] / 8, cf_cuda_one_pass[k][1]),
          ==, gpus[i].sides[k]);
    g_assert_cmpuint (
        cf_cuda_inpaint_together (&device) >> 20, ==, gpus[i].together);
  }
}

/* The GPU takes what each candidate asks for. */
static void
check_candidate (guint tunable, guint candidate)
{
  const CfAutotune *all = cf_device_get_autotune (device);
  CfTrial trial;
  guint i;

  for (i = 0; all->trial (tunable, i, &trial); i++) {
    const gint bytes = trial.bits > 8 ? 2 : 1;
    CfFilter *filter;

    if (trial.is_contour)
      continue;
    cf_device_set_tuned (device, tunable, candidate);
    filter = make_filter (&trial.params, bytes);
    run_on (filter, streams[0], bytes);
    cf_filter_free (filter);
  }
}

static void
test_choices_candidates (void)
{
  static const gsize shared[] = { 99 << 10, 227 << 10 };
  guint s, i, k;

  for (s = 0; s < G_N_ELEMENTS (shared); s++) {
    const CfAutotune *all;

    fake_gpu_reset ();
    fake_gpu.shared_block = shared[s];
    open_device ();
    all = cf_device_get_autotune (device);
    for (i = 0; i < all->n; i++) {
      const guint before = cf_device_get_tuned (device, i);

      for (k = 0; all->tunables[i].candidates[k]; k++)
        check_candidate (i, k);
      cf_device_set_tuned (device, i, before);
    }
    end ();
  }
  g_assert_cmpuint (fake_gpu.refused, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/maps-host", test_maps_host);
  g_test_add_func ("/device/old-driver", test_old_driver);
  g_test_add_func ("/device/no-code", test_no_code);
  g_test_add_func ("/device/no-such-device", test_no_such_device);
  g_test_add_func ("/median/room", test_median_room);
  g_test_add_func ("/median/rank-depths", test_rank_depths);
  g_test_add_func ("/rank/shapes", test_rank_shapes);
  g_test_add_func ("/rank/few-tiles", test_rank_few_tiles);
  g_test_add_func ("/planar", test_planar);
  g_test_add_func ("/convolve/limit", test_convolve_limit);
  g_test_add_func ("/convolve/kernels", test_convolve_kernels);
  g_test_add_func ("/snake/place", test_snake_place);
  g_test_add_func ("/inpaint/threshold", test_inpaint_threshold);
  g_test_add_func ("/inpaint/iterations", test_inpaint_iterations);
  g_test_add_func ("/inpaint/idle", test_inpaint_idle);
  g_test_add_func ("/inpaint/bound", test_inpaint_bound);
  g_test_add_func ("/inpaint/memory", test_inpaint_memory);
  g_test_add_func ("/inpaint/shrinks", test_inpaint_shrinks);
  g_test_add_func ("/inpaint/sizes", test_inpaint_sizes);
  g_test_add_func ("/inpaint/temporal", test_temporal);
  g_test_add_func ("/inpaint/temporal/adopts", test_temporal_adopts);
  g_test_add_func ("/skips", test_skips);
  g_test_add_func ("/epsilon/estimate", test_epsilon_estimate);
  g_test_add_func ("/denoise/average", test_denoise_average);
  g_test_add_func ("/denoise/median", test_denoise_median);
  g_test_add_func ("/denoise/streams", test_denoise_streams);
  g_test_add_func ("/denoise/copies", test_denoise_copies);
  g_test_add_func ("/denoise/fails", test_denoise_fails);
  g_test_add_func ("/denoise/recursive", test_denoise_recursive);
  g_test_add_func ("/denoise/compensated", test_denoise_compensated);
  g_test_add_func ("/memory/streams", test_memory_streams);
  g_test_add_func ("/memory/again", test_memory_again);
  g_test_add_func ("/memory/bound", test_memory_bound);
  g_test_add_func ("/memory/grows", test_memory_grows);
  g_test_add_func ("/choices/model", test_choices_model);
  g_test_add_func ("/choices/candidates", test_choices_candidates);
  return g_test_run ();
}
