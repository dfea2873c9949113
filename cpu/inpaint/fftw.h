/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* FFTW, of single precision, loaded when somebody asks for it: the plugin is
 * LGPL and FFTW is GPL, and most users never need it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct fftwf_plan_s *CfFftwPlan;

/* FFTW's DCT-II and DCT-III, which undoes it but for a factor 2n. */
typedef enum {
  CF_FFTW_DCT = 5,    /* FFTW_REDFT10 */
  CF_FFTW_INVERSE = 4 /* FFTW_REDFT01 */
} CfFftwKind;

/* Loads the library once a process. CF_ERROR_UNSUPPORTED: it is not here. */
gboolean cf_cpu_fftw_load (GError **error);

/* Transforms n adjacent samples in place; `scratch` has room for them, aligned
 * as those that will be transformed are. Measures first, which takes up to some
 * seconds, unless this process did so before. NULL: FFTW has no memory. */
CfFftwPlan cf_cpu_fftw_plan (gint n, CfFftwKind kind, gfloat *scratch);
void cf_cpu_fftw_free (CfFftwPlan plan);

/* Any number of threads at once. */
void cf_cpu_fftw_run (CfFftwPlan plan, gfloat *samples);

G_END_DECLS
