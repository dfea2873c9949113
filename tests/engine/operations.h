/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What cases need to know of an operation: a row for each, beside its tests,
 * which registers itself:
 *
 *   OPERATION (CF_OP_EPSILON, describe, reference)
 */
#pragma once

#include "engine/core/cffilter.h"

typedef struct {
  /* All parameters, in one line. */
  void (*describe) (const CfFilterParams *params, GString *s);
  /* What becomes of a plane that is filtered; FALSE with a reason in `why`
   * where the parameters ask for what the reference doubts. NULL where tests
   * have oracles of their own. */
  gboolean (*reference) (const CfFilterParams *params, const CfPlane *src,
      const CfPlane *dst, GString *why);
} Operation;

const Operation *operation_of (CfOp op);

#define OPERATION(op, ...) \
  __attribute__ ((constructor)) static void add_operation (void) \
  { \
    static const Operation operation = { __VA_ARGS__ }; \
\
    operations_add (op, &operation); \
  }

void operations_add (CfOp op, const Operation *operation);

/* For describe(). */
void describe_border (GString *s, CfBorder border, gint value);
