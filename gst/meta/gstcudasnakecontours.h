/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours are checked here, wherever they are kept. */
#pragma once

#include "gstcudasnakemeta.h"

G_BEGIN_DECLS

/* Sets GST_CUDA_SNAKE_META_ERROR_INVALID and a message; always FALSE. */
gboolean gst_cuda_snake_contours_refuse (
    GError **error, const gchar *format, ...) G_GNUC_PRINTF (2, 3);

/* Contours to be filled in, all of them zero; free as any others. *contour: the
 * array, for that. */
GstCudaSnakeContours *gst_cuda_snake_contours_alloc (
    gint width, gint height, guint n_contours, GstCudaSnakeContour **contour);

/* FALSE with GST_CUDA_SNAKE_META_ERROR_INVALID where they break a rule. */
gboolean gst_cuda_snake_contours_check (
    const GstCudaSnakeContours *contours, GError **error);

G_END_DECLS
