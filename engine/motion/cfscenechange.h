/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds scene changes between two pictures, for both backends: frames before
 * one do not count after it.
 *
 * Both have 8 bits (cfmotionscale.h), of whose steps sigma is in 1/256. They
 * are halved twice, as cfmotion.h does. Blocks of 8x8 of these
 * samples are compared, in which coordinates beyond a picture are clamped. With
 * mean (p) = (sum + 32) >> 6 of a block's 64 samples, its texture is the sum of
 * |p - mean (p)|, the larger one of the two pictures'; its difference the sum
 * of |(a - mean (a)) - (b - mean (b))|. Means are left out as light may change
 * without one.
 *
 * COMPENSATED compares the frame and its last result, all blocks of the level,
 * and of a block the least difference for its vector, 0 and D. The others
 * compare blocks in place, of each first of cf_scene_change_step () rows of
 * blocks: RECURSIVE the frame and its last result; AVERAGE and MEDIAN each
 * frame and the one before it, when it comes.
 *
 * It is the channel of each field's guide plane that is compared (cfmoved.h);
 * where the scene changed in one, it did in all planes. Sigma is the noise's,
 * whatever strength it is taken away with; where it is estimated that of the
 * frame itself of COMPENSATED, of RECURSIVE that of the last frame, or 0.
 * AVERAGE and MEDIAN take 0 there: frames may come long before any of their
 * results.
 *
 * RECURSIVE and COMPENSATED know flashes too: another light in the same scene.
 * In such a frame the last result is where it was, and stays for the next
 * frame; that is no flash, nor a repeat of the last one. Where guide planes
 * differ, a scene change in one outranks a flash in another.
 *
 * After a scene change all is as if the stream began: no last result counts,
 * AVERAGE and MEDIAN leave out frames on its other side, and the estimate
 * starts anew with the first frame after it, as it does where sigma was
 * given. */
#pragma once

#include "engine/core/cfshared.h"

#define CF_SCENE_CHANGE_BLOCK 32 /* samples of the picture, of a side */
#define CF_SCENE_CHANGE_SIDE 8   /* after two halvings */

/* Blocks along a side. */
CF_SHARED int32_t
cf_scene_change_blocks (int32_t side)
{
  return (side + CF_SCENE_CHANGE_BLOCK - 1) / CF_SCENE_CHANGE_BLOCK;
}

/* Returns n such that the first of each n rows of blocks is compared: 5 to 9 of
 * them, or all of fewer. 1080 rows of samples have 300 blocks in those. */
CF_SHARED int32_t
cf_scene_change_step (int32_t rows)
{
  return rows > 64 ? 16 : rows > 32 ? 8 : rows > 16 ? 4 : rows > 8 ? 2 : 1;
}

/* A side after two halvings. */
CF_SHARED int32_t
cf_scene_change_halved (int32_t side)
{
  return (side + 3) / 4;
}

/* Blocks, and samples after two halvings, that are compared. */
CF_SHARED int32_t
cf_scene_change_n_blocks (int32_t width, int32_t height)
{
  const int32_t rows = cf_scene_change_blocks (height);
  const int32_t step = cf_scene_change_step (rows);

  return (rows + step - 1) / step * cf_scene_change_blocks (width);
}

CF_SHARED int32_t
cf_scene_change_n_samples (int32_t width, int32_t height)
{
  const int32_t rows = cf_scene_change_blocks (height);
  const int32_t step = cf_scene_change_step (rows);
  const int32_t before = (rows - 1) / step; /* of the last row */
  const int32_t last =
      cf_scene_change_halved (height) - before * step * CF_SCENE_CHANGE_SIDE;

  return (before * CF_SCENE_CHANGE_SIDE
             + (last < CF_SCENE_CHANGE_SIDE ? last : CF_SCENE_CHANGE_SIDE))
         * cf_scene_change_halved (width);
}

/* TRUE if a block has more texture than noise makes. */
CF_SHARED int32_t
cf_scene_change_tells (int32_t texture, int32_t sigma)
{
  return texture > (sigma * 51 >> 8) + 128;
}

/* The block is one that tells. */
CF_SHARED int32_t
cf_scene_change_is_unmatched (int32_t difference, int32_t texture)
{
  return 2 * difference > texture;
}

/* Both pictures' samples are counted in these bins. */
#define CF_SCENE_CHANGE_BINS 16

CF_SHARED int32_t
cf_scene_change_bin (int32_t sample)
{
  return sample >> 4;
}

/* `changed` is the sum of the absolute differences of the bins' two counts;
 * `samples` and `blocks` are those that were compared. Both witnesses have to
 * agree: a flash changes counts, a pan over fine texture leaves blocks
 * unmatched. */
CF_SHARED int32_t
cf_is_scene_change (int32_t unmatched, int32_t telling, int32_t blocks,
    int32_t changed, int32_t samples)
{
  return 16 * (int64_t)telling >= blocks
         && 4 * (int64_t)unmatched > 3 * (int64_t)telling
         && 3 * (int64_t)changed > samples;
}

/* Relates a frame to an earlier one. */
enum { CF_SCENE_GOES_ON, CF_SCENE_CHANGE = 1, CF_SCENE_FLASH = 2 };

/* The light changed where the differences of the bins' two counts say that
 * samples moved by 12 steps of 8 bits at least, in the mean. */
CF_SHARED int32_t
cf_is_other_luma (const int32_t *changed, int32_t samples)
{
  int32_t sum = 0, far = 0;

  for (int32_t i = 0; i < CF_SCENE_CHANGE_BINS; i++) {
    sum += changed[i];
    far += sum < 0 ? -sum : sum;
  }
  return 4 * (int64_t)far > 3 * (int64_t)samples;
}

/* `was` is what the frame before was. */
CF_SHARED int32_t
cf_scene_kind (int32_t is_scene_change, int32_t is_other_luma, int32_t was)
{
  return is_scene_change                          ? CF_SCENE_CHANGE
         : is_other_luma && was != CF_SCENE_FLASH ? CF_SCENE_FLASH
                                                  : CF_SCENE_GOES_ON;
}

/* --- frames around one --- */

/* In a word of scene changes bit i % 32 says whether one was before frame i, of
 * the last 32 that came. With this shift of frame i bit 0 is that of the next
 * frame and bit 31 its own. */
CF_SHARED uint32_t
cf_scene_changes_around (uint32_t scene_changes, uint32_t shift)
{
  return scene_changes >> shift | scene_changes << (-shift & 31);
}

CF_SHARED uint32_t
cf_scene_changes_shift (uint64_t frame)
{
  return (uint32_t)(frame + 1) & 31;
}

/* Returns how many of the n frames before one, or after it, are on this side of
 * the nearest scene change; `around` as above. */
CF_SHARED int32_t
cf_scene_change_past (uint32_t around, int32_t n)
{
#if defined(__CUDACC__) && !defined(CF_EMULATED)
  return min (n, __clz (around));
#else
  const int32_t most = around ? __builtin_clz (around) : 32;

  return n < most ? n : most;
#endif
}

CF_SHARED int32_t
cf_scene_change_future (uint32_t around, int32_t n)
{
#if defined(__CUDACC__) && !defined(CF_EMULATED)
  return min (n, __clz (__brev (around)));
#else
  const int32_t most = around ? __builtin_ctz (around) : 32;

  return n < most ? n : most;
#endif
}
