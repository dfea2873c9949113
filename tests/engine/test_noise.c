/* How strong noise is, by tiles of all kinds of light, beside the reference. */
#include "engine/denoise/cfdenoisenoise.h"
#include "reference_noise.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define TILES_MAX 60 /* of a class */

/* Classes that are left out, that have few tiles, or many, whose sums rise or
 * fall with light by a lot or a little. */
static GArray *
draw_tiles (Random *random)
{
  static const gint most[] = { 0, 2, 14, TILES_MAX };
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (ReferenceTile));
  const gint kind = random_range (random, 0, 3);
  gint mean = 1 << random_range (random, 3, 19);
  gint i, n;

  for (i = 0; i < CF_DENOISE_CLASSES; i++) {
    const gint few = most[kind == 3 ? random_range (random, 0, 3) : kind];

    mean = (gint64)mean * random_range (random, 60, 150) / 100;
    for (n = random_range (random, 0, few); n > 0; n--) {
      const gint sum = mean + mean / 4 * random_range (random, -64, 64) / 64;
      const ReferenceTile tile = { MIN (sum, (1 << 23) - 1), i };

      g_array_append_val (tiles, tile);
    }
  }
  return tiles;
}

void
test_noise_classes (Tester *t, gint size)
{
  guint32 *bins = g_new (guint32, CF_DENOISE_CLASS_BINS);
  gint n;

  for (n = 0; n < 1000; n++) {
    GArray *tiles = draw_tiles (&t->random);
    guint i, right = reference_noise_next (tiles, 0), is;

    memset (bins, 0, CF_DENOISE_CLASS_BINS * sizeof *bins);
    for (i = 0; i < tiles->len; i++) {
      const ReferenceTile *tile = &g_array_index (tiles, ReferenceTile, i);

      bins[tile->light * CF_DENOISE_BINS + cf_denoise_bin (tile->sum)]++;
    }
    is = cf_denoise_sigma_of (bins);
    tester_check (t, is == right, "%u tiles: an estimate of %u, not %u",
        tiles->len, is, right);
    g_array_unref (tiles);
  }
  g_free (bins);
}

#define SIDE 320

/* A ramp from dark to bright whose noise has this deviation in middle grey, and
 * a variance in proportion to the light: the estimate lies between that in
 * middle grey and that where it is brightest, within a tenth, on the CPU. */
void
test_noise_light (Tester *t, gint size)
{
  static const gint deviations[] = { 3, 6, 10 };
  CfPlane p = { NULL, SIDE, SIDE, SIDE, 1, 1, 8, 1, 0 }, dst;
  CfFilterParams params = { CF_OP_DENOISE,
    .denoise = { .method = CF_DENOISE_RECURSIVE,
        .past = 4,
        .sigma = -1,
        .strength = 256 } };
  guint i, x, k;

  p.data = g_malloc (SIDE * SIDE);
  dst = p;
  dst.data = g_malloc (SIDE * SIDE);
  for (i = 0; i < G_N_ELEMENTS (deviations); i++) {
    GError *error = NULL;
    CfFilter *filter =
        cf_filter_new (t->target.device, &params, &p, 1, 1, &error);
    gdouble sigma = 0, bright;

    for (x = 0; x < SIDE * SIDE; x++) {
      const gdouble light = 20 + 200. * (x % SIDE) / SIDE;
      gdouble draw = -6;

      for (k = 0; k < 12; k++) /* of variance 1 */
        draw += random_range (&t->random, 0, 65535) / 65535.;
      p.data[x] = rint (light + deviations[i] * sqrt (light / 128) * draw);
    }
    if (filter && cf_filter_run (filter, t->target.stream, &p, &dst, &error)
        && cf_stream_synchronize (t->target.stream, &error))
      sigma = cf_filter_get_sigma (filter, 0) / 256.;
    bright = deviations[i] * sqrt (220 / 128.);
    tester_no_error (t, error == NULL, error, "an estimate");
    tester_check (t, sigma > 0.9 * deviations[i] && sigma < 1.1 * bright,
        "of noise of %d in middle grey, %g is told", deviations[i], sigma);
    cf_filter_free (filter);
  }
  g_free (p.data);
  g_free (dst.data);
}
