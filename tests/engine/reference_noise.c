/* How strong noise is, as naively as possible. */
#include "reference_noise.h"

#include "engine/denoise/cfdenoisemoved.h"

#include <math.h>
#include <stdlib.h>

static gint
second_difference (
    const ReferenceChannel *c, gint x, gint y, const ReferenceChannel *less)
{
  static const gint weights[] = { 1, -2, 1 };
  gint sum = 0, i, k;

  for (i = -1; i <= 1; i++)
    for (k = -1; k <= 1; k++) {
      gint v = reference_channel_get (c, x + k, y + i) / 16;

      if (less)
        v = CLAMP (
            v - reference_channel_get (less, x + k, y + i) / 16, -2047, 2047);
      sum += weights[i + 1] * weights[k + 1] * v;
    }
  return abs (sum);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return *(const gint *)a - *(const gint *)b;
}

/* A sum's bin begins at `*start` and is `*width` wide. */
static void
find_bin (gint sum, gint *start, gint *width)
{
  for (*width = 1; sum / *width >= 32; *width *= 2)
    ;
  *start = sum / *width * *width;
}

/* The class of the tile of colour whose first light is there. */
static gint
class_by (const ReferenceLight *light, gint left, gint top)
{
  gint sum = 0, x, y;

  for (y = top; light->channel.at && y < top + 16; y += 4)
    for (x = left; x < left + 16; x += 4)
      sum += reference_channel_get (&light->channel, x * (1 << light->halved_x),
                 y * (1 << light->halved_y))
             / 16;
  return sum / 16 / 512;
}

void
reference_noise_add (GArray *tiles, const ReferenceChannel *v,
    const ReferenceChannel *r, const gint *counts, gint count, gint bits,
    const ReferenceLight *light)
{
  const gboolean is_small = v->width < 18 || v->height < 18;
  const gint across = is_small ? 0 : (v->width - 2) / 16,
             down = (v->height - 2) / 16;
  const gint every = down > 64 ? 8 : down > 8 ? 4 : 1;
  const gint greatest = ((1 << bits) - 1) << (16 - bits);
  gint i, k, x, y;

  for (i = 0; i < down; i += every)
    for (k = 0; k < across; k++) {
      gint64 a = 0, b = 0;
      gint clipped = 0, samples = 0, n;
      ReferenceTile tile;

      if (counts)
        count = counts[(gsize)(i * 16 + 1) * v->width + k * 16 + 1];
      n = count / 8;

      for (y = i * 16 + 1; y <= i * 16 + 16; y++)
        for (x = k * 16 + 1; x <= k * 16 + 16; x++) {
          a += second_difference (v, x, y, NULL);
          b += second_difference (v, x, y, r);
          samples += reference_channel_get (v, x, y) / 16;
          clipped += reference_channel_get (v, x, y) / 16 == 0
                     || reference_channel_get (v, x, y) / 16 == greatest / 16;
        }
      if (clipped > 16)
        continue;
      tile.light =
          light ? class_by (light, k * 16, i * 16 + 1) : samples / 256 / 512;
      tile.sum = a;
      if (count > 0)
        tile.sum = MIN (
            a, b * (gint64)floor (65536 * sqrt ((gdouble)n / (n + 1))) / 65536);
      g_array_append_val (tiles, tile);
    }
}

gint
reference_noise_find_light (const CfDenoiseParams *p, const CfPlane *planes,
    guint32 filtered, guint plane, ReferenceLight *light)
{
  guint i = 0;

  while (!(filtered >> i & 1) || (p->by_field && i % 2 != plane % 2))
    i++;
  *light = (ReferenceLight){
    .channel = { NULL, planes[i].width, planes[i].height },
    .halved_x = cf_denoise_subsampling (planes[i].width, planes[plane].width),
    .halved_y = cf_denoise_subsampling (planes[i].height, planes[plane].height),
  };
  return !(p->chroma >> i & 1) && light->halved_x >= 0 && light->halved_y >= 0
             ? (gint)i
             : -1;
}

/* The sum of that rank, as well as a bin knows it. */
static gint
sum_at (const GArray *sums, gint rank)
{
  const gint *s = (const gint *)sums->data;
  gint start, width, first, n = 0;

  find_bin (s[rank], &start, &width);
  for (first = 0; s[first] < start; first++)
    ;
  while (first + n < (gint)sums->len && s[first + n] < start + width)
    n++;
  return start
         + width * (gint)floor (256 * (2 * (rank - first) + 1) / (2. * n))
               / 256;
}

/* The sums of a class, in order. */
static GArray *
sums_of (const GArray *tiles, gint class)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (gint));
  guint i;

  for (i = 0; i < tiles->len; i++) {
    const ReferenceTile *tile = &g_array_index (tiles, ReferenceTile, i);

    if (tile->light == class)
      g_array_append_val (sums, tile->sum);
  }
  g_array_sort (sums, compare);
  return sums;
}

static guint
to_sigma (gint sum)
{
  return MIN ((gint64)sum * 940 / 65536, 16384);
}

/* Classes that count, with what they tell. */
static gint
find_classes (const GArray *tiles, gint *classes, gint *sums, gint *numbers)
{
  gint n = 0, least, class;

  for (least = 8; n == 0 && least > 0; least--)
    for (class = 0; class < 8; class ++) {
      GArray *all = sums_of (tiles, class);

      if ((gint)all->len >= least) {
        classes[n] = class;
        sums[n] = sum_at (all, all->len / 5);
        numbers[n++] = all->len;
      }
      g_array_unref (all);
    }
  return n;
}

/* Light does not rise faster than noise's square. */
static gint
next_class (gint sum, gint class)
{
  return (gint64)sum
         * (gint64)rint (16384 * sqrt ((class + 0.5) / (class - 0.5))) / 16384;
}

static guint
find_sigma (const GArray *tiles)
{
  gint classes[8], sums[8], numbers[8], n, i, k, total = 0, reached = 0;

  n = find_classes (tiles, classes, sums, numbers);
  for (i = 0; i < n; i++) {
    total += numbers[i];
    for (k = i + 1; k < n; k++)
      sums[i] = MIN (sums[i], sums[k]);
  }
  for (i = 0; i < n; i++) {
    gint most = i > 0 ? sums[i - 1] : G_MAXINT;

    for (k = i > 0 ? classes[i - 1] + 1 : 8; k <= classes[i]; k++)
      most = next_class (most, k);
    sums[i] = MIN (sums[i], most);
    reached += numbers[i];
    if (reached > 7 * total / 8.)
      return to_sigma (sums[i]);
  }
  return 0;
}

guint
reference_noise_next (const GArray *tiles, guint last)
{
  const guint now = find_sigma (tiles);

  if (last == 0 || now == 0)
    return MAX (last, now);
  return floor (last + ((gdouble)now - last + 2) / 4);
}
