/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds how strong a plane's noise is, by what its tiles tell (cfnoise.h), and
 * held over time; for both backends. Deviations are in 1/256 of a step of 8
 * bits. */
#pragma once

#include "engine/noise/cfnoise.h"

/* --- numbers of tiles by what they tell --- */

#define CF_NOISE_BINS 176 /* of deviations: 16 for each power of two */
#define CF_NOISE_FEW 8    /* tiles: of a plane of more, fewer tell nothing */

CF_SHARED uint32_t
cf_noise_bin (uint32_t deviation)
{
  uint32_t e;

  if (deviation < 16)
    return deviation;
  e = cf_noise_log2 (deviation);
  return (e - 3) * 16 + ((deviation >> (e - 4)) & 15);
}

/* The least deviation of a bin. */
CF_SHARED uint32_t
cf_noise_bin_start (uint32_t bin)
{
  return bin < 16 ? bin : (16 + bin % 16) << (bin / 16 - 1);
}

/* The deviation of a bin's tile of number `in_bin`, from 0, of n, below 2^22:
 * they are taken to be evenly spread. */
CF_SHARED uint32_t
cf_noise_in_bin (uint32_t bin, uint32_t n, uint32_t in_bin)
{
  const uint32_t start = cf_noise_bin_start (bin);
  const uint32_t part = ((2 * in_bin + 1) << 8) / (2 * n); /* of 256 */

  return start + ((cf_noise_bin_start (bin + 1) - start) * part >> 8);
}

/* Returns the value of the tile with that rank in these bins. */
CF_SHARED uint32_t
cf_noise_at (const uint32_t *bins, uint32_t rank)
{
  uint32_t before = 0, bin;

  for (bin = 0; before + bins[bin] <= rank; bin++)
    before += bins[bin];
  return cf_noise_in_bin (bin, bins[bin], rank - before);
}

/* --- a frame --- */

/* A class of brightness: all tiles that count, with lower quartiles of `near`
 * and `apart`; those that stand and those that move, with medians of `left`,
 * for those that move without texture's part (cf_noise_without_texture ()). */
typedef struct {
  uint32_t n, near, apart;
  uint32_t n_of[2], left[2];
} CfNoiseClass;

/* The tiles that count: `near` and `apart` are lower quartiles; `left` and
 * `low` medians of those that are compared; `texture` and `left` medians also
 * of the third of those that move with the least and the most texture. */
typedef struct {
  uint32_t n, n_still, n_moving, n_flowing;
  uint32_t n_all; /* with those that do not count */
  uint32_t near, apart, left, low;
  uint32_t texture_of_third[2], left_of_third[2];
  CfNoiseClass luma[CF_NOISE_LUMA_CLASSES];
} CfNoiseStatistics;

/* A frame's noise, and how much of its highest frequencies is gone (0: none, it
 * is white; 256); classes of brightness, with their tiles. */
typedef struct {
  uint32_t sigma, coarse;
  uint32_t value[CF_NOISE_LUMA_CLASSES], tiles[CF_NOISE_LUMA_CLASSES];
} CfNoiseFound;

/* a in parts of b, of 256, where it is between `least` and `most` of them */
CF_SHARED uint32_t
cf_noise_between (uint32_t a, uint32_t b, uint32_t least, uint32_t most)
{
  const uint32_t of_b = b > 0 ? (a << 8) / b : 0;

  return of_b <= least  ? 0
         : of_b >= most ? 256
                        : ((of_b - least) << 8) / (most - least);
}

/* Motion leaves a residue in proportion to texture, as samples lie between
 * those of the last result; noise does not. The line through both thirds has
 * this slope, of 256, at least what vectors of whole quarters leave. */
#define CF_NOISE_SLOPE_LEAST 26
#define CF_NOISE_SLOPE_MOST 282

CF_SHARED int64_t
cf_noise_square (uint32_t a)
{
  return (int64_t)a * a;
}

CF_SHARED uint32_t
cf_noise_slope (const CfNoiseStatistics *t)
{
  const int64_t x = cf_noise_square (t->texture_of_third[1])
                    - cf_noise_square (t->texture_of_third[0]),
                y = cf_noise_square (t->left_of_third[1])
                    - cf_noise_square (t->left_of_third[0]);
  const int64_t slope = x > 0 && y > 0 ? (y << 8) / x : 0;

  if (t->n_moving < 4 * CF_NOISE_FEW || slope < CF_NOISE_SLOPE_LEAST)
    return CF_NOISE_SLOPE_LEAST;
  return slope < CF_NOISE_SLOPE_MOST ? (uint32_t)slope : CF_NOISE_SLOPE_MOST;
}

/* Takes texture's part, which has some noise, out of a deviation. */
CF_SHARED uint32_t
cf_noise_without_texture (uint32_t left, uint32_t texture, uint32_t slope)
{
  const int64_t rest =
      cf_noise_square (left) - (slope * cf_noise_square (texture) >> 8);
  int32_t part = 256 - (int32_t)(slope * 164 >> 8);
  uint32_t n, of;

  part = part > 77 ? part : 77;
  if (rest <= 0)
    return 0;
  /* 256 n / of, which is less work than by 64 bits */
  n = (uint32_t)rest;
  of = (uint32_t)part;
  return cf_noise_least (cf_noise_root ((n / of << 8) + (n % of << 8) / of),
      CF_NOISE_SIGMA_MAX - 1);
}

CF_SHARED uint32_t
cf_noise_coarse (const CfNoiseStatistics *t)
{
  return cf_noise_between (t->apart, t->near, 307, 384);
}

/* Estimates by samples near each other; blue noise does not count. */
CF_SHARED uint32_t
cf_noise_base (uint32_t near, uint32_t apart, uint32_t coarse)
{
  return cf_noise_least ((near * (256 - coarse) + apart * coarse) >> 8, apart);
}

/* Takes the class's tiles that stand, if enough do; `still`: in 256ths. */
CF_SHARED uint32_t
cf_noise_of_class (
    const CfNoiseStatistics *t, int32_t i, uint32_t coarse, uint32_t *still)
{
  const CfNoiseClass *c = &t->luma[i];
  const uint32_t base = cf_noise_base (c->near, c->apart, coarse);
  const uint32_t least = cf_noise_without_texture (
                             base, t->texture_of_third[0], cf_noise_slope (t))
                         * 2 / 3;
  uint32_t moving = c->left[1];

  *still = cf_noise_between (c->n_of[0], c->n_of[0] + c->n_of[1], 51, 102);
  if (c->n_of[1] == 0)
    moving = base;
  moving = moving > least ? moving : least;
  moving = moving < 2 * base ? moving : 2 * base;
  return (c->left[0] * *still + moving * (256 - *still)) >> 8;
}

/* Tiles that a class has at least to count: 8, or as many as the largest has.
 */
CF_SHARED uint32_t
cf_noise_few (const CfNoiseFound *f)
{
  uint32_t most = 1;

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    most = f->tiles[i] > most ? f->tiles[i] : most;
  return most < CF_NOISE_FEW ? most : CF_NOISE_FEW;
}

/* Noise does not change suddenly with brightness: a class with less than a
 * third of what the next one that counts has is of another source (a surround,
 * a blanked part). */
CF_SHARED int32_t
cf_noise_is_foreign (const CfNoiseFound *f, int32_t i, uint32_t few)
{
  for (int32_t step = -1; step <= 1; step += 2) {
    int32_t k = i + step;

    while (k >= 0 && k < CF_NOISE_LUMA_CLASSES && f->tiles[k] < few)
      k += step;
    if (k >= 0 && k < CF_NOISE_LUMA_CLASSES && f->value[i] * 3 < f->value[k])
      return 1;
  }
  return 0;
}

/* Returns a frame's own estimate, which includes its texture: at least what the
 * least class has that is not foreign. */
CF_SHARED uint32_t
cf_noise_of_first (const CfNoiseStatistics *t)
{
  CfNoiseFound f;
  uint32_t few, least = CF_NOISE_SIGMA_MAX;

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    f.value[i] = t->luma[i].near;
    f.tiles[i] = t->luma[i].n;
  }
  few = cf_noise_few (&f);
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    if (f.tiles[i] >= few && !cf_noise_is_foreign (&f, i, few))
      least = cf_noise_least (least, f.value[i]);
  return least > t->near ? least : t->near;
}

/* Sums over classes, by which a frame is judged. */
typedef struct {
  uint64_t squares; /* of those that count, by tiles */
  uint32_t n;       /* of their tiles */
  uint32_t stands;  /* 256ths of all tiles that stand, or count as such */
} CfNoiseParts;

/* A class's, where all classes are in `f`; `still` is that of
 * cf_noise_of_class (). */
CF_SHARED CfNoiseParts
cf_noise_part (const CfNoiseFound *f, int32_t i, uint32_t few, uint32_t still)
{
  CfNoiseParts p = { 0, 0, still * f->tiles[i] };

  if (f->tiles[i] >= few && !cf_noise_is_foreign (f, i, few)) {
    p.squares = (uint64_t)f->value[i] * f->value[i] * f->tiles[i];
    p.n = f->tiles[i];
  }
  return p;
}

/* The root of the mean square of the classes' deviations; of at least a tile.
 */
CF_SHARED void
cf_noise_judge (CfNoiseFound *f, const CfNoiseStatistics *t, CfNoiseParts p)
{
  const uint32_t stands = p.stands / t->n;
  /* a codec leaves less of the highest frequencies than a demosaicer does */
  const uint32_t worn =
      t->left > 0 ? 256 - cf_noise_between (t->near, t->left, 51, 71) : 0;

  f->sigma = p.n > 0 ? cf_noise_root ((uint32_t)(p.squares / p.n)) : 0;
  f->coarse = (cf_noise_coarse (t) * (256 + stands) >> 9)
              + (worn * cf_noise_between (stands, 256, 128, 230) >> 9);
}

CF_SHARED CfNoiseFound
cf_noise_find (const CfNoiseStatistics *t)
{
  const uint32_t coarse = cf_noise_coarse (t);
  CfNoiseParts all = { 0, 0, 0 };
  uint32_t few, still[CF_NOISE_LUMA_CLASSES];
  CfNoiseFound f;

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    f.value[i] = cf_noise_of_class (t, i, coarse, &still[i]);
    f.tiles[i] = t->luma[i].n;
  }
  few = cf_noise_few (&f);
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    const CfNoiseParts p = cf_noise_part (&f, i, few, still[i]);

    all.squares += p.squares;
    all.n += p.n;
    all.stands += p.stands;
  }
  cf_noise_judge (&f, t, all);
  return f;
}

/* --- over time --- */

/* What the filter knows of a plane's noise is kept here; all is 0 at first. */
typedef struct {
  uint32_t sigma;     /* 256ths */
  uint32_t guess;     /* by samples farther apart, 1/256 of a step */
  uint32_t flowing;   /* tiles in which something moves, 2^16ths */
  uint32_t coarse;    /* 256ths */
  uint32_t spread;    /* of differences in means of 4x4 samples, to what white
                       * noise has there: 1 in 2^16ths */
  uint32_t is_known;  /* by two frames at least: before, sigma is a guess */
  uint32_t low, high; /* frames in a row that were below sigma, or were not */
  uint32_t peaks;     /* frames for which peaks are held */
  uint32_t repeats;   /* of a frame that sigma is a guess by */
  uint32_t
      sums[CF_NOISE_LUMA_CLASSES]; /* of classes' deviations, by their shares */
  uint32_t
      share[CF_NOISE_LUMA_CLASSES]; /* of tiles, in all 1024 for each frame */
} CfNoiseHeld;

/* The first frames' mean uses their own noise; later ones use that of the
 * frames before, so that noise can be measured meanwhile. */
#define CF_NOISE_EARLY 2
#define CF_NOISE_PEAKS 64 /* frames */
#define CF_NOISE_REPEATS_MOST 8

/* a, moved towards b by a 2^shift th of the way, at least by 1 */
CF_SHARED uint32_t
cf_noise_towards (uint32_t a, uint32_t b, uint32_t shift)
{
  const uint32_t round = (1u << shift) - 1;

  return b > a ? a + ((b - a + round) >> shift)
               : a - ((a - b + round) >> shift);
}

/* A frame of a group that begins with a picture coded by itself shows what the
 * next ones repeat: where single frames were high, that is held. Where several
 * in a row are low, noise has fallen. */
CF_SHARED uint32_t
cf_noise_step (CfNoiseHeld *h, uint32_t sigma)
{
  const int32_t is_low = (uint64_t)sigma * 5 < (uint64_t)h->sigma * 4;

  h->peaks -= h->peaks > 0;
  if (is_low && h->low == 0 && h->high <= 2)
    h->peaks = CF_NOISE_PEAKS;
  h->low = is_low ? h->low + 1 : 0;
  h->high = is_low ? (h->low > 2 ? 0 : h->high) : h->high + 1;
  if (sigma > h->sigma)
    return h->peaks > 0 ? 1 : 2;
  if (h->peaks > 0)
    return 5;
  return h->low > 3 ? 1 : 4;
}

/* A class's shares of the last frames, each less by a 16th than that of the
 * next; n: tiles of all. */
CF_SHARED void
cf_noise_hold_class (
    CfNoiseHeld *h, const CfNoiseFound *f, int32_t i, uint32_t few, uint32_t n)
{
  const uint32_t share = f->tiles[i] >= few && !cf_noise_is_foreign (f, i, few)
                             ? (f->tiles[i] << 10) / n
                             : 0;

  h->sums[i] += share * f->value[i] - (h->sums[i] >> 4);
  h->share[i] += share - (h->share[i] >> 4);
}

/* A frame is judged as the first of a stream, beside another one, or, in
 * filters that know no other frames, alone. */
enum { CF_NOISE_FIRST, CF_NOISE_COMPARED, CF_NOISE_ALONE };

/* The deviation of white noise that makes as large differences in windows of a
 * few samples. */
CF_SHARED uint32_t
cf_noise_as_white (uint32_t sigma, uint32_t coarse)
{
  return (uint32_t)((uint64_t)sigma * (269 * 256 + coarse * 141) >> 16);
}

/* Squares of sums of 8x5 samples' differences, which white noise has as often
 * as this one has larger ones: in parts (2^16ths) of those. The spread is that
 * of 4x4 samples; of noise that is wide it grows with them. */
CF_SHARED uint32_t
cf_noise_part_of_sums (const CfNoiseHeld *h)
{
  const uint32_t white = (269 * 256 + (h->coarse >> 8) * 141) >> 8;
  const uint32_t spread = h->spread >> 8;
  uint32_t part;

  if (spread <= white || !h->is_known)
    return 65536;
  part = (white << 16) / spread;
  return (uint32_t)((uint64_t)part * part >> 16) * (uint64_t)part >> 16;
}

/* The search for motion uses this sigma, in 1/256 of a step. Where a 16th of
 * the tiles or less flow its vectors must not follow noise, which coarse noise
 * leads far; where a quarter does, things that move must not be taken for
 * noise. */
CF_SHARED uint32_t
cf_noise_search (const CfNoiseHeld *h)
{
  const uint32_t sigma = (h->sigma + 128) >> 8;
  const uint32_t white = cf_noise_as_white (sigma, h->coarse >> 8);
  const uint32_t still = 256 - cf_noise_between (h->flowing, 65536, 16, 64);
  const uint32_t part = 256 + cf_noise_least (h->coarse >> 8, 256) * 44 / 256;

  if (!h->is_known)
    return h->guess > sigma ? h->guess : sigma;
  return (white * still * part + sigma * (256 - still) * 180) >> 16;
}

/* Guesses from one frame; the search must not begin with too much, which it
 * would take for noise ever after. */
CF_SHARED void
cf_noise_guess (CfNoiseHeld *h, const CfNoiseStatistics *t, int32_t is_all)
{
  const uint32_t base = cf_noise_base (t->near, t->apart, cf_noise_coarse (t));

  /* of white noise a quarter of the tiles has less than 9/10 of it */
  h->sigma = is_all ? t->near * 281 : cf_noise_of_first (t) << 8;
  h->guess = base * 216 >> 8;
}

/* Holds what was found beside another frame; classes are held already. */
CF_SHARED void
cf_noise_hold_found (
    CfNoiseHeld *h, const CfNoiseStatistics *t, const CfNoiseFound *f)
{
  const uint32_t sigma = f->sigma << 8;
  const uint32_t spread =
      t->left > 0 ? cf_noise_least ((t->low << 8) / t->left, 1024) << 8 : 65536;

  if (!h->is_known) {
    h->sigma = sigma;
    h->coarse = f->coarse << 8;
    h->spread = spread;
    h->is_known = 1;
    h->high = CF_NOISE_PEAKS;
    h->flowing = (t->n_flowing << 16) / t->n;
    return;
  }
  h->sigma = cf_noise_towards (h->sigma, sigma, cf_noise_step (h, sigma));
  h->flowing = cf_noise_towards (h->flowing, (t->n_flowing << 16) / t->n, 2);
  h->coarse = cf_noise_towards (h->coarse, f->coarse << 8, 4);
  h->spread = cf_noise_towards (h->spread, spread, 4);
}

/* TRUE if enough tiles count. */
CF_SHARED int32_t
cf_noise_tells (const CfNoiseStatistics *t)
{
  return t->n > 0 && t->n >= cf_noise_least (CF_NOISE_FEW, t->n_all);
}

CF_SHARED void
cf_noise_hold (CfNoiseHeld *h, const CfNoiseStatistics *t, int32_t how)
{
  CfNoiseFound found;

  if (!cf_noise_tells (t))
    return;
  if (how != CF_NOISE_COMPARED) {
    cf_noise_guess (h, t, how == CF_NOISE_ALONE);
    return;
  }
  found = cf_noise_find (t);
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    cf_noise_hold_class (h, &found, i, cf_noise_few (&found), t->n);
  cf_noise_hold_found (h, t, &found);
}

/* A frame is the last one again: that tells of no noise, unless there were
 * others. */
CF_SHARED void
cf_noise_repeat (CfNoiseHeld *h)
{
  if (!h->is_known && ++h->repeats >= CF_NOISE_REPEATS_MOST)
    h->sigma = 0;
}

/* Returns 1/256 of a step of 8 bits. */
CF_SHARED uint32_t
cf_noise_sigma (const CfNoiseHeld *h)
{
  return (h->sigma + 128) >> 8;
}

/* --- by brightness --- */

#define CF_NOISE_LEVELS 32 /* of brightness: a sample's upper five bits */
#define CF_NOISE_LEVELS_OF_CLASS (CF_NOISE_LEVELS / CF_NOISE_LUMA_CLASSES)
#define CF_NOISE_SHARE_LEAST 128 /* a class with less tells nothing */

/* Returns a class's sigma, or 0 where it is not known. */
CF_SHARED uint32_t
cf_noise_known (const CfNoiseHeld *h, int32_t i)
{
  uint32_t value;

  if (h->share[i] < CF_NOISE_SHARE_LEAST)
    return 0;
  value = h->sums[i] / h->share[i];
  return value > 0 ? value : 1;
}

/* A class that is known is pulled to what those around it have, the more the
 * fewer tiles it has; `all` is the share of those that are known. */
CF_SHARED uint32_t
cf_noise_smooth (
    const CfNoiseHeld *h, const uint32_t *known, int32_t i, uint32_t all)
{
  uint64_t sum = 0;
  uint32_t n = 0, value;

  if (known[i] == 0)
    return 0;
  all /= 64;
  for (int32_t k = i > 0 ? i - 1 : 0; k <= i + 1 && k < CF_NOISE_LUMA_CLASSES;
       k++) {
    const uint32_t w = known[k] > 0 ? h->share[k] * (k == i ? 2 : 1) : 0;

    sum += (uint64_t)w * known[k];
    n += w;
  }
  value = (uint32_t)((h->sums[i] + all * (sum / n)) / (h->share[i] + all));
  return value > 0 ? value : 1;
}

/* A class between those that are known, or beyond them; one is. */
CF_SHARED uint32_t
cf_noise_fill (const uint32_t *smooth, int32_t i)
{
  int32_t below = i, above = i;

  while (below >= 0 && smooth[below] == 0)
    below--;
  while (above < CF_NOISE_LUMA_CLASSES && smooth[above] == 0)
    above++;
  if (below < 0)
    return smooth[above];
  if (above == CF_NOISE_LUMA_CLASSES || above == below)
    return smooth[below];
  return (smooth[below] * (uint32_t)(above - i)
             + smooth[above] * (uint32_t)(i - below))
         / (uint32_t)(above - below);
}

/* Sigma of a class, where the plane's is this and the root of the classes' mean
 * square that: at most four times up or down. */
CF_SHARED uint32_t
cf_noise_of_luma (uint32_t value, uint32_t root, uint32_t sigma)
{
  const uint32_t part = (value << 8) / root;

  return cf_noise_least (sigma
                                 * (part < 64      ? 64
                                     : part > 1024 ? 1024
                                                   : part)
                             >> 8,
      CF_NOISE_SIGMA_MAX);
}

/* Sigma of each class, 1/256 of a step of 8 bits, where that of the plane is
 * `sigma`. */
CF_SHARED void
cf_noise_luma_classes (
    const CfNoiseHeld *h, uint32_t sigma, uint32_t *luma_classes)
{
  uint32_t known[CF_NOISE_LUMA_CLASSES], smooth[CF_NOISE_LUMA_CLASSES];
  uint32_t all = 0, n = 0, root;
  uint64_t squares = 0;

  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    known[i] = cf_noise_known (h, i);
    all += known[i] > 0 ? h->share[i] : 0;
    n += known[i] > 0;
  }
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++) {
    smooth[i] = cf_noise_smooth (h, known, i, all);
    squares += (uint64_t)smooth[i] * smooth[i] * h->share[i];
  }
  root = n > 1 ? cf_noise_root ((uint32_t)(squares / all)) : 1;
  for (int32_t i = 0; i < CF_NOISE_LUMA_CLASSES; i++)
    luma_classes[i] = n > 1 ? cf_noise_of_luma (
                          cf_noise_fill (smooth, i), root > 0 ? root : 1, sigma)
                            : sigma;
}

/* Returns a level's sigma: on lines between the middles of classes. */
CF_SHARED uint32_t
cf_noise_level (const uint32_t *luma_classes, int32_t level)
{
  /* in 8ths of a class, from the first one's middle on */
  const int32_t at = 2 * level + 1 - CF_NOISE_LEVELS_OF_CLASS;
  const int32_t left = at < 0 ? 0 : at >> 3;
  const int32_t right = left < CF_NOISE_LUMA_CLASSES - 1 ? left + 1 : left;
  const uint32_t part = at < 0 ? 0 : (uint32_t)at & 7;

  return (luma_classes[left] * (8 - part) + luma_classes[right] * part) >> 3;
}

/* Fills the curve for all levels. */
CF_SHARED void
cf_noise_levels (const uint32_t *luma_classes, uint32_t *curve)
{
  for (int32_t i = 0; i < CF_NOISE_LEVELS; i++)
    curve[i] = cf_noise_level (luma_classes, i);
}
