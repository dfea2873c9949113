/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/core/driver.h"
#include "engine/core/cferror.h"
#include "engine/core/cflibrary.h"

CfCuDriver cf_cu;

static struct {
  CfCuResult (*init) (guint flags);
  CfCuResult (*get_version) (gint *version);
} start;
static gchar *missing; /* why there is no driver, or NULL */

/* Kernels as libraries came with 12.0; machine code needs a driver of the
 * release that compiled it, at least (CF_CUDA_RELEASE is nvcc's). */
#define LEAST_VERSION (1000 * MAX (CF_CUDA_RELEASE, 12))

gint
cf_cu_get_version (void)
{
  gint version = 0;

  if (!start.get_version || start.get_version (&version) != CF_CU_SUCCESS)
    return 0;
  return version;
}

const gchar *
cf_cu_describe (CfCuResult result)
{
  const gchar *text = NULL;

  if (cf_cu.GetErrorString)
    cf_cu.GetErrorString (result, &text);
  return text ? text : "unknown error";
}

/* With all its functions, or what it lacks. */
static gchar *
start_driver (gpointer library)
{
#define SYMBOL(member, name, arguments) { &cf_cu.member, name },
  const CfSymbol functions[] = { CF_CU_FUNCTIONS (SYMBOL) };
#undef SYMBOL
  const CfSymbol first[] = { { &start.init, "cuInit" },
    { &start.get_version, "cuDriverGetVersion" },
    { &cf_cu.GetErrorString, "cuGetErrorString" } };
  const gchar *absent = cf_library_find (library, first, G_N_ELEMENTS (first));
  const gint version = cf_cu_get_version ();
  CfCuResult result;

  if (!absent && version < LEAST_VERSION)
    return g_strdup_printf ("The NVIDIA driver is too old: it supports CUDA "
                            "%d.%d, and this build needs %d.0 or later. Update "
                            "the driver, or rebuild with an older CUDA Toolkit",
        version / 1000, version % 1000 / 10, LEAST_VERSION / 1000);
  if (!absent) {
    result = start.init (0);
    if (result != CF_CU_SUCCESS)
      return g_strdup_printf ("The NVIDIA driver does not start (%s): see "
                              "whether nvidia-smi finds a GPU",
          cf_cu_describe (result));
    absent = cf_library_find (library, functions, G_N_ELEMENTS (functions));
  }
  return absent ? g_strdup_printf (
             "The NVIDIA driver has no %s: update or repair it", absent)
                : NULL;
}

static gchar *
find_missing (void)
{
  gchar *reason, *text;
  gpointer library = cf_library_open_driver (&reason);

  if (library)
    return start_driver (library);
  text = g_strdup_printf ("%s: to use a GPU, install its driver", reason);
  g_free (reason);
  return text;
}

static gpointer
load (gpointer unused)
{
  missing = find_missing ();
  return NULL;
}

gboolean
cf_cu_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, load, NULL);
  if (missing)
    g_set_error (error, CF_ERROR, CF_ERROR_NO_DEVICE, "%s", missing);
  return !missing;
}

gboolean
cf_cuda_check (CfCuResult result, const gchar *what, GError **error)
{
  const gchar *name = NULL;

  if (result == CF_CU_SUCCESS)
    return TRUE;
  if (result == CF_CU_ERROR_OUT_OF_MEMORY) {
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "Out of memory: cannot %s", what);
    return FALSE;
  }
  cf_cu.GetErrorName (result, &name);
  g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
      "The GPU failed: cannot %s (%s: %s)", what, name ? name : "unknown",
      cf_cu_describe (result));
  return FALSE;
}
