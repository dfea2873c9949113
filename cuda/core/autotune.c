/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Choices: what a GPU's properties make of them, and what is in force. */
#include "cuda/core/autotune.h"

#include <math.h>

/* They are for 8 bits, up to 12 and up to 16. */
const CfCudaRankTile cf_cuda_rank_tiles[3][CF_CUDA_RANK_TILES] = {
  { { 64, 8, 1 }, { 32, 8, 1 }, { 32, 4, 1 }, { 32, 6, 1 }, { 32, 12, 1 },
      { 32, 16, 1 }, { 64, 4, 1 }, { 64, 6, 1 }, { 64, 12, 1 }, { 64, 16, 1 },
      { 96, 8, 1 }, { 96, 24, 1 } },
  { { 64, 8, 2 }, { 32, 4, 4 }, { 32, 4, 8 }, { 32, 8, 2 }, { 32, 8, 4 },
      { 64, 4, 2 }, { 64, 4, 4 }, { 64, 4, 8 }, { 64, 8, 4 }, { 64, 8, 8 },
      { 96, 8, 2 }, { 96, 8, 4 } },
  { { 64, 4, 8 }, { 32, 4, 4 }, { 32, 4, 8 }, { 32, 8, 4 }, { 64, 2, 8 },
      { 64, 4, 4 }, { 64, 6, 8 }, { 64, 8, 4 }, { 64, 8, 8 }, { 96, 4, 4 },
      { 96, 4, 8 }, { 128, 2, 8 } },
};

#define ROW(...) { __VA_ARGS__ },
const guint8 cf_cuda_dots[CF_CUDA_N_DOTS][3] = { CF_CUDA_DOTS (ROW) };
const guint8 cf_cuda_one_pass[CF_CUDA_N_ONE_PASS][2] = { CF_CUDA_ONE_PASS (
    ROW) };
const gint cf_cuda_one_pass_sides[CF_CUDA_ONE_PASS_SIDES] = { 0, 7, 9, 11, 13,
  15, 17, 23, 31 };

/* Samples, as powers of two; the last is never */
static const guint apart_from[] = { 15, 16, 17, 18, 19, 20, 21, 22, 23, 63 };
static const gsize together[] = { 3 << 20, 6 << 20, 12 << 20, 24 << 20,
  48 << 20, 96 << 20 };
static const guint snake_blocks[] = { 16, 8, 4, 2, 1 };

/* Two more launches take as long on any GPU, a filter's time a sample is by the
 * multiprocessors and their clock. On the reference that pays from 2^19 samples
 * on, of the epsilon filter, which loses less by samples that are read one by
 * one, from 2^21. */
static guint
pick_apart (const CfCudaModel *model, guint on_reference)
{
  const CfCudaModel reference = CF_CUDA_MODEL_REFERENCE;
  const gdouble rate = (gdouble)model->processors * model->clock
                       / ((gdouble)reference.processors * reference.clock);
  const gint wanted = (gint)on_reference + (gint)rint (log2 (rate));
  const gint last = G_N_ELEMENTS (apart_from) - 2;

  return CLAMP (wanted - (gint)apart_from[0], 0, last);
}

/* Products of bytes that the tensor cores of a multiprocessor add a clock. */
static guint
tensor_rate (guint capability)
{
  switch (capability) {
    case 80:
    case 87:
      return 2048;
    case 75:
    case 86:
    case 89:
    case 120:
    case 121:
      return 1024;
    default:
      return 4096;
  }
}

/* One pass on the reference is bound by other things than its products, and is
 * the faster up to the first side; two passes take so many thousandths of a
 * clock a pixel and multiprocessor there. On other GPUs the products, 32 for
 * each row of the mask, byte and digit, must not take longer than that. On an
 * H200, 3840x2160, Gpixel/s of one and two passes: 8 bits, a digit, 13x13 454
 * and 411, 17x17 397 and 423; two digits, 7x7 449 and 430, 9x9 387 and 413; 16
 * bits, two digits, 15x15 146 and 142, 17x17 135 and 142. On an H100, 16 bits,
 * a digit: two passes take 1.26 times as long at 7x7, 0.93 times at 9x9, 0.7
 * times at 17x17. */
static guint
pick_one_pass (const CfCudaModel *model, guint which)
{
  static const struct {
    guint side, two_passes;
  } on_reference[CF_CUDA_N_ONE_PASS] = { { 13, 636 }, { 7, 608 }, { 7, 826 },
    { 15, 1840 } };
  const guint products =
      32 * (cf_cuda_one_pass[which][0] / 8) * cf_cuda_one_pass[which][1];
  guint i, best = 0;

  for (i = 0; i < CF_CUDA_ONE_PASS_SIDES; i++) {
    const guint side = cf_cuda_one_pass_sides[i];

    if (side <= on_reference[which].side
        && 1000 * side * products <= on_reference[which].two_passes
                                         * tensor_rate (model->capability))
      best = i;
  }
  return best;
}

/* The most that the L2 cache holds. */
static guint
pick_together (const CfCudaModel *model)
{
  guint i, best = 0;

  for (i = 0; i < G_N_ELEMENTS (together); i++)
    if (together[i] <= model->l2)
      best = i;
  return best;
}

/* Networks, dot products, overlapping launches and direct reads wherever there
 * are some: at 15x15 a network takes a third of the time of ranks, and where a
 * register has one sample instead of two, two thirds; dp4a and dp2a are 64
 * lanes a clock from 7.5 on, and no tensor cores are faster for their clock
 * than those they won against. Tiles of ranks:
 * lab/research/median-kernels-gpu.md. */
guint
cf_cuda_pick (const CfCudaModel *model, CfCudaTunable tunable)
{
  if (tunable >= CF_CUDA_FIRST_NETWORK)
    return CF_CUDA_YES;
  if (tunable >= CF_CUDA_FIRST_ONE_PASS)
    return pick_one_pass (model, tunable - CF_CUDA_FIRST_ONE_PASS);
  switch (tunable) {
    case CF_CUDA_DEINTERLEAVE:
      return pick_apart (model, 19);
    case CF_CUDA_DEINTERLEAVE_EPSILON:
      return pick_apart (model, 21);
    case CF_CUDA_INPAINT_TOGETHER:
      return pick_together (model);
    default:
      return 0;
  }
}

static guint
chosen (CfDevice *device, guint tunable)
{
  const CfCudaModel reference = CF_CUDA_MODEL_REFERENCE;

  return device && device->chosen ? device->chosen[tunable]
                                  : cf_cuda_pick (&reference, tunable);
}

gboolean
cf_cuda_prefers_network (CfDevice *device, gint size, gint bytes)
{
  return chosen (device, CF_CUDA_FIRST_NETWORK + size - 3 + bytes - 1)
         == CF_CUDA_YES;
}

guint
cf_cuda_rank_depth (gint bytes, gint bits)
{
  return bytes == 1 ? 0 : bits <= 12 ? 1 : 2;
}

CfCudaRankTile
cf_cuda_rank_tile (CfDevice *device, gint bytes, gint bits)
{
  const guint depth = cf_cuda_rank_depth (bytes, bits);

  return cf_cuda_rank_tiles[depth][chosen (device, CF_CUDA_RANK_8 + depth)];
}

gsize
cf_cuda_deinterleave_from (CfDevice *device, CfOp op)
{
  return (gsize)1 << apart_from[chosen (
             device, op == CF_OP_EPSILON ? CF_CUDA_DEINTERLEAVE_EPSILON
                                         : CF_CUDA_DEINTERLEAVE)];
}

gboolean
cf_cuda_prefers_dots (CfDevice *device, gint bytes, gint side, gint digits)
{
  guint i;

  for (i = 0; i < CF_CUDA_N_DOTS; i++)
    if (cf_cuda_dots[i][0] == 8 * bytes && cf_cuda_dots[i][1] == side
        && cf_cuda_dots[i][2] == digits)
      return chosen (device, CF_CUDA_FIRST_DOT + i) == CF_CUDA_YES;
  return FALSE;
}

gint
cf_cuda_one_pass_side (CfDevice *device, gint bytes, gint digits)
{
  guint i;

  for (i = 0; i < CF_CUDA_N_ONE_PASS; i++)
    if (cf_cuda_one_pass[i][0] == 8 * bytes && cf_cuda_one_pass[i][1] == digits)
      return cf_cuda_one_pass_sides[chosen (
          device, CF_CUDA_FIRST_ONE_PASS + i)];
  return 0;
}

gboolean
cf_cuda_overlaps (CfDevice *device)
{
  return chosen (device, CF_CUDA_OVERLAP) == CF_CUDA_YES;
}

gboolean
cf_cuda_reads_directly (CfDevice *device)
{
  return chosen (device, CF_CUDA_DIRECT) == CF_CUDA_YES;
}

gsize
cf_cuda_inpaint_together (CfDevice *device)
{
  return together[chosen (device, CF_CUDA_INPAINT_TOGETHER)];
}

guint
cf_cuda_snake_blocks (CfDevice *device)
{
  return snake_blocks[chosen (device, CF_CUDA_SNAKE_BLOCKS)];
}
