/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps a mask of a frame's pixels to the samples of the engine's planes. */
#include "gst/elements/inpaint/gcfinpaintholes.h"

#include "gst/elements/inpaint/gcfinpaintmask.h"
#include "gst/frame/gcfregion.h"

/* All rows of the mask that a row of a plane is for, one above the other. The
 * last row of a field's chroma is for all that is left of the field. */
static void
fold_rows (const GcfInpaintMask *mask, const GcfRows *rows,
    const GcfPlane *plane, gint y, gint h_sub, guint32 *folded)
{
  gboolean is_last = y == plane->geometry.height - 1;
  gint end = is_last ? rows->n : MIN ((y + 1) << h_sub, rows->n);
  gint i, k;

  memset (folded, 0, sizeof (guint32) * mask->words);
  for (i = y << h_sub; i < end; i++) {
    gint at = rows->first + i * rows->step;
    const guint32 *row = mask->bits + (gsize)at * mask->words;

    for (k = 0; at >= mask->top && at < mask->bottom && k < mask->words; k++)
      folded[k] |= row[k];
  }
}

/* Each pair of bits becomes one, which is set where any of them is. */
static guint32
halve (guint32 bits)
{
  bits = (bits | bits >> 1) & 0x55555555;
  bits = (bits | bits >> 1) & 0x33333333;
  bits = (bits | bits >> 2) & 0x0f0f0f0f;
  bits = (bits | bits >> 4) & 0x00ff00ff;
  return (bits | bits >> 8) & 0x0000ffff;
}

/* All columns that a column of a plane is for, in place. */
static void
fold_columns (guint32 *folded, gint words, gint w_sub)
{
  gint i;

  for (; w_sub > 0; w_sub--) {
    for (i = 0; i < words / 2; i++)
      folded[i] = halve (folded[2 * i]) | halve (folded[2 * i + 1]) << 16;
    if (words % 2)
      folded[i] = halve (folded[2 * i]);
    words = (words + 1) / 2;
  }
}

/* TRUE where any is set. */
static gboolean
copy_bits (guint32 *to, const guint32 *from, gsize words)
{
  guint32 any = 0;
  gsize i;

  for (i = 0; i < words; i++)
    any |= to[i] = from[i];
  return any != 0;
}

static void
set_plane (CfInpaintHoles *holes, guint32 *bits, const GcfPlane *plane,
    const GstVideoInfo *info, gint field, const GcfInpaintMask *mask)
{
  const guint c = plane->components[0];
  const gint w_sub = GST_VIDEO_FORMAT_INFO_W_SUB (info->finfo, c);
  const gint h_sub = GST_VIDEO_FORMAT_INFO_H_SUB (info->finfo, c);
  const gsize words = CF_INPAINT_WORDS (plane->geometry.width);
  const GcfRows rows = gcf_plane_rows (plane, info, field);
  guint32 *folded = g_new (guint32, mask->words);
  gint y, first = -1, last = -1;

  for (y = 0; y < plane->geometry.height; y++) {
    fold_rows (mask, &rows, plane, y, h_sub, folded);
    fold_columns (folded, mask->words, w_sub);
    if (copy_bits (bits + y * words, folded, words)) {
      first = first < 0 ? y : first;
      last = y;
    }
  }
  g_free (folded);
  if (last < 0)
    return;
  holes->bits = bits;
  holes->left = mask->left >> w_sub;
  holes->right = ((mask->right - 1) >> w_sub) + 1;
  holes->top = first;
  holes->bottom = last + 1;
}

/* The alpha of the same field. */
static gint
alpha_of (const GcfPicture *picture, const GcfPlane *plane)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++)
    if (picture->planes[i].kind == GCF_PLANES_ALPHA
        && picture->planes[i].first_row == plane->first_row)
      return i;
  return -1;
}

void
gcf_inpaint_holes_init (GcfHoles *holes, const GcfPicture *picture,
    const GstVideoInfo *info, gint field, gconstpointer data)
{
  const GcfInpaintMask *mask = data;
  guint i;

  memset (holes, 0, sizeof (*holes));
  for (i = 0; i < picture->n_planes; i++) {
    const GcfPlane *p = &picture->planes[i];
    CfInpaintHoles *h = &holes->planes[i];

    h->alpha = -1;
    if (!mask || p->kind == 0)
      continue;
    if (mask->alpha && p->kind != GCF_PLANES_ALPHA)
      h->alpha = alpha_of (picture, p);
    if (gcf_inpaint_mask_is_empty (mask))
      continue;
    holes->bits[i] = g_new (guint32,
        (gsize)CF_INPAINT_WORDS (p->geometry.width) * p->geometry.height);
    set_plane (h, holes->bits[i], p, info, field, mask);
  }
}
