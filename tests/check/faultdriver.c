/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sites for faults (faults.h) in front of the CUDA driver's functions, for all
 * that this process looks up: the plugin, and gstreamer-cuda. Linked
 * into a program, which the loader asks first for dlsym(). Functions that free
 * or that make a context current are left alone: what they keep back would be
 * lost for good. */
#define _GNU_SOURCE /* dlvsym() */
#include "faults.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <string.h>

#define BRIEF (FAULT_MASK (FAULT_BRIEF) | FAULT_MASK (FAULT_LOST))
#define MEMORY (FAULT_MASK (FAULT_MEMORY) | FAULT_MASK (FAULT_LOST))

/* CUresult */
#define OUT_OF_MEMORY 2
#define NOT_SUPPORTED 801
#define LAUNCH_FAILED 719

static const struct {
  const gchar *name;
  guint kinds;
} functions[] = {
  { "cuEventCreate", MEMORY },
  { "cuEventElapsedTime", BRIEF },
  { "cuEventRecord", BRIEF },
  { "cuEventRecordWithFlags", BRIEF },
  { "cuEventSynchronize", BRIEF },
  { "cuGraphInstantiateWithFlags", MEMORY },
  { "cuGraphInstantiateWithParams", MEMORY },
  { "cuGraphLaunch", MEMORY | BRIEF },
  { "cuLaunchKernel", MEMORY | BRIEF },
  { "cuLaunchKernelEx", MEMORY | BRIEF },
  { "cuLibraryLoadData", MEMORY | BRIEF },
  { "cuMemAlloc", MEMORY },
  { "cuMemAllocHost", MEMORY },
  /* GstBufferPool loses the buffers that it has made where it cannot make as
   * many as it begins with, each time that this is tried */
  { "cuMemAllocPitch", FAULT_MASK (FAULT_MEMORY) },
  { "cuMemHostAlloc", MEMORY },
  { "cuMemHostRegister", MEMORY | FAULT_MASK (FAULT_REFUSED) },
  { "cuMemcpy2DAsync", BRIEF },
  { "cuMemcpyAsync", BRIEF },
  { "cuMemcpyDtoHAsync", BRIEF },
  { "cuMemcpyHtoD", BRIEF },
  { "cuMemcpyHtoDAsync", BRIEF },
  { "cuMemsetD8", BRIEF },
  { "cuMemsetD8Async", BRIEF },
  { "cuStreamCreate", MEMORY },
  { "cuStreamSynchronize", BRIEF },
  { "cuStreamWaitEvent", BRIEF },
};

typedef long (*Function) (
    long, long, long, long, long, long, long, long, long, long, long, long);
typedef gpointer (*Lookup) (gpointer library, const gchar *name);

/* A function of the driver's, which there can be several of with a name
 * (cuMemAlloc_v2, cuEventRecord_ptsz), behind a function of ours. */
#define N_WRAPPERS 64
static struct {
  Function real;
  FaultSite *site;
} wrapped[N_WRAPPERS];
static guint n_wrapped;
static GMutex lock; /* of the above */

static Function context_synchronize;
static Function get_proc_address[2]; /* two versions */
static FaultSite *sites[G_N_ELEMENTS (functions)];

static Lookup
real_dlsym (void)
{
  static Lookup lookup;

  if (!lookup)
    lookup = (Lookup)dlvsym (RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!lookup)
    lookup = (Lookup)dlvsym (RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  return lookup;
}

/* Any function of up to twelve integers and pointers. */
static long
call (guint index, long a, long b, long c, long d, long e, long f, long g,
    long h, long i, long j, long k, long l)
{
  static const long codes[] = { OUT_OF_MEMORY, NOT_SUPPORTED, LAUNCH_FAILED,
    LAUNCH_FAILED };
  FaultKind kind;

  if (!fault_strikes (wrapped[index].site, &kind))
    return wrapped[index].real (a, b, c, d, e, f, g, h, i, j, k, l);
  /* A device that failed does no more, and this one must not either. */
  if ((kind == FAULT_BRIEF || kind == FAULT_LOST) && context_synchronize)
    context_synchronize (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return codes[kind];
}

#define WRAPPER(n) \
  static long wrapper_##n (long a, long b, long c, long d, long e, long f, \
      long g, long h, long i, long j, long k, long l) \
  { \
    return call (n, a, b, c, d, e, f, g, h, i, j, k, l); \
  }
#define EIGHT(X, n) \
  X (n##0) X (n##1) X (n##2) X (n##3) X (n##4) X (n##5) X (n##6) X (n##7)
#define ALL(X) \
  EIGHT (X, 0) \
  EIGHT (X, 01) \
  EIGHT (X, 02) \
  EIGHT (X, 03) EIGHT (X, 04) EIGHT (X, 05) EIGHT (X, 06) EIGHT (X, 07)
#define NAME(n) wrapper_##n,

/* clang-format off */
ALL (WRAPPER)
static const Function wrappers[N_WRAPPERS] = { ALL (NAME) };
/* clang-format on */

/* The function's number, whatever version of it this is; or -1. */
static gint
find (const gchar *name)
{
  gsize length = strlen (name);

  while (length > 3
         && (strncmp (name + length - 3, "_v", 2) == 0
             && g_ascii_isdigit (name[length - 1])))
    length -= 3;
  if (length > 5 && strncmp (name + length - 5, "_ptsz", 5) == 0)
    length -= 5;
  if (length > 3 && strncmp (name + length - 3, "_v", 2) == 0)
    length -= 3;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strlen (functions[i].name) == length
        && strncmp (functions[i].name, name, length) == 0)
      return i;
  return -1;
}

static gpointer
wrap (const gchar *name, gpointer real)
{
  gint function = find (name);
  guint i;

  if (!real || function < 0)
    return real;
  g_mutex_lock (&lock);
  for (i = 0; i < n_wrapped && wrapped[i].real != (Function)real; i++)
    ;
  if (i == n_wrapped) {
    g_assert (n_wrapped < N_WRAPPERS);
    if (!sites[function])
      sites[function] =
          fault_site_new (functions[function].name, functions[function].kinds);
    wrapped[n_wrapped].real = (Function)real;
    wrapped[n_wrapped++].site = sites[function];
  }
  g_mutex_unlock (&lock);
  return (gpointer)wrappers[i];
}

static long proc_address_2 (
    long, long, long, long, long, long, long, long, long, long, long, long);

/* What a version of cuGetProcAddress (symbol, pfn, version, flags[, status])
 * found. */
static long
look_up (
    Function real, long symbol, long pfn, long version, long flags, long status)
{
  long result = real (symbol, pfn, version, flags, status, 0, 0, 0, 0, 0, 0, 0);
  const gchar *name = (const gchar *)symbol;
  gpointer *found = (gpointer *)pfn;

  if (result != 0 || !*found)
    return result;
  if (strcmp (name, "cuGetProcAddress") != 0) {
    *found = wrap (name, *found);
  } else if (*found != (gpointer)get_proc_address[0]) {
    get_proc_address[1] = (Function)*found;
    *found = (gpointer)proc_address_2;
  }
  return result;
}

/* Without a status. */
static long
proc_address_1 (long symbol, long pfn, long version, long flags, long e, long f,
    long g, long h, long i, long j, long k, long l)
{
  return look_up (get_proc_address[0], symbol, pfn, version, flags, 0);
}

static long
proc_address_2 (long symbol, long pfn, long version, long flags, long status,
    long f, long g, long h, long i, long j, long k, long l)
{
  return look_up (get_proc_address[1], symbol, pfn, version, flags, status);
}

G_MODULE_EXPORT void *
dlsym (void *library, const char *name)
{
  gpointer found = real_dlsym () (library, name);

  if (!found || strncmp (name, "cu", 2) != 0)
    return found;
  if (!context_synchronize)
    context_synchronize = (Function)real_dlsym () (library, "cuCtxSynchronize");
  if (strcmp (name, "cuGetProcAddress") == 0) {
    get_proc_address[0] = (Function)found;
    return (gpointer)proc_address_1;
  }
  if (strcmp (name, "cuGetProcAddress_v2") == 0) {
    get_proc_address[1] = (Function)found;
    return (gpointer)proc_address_2;
  }
  return wrap (name, found);
}
