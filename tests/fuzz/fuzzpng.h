/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* PNGs as inputs of fuzzers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A small one of any kind; of some the header says something else. */
void fuzz_png_make (GRand *rand, GByteArray *input);
/* Makes all checksums right. */
void fuzz_png_repair (GByteArray *input);
/* TRUE where the picture is so large that trying it would cost time, and show
 * no more. */
gboolean fuzz_png_is_large (const guint8 *bytes, gsize n);

G_END_DECLS
