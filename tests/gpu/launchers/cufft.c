/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A libcufft.so.12 without a GPU: transforms do nothing, and are counted. */
#include "fakecufft.h"

#define EXPORT __attribute__ ((visibility ("default")))

typedef int Plan;

EXPORT FakeCufft fake_cufft;

EXPORT int cufftCreate (Plan *plan);
EXPORT int cufftDestroy (Plan plan);
EXPORT int cufftSetAutoAllocation (Plan plan, int on);
EXPORT int cufftMakePlan1d (
    Plan plan, int n, int type, int batch, size_t *work);
EXPORT int cufftMakePlan2d (
    Plan plan, int height, int width, int type, size_t *work);
EXPORT int cufftSetWorkArea (Plan plan, void *work);
EXPORT int cufftSetStream (Plan plan, void *stream);
EXPORT int cufftExecR2C (Plan plan, float *from, void *to);
EXPORT int cufftExecC2R (Plan plan, void *from, float *to);

int
cufftCreate (Plan *plan)
{
  *plan = ++fake_cufft.made;
  fake_cufft.there++;
  return 0;
}

int
cufftDestroy (Plan plan)
{
  fake_cufft.there--;
  return 0;
}

int
cufftSetAutoAllocation (Plan plan, int on)
{
  return 0;
}

int
cufftMakePlan1d (Plan plan, int n, int type, int batch, size_t *work)
{
  *work = fake_cufft.work;
  return 0;
}

int
cufftMakePlan2d (Plan plan, int height, int width, int type, size_t *work)
{
  *work = fake_cufft.work;
  return 0;
}

int
cufftSetWorkArea (Plan plan, void *work)
{
  return 0;
}

int
cufftSetStream (Plan plan, void *stream)
{
  return 0;
}

int
cufftExecR2C (Plan plan, float *from, void *to)
{
  return 0;
}

int
cufftExecC2R (Plan plan, void *from, float *to)
{
  return 0;
}
