/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples to be repaired, drawn at random, for the planes of a picture. */
#include "holes.h"
#include "picture.h"

const gchar *
hole_kind_name (HoleKind kind)
{
  static const gchar *names[N_HOLE_KINDS] = { "none", "few", "half", "most",
    "corners", "side", "box", "row", "column", "all" };

  return names[kind];
}

gsize
holes_size (const CfPlane *p)
{
  return (gsize)CF_INPAINT_WORDS (p->width) * p->height * sizeof (guint32);
}

gboolean
holes_has (const CfInpaintHoles *plane, gint width, gint x, gint y)
{
  return plane->bits
         && plane->bits[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] >> x % 32
                & 1;
}

/* The plane's sample for sample i of alpha. */
static gint
halve (gint i, gint alpha, gint plane)
{
  for (; alpha > plane; alpha /= 2)
    i /= 2;
  return MIN (i, plane - 1);
}

gboolean
holes_are_marked (const CfInpaintHoles *holes, const CfPlane *planes,
    guint plane, gint x, gint y)
{
  const CfPlane *p = &planes[plane];
  const CfPlane *alpha = holes->alpha >= 0 ? &planes[holes->alpha] : NULL;

  for (gint i = 0; alpha && i < alpha->height; i++)
    for (gint k = 0;
         k < alpha->width && halve (i, alpha->height, p->height) == y; k++)
      if (halve (k, alpha->width, p->width) == x
          && sample_load (alpha, k, i, 0) >> alpha->shift == 0)
        return TRUE;
  return FALSE;
}

static void
mark (guint32 *bits, gint width, gint x, gint y)
{
  bits[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] |= 1u << x % 32;
}

static void
mark_box (guint32 *bits, gint width, const CfInpaintBox *b)
{
  for (gint y = b->top; y < b->bottom; y++)
    for (gint x = b->left; x < b->right; x++)
      mark (bits, width, x, y);
}

/* So many of `of`. */
static void
mark_some (
    guint32 *bits, gint width, gint height, gint holes, gint of, Random *random)
{
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (random_range (random, 1, of) <= holes)
        mark (bits, width, x, y);
}

static void
mark_corners (guint32 *bits, gint width, gint height, Random *random)
{
  for (gint i = 0; i < 4; i++) {
    const gint w = random_range (random, 1, MAX (width / 3, 1));
    const gint h = random_range (random, 1, MAX (height / 3, 1));
    const gint left = i % 2 ? width - w : 0, top = i / 2 ? height - h : 0;

    mark_box (bits, width, &(CfInpaintBox){ left, top, left + w, top + h });
  }
}

static void
mark_side (guint32 *bits, gint width, gint height, Random *random)
{
  CfInpaintBox b = { random_range (random, 0, width - 1),
    random_range (random, 0, height - 1) };

  b.right = random_range (random, b.left + 1, width);
  b.bottom = random_range (random, b.top + 1, height);
  switch (random_range (random, 0, 3)) {
    case 0:
      b.left = 0;
      break;
    case 1:
      b.top = 0;
      break;
    case 2:
      b.right = width;
      break;
    default:
      b.bottom = height;
      break;
  }
  mark_box (bits, width, &b);
}

static void
mark_any_box (guint32 *bits, gint width, gint height, Random *random)
{
  CfInpaintBox b = { random_range (random, 0, width - 1),
    random_range (random, 0, height - 1) };

  b.right = random_range (random, b.left + 1, width);
  b.bottom = random_range (random, b.top + 1, height);
  mark_box (bits, width, &b);
}

static void
mark_kind (
    guint32 *bits, gint width, gint height, HoleKind kind, Random *random)
{
  const gint x = random_range (random, 0, width - 1);
  const gint y = random_range (random, 0, height - 1);

  switch (kind) {
    case HOLES_FEW:
      mark_some (bits, width, height, 1, 50, random);
      break;
    case HOLES_HALF:
      mark_some (bits, width, height, 1, 2, random);
      break;
    case HOLES_MOST:
      mark_some (bits, width, height, 29, 30, random);
      bits[(gsize)y * CF_INPAINT_WORDS (width) + x / 32] &= ~(1u << x % 32);
      break;
    case HOLES_CORNERS:
      mark_corners (bits, width, height, random);
      break;
    case HOLES_SIDE:
      mark_side (bits, width, height, random);
      break;
    case HOLES_BOX:
      mark_any_box (bits, width, height, random);
      break;
    case HOLES_ROW:
      mark_box (bits, width, &(CfInpaintBox){ 0, y, width, y + 1 });
      break;
    case HOLES_COLUMN:
      mark_box (bits, width, &(CfInpaintBox){ x, 0, x + 1, height });
      break;
    case HOLES_ALL:
      mark_box (bits, width, &(CfInpaintBox){ 0, 0, width, height });
      break;
    default:
      break;
  }
}

/* The smallest one; empty where there are no holes. */
static void
find_box (CfInpaintHoles *h, gint width, gint height)
{
  h->left = width;
  h->top = height;
  h->right = h->bottom = 0;
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (holes_has (h, width, x, y)) {
        h->left = MIN (h->left, x);
        h->top = MIN (h->top, y);
        h->right = MAX (h->right, x + 1);
        h->bottom = MAX (h->bottom, y + 1);
      }
  if (h->right == 0)
    h->left = h->top = 0;
}

static void
loosen_box (CfInpaintHoles *h, gint width, gint height, Random *random)
{
  h->left = random_range (random, 0, h->left);
  h->top = random_range (random, 0, h->top);
  h->right = random_range (random, MAX (h->right, h->left + 1), width);
  h->bottom = random_range (random, MAX (h->bottom, h->top + 1), height);
}

void
holes_init (
    Holes *holes, const PictureSpec *spec, HoleKind kind, Random *random)
{
  *holes = (Holes){ .n_planes = spec->n_planes };
  for (guint i = 0; i < spec->n_planes; i++) {
    const CfPlane *p = &spec->planes[i].geometry;
    CfInpaintHoles *h = &holes->planes[i];
    guint32 *bits = g_malloc0 (holes_size (p));

    h->alpha = -1;
    mark_kind (bits, p->width, p->height, kind, random);
    h->bits = bits;
    find_box (h, p->width, p->height);
    if (random_range (random, 0, 2) == 0)
      loosen_box (h, p->width, p->height, random);
  }
}

void
holes_clear (Holes *holes)
{
  for (guint i = 0; i < holes->n_planes; i++)
    g_free ((guint32 *)holes->planes[i].bits);
  *holes = (Holes){ 0 };
}
