/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of backend "cpu". */
#include "cpu/core/cpubackend.h"
#include "engine/core/cferror.h"
#include "engine/core/os/cfos.h"

guint8 *
cf_cpu_alloc (gsize size, GError **error)
{
  guint8 *data = cf_os_aligned_alloc (256, size);

  if (!data)
    g_set_error (error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY,
        "There is no memory for %" G_GSIZE_FORMAT " bytes", size);
  return data;
}

void
cf_cpu_free (guint8 *data)
{
  cf_os_aligned_free (data);
}

void
cf_cpu_scratch_clear (CfCpuScratch *scratch)
{
  cf_cpu_free (scratch->data);
  *scratch = (CfCpuScratch){ 0 };
}

gboolean
cf_cpu_reserve (CfCpuScratch *scratch, gsize size, GError **error)
{
  if (size <= scratch->size)
    return TRUE;
  cf_cpu_scratch_clear (scratch);
  scratch->data = cf_cpu_alloc (size, error);
  if (scratch->data)
    scratch->size = size;
  return scratch->data != NULL;
}
