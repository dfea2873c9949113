/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks to convolve with, drawn at random. */
#pragma once

#include "engine/core/cffilter.h"
#include "random.h"

/* INTEGER: integers, of all magnitudes, or dyadic fractions; the divisor too
 * DECIMAL: decimals of up to 4 digits
 * REAL:    any others */
typedef enum { MASK_INTEGER, MASK_DECIMAL, MASK_REAL, N_MASK_KINDS } MaskKind;

/* MATRIX:   no product
 * RANK_ONE: a product, given as a matrix
 * PRODUCT:  given as a row and a column */
typedef enum {
  MASK_MATRIX,
  MASK_RANK_ONE,
  MASK_PRODUCT,
  N_MASK_FORMS
} MaskForm;

/* Valid parameters, sides at most `largest`, which is at most 31 unless it is a
 * PRODUCT; everything but the border. */
void mask_draw (CfConvolveParams *p, MaskKind kind, MaskForm form, gint largest,
    Random *random);
/* The same of any kind, and any form that `largest` allows. */
void mask_draw_any (CfConvolveParams *p, gint largest, Random *random);

/* In one line, the first values only of many. */
gchar *mask_describe (const CfConvolveParams *p);

/* A number of 0...1. */
gdouble random_fraction (Random *random);
