/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The choices of the CUDA backend: their names, and filters that tell
 * candidates apart. */
#include "cuda/core/tuning.h"

#include "cuda/core/cudabackend.h"
#include "cuda/core/method.h"
#include "engine/core/cftrial.h"

static const gchar *const methods[] = { "networks", "ranks", NULL };
static const gchar *const dots[] = { "dot-products", "tensor-cores", NULL };
static const gchar *const yes_no[] = { "yes", "no", NULL };
static const gchar *const sides[] = { "none", "7", "9", "11", "13", "15", "17",
  "23", "31", NULL };
static const gchar *const samples[] = { "2^15", "2^16", "2^17", "2^18", "2^19",
  "2^20", "2^21", "2^22", "2^23", "never", NULL };
static const gchar *const sizes[] = { "3MiB", "6MiB", "12MiB", "24MiB", "48MiB",
  "96MiB", NULL };
static const gchar *const blocks[] = { "16", "8", "4", "2", "1", NULL };
/* They are as cf_cuda_rank_tiles: width x rows, warps */
static const gchar *const tiles[3][CF_CUDA_RANK_TILES + 1] = {
  { "64x8", "32x8", "32x4", "32x6", "32x12", "32x16", "64x4", "64x6", "64x12",
      "64x16", "96x8", "96x24", NULL },
  { "64x8,2", "32x4,4", "32x4,8", "32x8,2", "32x8,4", "64x4,2", "64x4,4",
      "64x4,8", "64x8,4", "64x8,8", "96x8,2", "96x8,4", NULL },
  { "64x4,8", "32x4,4", "32x4,8", "32x8,4", "64x2,8", "64x4,4", "64x6,8",
      "64x8,4", "64x8,8", "96x4,4", "96x4,8", "128x2,8", NULL },
};

#define TUNABLE(NUMBER, name, candidates) { name, candidates },
#define DOT(bits, side, digits) \
  { "convolve-" #side "-" #bits "bit-" #digits, dots },
#define ONE_PASS(bits, digits) { "one-pass-to-" #bits "bit-" #digits, sides },
#define NETWORK(size) \
  { "median-" #size "-8bit", methods }, { "median-" #size "-16bit", methods },

/* clang-format off */
static const CfTunable tunables[CF_CUDA_N_TUNABLES] = {
  CF_CUDA_TUNABLES (TUNABLE)
  CF_CUDA_DOTS (DOT)
  CF_CUDA_ONE_PASS (ONE_PASS)
  CF_CUDA_NETWORKS (NETWORK)
};
/* clang-format on */

static gchar *
identify (CfDevice *device)
{
  const CfCudaModel *model = &((CfCudaDevice *)device)->model;
  const gint driver = cf_cu_get_version ();

  return g_strdup_printf (
      "%s, %u multiprocessors of %u MHz, CUDA %d.%d of the driver",
      device->description, model->processors, model->clock / 1000,
      driver / 1000, driver % 1000 / 10);
}

static guint
pick (CfDevice *device, guint tunable)
{
  return cf_cuda_pick (&((CfCudaDevice *)device)->model, tunable);
}

/* FALSE where a GPU has no room or no code. */
static gboolean
has (CfDevice *device, guint tunable, guint candidate)
{
  const guint network = tunable - CF_CUDA_FIRST_NETWORK;

  if (tunable >= CF_CUDA_FIRST_NETWORK)
    return candidate == CF_CUDA_NO
           || cf_cuda_network_fits (
               device, network / 2 * 2 + 3, network % 2 + 1);
  if (tunable == CF_CUDA_OVERLAP)
    return candidate == CF_CUDA_NO
           || ((CfCudaDevice *)device)->model.capability >= 90;
  if (tunable == CF_CUDA_SNAKE_BLOCKS)
    return candidate == G_N_ELEMENTS (blocks) - 2
           || ((CfCudaDevice *)device)->model.capability >= 90;
  return TRUE;
}

/* Two channels of few samples, and of more. */
static void
make_small (CfTrial *trial, guint i)
{
  trial->channels = 2;
  trial->width = 1 << (8 + (i + 1) / 2);
  trial->height = 1 << (8 + i / 2);
}

static gboolean
trial_of_rank (guint tunable, guint i, CfTrial *trial)
{
  static const gint windows[] = { 17, 31, 51, 101 };
  static const gint bits[] = { 8, 10, 16 };

  if (i >= 2 * G_N_ELEMENTS (windows))
    return FALSE;
  *trial = cf_trial_median (windows[i / 2], bits[tunable - CF_CUDA_RANK_8]);
  trial->is_smooth = i % 2;
  return TRUE;
}

static gboolean
trial_of_method (guint tunable, guint i, CfTrial *trial)
{
  static const gint of_sides[] = { 7, 9, 11, 13, 15, 17, 23, 31 };
  const guint dot = tunable - CF_CUDA_FIRST_DOT;
  const guint product = tunable - CF_CUDA_FIRST_ONE_PASS;
  const guint network = tunable - CF_CUDA_FIRST_NETWORK;

  if (tunable >= CF_CUDA_FIRST_NETWORK) {
    *trial = cf_trial_median (network / 2 * 2 + 3, network % 2 ? 16 : 8);
    trial->is_smooth = i;
    return i < 2;
  }
  if (tunable >= CF_CUDA_FIRST_ONE_PASS) {
    if (i >= G_N_ELEMENTS (of_sides))
      return FALSE;
    *trial = cf_trial_convolve_product (of_sides[i],
        cf_cuda_one_pass[product][0], cf_cuda_one_pass[product][1]);
    return TRUE;
  }
  *trial = cf_trial_convolve (
      cf_cuda_dots[dot][1], cf_cuda_dots[dot][0], cf_cuda_dots[dot][2]);
  return i < 1;
}

static gboolean
find_trial (guint tunable, guint i, CfTrial *trial)
{
  if (tunable >= CF_CUDA_FIRST_DOT)
    return trial_of_method (tunable, i, trial);
  switch (tunable) {
    case CF_CUDA_DEINTERLEAVE:
      *trial = i % 2 ? cf_trial_median (5, 8) : cf_trial_convolve (3, 8, 1);
      make_small (trial, i / 2);
      return i < 14;
    case CF_CUDA_DEINTERLEAVE_EPSILON:
      *trial = cf_trial_epsilon (i % 2 ? 9 : 5, 8);
      make_small (trial, i / 2);
      return i < 14;
    case CF_CUDA_OVERLAP:
      *trial = i % 2 ? cf_trial_inpaint (8)
                     : cf_trial_denoise (CF_DENOISE_COMPENSATED, 8);
      trial->width = i < 2 ? 1920 : 0;
      trial->height = i < 2 ? 1080 : 0;
      return i < 4;
    case CF_CUDA_DIRECT:
      *trial = i < 2 ? cf_trial_median (3, i % 2 ? 16 : 8)
                     : cf_trial_convolve (i < 3 ? 3 : 5, i < 3 ? 8 : 16, 1);
      return i < 4;
    case CF_CUDA_INPAINT_TOGETHER:
      *trial = cf_trial_inpaint (8);
      trial->channels = 3;
      trial->width = i ? 7680 : 5120; /* of holes an eighth of that */
      trial->height = i ? 4320 : 2880;
      return i < 2;
    case CF_CUDA_SNAKE_BLOCKS:
      *trial = (CfTrial){ .is_contour = TRUE,
        .channels = 1,
        .bits = 8,
        .width = i ? 1920 : 640,
        .height = i ? 1080 : 480 };
      return i < 2;
    default:
      return trial_of_rank (tunable, i, trial);
  }
}

const CfAutotune cf_cuda_autotune = { .n = CF_CUDA_N_TUNABLES,
  .tunables = tunables,
  .identify = identify,
  .has = has,
  .pick = pick,
  .trial = find_trial };
