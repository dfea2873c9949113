/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files of backend "cpu" share the device. */
#pragma once

#include "engine/core/cfbackend.h"
#include "cpu/core/kernel.h"
#include "cpu/core/pool.h"

G_BEGIN_DECLS

typedef struct {
  CfDevice device;
  CfCpuPool *pool;
  CfCpuKernels kernels;
} CfCpuDevice;

/* Ordinary memory, aligned to 256 bytes. */
guint8 *cf_cpu_alloc (gsize size, GError **error);
void cf_cpu_free (guint8 *data);

/* The same, of which there can be more. */
typedef struct {
  gpointer data;
  gsize size;
} CfCpuScratch;

/* At least so much, whose contents are undefined. Errors: OUT_OF_MEMORY. */
gboolean cf_cpu_reserve (CfCpuScratch *scratch, gsize size, GError **error);
void cf_cpu_scratch_clear (CfCpuScratch *scratch);

CfFilter *cf_cpu_filter_new (const CfFilter *description, GError **error);

G_END_DECLS
