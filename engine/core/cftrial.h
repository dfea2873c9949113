/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters by which backends' choices are measured: see cftuning.h. */
#pragma once

#include "engine/core/cftuning.h"

G_BEGIN_DECLS

/* Each of one channel, of random samples, and of a size that the trial leaves
 * open; windows are squares. */
CfTrial cf_trial_median (gint size, gint bits);
/* Taps of so many digits of base 256, 1...3, in one pass. */
CfTrial cf_trial_convolve (gint size, gint bits, gint digits);
/* A row and a column, whose products have so many digits, 1 or 2. */
CfTrial cf_trial_convolve_product (gint size, gint bits, gint digits);
CfTrial cf_trial_epsilon (gint size, gint bits);
CfTrial cf_trial_denoise (CfDenoiseMethod method, gint bits);
CfTrial cf_trial_inpaint (gint bits);

G_END_DECLS
