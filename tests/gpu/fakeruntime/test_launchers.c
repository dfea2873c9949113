/* What the CUDA backend's launchers ask of a GPU, which is not there: that it
 * fits the GPU, and how often it is made. */
#include "cfbackend.h"
#include "fakeruntime.h"
#include "kernels.h"
#include "snakekernels.h"

#define WIDTH 256
#define HEIGHT 256

static CfDevice *
open_device (void)
{
  const CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = 0 };
  GError *error = NULL;
  CfDevice *device = cf_device_open (&config, &error);

  g_assert_no_error (error);
  return device;
}

static CfPlane
plane_of (gint bytes, guint8 *data)
{
  return (CfPlane){ .data = data,
    .stride = WIDTH * bytes,
    .width = WIDTH,
    .height = HEIGHT,
    .step = 1,
    .channels = 1,
    .bytes = bytes,
    .bits = 8 * bytes };
}

static CfFilter *
make_filter (CfDevice *device, const CfFilterParams *params, gint bytes)
{
  const CfPlane plane = plane_of (bytes, NULL);
  GError *error = NULL;
  CfFilter *filter = cf_filter_new (device, params, &plane, 1, 1, &error);

  g_assert_no_error (error);
  return filter;
}

/* A picture through a filter; launches that the GPU refuses are errors. */
static void
run_filter (CfFilter *filter, gint bytes)
{
  static guint8 data[2][WIDTH * HEIGHT * 2];
  const CfPlane src = plane_of (bytes, data[0]);
  const CfPlane dst = plane_of (bytes, data[1]);
  GError *error = NULL;
  CfStream *stream = cf_stream_new (filter->device, &error);

  g_assert_no_error (error);
  cf_filter_run (filter, stream, &src, &dst, &error);
  g_assert_no_error (error);
  cf_stream_free (stream);
}

/* --- medians --- */

#define ENTRY(size, tile_w, tile_h, across, share, threads) \
  { size, CF_MEDIAN_ROW_BYTES (size, tile_w, tile_h, share), threads, \
    { (gconstpointer)cf_kernel_median_##size##_1, \
        (gconstpointer)cf_kernel_median_##size##_2 } },

/* What code for 9.0 has: 147 KB of shared memory for 13x13. */
static const struct {
  gint size;
  gsize row_bytes;
  gint threads;
  gconstpointer kernel[2];
} medians[] = { CF_MEDIAN_TILES (ENTRY) };

static gsize
median_bytes (guint i)
{
  return medians[i].threads / 32 * medians[i].row_bytes;
}

/* Of the network that has room on this GPU, else ranks. */
static void
check_median (CfDevice *device, guint i, gint bytes, gsize variables)
{
  const gconstpointer rank = bytes == 1 ? (gconstpointer)cf_kernel_rank_1
                                        : (gconstpointer)cf_kernel_rank_2;
  const gconstpointer network = medians[i].kernel[bytes - 1];
  const gboolean fits =
      median_bytes (i) + variables <= fake_runtime.shared_block;
  const CfFilterParams params = { .op = CF_OP_MEDIAN,
    .median = { .width = medians[i].size,
        .height = medians[i].size,
        .percentile = CF_PERCENTILE_MEDIAN,
        .iterations = 1 } };
  const guint before = fake_runtime_get_launches (fits ? network : rank);
  CfFilter *filter = make_filter (device, &params, bytes);

  run_filter (filter, bytes);
  cf_filter_free (filter);
  g_assert_cmpuint (
      fake_runtime_get_launches (fits ? network : rank), ==, before + 1);
}

static void
check_medians (gsize shared_block)
{
  const gsize variables = 12 << 10;
  CfDevice *device;
  gint bytes;
  guint i;

  fake_runtime_reset ();
  fake_runtime.shared_block = shared_block;
  device = open_device ();
  for (i = 0; i < G_N_ELEMENTS (medians); i++)
    for (bytes = 1; bytes <= 2; bytes++)
      fake_runtime_set_variables (medians[i].kernel[bytes - 1], variables);
  for (i = 0; i < G_N_ELEMENTS (medians); i++)
    for (bytes = 1; bytes <= 2; bytes++)
      check_median (device, i, bytes, variables);
  cf_device_unref (device);
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

/* --- convolution --- */

static CfDevice *shared_device;
static CfFilter *large;

/* Ones in two passes: the more rows, the more shared memory. */
static CfFilter *
make_box (CfDevice *device, gint rows)
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
  return make_filter (device, &params, 1);
}

static void
make_large (void)
{
  large = make_box (shared_device, 255);
}

/* A filter that is made beside another one does not lower its limit. */
static void
test_convolve_limit (void)
{
  CfFilter *small;

  fake_runtime_reset ();
  shared_device = open_device ();
  fake_runtime.interrupt = make_large;
  small = make_box (shared_device, 151);
  g_assert_nonnull (large);
  run_filter (small, 1);
  run_filter (large, 1);
  cf_filter_free (small);
  cf_filter_free (large);
  cf_device_unref (shared_device);
}

/* --- contours --- */

/* A contour, or several, on a GPU with a place for clusters of so many blocks;
 * how many the launch asked for. */
static guint
run_snake (guint place, gint code, guint n_starts)
{
  static guint8 data[WIDTH * HEIGHT];
  const CfSnakeParams params = CF_SNAKE_PARAMS_DEFAULT;
  const CfPlane plane = plane_of (1, data);
  CfSnakeStart starts[CF_SNAKE_MANY] = { 0 };
  CfSnakeResult result;
  GError *error = NULL;
  CfDevice *device;
  CfStream *stream;
  CfSnake *snake;
  guint i;

  fake_runtime_reset ();
  fake_runtime.largest_place = place;
  fake_runtime.code = code;
  device = open_device ();
  stream = cf_stream_new (device, NULL);
  for (i = 0; i < n_starts; i++)
    starts[i] = (CfSnakeStart){ .init = CF_SNAKE_RECTANGLE,
      .x = 8 * i,
      .y = 8 * i,
      .width = 64,
      .height = 64 };
  snake = cf_snake_new (device, &params, &plane, &error);
  g_assert_no_error (error);
  cf_snake_run (snake, stream, &plane, starts, n_starts, &result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fake_runtime.refused, ==, 0);
  cf_snake_free (snake);
  cf_stream_free (stream);
  cf_device_unref (device);
  return fake_runtime.cluster;
}

/* The largest cluster that has a place, and of many contours not the widest. */
static void
test_snake_place (void)
{
  guint place;

  for (place = 16; place >= 1; place /= 2) {
    g_assert_cmpuint (run_snake (place, 90, 1), ==, place);
    g_assert_cmpuint (run_snake (place, 90, CF_SNAKE_MANY), ==, MIN (place, 8));
  }
  g_assert_cmpuint (run_snake (16, 80, 1), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/median/room", test_median_room);
  g_test_add_func ("/convolve/limit", test_convolve_limit);
  g_test_add_func ("/snake/place", test_snake_place);
  return g_test_run ();
}
