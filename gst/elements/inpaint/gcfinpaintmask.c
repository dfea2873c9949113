/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A mask says which pixels of a picture are to be repaired: a bit a pixel. */
#include "gst/elements/inpaint/gcfinpaintmask.h"

#include <string.h>

#include "engine/inpaint/cfinpaint.h"

static guint32 *
row_of (GcfInpaintMask *mask, gint y)
{
  return mask->bits + (gsize)y * mask->words;
}

/* The bits of a row's last word that are pixels */
static guint32
last_word (const GcfInpaintMask *mask)
{
  return G_MAXUINT32 >> (32 * mask->words - mask->width);
}

GcfInpaintMask *
gcf_inpaint_mask_new (gint width, gint height)
{
  gsize words = CF_INPAINT_WORDS (width);
  GcfInpaintMask *mask = g_atomic_rc_box_alloc0 (
      sizeof (GcfInpaintMask) + sizeof (guint32) * words * height);

  mask->width = width;
  mask->height = height;
  mask->words = words;
  return mask;
}

GcfInpaintMask *
gcf_inpaint_mask_copy (const GcfInpaintMask *mask)
{
  GcfInpaintMask *copy = gcf_inpaint_mask_new (mask->width, mask->height);

  memcpy (copy, mask,
      sizeof (GcfInpaintMask)
          + sizeof (guint32) * mask->words * (gsize)mask->height);
  return copy;
}

GcfInpaintMask *
gcf_inpaint_mask_ref (GcfInpaintMask *mask)
{
  return g_atomic_rc_box_acquire (mask);
}

void
gcf_inpaint_mask_unref (GcfInpaintMask *mask)
{
  g_atomic_rc_box_release (mask);
}

gboolean
gcf_inpaint_mask_is_empty (const GcfInpaintMask *mask)
{
  return mask->left >= mask->right || mask->top >= mask->bottom;
}

gboolean
gcf_inpaint_mask_is_full (const GcfInpaintMask *mask)
{
  gint x, y;

  for (y = 0; y < mask->height; y++) {
    const guint32 *row = mask->bits + (gsize)y * mask->words;

    for (x = 0; x < mask->words - 1; x++)
      if (row[x] != G_MAXUINT32)
        return FALSE;
    if (row[x] != last_word (mask))
      return FALSE;
  }
  return TRUE;
}

static void
widen_box (GcfInpaintMask *mask, gint left, gint top, gint right, gint bottom)
{
  gboolean empty = gcf_inpaint_mask_is_empty (mask);

  mask->left = empty ? left : MIN (left, mask->left);
  mask->top = empty ? top : MIN (top, mask->top);
  mask->right = empty ? right : MAX (right, mask->right);
  mask->bottom = empty ? bottom : MAX (bottom, mask->bottom);
}

void
gcf_inpaint_mask_add (
    GcfInpaintMask *mask, gint64 x, gint64 y, gint64 width, gint64 height)
{
  gint left = CLAMP (x, 0, mask->width);
  gint right = CLAMP (x + width, 0, mask->width);
  gint top = CLAMP (y, 0, mask->height);
  gint bottom = CLAMP (y + height, 0, mask->height);
  gint i, k;

  if (left >= right || top >= bottom)
    return;
  for (k = top; k < bottom; k++) {
    guint32 *row = row_of (mask, k);

    for (i = left / 32; i <= (right - 1) / 32; i++) {
      guint32 bits = G_MAXUINT32;

      if (i == left / 32)
        bits &= G_MAXUINT32 << left % 32;
      if (i == (right - 1) / 32)
        bits &= G_MAXUINT32 >> (31 - (right - 1) % 32);
      row[i] |= bits;
    }
  }
  widen_box (mask, left, top, right, bottom);
}

void
gcf_inpaint_mask_shrink_box (GcfInpaintMask *mask)
{
  gint x, y;

  mask->left = mask->right = mask->top = mask->bottom = 0;
  for (y = 0; y < mask->height; y++) {
    const guint32 *row = row_of (mask, y);
    gint first = mask->words, last = -1;

    for (x = 0; x < mask->words; x++)
      if (row[x]) {
        first = MIN (first, x);
        last = x;
      }
    if (last >= 0)
      widen_box (mask, 32 * first + __builtin_ctz (row[first]), y,
          32 * last + 32 - __builtin_clz (row[last]), y + 1);
  }
}

void
gcf_inpaint_mask_invert (GcfInpaintMask *mask)
{
  gint x, y;

  for (y = 0; y < mask->height; y++) {
    guint32 *row = row_of (mask, y);

    for (x = 0; x < mask->words; x++)
      row[x] = ~row[x];
    row[mask->words - 1] &= last_word (mask);
  }
  gcf_inpaint_mask_shrink_box (mask);
}

/* Adds to each pixel of a row the one n columns to the left of it. In place, as
 * words are read before they are written. */
static void
or_left (guint32 *row, gint words, gint n)
{
  const gint k = n / 32, r = n % 32;
  gint i;

  for (i = words - 1; i >= k; i--) {
    guint32 bits = row[i - k] << r;

    if (r > 0 && i > k)
      bits |= row[i - k - 1] >> (32 - r);
    row[i] |= bits;
  }
}

static void
or_right (guint32 *row, gint words, gint n)
{
  const gint k = n / 32, r = n % 32;
  gint i;

  for (i = 0; i < words - k; i++) {
    guint32 bits = row[i + k] >> r;

    if (r > 0 && i + k + 1 < words)
      bits |= row[i + k + 1] << (32 - r);
    row[i] |= bits;
  }
}

static void
or_row (guint32 *to, const guint32 *from, gint words)
{
  gint i;

  for (i = 0; i < words; i++)
    to[i] |= from[i];
}

void
gcf_inpaint_mask_add_mask (GcfInpaintMask *mask, const GcfInpaintMask *other)
{
  gint y;

  if (gcf_inpaint_mask_is_empty (other))
    return;
  for (y = other->top; y < other->bottom; y++)
    or_row (
        row_of (mask, y), other->bits + (gsize)y * other->words, other->words);
  widen_box (mask, other->left, other->top, other->right, other->bottom);
}

/* Each step makes runs that are `done` + 1 long already longer by as much, so
 * that n takes log2 (n) steps. */
void
gcf_inpaint_mask_dilate (GcfInpaintMask *mask, gint n)
{
  gint done, step, y;

  if (n == 0 || gcf_inpaint_mask_is_empty (mask))
    return;
  for (done = 0; done < n; done += step) {
    step = MIN (done + 1, n - done);
    for (y = 0; y < mask->height; y++) {
      or_left (row_of (mask, y), mask->words, step);
      row_of (mask, y)[mask->words - 1] &= last_word (mask);
    }
    for (y = mask->height - 1; y >= step; y--)
      or_row (row_of (mask, y), row_of (mask, y - step), mask->words);
  }
  for (done = 0; done < n; done += step) {
    step = MIN (done + 1, n - done);
    for (y = 0; y < mask->height; y++)
      or_right (row_of (mask, y), mask->words, step);
    for (y = 0; y < mask->height - step; y++)
      or_row (row_of (mask, y), row_of (mask, y + step), mask->words);
  }
  mask->left = MAX (mask->left - n, 0);
  mask->top = MAX (mask->top - n, 0);
  mask->right = MIN (mask->right + n, mask->width);
  mask->bottom = MIN (mask->bottom + n, mask->height);
}

/* Returns from which of `from` columns on those of `to` take theirs: column i
 * takes starts[i] up to before starts[i + 1], or starts[i] alone where there
 * are more. The centre of column k of n is (2k + 1) / 2n. To be freed. */
static gint *
find_starts (gint from, gint to)
{
  gint *starts = g_new (gint, to + 1);
  gint64 i;

  for (i = 0; i <= to; i++)
    starts[i] = from <= to ? (2 * i + 1) * from / (2 * (gint64)to)
                           : (2 * i * from + to - 1) / (2 * (gint64)to);
  return starts;
}

static gint
get_end (const gint *starts, gint i, gint from, gint to)
{
  return from <= to ? starts[i] + 1 : starts[i + 1];
}

/* TRUE if any bit from `first` to before `end` is set. */
static gboolean
has_bits (const guint32 *row, gint first, gint end)
{
  for (; first < end; first++)
    if (row[first / 32] >> first % 32 & 1)
      return TRUE;
  return FALSE;
}

GcfInpaintMask *
gcf_inpaint_mask_scaled (const GcfInpaintMask *mask, gint width, gint height)
{
  GcfInpaintMask *scaled = gcf_inpaint_mask_new (width, height);
  gint *columns = find_starts (mask->width, width);
  gint *rows = find_starts (mask->height, height);
  guint32 *together = g_new (guint32, mask->words);
  gint x, y, k;

  scaled->alpha = mask->alpha;
  for (y = 0; y < height; y++) {
    const gint end = get_end (rows, y, mask->height, height);

    if (end <= mask->top || rows[y] >= mask->bottom)
      continue;
    memset (together, 0, sizeof (guint32) * mask->words);
    for (k = rows[y]; k < end; k++)
      or_row (together, mask->bits + (gsize)k * mask->words, mask->words);
    for (x = 0; x < width; x++)
      if (has_bits (
              together, columns[x], get_end (columns, x, mask->width, width)))
        row_of (scaled, y)[x / 32] |= 1u << x % 32;
  }
  g_free (together);
  g_free (rows);
  g_free (columns);
  gcf_inpaint_mask_shrink_box (scaled);
  return scaled;
}
