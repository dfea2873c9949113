/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* PNGs of every kind, for tests of what reads them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  PNG_TEST_GREY1, /* white from 128 on */
  PNG_TEST_GREY8,
  PNG_TEST_GREY16,
  PNG_TEST_GREY_ALPHA8,
  PNG_TEST_RGB8,
  PNG_TEST_RGB16,
  PNG_TEST_RGBA8,
  PNG_TEST_PALETTE8,    /* from white to black */
  PNG_TEST_ALPHA_ALONE, /* all white, and the picture is its alpha */
  PNG_TEST_LOGO,        /* the same, of colours that are dark where it is not */
  PNG_TEST_PALETTE_ALPHA, /* the same, black with a palette of alphas */
  PNG_TEST_KEY,           /* black; one colour is transparent, up to 127 */
  PNG_TEST_N_KINDS
} PngTestKind;

/* A grey picture as a PNG. */
GByteArray *png_test_write (const guint8 *grey, gint width, gint height,
    PngTestKind kind, gboolean interlaced);

G_END_DECLS
