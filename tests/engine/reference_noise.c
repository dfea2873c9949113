/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How strong noise is, as naively as possible. */
#include "reference_noise.h"

#include "engine/motion/cfmoved.h"

#include <math.h>
#include <stdlib.h>

#define MOST 16383 /* of a deviation */

static gint
least (gint64 a, gint64 b)
{
  return MIN (a, b);
}

/* --- tiles --- */

/* v's sample with 12 bits, less r's where it is not NULL. */
static gint
sample_of (const ReferenceChannel *v, const ReferenceChannel *r, gint x, gint y)
{
  const gint sample = reference_channel_get (v, x, y) / 16;

  if (!r)
    return sample;
  return CLAMP (sample - reference_channel_get (r, x, y) / 16, -2047, 2047);
}

/* Of samples k apart. */
static gint
second_difference (const ReferenceChannel *v, const ReferenceChannel *r, gint x,
    gint y, gint k)
{
  static const gint weights[] = { 1, -2, 1 };
  gint sum = 0, i, j;

  for (i = -1; i <= 1; i++)
    for (j = -1; j <= 1; j++)
      sum += weights[i + 1] * weights[j + 1]
             * sample_of (v, r, x + j * k, y + i * k);
  return abs (sum);
}

/* The sum of |h| over the tile whose first sample is there, as a deviation. */
static gint
deviation_of (const ReferenceChannel *v, const ReferenceChannel *r, gint left,
    gint top, gint k, gint share)
{
  gint64 sum = 0;
  gint x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++)
      sum += second_difference (v, r, x, y, k);
  return least (sum * share / 65536 * 856 / 65536, MOST);
}

/* The sum of squares, without the mean's. */
static gint64
squares_of (
    const ReferenceChannel *v, const ReferenceChannel *r, gint left, gint top)
{
  gint64 sum = 0, squares = 0;
  gint x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++) {
      const gint64 one = sample_of (v, r, x, y);

      sum += one;
      squares += one * one;
    }
  return squares - sum * sum / 256;
}

static gint
spread_of (
    const ReferenceChannel *v, const ReferenceChannel *r, gint left, gint top)
{
  return floor (sqrt (squares_of (v, r, left, top)));
}

/* Likewise of the means of 4x4 samples. */
static gint
spread_of_blocks (
    const ReferenceChannel *v, const ReferenceChannel *r, gint left, gint top)
{
  gint64 all = 0, squares = 0;
  gint i, x, y;

  for (i = 0; i < 16; i++) {
    gint64 sum = 0;

    for (y = 0; y < 4; y++)
      for (x = 0; x < 4; x++)
        sum += sample_of (v, r, left + i % 4 * 4 + x, top + i / 4 * 4 + y);
    squares += sum * sum / 16;
    all += sum;
  }
  squares = MAX (squares - all * all / 256, 0) * 273 / 16;
  return floor (sqrt (MIN (squares, G_MAXUINT32)));
}

/* The class of the tile of colour that begins there. */
static gint
class_by (const ReferenceLuma *luma, gint left, gint top)
{
  gint sum = 0, x, y;

  for (y = top; luma->channel.at && y < top + 16; y += 4)
    for (x = left; x < left + 16; x += 4)
      sum += reference_channel_get (&luma->channel, x * (1 << luma->halved_x),
                 y * (1 << luma->halved_y))
             / 16;
  return sum / 16 / 512;
}

static gint
class_of (
    const ReferenceChannel *v, const ReferenceLuma *luma, gint left, gint top)
{
  gint sum = 0, x, y;

  if (luma)
    return class_by (luma, left, top);
  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++)
      sum += sample_of (v, NULL, x, y);
  return sum / 256 / 512;
}

/* Whether a block of the leader's that the tile has a part of does. */
static gboolean
moves (const ReferenceNoiseOther *o, gint left, gint top)
{
  gint x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++) {
      const gint bx = MIN ((x << o->halved_x) / 8, o->field_width - 1);
      const gint by = MIN ((y << o->halved_y) / 8, o->field_height - 1);
      const CfMotionVector v = o->field[by * o->field_width + bx];

      if (v.x != 0 || v.y != 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether the tile tells anything by itself. */
static gboolean
counts (const ReferenceChannel *v, const gint *before, gint left, gint top,
    gint bits)
{
  const gint greatest = (((1 << bits) - 1) << (16 - bits)) / 16;
  gint flat = 0, clipped = 0, equal = 0, x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++) {
      const gsize at = (gsize)y * v->width + x;

      flat += second_difference (v, NULL, x, y, 1) == 0;
      clipped += v->at[at] / 16 == 0 || v->at[at] / 16 == greatest;
      equal += before && v->at[at] == before[at];
    }
  return flat < 128 && clipped <= 64 && equal < 230;
}

static gint
add_counts (const ReferenceNoiseOther *o, gint left, gint top)
{
  gint sum = 0, x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++)
      sum += o->counts ? o->counts[(gsize)y * o->with.width + x] : 8;
  return sum;
}

/* v less its difference from r. */
static gint
expected_of (
    const ReferenceChannel *v, const ReferenceChannel *r, gint x, gint y)
{
  return sample_of (v, NULL, x, y) - sample_of (v, r, x, y);
}

/* Whether r's gradients along rows (or columns) explain more than 5/32 of the
 * squares of the difference from another. */
static gboolean
explains (const ReferenceChannel *v, const ReferenceChannel *r,
    const ReferenceChannel *other, gint left, gint top, gboolean columns)
{
  const gint right = !columns, down = columns;
  gint64 sum = 0, sum_g = 0, squares_g = 0, product = 0, own, root;
  gint x, y;

  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++) {
      const gint d = sample_of (v, other, x, y);
      const gint g = expected_of (v, r, x + right, y + down)
                     - expected_of (v, r, x - right, y - down);

      sum += d;
      sum_g += g;
      squares_g += g * g;
      product += d * g;
    }
  product -= floor (sum * sum_g / 256.0);
  root = ABS (product) / 8;
  own = (squares_g - sum_g * sum_g / 256) / 64 + 1;
  return 32 * root * root > 5 * own * squares_of (v, other, left, top);
}

/* Whether there is motion in a tile: gradients explain what is left where it
 * stands; where it moves they explain the change in place, or the squares of
 * what is left are less than half of those of that, of which half are the last
 * frame's. */
static gboolean
flows (const ReferenceChannel *v, const ReferenceNoiseOther *o, gint left,
    gint top, gint share, gboolean moves)
{
  const ReferenceChannel *r = &o->with;
  const ReferenceChannel before = { o->before, v->width, v->height };
  const ReferenceChannel *other = moves ? &before : r;
  gint64 change;

  if (moves && !o->before)
    return FALSE;
  if (explains (v, r, other, left, top, FALSE)
      || explains (v, r, other, left, top, TRUE))
    return TRUE;
  change = floor (sqrt (squares_of (v, other, left, top) / 2));
  return moves
         && change * 181
                > (gint64)spread_of (v, r, left, top) * share / 65536 * 256;
}

static CfNoiseTile
tile_of (const ReferenceChannel *v, const ReferenceNoiseOther *o, gint left,
    gint top, gint bits)
{
  const ReferenceChannel *r = o->with.at ? &o->with : NULL;
  CfNoiseTile t = {
    .near = deviation_of (v, NULL, left, top, 1, 65536),
    .apart = deviation_of (v, NULL, left, top, 2, 65536),
  };
  gint n, share;

  t.texture = t.apart;
  if (counts (v, r ? o->before : NULL, left, top, bits))
    t.kind = CF_NOISE_COUNTS;
  if (!r)
    return t;
  n = add_counts (o, left, top) / 256 / 8;
  share = floor (65536 * sqrt ((gdouble)n / (n + 1)));
  t.left = least (least ((gint64)spread_of (v, r, left, top) * share / 65536,
                      spread_of (v, NULL, left, top)),
      MOST);
  t.low =
      least ((gint64)spread_of_blocks (v, r, left, top) * share / 65536, MOST);
  if (n == 0)
    return t;
  t.near = least (t.near, deviation_of (v, r, left, top, 1, share));
  t.apart = least (t.apart, deviation_of (v, r, left, top, 2, share));
  if (t.kind)
    t.kind |= (o->field ? moves (o, left, top)
                        : t.left > 4 * t.apart
                              || flows (v, o, left, top, share, FALSE))
                  ? CF_NOISE_MOVING
                  : CF_NOISE_STILL;
  if (t.kind && flows (v, o, left, top, share, (t.kind & CF_NOISE_MOVING) != 0))
    t.kind |= CF_NOISE_FLOWS;
  return t;
}

void
reference_noise_add (GArray *tiles, const ReferenceChannel *v,
    const ReferenceNoiseOther *other, gint bits, const ReferenceLuma *luma)
{
  const gboolean is_small = v->width < 20 || v->height < 20;
  const gint across = is_small ? 0 : (v->width - 4) / 16,
             down = is_small ? 0 : (v->height - 4) / 16;
  const gint every = down > 64 ? 8 : down > 8 ? 4 : 1;
  gint i, k;

  for (i = 0; i < down; i += every)
    for (k = 0; k < across; k++) {
      const gint left = 16 * k + 2, top = 16 * i + 2;
      CfNoiseTile tile = tile_of (v, other, left, top, bits);

      tile.luma = class_of (v, luma, left, top);
      g_array_append_val (tiles, tile);
    }
}

gint
reference_noise_find_luma (const CfDenoiseParams *p, const CfPlane *planes,
    guint32 filtered, guint plane, ReferenceLuma *luma)
{
  guint i = 0;

  while (!(filtered >> i & 1) || (p->by_field && i % 2 != plane % 2))
    i++;
  *luma = (ReferenceLuma){
    .channel = { NULL, planes[i].width, planes[i].height },
    .halved_x = cf_denoise_subsampling (planes[i].width, planes[plane].width),
    .halved_y = cf_denoise_subsampling (planes[i].height, planes[plane].height),
  };
  return !(p->chroma >> i & 1) && luma->halved_x >= 0 && luma->halved_y >= 0
             ? (gint)i
             : -1;
}

/* --- lighter frames --- */

/* The mean difference of a tile, in 1/256 of a step, of samples of so many
 * bits; FALSE where it does not count. */
static gboolean
mean_of_tile (const ReferenceChannel *v, const ReferenceChannel *r, gint left,
    gint top, gint bits, gint64 sigma, gint64 *mean)
{
  const gint64 squares = squares_of (v, r, left, top);
  gint x, y;

  *mean = 0;
  for (y = top; y < top + 16; y++)
    for (x = left; x < left + 16; x++)
      *mean += sample_of (v, r, x, y);
  if (bits > 12) {
    *mean = floor ((*mean + 7.5 / 16 * 256 + 8) / 16.0);
    *mean = (*mean < 0 ? -1 : 1) * MAX (ABS (*mean) - 8, 0);
  } else
    *mean = floor ((*mean + 8) / 16.0);
  return sigma > 0 && squares * 16 >= sigma * sigma
         && squares <= 6 * sigma * sigma && ABS (*mean) <= 3 * sigma + 256;
}

/* Of the means of a class's tiles. */
static gint
offset_of (gint64 sum, gint64 squares, gint64 n)
{
  const gint64 mean = sum / n;
  const gint64 deviation = floor (sqrt (MAX (squares / n - mean * mean, 0)));
  const gint64 chance =
      4 + deviation * 3 / 8
      + 768 * deviation / (gint64)floor (sqrt (65536.0 * MIN (n, 65535)));

  if (ABS (mean) <= chance)
    return 0;
  return (mean < 0 ? -1 : 1) * least (ABS (mean) - chance, 32767);
}

/* Offset of a class that is not known, as of those around it. */
static gint
offset_between (const gint *offsets, const gboolean *known, gint i)
{
  gint below = i, above = i;

  while (below >= 0 && !known[below])
    below--;
  while (above < 8 && !known[above])
    above++;
  if (below < 0)
    return offsets[above];
  if (above > 7 || above == below)
    return offsets[below];
  return floor (((offsets[below] + 32768.0) * (above - i)
                    + (offsets[above] + 32768.0) * (i - below))
                / (above - below))
         - 32768;
}

void
reference_noise_add_offsets (const ReferenceChannel *v,
    const ReferenceNoiseOther *other, gint bits, const ReferenceLuma *luma,
    const guint32 *sigma, ReferenceOffsets *offsets)
{
  const gboolean is_small = v->width < 20 || v->height < 20;
  const gint across = is_small ? 0 : (v->width - 4) / 16,
             down = is_small ? 0 : (v->height - 4) / 16;
  const gint every = down > 64 ? 8 : down > 8 ? 4 : 1;
  gint64 sums[8] = { 0 }, squares[8] = { 0 }, n[8] = { 0 }, mean;
  gint i, k;

  for (i = 0; i < down; i += every)
    for (k = 0; k < across; k++) {
      const gint class = class_of (v, luma, 16 * k + 2, 16 * i + 2);

      if (!mean_of_tile (v, &other->with, 16 * k + 2, 16 * i + 2, bits,
              sigma[class], &mean))
        continue;
      sums[class] += mean;
      squares[class] += mean * mean;
      n[class]++;
    }
  for (i = 0; i < 8; i++) {
    offsets->known[0][i] = n[i] >= 4;
    if (offsets->known[0][i])
      offsets->of[0][i] = offset_of (sums[i], squares[i], n[i]);
  }
}

void
reference_noise_shift_offsets (ReferenceOffsets *offsets)
{
  gint i, k;

  for (i = 2; i > 0; i--)
    for (k = 0; k < 8; k++) {
      offsets->of[i][k] = offsets->of[i - 1][k];
      offsets->known[i][k] = offsets->known[i - 1][k];
    }
  memset (offsets->of[0], 0, sizeof offsets->of[0]);
  memset (offsets->known[0], 0, sizeof offsets->known[0]);
}

/* The least of three frames', where they have a sign in common. */
static gint
common_offset (const ReferenceOffsets *o, gint class)
{
  const gint a = o->of[0][class], b = o->of[1][class], c = o->of[2][class];

  if (a > 0 && b > 0 && c > 0)
    return MIN (MIN (a, b), c);
  if (a < 0 && b < 0 && c < 0)
    return MAX (MAX (a, b), c);
  return 0;
}

gboolean
reference_noise_offsets (const ReferenceOffsets *o, gint32 *levels)
{
  gint offsets[8], i;
  gboolean known[8], is_lighter = FALSE;

  for (i = 0; i < 8; i++) {
    known[i] = o->known[0][i] && o->known[1][i] && o->known[2][i];
    offsets[i] = known[i] ? common_offset (o, i) : 0;
    is_lighter |= offsets[i] != 0;
  }
  for (i = 0; i < 32 && is_lighter; i++) {
    const gint at = CLAMP (2 * i - 3, 0, 56), next = MIN (at / 8 + 1, 7);

    levels[i] = floor ((offset_between (offsets, known, at / 8) * (8 - at % 8)
                           + offset_between (offsets, known, next) * (at % 8))
                       / 8.0);
  }
  return is_lighter;
}

/* --- a frame --- */

static gint
compare (gconstpointer a, gconstpointer b)
{
  return *(const gint *)a - *(const gint *)b;
}

/* A deviation's bin begins at `*start` and is `*width` wide. */
static void
find_bin (gint deviation, gint *start, gint *width)
{
  for (*width = 1; deviation / *width >= 32; *width *= 2)
    ;
  *start = deviation / *width * *width;
}

/* The deviation of that rank, as well as a bin knows it; the array is sorted
 * then. */
static gint
value_at (GArray *values, gint rank)
{
  const gint *v = (const gint *)values->data;
  gint start, width, first, n = 0;

  g_array_sort (values, compare);
  find_bin (v[rank], &start, &width);
  for (first = 0; v[first] < start; first++)
    ;
  while (first + n < (gint)values->len && v[first + n] < start + width)
    n++;
  return start
         + width * (gint)floor (256 * (2 * (rank - first) + 1) / (2. * n))
               / 256;
}

/* What is left of a tile, without what so steep a line makes of its texture. */
static gint
without_texture (gint64 left, gint64 texture, gint slope)
{
  const gint part = MAX (256 - slope * 164 / 256, 77);
  const gint64 rest = left * left - slope * (texture * texture) / 256;

  return rest > 0 ? least (floor (sqrt (rest * 256 / part)), MOST) : 0;
}

static gint64
square (gint64 v)
{
  return v * v;
}

static gint
slope_of (const CfNoiseStatistics *t)
{
  const gint64 x =
      square (t->texture_of_third[1]) - square (t->texture_of_third[0]);
  const gint64 y = square (t->left_of_third[1]) - square (t->left_of_third[0]);

  if (t->n_moving < 32 || x <= 0 || y <= 0)
    return CF_NOISE_SLOPE_LEAST;
  return CLAMP (y * 256 / x, CF_NOISE_SLOPE_LEAST, CF_NOISE_SLOPE_MOST);
}

/* Tiles that are taken, and what of them. */
typedef struct {
  gint kinds;    /* those of any of these */
  gint luma;     /* or -1: all */
  gint from, to; /* their texture */
  gint slope;    /* what is left is without such a line, or -1 */
} Choice;

static const Choice all = { .luma = -1, .to = G_MAXINT, .slope = -1 };

enum { NEAR, APART, LEFT, LOW, TEXTURE };

static GArray *
choose (const GArray *tiles, Choice choice, gint what)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint));
  guint i;

  for (i = 0; i < tiles->len; i++) {
    const CfNoiseTile *t = &g_array_index (tiles, CfNoiseTile, i);
    const gint of[] = { t->near, t->apart, t->left, t->low, t->texture };
    gint value = of[what];

    if (!(t->kind & choice.kinds)
        || (choice.luma >= 0 && t->luma != choice.luma)
        || t->texture < choice.from || t->texture > choice.to)
      continue;
    if (choice.slope >= 0)
      value = without_texture (t->left, t->texture, choice.slope);
    g_array_append_val (values, value);
  }
  return values;
}

/* The one of which so great a part is below, or 0; `*n`: how many there are. */
static gint
quantile (const GArray *tiles, Choice choice, gint what, gint of, gint parts,
    guint32 *n)
{
  GArray *values = choose (tiles, choice, what);
  const gint value =
      values->len > 0 ? value_at (values, values->len * of / parts) : 0;

  if (n)
    *n = values->len;
  g_array_unref (values);
  return value;
}

static Choice
of_kinds (gint kinds)
{
  Choice choice = all;

  choice.kinds = kinds;
  return choice;
}

static void
tell_thirds (const GArray *tiles, CfNoiseStatistics *t)
{
  const Choice moving = of_kinds (CF_NOISE_MOVING);
  Choice third = moving;

  t->texture_of_third[0] = quantile (tiles, moving, TEXTURE, 1, 6, NULL);
  t->texture_of_third[1] = quantile (tiles, moving, TEXTURE, 5, 6, NULL);
  third.to = quantile (tiles, moving, TEXTURE, 1, 3, NULL);
  t->left_of_third[0] = quantile (tiles, third, LEFT, 1, 2, NULL);
  third = moving;
  third.from = quantile (tiles, moving, TEXTURE, 2, 3, NULL);
  t->left_of_third[1] = quantile (tiles, third, LEFT, 1, 2, NULL);
}

CfNoiseStatistics
reference_noise_tell (const GArray *tiles)
{
  const Choice any = of_kinds (CF_NOISE_COUNTS);
  const Choice compared = of_kinds (CF_NOISE_STILL | CF_NOISE_MOVING);
  CfNoiseStatistics t = { .n_all = tiles->len };
  gint i, k;

  t.near = quantile (tiles, any, NEAR, 1, 4, &t.n);
  t.apart = quantile (tiles, any, APART, 1, 4, NULL);
  t.left = quantile (tiles, compared, LEFT, 1, 2, NULL);
  t.low = quantile (tiles, compared, LOW, 1, 2, NULL);
  quantile (tiles, of_kinds (CF_NOISE_STILL), LEFT, 1, 2, &t.n_still);
  quantile (tiles, of_kinds (CF_NOISE_MOVING), LEFT, 1, 2, &t.n_moving);
  quantile (tiles, of_kinds (CF_NOISE_FLOWS), LEFT, 1, 2, &t.n_flowing);
  tell_thirds (tiles, &t);
  for (i = 0; i < 8; i++) {
    CfNoiseClass *c = &t.luma[i];
    Choice choice = any;

    choice.luma = i;
    c->near = quantile (tiles, choice, NEAR, 1, 4, &c->n);
    c->apart = quantile (tiles, choice, APART, 1, 4, NULL);
    for (k = 0; k < 2; k++) {
      choice.kinds = k == 0 ? CF_NOISE_STILL : CF_NOISE_MOVING;
      choice.slope = k == 0 ? -1 : slope_of (&t);
      c->left[k] = quantile (tiles, choice, LEFT, 1, 2, &c->n_of[k]);
    }
  }
  return t;
}

/* --- over time --- */

/* a in parts of b, and how far that is from one bound to another: 0 to 256. */
static gint
between (gint64 a, gint64 b, gint from, gint to)
{
  const gint64 part = b > 0 ? a * 256 / b : 0;

  return (CLAMP (part, from, to) - from) * 256 / (to - from);
}

static gint
coarse_of (const CfNoiseStatistics *t)
{
  return between (t->apart, t->near, 307, 384);
}

static gint
base_of (gint near, gint apart, gint coarse)
{
  return least ((near * (256 - coarse) + apart * coarse) / 256, apart);
}

/* What a class has, of those that stand and those that move. */
static gint
value_of (const CfNoiseStatistics *t, const CfNoiseClass *c)
{
  const gint base = base_of (c->near, c->apart, coarse_of (t));
  const gint bound =
      without_texture (base, t->texture_of_third[0], slope_of (t)) * 2 / 3;
  const gint still = between (c->n_of[0], c->n_of[0] + c->n_of[1], 51, 102);
  const gint moving = c->n_of[1] > 0 ? (gint)c->left[1] : base;

  return ((gint64)c->left[0] * still
             + (gint64)least (MAX (moving, bound), 2 * base) * (256 - still))
         / 256;
}

/* Classes that have tiles enough to count. */
static guint
enough (const CfNoiseStatistics *t)
{
  guint most = 1, i;

  for (i = 0; i < 8; i++)
    most = MAX (most, t->luma[i].n);
  return MIN (most, 8);
}

/* The next class that counts, in a direction, has more than three times as
 * much. */
static gboolean
is_foreign (const CfNoiseStatistics *t, const gint *values, gint i)
{
  gint step, k;

  for (step = -1; step <= 1; step += 2)
    for (k = i + step; k >= 0 && k < 8; k += step)
      if (t->luma[k].n >= enough (t)) {
        if (3 * values[i] < values[k])
          return TRUE;
        break;
      }
  return FALSE;
}

static gboolean
is_judged (const CfNoiseStatistics *t, const gint *values, gint i)
{
  return t->luma[i].n >= enough (t) && !is_foreign (t, values, i);
}

static void
guess (CfNoiseHeld *h, const CfNoiseStatistics *t, gboolean is_all)
{
  const gint base = base_of (t->near, t->apart, coarse_of (t));
  gint sigma = is_all ? 0 : MOST + 1, values[8], i;

  for (i = 0; i < 8; i++)
    values[i] = t->luma[i].near;
  for (i = 0; i < 8 && !is_all; i++)
    if (is_judged (t, values, i))
      sigma = least (sigma, values[i]);
  sigma = MAX (sigma, (gint)t->near);
  h->sigma = (is_all ? 281 : 256) * sigma;
  h->guess = base * 216 / 256;
}

/* Of a frame that is compared: what the plane has, as a root of a mean square,
 * and each class. */
static gint
find (const CfNoiseStatistics *t, gint *values)
{
  gint64 sum = 0, n = 0;
  gint i;

  for (i = 0; i < 8; i++)
    values[i] = value_of (t, &t->luma[i]);
  for (i = 0; i < 8; i++)
    if (is_judged (t, values, i)) {
      sum += square (values[i]) * t->luma[i].n;
      n += t->luma[i].n;
    }
  return n > 0 ? (gint)floor (sqrt (sum / n)) : 0;
}

/* How coarse it is: half of it only where nothing stands; and by half more
 * where most does, and a codec has left little of it near each other. */
static gint
coarse_by_stands (const CfNoiseStatistics *t)
{
  gint64 stands = 0, worn = 0;
  gint i;

  for (i = 0; i < 8; i++) {
    const CfNoiseClass *c = &t->luma[i];

    stands +=
        (gint64)between (c->n_of[0], c->n_of[0] + c->n_of[1], 51, 102) * c->n;
  }
  stands /= t->n;
  if (t->left > 0)
    worn = 256 - between (t->near, t->left, 51, 71);
  return coarse_of (t) * (256 + stands) / 512
         + worn * between (stands, 256, 128, 230) / 512;
}

static void
hold_classes (CfNoiseHeld *h, const CfNoiseStatistics *t, const gint *values)
{
  guint n = 0, i;

  for (i = 0; i < 8; i++)
    n += t->luma[i].n;
  for (i = 0; i < 8; i++) {
    const guint share = is_judged (t, values, i) ? t->luma[i].n * 1024 / n : 0;

    h->sums[i] = h->sums[i] - h->sums[i] / 16 + share * values[i];
    h->share[i] = h->share[i] - h->share[i] / 16 + share;
  }
}

/* Part of the way, of 1, 2, 4, ...; away from a. */
static guint
towards (gint64 a, gint64 b, gint parts)
{
  const gint64 way = (ABS (b - a) + parts - 1) / parts;

  return b > a ? a + way : a - way;
}

/* Which part of the way to go, by the frames before. */
static gint
parts_of_way (CfNoiseHeld *h, gint64 sigma)
{
  const gboolean is_low = 5 * sigma < 4 * (gint64)h->sigma;

  if (h->peaks > 0)
    h->peaks--;
  if (is_low) {
    if (h->low == 0 && h->high <= 2)
      h->peaks = 64;
    h->low++;
    if (h->low > 2)
      h->high = 0;
  } else {
    h->low = 0;
    h->high++;
  }
  if (sigma > h->sigma)
    return h->peaks > 0 ? 2 : 4;
  return h->peaks > 0 ? 32 : h->low > 3 ? 2 : 16;
}

void
reference_noise_hold (CfNoiseHeld *h, const CfNoiseStatistics *t, gint how)
{
  gint values[8], sigma, coarse, spread;

  if (t->n == 0 || t->n < MIN (8, t->n_all))
    return;
  if (how != CF_NOISE_COMPARED) {
    guess (h, t, how == CF_NOISE_ALONE);
    return;
  }
  sigma = 256 * find (t, values);
  coarse = 256 * coarse_by_stands (t);
  spread =
      t->left > 0 ? 256 * least (256 * (gint64)t->low / t->left, 1024) : 65536;
  hold_classes (h, t, values);
  if (!h->is_known) {
    h->is_known = 1;
    h->high = 64;
    h->sigma = sigma;
    h->coarse = coarse;
    h->spread = spread;
    h->flowing = (gint64)t->n_flowing * 65536 / t->n;
  } else {
    h->sigma = towards (h->sigma, sigma, parts_of_way (h, sigma));
    h->coarse = towards (h->coarse, coarse, 16);
    h->spread = towards (h->spread, spread, 16);
    h->flowing = towards (h->flowing, (gint64)t->n_flowing * 65536 / t->n, 4);
  }
}

void
reference_noise_repeat (CfNoiseHeld *h)
{
  if (h->is_known)
    return;
  h->repeats++;
  if (h->repeats >= 8)
    h->sigma = 0;
}

guint
reference_noise_sigma (const CfNoiseHeld *h)
{
  return (h->sigma + 128) / 256;
}

guint
reference_noise_white (const CfNoiseHeld *h)
{
  return (guint64)reference_noise_sigma (h)
         * (269 * 256 + h->coarse / 256 * 141) / 65536;
}

guint
reference_noise_part_of_sums (const CfNoiseHeld *h)
{
  const guint64 white = (269 * 256 + h->coarse / 256 * 141) / 256;
  const guint64 spread = h->spread / 256;
  const guint64 part = spread > white ? 65536 * white / spread : 65536;

  return h->is_known ? part * part / 65536 * part / 65536 : 65536;
}

guint
reference_noise_search (const CfNoiseHeld *h)
{
  const guint64 sigma = reference_noise_sigma (h);
  const gint moving = between (h->flowing, 65536, 16, 64);
  const guint64 part = 256 + MIN (h->coarse / 256, 256) * 44 / 256;

  if (!h->is_known)
    return MAX (sigma, h->guess);
  return (reference_noise_white (h) * (256 - moving) * part
             + sigma * moving * 180)
         / 65536;
}

/* What a class has, and 0 where that is not known. */
static guint
held_class (const CfNoiseHeld *h, gint i)
{
  if (i < 0 || i > 7 || h->share[i] < 128)
    return 0;
  return MAX (h->sums[i] / h->share[i], 1);
}

/* Between its own and those beside it. */
static guint
smooth_class (const CfNoiseHeld *h, gint i)
{
  guint64 all = 0, sum = 0, n = 0;
  gint k;

  for (k = 0; k < 8; k++)
    all += held_class (h, k) ? h->share[k] : 0;
  for (k = i - 1; k <= i + 1; k++)
    if (held_class (h, k)) {
      const guint64 weight = h->share[k] * (k == i ? 2 : 1);

      sum += weight * held_class (h, k);
      n += weight;
    }
  return MAX (
      (h->sums[i] + all / 64 * (sum / n)) / (h->share[i] + all / 64), 1);
}

/* The class of that number, or where it is not known between those that are. */
static guint
filled_class (const CfNoiseHeld *h, gint i)
{
  gint below = i, above = i;

  while (below >= 0 && !held_class (h, below))
    below--;
  while (above < 8 && !held_class (h, above))
    above++;
  if (below < 0)
    return smooth_class (h, above);
  if (above > 7 || above == below)
    return smooth_class (h, below);
  return (smooth_class (h, below) * (above - i)
             + smooth_class (h, above) * (i - below))
         / (above - below);
}

void
reference_noise_luma_classes (
    const CfNoiseHeld *h, guint white, guint32 *luma_classes)
{
  gint64 sum = 0, n = 0;
  gint i, known = 0;
  guint root;

  for (i = 0; i < 8; i++)
    if (held_class (h, i)) {
      sum += square (smooth_class (h, i)) * h->share[i];
      n += h->share[i];
      known++;
    }
  for (i = 0; i < 8; i++)
    luma_classes[i] = white;
  if (known < 2)
    return;
  root = MAX (floor (sqrt (sum / n)), 1);
  for (i = 0; i < 8; i++)
    luma_classes[i] =
        least ((guint64)white
                   * CLAMP (filled_class (h, i) * 256 / root, 64, 1024) / 256,
            16384);
}

static void
make_curve (const guint32 *luma_classes, guint32 *curve)
{
  gint i;

  for (i = 0; i < 32; i++) {
    /* in 8ths of a class, from the middle of the first on */
    const gint at = CLAMP (2 * i - 3, 0, 56);
    const gint next = MIN (at / 8 + 1, 7);

    curve[i] =
        (luma_classes[at / 8] * (8 - at % 8) + luma_classes[next] * (at % 8))
        / 8;
  }
}

void
reference_noise_curve (const CfNoiseHeld *h, guint white, guint32 *curve)
{
  guint32 luma_classes[8];

  reference_noise_luma_classes (h, white, luma_classes);
  make_curve (luma_classes, curve);
}

static const CfNoiseProfile *
profile_of (const CfDenoiseParams *p, guint plane)
{
  return &p->profile[p->chroma >> plane & 1];
}

gint
reference_noise_told (const CfDenoiseParams *p, guint plane)
{
  const CfNoiseProfile *profile = profile_of (p, plane);
  gint64 sum = 0;
  gint i;

  if (p->sigma >= 0 || p->method == CF_DENOISE_MEDIAN || !profile->is_given)
    return p->sigma;
  for (i = 0; i < 8; i++)
    sum += square (profile->luma[i]);
  return floor (sqrt (floor (sum / 8.0)));
}

void
reference_noise_told_luma_classes (
    const CfDenoiseParams *p, guint plane, guint32 *luma_classes)
{
  const CfNoiseProfile *profile = profile_of (p, plane);
  gint i;

  for (i = 0; i < 8; i++)
    luma_classes[i] = p->sigma >= 0
                          ? (guint64)p->sigma
                          : (guint64)profile->luma[i]
                                * (269 * 256 + profile->coarse * 141) / 65536;
}

void
reference_noise_told_curve (
    const CfDenoiseParams *p, guint plane, guint32 *curve)
{
  guint32 luma_classes[8];

  reference_noise_told_luma_classes (p, plane, luma_classes);
  make_curve (luma_classes, curve);
}

gint
reference_noise_itself (const CfDenoiseParams *p, const CfNoiseHeld *held,
    guint plane, guint32 *curve)
{
  const CfNoiseProfile *profile = profile_of (p, plane);
  gint i;

  if (p->sigma < 0 && profile->is_given) {
    make_curve (profile->luma, curve);
    return profile->coarse;
  }
  if (p->sigma < 0) {
    reference_noise_curve (held, reference_noise_sigma (held), curve);
    for (i = 0; i < 32; i++)
      curve[i] = curve[i] * 5 / 4;
    return held->coarse / 256;
  }
  for (i = 0; i < 32; i++)
    curve[i] = p->sigma;
  return 0;
}
