/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks of a convolution: read from text and files, by name, and as text. A
 * mask is what others call the kernel of a convolution, as the element's
 * property does; in the code a kernel is a function on the GPU, or one of the
 * CPU's that filters a slice, and the mask of pixels to be repaired is a
 * GcfInpaintMask. */
#pragma once

#include "engine/convolve/cfconvolve.h"

G_BEGIN_DECLS

#define CF_MASK_SIZE_MIN 3 /* of a preset */
#define CF_MASK_SIGMA_MAX 100
/* Bytes of a file; a mask with all digits takes a third. */
#define CF_MASK_FILE_MAX 65536

/* The functions below set width, height, is_product and value of `mask`, whose
 * other members they leave alone. Where they fail with CF_ERROR_INVALID they
 * change nothing; messages count rows and columns from 1. The sides and values
 * are then valid; cf_convolve_params_validate() judges the rest. */

/* `text` is UTF-8, of `length` bytes or, where that is -1, up to a 0:
 *   ROW; ROW; ...    a mask: 1 to 31 rows of 1 to 31 values each, both odd;
 *   LIST * LIST      or the product of a row and a column, each an odd number
 *                    of values up to 255, as one row or one column.
 * Rows end with `;` or the line, and blank lines do not count. Blanks, or one
 * comma, are between values, which are numbers as the C locale writes them. `#`
 * begins a comment that ends with the line. */
gboolean cf_mask_parse (
    CfConvolveParams *mask, const gchar *text, gssize length, GError **error);

/* A product: LIST above for each; NULL is 1. */
gboolean cf_mask_parse_factors (CfConvolveParams *mask, const gchar *horizontal,
    const gchar *vertical, GError **error);

/* The text in a file: a regular one of at most CF_MASK_FILE_MAX bytes. No
 * larger one, or one of another kind, is read. */
gboolean cf_mask_load (
    CfConvolveParams *mask, const gchar *path, GError **error);

/* The mask as a text that cf_mask_parse() makes the same mask of: a product as
 * one. */
gchar *cf_mask_to_text (const CfConvolveParams *mask);

/* n is the size, D a mask of 1 in its middle, G the Gaussian below, b the
 * binomial coefficients of n - 2 values over their sum, and [3x3 mask]' is that
 * mask convolved with b b^T, which for n = 3 is itself:
 * NONE:      D of 1x1
 * BOX:       ones; a product
 * GAUSSIAN:  G: exp (-i^2 / (2 sigma^2)) over its sum, for rows and for
 *            columns; a product
 * SHARPEN:   D - [Laplacian]'
 * UNSHARP:   2 D - G
 * LAPLACIAN: [0 1 0; 1 -4 1; 0 1 0]'
 * SOBEL_X:   [-1 0 1; -2 0 2; -1 0 1]', and SOBEL_Y its transpose: products.
 *            That is the mask of OpenCV's Sobel() over 4^(n - 3).
 * SCHARR_X:  [-3 0 3; -10 0 10; -3 0 3]', and SCHARR_Y likewise
 * EMBOSS:    D + [-2 -1 0; -1 0 1; 0 1 2]' */
typedef enum {
  CF_MASK_NONE,
  CF_MASK_BOX,
  CF_MASK_GAUSSIAN,
  CF_MASK_SHARPEN,
  CF_MASK_UNSHARP,
  CF_MASK_LAPLACIAN,
  CF_MASK_SOBEL_X,
  CF_MASK_SOBEL_Y,
  CF_MASK_SCHARR_X,
  CF_MASK_SCHARR_Y,
  CF_MASK_EMBOSS
} CfMaskPreset;

/* `size` is odd, from 3 to 255 for BOX and GAUSSIAN and to 31 for the others.
 * `sigma` is of the Gaussian, in samples, from 0 to CF_MASK_SIGMA_MAX; 0 stands
 * for 0.3 ((size - 1) / 2 - 1) + 0.8, as in OpenCV's getGaussianKernel(). */
gboolean cf_mask_preset (CfConvolveParams *mask, CfMaskPreset preset, gint size,
    gdouble sigma, GError **error);

G_END_DECLS
