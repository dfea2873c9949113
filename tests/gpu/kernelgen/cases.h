/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which kernels of the generator are compiled, proved and measured. */
#pragma once

#include "kernelgen.h"

G_BEGIN_DECLS

typedef struct {
  KgOptions options;
  gchar *filter;     /* what is filtered how: those alike have equal results */
  gchar *name;       /* of the kernel, as a word of C */
  gboolean measured; /* else only proved */
} KernelCase;

/* All, KernelCase's, those of a filter one behind the other. */
GPtrArray *kernel_cases_new (void);

G_END_DECLS
