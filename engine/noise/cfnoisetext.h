/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A camera's noise as text. */
#pragma once

#include <glib.h>

#include "engine/noise/cfnoiseprofile.h"

G_BEGIN_DECLS

/* Messages show this. */
#define CF_NOISE_TEXT_EXAMPLE \
  "luma=5.1,4.8,4.2,3.9,3.1,2.7,2.5,2.4 coarseness-luma=0.31 chroma=2"

/* `text` is items KEY=LIST with blanks between them, each at most once:
 *   luma, chroma 1 value for all brightness, or 8 from dark to bright, an
 *                       eighth of all samples' values each, with commas between
 *                       them: sigma in steps of 8 bits, 0 to 64
 *   coarseness-luma, coarseness-chroma
 *                       1 value, 0 to 1.5, beside luma, or chroma; else 0
 * A kind that is not named is not given. Numbers are as the C locale writes
 * them. Where this fails with CF_ERROR_INVALID it changes nothing. */
gboolean cf_noise_profile_parse (
    CfNoiseProfile profile[CF_NOISE_KINDS], const gchar *text, GError **error);

/* The text that is parsed to the same, as short as can be, or NULL where no
 * kind is given. */
gchar *cf_noise_profile_to_text (const CfNoiseProfile profile[CF_NOISE_KINDS]);

G_END_DECLS
