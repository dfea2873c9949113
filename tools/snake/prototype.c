/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A prototype of contours as something to compare with: `compare` compiles this
 * with the folder of the reference programs, which are not part of the project.
 * Their options are those that they were measured with. */
#define main quality_main
#include "snake_quality.c"
#undef main

typedef struct {
  double seconds;
  int32_t n_points, phases;
} Outcome;

static Poly polygon;
static Img image;

static Opt
options (void)
{
  Opt o = defopt ();

  o.par = 1;
  o.undo = 1;
  o.rej = 2;
  o.clean = 3;
  o.mdl = 8;
  o.lscale = 4;
  o.active = 1;
  o.eps = 1;
  o.maxlv1 = 1;
  o.lmin = 8;
  return o;
}

static void
take_picture (const uint8_t *samples, int width, int height)
{
  if (image.W != width || image.H != height) {
    free (image.c);
    image.c = NULL;
  }
  image.W = width;
  image.H = height;
  image.pix = samples;
}

static void
report (double began, const Stat *stat, int32_t *points, Outcome *outcome)
{
  outcome->seconds = (now () - began) / 1e3;
  outcome->n_points = polygon.n;
  outcome->phases = stat->phases;
  memcpy (points, polygon.p, sizeof (Pt) * polygon.n);
}

/* snake_quality.c with sm=6; points: room for MAXN */
void
prototype_search (const uint8_t *samples, int width, int height,
    int32_t *points, Outcome *outcome)
{
  Opt o = options ();
  Stat stat;
  double began;

  o.drect = 2;
  o.dfrac = 2;
  take_picture (samples, width, height);
  began = now ();
  img_sums (&image);
  search2 (&image, 8, 6, 2, &polygon);
  snake (&image, &polygon, &o, &stat, 0);
  report (began, &stat, points, outcome);
}

/* snake_track.c with d0 = 8, from n_points points */
void
prototype_track (const uint8_t *samples, int width, int height, int32_t *points,
    int n_points, Outcome *outcome)
{
  Opt o = options (), first = o;
  Stat stat;
  double began;

  o.dfrac = 8;
  first.dfrac = 8;
  first.mdl = 20;
  take_picture (samples, width, height);
  polygon.n = n_points;
  memcpy (polygon.p, points, sizeof (Pt) * n_points);
  began = now ();
  img_sums (&image);
  mdl_remove (&image, &polygon, &first);
  snake (&image, &polygon, &o, &stat, 8);
  report (began, &stat, points, outcome);
}
