/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cuFFT, loaded when somebody asks for it: 280 MB that most users never need.
 * Its headers are not needed. */
#pragma once

#include "cuda/core/driver.h"

G_BEGIN_DECLS

typedef int CfCufftPlan;

/* Functions of cuFFT, under its names; results are its own, 0 is success. */
typedef struct {
  int (*Create) (CfCufftPlan *plan);
  int (*Destroy) (CfCufftPlan plan);
  int (*SetAutoAllocation) (CfCufftPlan plan, int on);
  int (*MakePlan1d) (
      CfCufftPlan plan, int n, int type, int batch, size_t *work);
  int (*MakePlan2d) (
      CfCufftPlan plan, int height, int width, int type, size_t *work);
  int (*SetWorkArea) (CfCufftPlan plan, void *work);
  int (*SetStream) (CfCufftPlan plan, CfCuStream stream);
  int (*ExecR2C) (CfCufftPlan plan, float *from, void *to);
  int (*ExecC2R) (CfCufftPlan plan, void *from, float *to);
} CfCufft;

#define CF_CUFFT_R2C 0x2a
#define CF_CUFFT_C2R 0x2c

/* Loads the library once a process; NULL and CF_ERROR_UNSUPPORTED: it is not
 * here. */
const CfCufft *cf_cuda_cufft_get (GError **error);

/* TRUE for success; else sets `error`, naming what was tried. */
gboolean cf_cuda_cufft_check (int result, const gchar *what, GError **error);

G_END_DECLS
