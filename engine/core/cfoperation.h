/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* CfOperation describes an operation, whatever a backend makes of it. Each row
 * is beside the operation's definition. */
#pragma once

#include "engine/core/cfplane.h"

G_BEGIN_DECLS

/* Results depend on these besides the picture itself. */
typedef struct {
  gboolean is_kept;  /* earlier frames, which the filter keeps */
  gint future;       /* so many later frames: those are pushed */
  gboolean tracks;   /* the last result, where one filter makes all */
  gboolean is_blind; /* what is taken of these is not judged, sample by sample
                      * or block by block */
  gboolean at_push;  /* what may change of parameters is read when a frame is
                      * pushed, and not when it gets its result */
} CfHistory;

/* `params` are the operation's own, and valid but for validate(). A function
 * that is NULL says no, or does nothing. */
typedef struct {
  gsize size; /* of the parameters */
  /* CF_ERROR_INVALID says which, and the range. */
  gboolean (*validate) (gconstpointer params, GError **error);
  /* Every picture stays as it is, whatever the samples. */
  gboolean (*is_identity) (gconstpointer params);
  /* NULL: where they have the same bytes */
  gboolean (*equal) (gconstpointer a, gconstpointer b);

  /* NULL: once */
  gint (*iterations) (gconstpointer params);
  /* Returns how far away, in a row and in a column, samples still affect one
   * iteration's result; FALSE where others do too. */
  gboolean (*reach) (gconstpointer params, gint *across, gint *down);

  CfHistory (*history) (gconstpointer params);
  /* Operations with a history have this: b can take a's place in a filter that
   * goes on with the earlier frames it keeps. */
  gboolean (*share_history) (gconstpointer a, gconstpointer b);
  /* Takes over of `from` what can be while frames that were pushed wait. */
  void (*mix) (gpointer params, gconstpointer from);

  gboolean has_holes; /* see cf_filter_set_holes() */
  gboolean is_costly; /* filters have memory for many frames, or what the next
                       * filter is to have */
  void (*set_kinds) (gpointer params, const CfPlaneKinds *kinds);
} CfOperation;

G_END_DECLS
