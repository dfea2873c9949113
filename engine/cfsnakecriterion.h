/* The criterion J that a contour makes small: how badly two regions of one
 * mean and variance each, or of one variance for both, describe a picture.
 * -J / 2 is the likelihood but for a constant (thesis, chapter 3). Integers
 * are exact up to their variance; to be compiled without contraction of
 * multiplications and additions, so that every backend gets the same bits. */
#pragma once

#include "cfsnakesums.h"

#include <string.h>

/* J of what is no description: a region is empty. */
#define CF_SNAKE_IMPOSSIBLE 1e300
/* The least variance: that of rounding to integers. */
#define CF_SNAKE_VARIANCE_MIN (1.0 / 12)

/* GAUSSIAN: J = N_T ln var_T + N_B ln var_B, target T and background B
 * POOLED:   J = N ln ((N_T var_T + N_B var_B) / N) */
typedef enum { CF_SNAKE_GAUSSIAN, CF_SNAKE_POOLED } CfSnakeModel;

/* Which of both regions is the one inside. */
typedef enum {
  CF_SNAKE_TARGET_AUTO, /* either */
  CF_SNAKE_TARGET_BRIGHT,
  CF_SNAKE_TARGET_DARK
} CfSnakeTarget;

/* What contours are judged by. */
typedef struct {
  CfSnakeSums all; /* target and background together */
  double empty;    /* J where all is background */
  int32_t model, target;
} CfSnakeScene;

/* The natural logarithm of a normal number above 0, from arithmetic alone:
 * v = m 2^e, sqrt (1/2) <= m < sqrt (2), ln m = 2 artanh ((m - 1) / (m + 1)),
 * its series up to the 19th power (error below 1e-16). */
CF_SHARED double
cf_snake_ln (double v)
{
  const int64_t sqrt_half = INT64_C (0x3fe6a09e667f3bcd);
  int64_t bits, exponent;
  double m, t, z, z2, z4, series;

  memcpy (&bits, &v, sizeof (bits));
  exponent = (bits - sqrt_half) >> 52;
  bits -= exponent * ((int64_t)1 << 52);
  memcpy (&m, &bits, sizeof (m));

  t = (m - 1) / (m + 1);
  z = t * t;
  z2 = z * z;
  z4 = z2 * z2;
  series =
      ((1 + z * (1.0 / 3)) + z2 * (1.0 / 5 + z * (1.0 / 7)))
      + z4
            * (((1.0 / 9 + z * (1.0 / 11)) + z2 * (1.0 / 13 + z * (1.0 / 15)))
                + z4 * (1.0 / 17 + z * (1.0 / 19)));
  return (double)exponent * 0.69314718055994530942 + 2 * t * series;
}

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

CF_SHARED double
cf_snake_floor (double variance)
{
  return variance > CF_SNAKE_VARIANCE_MIN ? variance : CF_SNAKE_VARIANCE_MIN;
}

/* Whether a region's mean is on the side that the target must not be on. */
CF_SHARED int
cf_snake_is_wrong_side (const CfSnakeScene *scene, CfSnakeSums in)
{
  __int128 brighter;

  if (scene->target == CF_SNAKE_TARGET_AUTO)
    return 0;
  brighter = (__int128)in.s * scene->all.n - (__int128)scene->all.s * in.n;
  return scene->target == CF_SNAKE_TARGET_BRIGHT ? brighter < 0 : brighter > 0;
}

/* J where `in` is the target's sums. On the wrong side J is as far above the
 * empty scene's as it would be below, so that moves lead away from there. */
CF_SHARED double
cf_snake_criterion (const CfSnakeScene *scene, CfSnakeSums in)
{
  const CfSnakeSums out = cf_snake_sums_subtract (scene->all, in);
  const double n_in = (double)in.n, n_out = (double)out.n;
  double d_in, d_out, j;

  if (in.n <= 0 || out.n <= 0)
    return CF_SNAKE_IMPOSSIBLE;
  d_in = cf_snake_scatter (in);
  d_out = cf_snake_scatter (out);
  if (d_in < 0 || d_out < 0)
    return CF_SNAKE_IMPOSSIBLE;
  if (scene->model == CF_SNAKE_POOLED) {
    const double n = (double)scene->all.n;

    j = n * cf_snake_ln (cf_snake_floor ((d_in / n_in + d_out / n_out) / n));
  } else {
    j = n_in * cf_snake_ln (cf_snake_floor (d_in / (n_in * n_in)))
        + n_out * cf_snake_ln (cf_snake_floor (d_out / (n_out * n_out)));
  }
  return cf_snake_is_wrong_side (scene, in) ? 2 * scene->empty - j : j;
}

/* A scene of these sums (n > 0). */
CF_SHARED CfSnakeScene
cf_snake_scene (CfSnakeSums all, CfSnakeModel model, CfSnakeTarget target)
{
  const double n = (double)all.n;
  CfSnakeScene scene = { all, 0, model, target };

  scene.empty =
      n * cf_snake_ln (cf_snake_floor (cf_snake_scatter (all) / (n * n)));
  return scene;
}
