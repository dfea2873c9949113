/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The criterion J that a contour makes small: how badly two regions of one
 * mean and variance each, or of one variance for both, describe a picture.
 * -J / 2 is the likelihood but for a constant (thesis, chapter 3). Integers
 * are exact up to their variance; to be compiled without contraction of
 * multiplications and additions, so that every backend gets the same bits. */
#pragma once

#include "engine/snake/cfsnakeln.h"
#include "engine/snake/cfsnakesums.h"

/* J of what is no description: a region is empty. */
#define CF_SNAKE_IMPOSSIBLE 1e300
/* The least variance: that of rounding to integers. */
#define CF_SNAKE_VARIANCE_MIN (1.0 / 12)

/* GAUSSIAN: J = N_T ln var_T + N_B ln var_B, target T and background B
 * POOLED:   J = N ln ((N_T var_T + N_B var_B) / N) */
typedef enum { CF_SNAKE_GAUSSIAN, CF_SNAKE_POOLED } CfSnakeModel;

/* Says which region is the one inside. */
typedef enum {
  CF_SNAKE_TARGET_AUTO, /* either */
  CF_SNAKE_TARGET_BRIGHT,
  CF_SNAKE_TARGET_DARK
} CfSnakeTarget;

/* Contours are judged by this. */
typedef struct {
  CfSnakeSums all; /* target and background together */
  double empty;    /* J where all is background */
  int32_t model, target;
} CfSnakeScene;

/* D = n q - s^2, n^2 times the variance; below 0 where the sums are no
 * region's. */
CF_SHARED double
cf_snake_scatter (CfSnakeSums r)
{
  const __int128 d = (__int128)r.n * r.q - (__int128)r.s * r.s;

  if (d < 0)
    return -1;
  return (double)(uint64_t)((unsigned __int128)d >> 64) * 18446744073709551616.0
         + (double)(uint64_t)d;
}

/* n times the logarithm of numerator / n^power, a variance, or of the least
 * one. */
CF_SHARED double
cf_snake_n_ln (double n, double numerator, int32_t power)
{
  const double denominator = power == 2 ? n * n : n;

  if (numerator < CF_SNAKE_VARIANCE_MIN * denominator)
    return n * cf_snake_ln (CF_SNAKE_VARIANCE_MIN);
  return n * (cf_snake_ln (numerator) - power * cf_snake_ln (n));
}

/* TRUE if a region's mean is on the side that the target must not be on. */
CF_SHARED int
cf_snake_is_wrong_side (const CfSnakeScene *scene, CfSnakeSums in)
{
  __int128 brighter;

  if (scene->target == CF_SNAKE_TARGET_AUTO)
    return 0;
  brighter = (__int128)in.s * scene->all.n - (__int128)scene->all.s * in.n;
  return scene->target == CF_SNAKE_TARGET_BRIGHT ? brighter < 0 : brighter > 0;
}

/* Returns what one of both regions adds: N ln var, or (POOLED) N var;
 * IMPOSSIBLE where it is none. */
CF_SHARED double
cf_snake_part (const CfSnakeScene *scene, CfSnakeSums region)
{
  const double n = (double)region.n;
  double d;

  if (region.n <= 0)
    return CF_SNAKE_IMPOSSIBLE;
  d = cf_snake_scatter (region);
  if (d < 0)
    return CF_SNAKE_IMPOSSIBLE;
  return scene->model == CF_SNAKE_POOLED ? d / n : cf_snake_n_ln (n, d, 2);
}

/* J from the parts of both regions, of which `in` is the target's sums. On the
 * wrong side J is as far above the empty scene's as it would be below, so that
 * moves lead away from there. */
CF_SHARED double
cf_snake_join (
    const CfSnakeScene *scene, CfSnakeSums in, double part_in, double part_out)
{
  double j = part_in + part_out;

  if (part_in == CF_SNAKE_IMPOSSIBLE || part_out == CF_SNAKE_IMPOSSIBLE)
    return CF_SNAKE_IMPOSSIBLE;
  if (scene->model == CF_SNAKE_POOLED)
    j = cf_snake_n_ln ((double)scene->all.n, j, 1);
  return cf_snake_is_wrong_side (scene, in) ? 2 * scene->empty - j : j;
}

/* J where `in` is the target's sums. */
CF_SHARED double
cf_snake_criterion (const CfSnakeScene *scene, CfSnakeSums in)
{
  return cf_snake_join (scene, in, cf_snake_part (scene, in),
      cf_snake_part (scene, cf_snake_sums_subtract (scene->all, in)));
}

/* A scene of these sums (n > 0). */
CF_SHARED CfSnakeScene
cf_snake_scene (CfSnakeSums all, CfSnakeModel model, CfSnakeTarget target)
{
  CfSnakeScene scene = { all, 0, model, target };

  scene.empty = cf_snake_n_ln ((double)all.n, cf_snake_scatter (all), 2);
  return scene;
}
