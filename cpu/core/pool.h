/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worker threads that share the slices of one operation. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CfCpuPool CfCpuPool;

/* thread: 0...n_threads-1, different for calls that run at the same time */
typedef void (*CfCpuSliceFunc) (gpointer data, guint slice, guint thread);

CfCpuPool *cf_cpu_pool_new (guint n_threads, GError **error);
void cf_cpu_pool_free (CfCpuPool *pool);
guint cf_cpu_pool_get_n_threads (CfCpuPool *pool);

/* Calls func for slices 0...n_slices-1, the calling thread among the workers,
 * and returns when all are done. Several threads may do so at once. */
void cf_cpu_pool_run (
    CfCpuPool *pool, CfCpuSliceFunc func, gpointer data, guint n_slices);

G_END_DECLS
