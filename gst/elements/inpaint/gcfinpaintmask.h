/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A mask says which pixels of a picture are to be repaired: a bit a pixel. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reference-counted, and not changed any more once it is shared. */
typedef struct {
  gint width, height;
  gint words;                    /* a row */
  gboolean alpha;                /* pixels of alpha 0 are to be repaired too */
  gboolean is_faint;             /* read of samples above 0, and below half */
  gint left, top, right, bottom; /* no other bits are set; an empty box: none */
  guint32 bits[];                /* as CfInpaintHoles has them */
} GcfInpaintMask;

/* Makes a mask without a pixel. */
GcfInpaintMask *gcf_inpaint_mask_new (gint width, gint height);
GcfInpaintMask *gcf_inpaint_mask_copy (const GcfInpaintMask *mask);
GcfInpaintMask *gcf_inpaint_mask_ref (GcfInpaintMask *mask);
void gcf_inpaint_mask_unref (GcfInpaintMask *mask);

/* Adds a rectangle, or what of it is within the picture. */
void gcf_inpaint_mask_add (
    GcfInpaintMask *mask, gint64 x, gint64 y, gint64 width, gint64 height);
/* Adds those of a mask of the same size. */
void gcf_inpaint_mask_add_mask (
    GcfInpaintMask *mask, const GcfInpaintMask *other);
void gcf_inpaint_mask_invert (GcfInpaintMask *mask);
/* Adds all pixels at most so many rows and so many columns away: squares of
 * 2 n + 1 pixels a side. */
void gcf_inpaint_mask_dilate (GcfInpaintMask *mask, gint n);
/* The mask of a picture of another size, by nearest neighbours: columns and
 * rows both go to the nearest of the other size, by their centres. Where the
 * picture becomes smaller several fall together, and a pixel is to be repaired
 * where any of them is, so that no hole is lost. */
GcfInpaintMask *gcf_inpaint_mask_scaled (
    const GcfInpaintMask *mask, gint width, gint height);
/* Makes the box as small as it can be, after bits were set by hand. */
void gcf_inpaint_mask_shrink_box (GcfInpaintMask *mask);

gboolean gcf_inpaint_mask_is_empty (const GcfInpaintMask *mask);
/* TRUE where no pixel is left out. */
gboolean gcf_inpaint_mask_is_full (const GcfInpaintMask *mask);

G_END_DECLS
