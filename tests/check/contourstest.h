/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of contours share: random ones, and whether they are equal. */
#pragma once

#include "gstcudasnakemeta.h"

G_BEGIN_DECLS

/* Valid contours of any nodes and numbers, extreme ones included; n_contours of
 * them in a frame of this size. */
GstCudaSnakeContours *contours_test_random (
    GRand *rand, gint width, gint height, guint n_contours);
/* Fails the test where they differ in anything. */
void contours_test_compare (const GstCudaSnakeContours *actual,
    const GstCudaSnakeContours *expected, const gchar *what);
/* Contours that the buffer carries; an error, or none, fails the test. */
GstCudaSnakeContours *contours_test_get (GstBuffer *buffer, const gchar *what);

/* The buffer's meta as text, "" where it has none. To be freed. */
gchar *contours_test_text (GstBuffer *buffer);

G_END_DECLS
