/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A kernel as the host code knows it: its code is data, which the driver loads
 * when the kernel is first used. */
#pragma once

#ifndef __CUDACC__
#include <glib.h>

typedef struct {
  const gchar *name;  /* of its function */
  gconstpointer code; /* a fat binary: for every GPU that this was built for */
  struct CUkern_st *loaded; /* or NULL; set once, for the whole process */
} CfCudaKernel;
#endif

/* Declares cf_kernel_NAME, whose only argument is an Argument. Tests that run
 * kernels on the CPU declare functions in its place. */
#ifndef CF_DECLARE_KERNEL
#ifdef __CUDACC__
#define CF_DECLARE_KERNEL(name, Argument)
#else
#define CF_DECLARE_KERNEL(name, Argument) extern CfCudaKernel cf_kernel_##name;
#endif
#endif
