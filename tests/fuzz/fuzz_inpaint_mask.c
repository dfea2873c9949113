/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reader of cudainpaint's masks, on mutations of PNGs, half of them with
 * checksums that are right again. */
#include "engine/core/cferror.h"
#include "fuzz.h"
#include "fuzzpng.h"
#include "gst/elements/inpaint/gcfinpaintpng.h"

/* No bit is set outside of the box, and the box is as small as it can be. */
static void
check_mask (const GcfInpaintMask *mask)
{
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0, x, y;

  fuzz_check (mask->width > 0 && mask->height > 0
                  && mask->words == (mask->width + 31) / 32,
      "a mask of bad size");
  for (y = 0; y < mask->height; y++)
    for (x = 0; x < 32 * mask->words; x++)
      if (mask->bits[(gsize)y * mask->words + x / 32] >> x % 32 & 1) {
        left = MIN (left, x);
        right = MAX (right, x + 1);
        top = MIN (top, y);
        bottom = MAX (bottom, y + 1);
      }
  fuzz_check (right <= mask->width, "bits beyond the width");
  if (right == 0)
    fuzz_check (gcf_inpaint_mask_is_empty (mask), "a box without a pixel");
  else
    fuzz_check (left == mask->left && right == mask->right && top == mask->top
                    && bottom == mask->bottom,
        "a box of another size than its pixels'");
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  GError *error = NULL;
  GcfInpaintMask *mask;

  if (fuzz_png_is_large (bytes, n))
    return FALSE;
  mask = gcf_inpaint_png_decode (bytes, n, &error);
  if (!mask) {
    fuzz_check_refusal (error, CF_ERROR, CF_ERROR_INVALID);
    return FALSE;
  }
  check_mask (mask);
  gcf_inpaint_mask_unref (mask);
  return TRUE;
}

const Fuzzer fuzzer = {
  .make = fuzz_png_make, .repair = fuzz_png_repair, .try = try
};
