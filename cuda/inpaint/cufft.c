/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cuFFT at run time. */
#include "cuda/inpaint/cufft.h"
#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"

#define ALLOC_FAILED 2 /* CUFFT_ALLOC_FAILED */
#define INVALID_SIZE 8 /* CUFFT_INVALID_SIZE */

static CfCufft cufft;
static gchar *missing; /* why there is none */

/* CUDA 13 and 12 have it. */
static gpointer
open_library (void)
{
  const gchar *const *names = cf_os_libraries.cufft;
  gpointer library;
  gchar *reason;
  guint i;

  for (i = 0; names[i]; i++) {
    library = cf_library_open (names[i], &reason);
    if (library)
      return library;
    if (i == 0)
      missing =
          g_strdup_printf ("This needs cuFFT, which cannot be loaded (%s): %s",
              reason, cf_os_libraries.without_cufft);
    g_free (reason);
  }
  return NULL;
}

static gpointer
load (gpointer unused)
{
  const CfSymbol symbols[] = {
    { &cufft.Create, "cufftCreate" },
    { &cufft.Destroy, "cufftDestroy" },
    { &cufft.SetAutoAllocation, "cufftSetAutoAllocation" },
    { &cufft.MakePlan1d, "cufftMakePlan1d" },
    { &cufft.MakePlan2d, "cufftMakePlan2d" },
    { &cufft.SetWorkArea, "cufftSetWorkArea" },
    { &cufft.SetStream, "cufftSetStream" },
    { &cufft.ExecR2C, "cufftExecR2C" },
    { &cufft.ExecC2R, "cufftExecC2R" },
  };
  gpointer library = open_library ();
  const gchar *absent;

  if (!library)
    return NULL;
  g_clear_pointer (&missing, g_free);
  absent = cf_library_find (library, symbols, G_N_ELEMENTS (symbols));
  if (absent)
    missing = g_strdup_printf ("This cuFFT has no %s: install that of CUDA "
                               "12 or 13, or use method=local",
        absent);
  return NULL;
}

const CfCufft *
cf_cuda_cufft_get (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, load, NULL);
  if (!missing)
    return &cufft;
  g_set_error_literal (error, CF_ERROR, CF_ERROR_UNSUPPORTED, missing);
  return NULL;
}

gboolean
cf_cuda_cufft_check (int result, const gchar *what, GError **error)
{
  if (result == 0)
    return TRUE;
  if (result == ALLOC_FAILED)
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "Out of memory: cuFFT cannot %s", what);
  else if (result == INVALID_SIZE)
    g_set_error (error, CF_ERROR, CF_ERROR_UNSUPPORTED,
        "cuFFT has no transform of this size: use method=local");
  else
    g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
        "cuFFT failed: cannot %s (its error %d)", what, result);
  return FALSE;
}
