/* How strong noise is, as naively as possible. */
#include "reference_noise.h"

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
  for (*width = 1; sum / *width >= 64; *width *= 2)
    ;
  *start = sum / *width * *width;
}

void
reference_noise_add (GArray *sums, const ReferenceChannel *v,
    const ReferenceChannel *r, const gint *counts, gint count, gint bits)
{
  const gboolean is_small = v->width < 18 || v->height < 18;
  const gint across = is_small ? 0 : (v->width - 2) / 16,
             down = (v->height - 2) / 16;
  const gint every = down > 8 ? 4 : 1;
  const gint greatest = ((1 << bits) - 1) << (16 - bits);
  gint i, k, x, y;

  for (i = 0; i < down; i += every)
    for (k = 0; k < across; k++) {
      gint64 a = 0, b = 0;
      gint clipped = 0, sum, n;

      if (counts)
        count = counts[(gsize)(i * 16 + 1) * v->width + k * 16 + 1];
      n = count / 8;

      for (y = i * 16 + 1; y <= i * 16 + 16; y++)
        for (x = k * 16 + 1; x <= k * 16 + 16; x++) {
          a += second_difference (v, x, y, NULL);
          b += second_difference (v, x, y, r);
          clipped += reference_channel_get (v, x, y) / 16 == 0
                     || reference_channel_get (v, x, y) / 16 == greatest / 16;
        }
      if (clipped > 16)
        continue;
      sum = a;
      if (count > 0)
        sum = MIN (
            a, b * (gint64)floor (65536 * sqrt ((gdouble)n / (n + 1))) / 65536);
      g_array_append_val (sums, sum);
    }
}

static guint
find_sigma (GArray *sums)
{
  const gint *s = (const gint *)sums->data;
  gint rank, start, width, first, n = 0, sum;

  if (sums->len == 0)
    return 0;
  g_array_sort (sums, compare);
  rank = sums->len / 20;
  find_bin (s[rank], &start, &width);
  for (first = 0; s[first] < start; first++)
    ;
  while (first + n < (gint)sums->len && s[first + n] < start + width)
    n++;
  sum = start + (gint64)width * (2 * (rank - first) + 1) / (2 * n);
  return MIN ((gint64)sum * 1000 / 65536, 16384);
}

guint
reference_noise_next (GArray *sums, guint last)
{
  const guint now = find_sigma (sums);

  if (last == 0 || now == 0)
    return MAX (last, now);
  return floor (last + ((gdouble)now - last + 4) / 8);
}
