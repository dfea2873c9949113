/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What cases need to know of an operation. */
#include "operations.h"

static const Operation *operations[CF_N_OPS];

void
operations_add (CfOp op, const Operation *operation)
{
  operations[op] = operation;
}

const Operation *
operation_of (CfOp op)
{
  return operations[op];
}

void
describe_border (GString *s, CfBorder border, gint value)
{
  static const gchar *borders[] = { "replicate", "mirror", "constant" };

  g_string_append_printf (s, ", border %s", borders[border]);
  if (border == CF_BORDER_CONSTANT)
    g_string_append_printf (s, " %d", value);
}
