/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that several elements have, with the same names and meaning. */
#include "gst/filter/gcfsettings.h"

/**
 * GstCudaFilterBackend:
 *
 * Where frames are filtered.
 *
 * Since: 0.1
 */
GCF_DEFINE_ENUM (GstCudaFilterBackend, gcf_backend,
    { GCF_BACKEND_AUTO, "The GPU where there is one, else the CPU", "auto" },
    { GCF_BACKEND_CUDA, "An NVIDIA GPU", "cuda" },
    { GCF_BACKEND_CPU, "The CPU", "cpu" });

/**
 * GstCudaFilterBorder:
 *
 * What stands for samples outside the picture.
 *
 * Since: 0.1
 */
GCF_DEFINE_ENUM (GstCudaFilterBorder, gcf_border,
    { CF_BORDER_REPLICATE, "The nearest sample: aaa|abcd|ddd", "replicate" },
    { CF_BORDER_MIRROR, "Reflected, the edge sample not repeated: dcb|abcd|cba",
        "mirror" },
    { CF_BORDER_CONSTANT, "border-value", "constant" });

/**
 * GstCudaFilterPlanes:
 *
 * Kinds of samples. R, G and B count as luma.
 *
 * Since: 0.1
 */
GType
gcf_planes_get_type (void)
{
  static gsize type;
  static const GFlagsValue values[] = {
    { GCF_PLANES_LUMA, "Luma, grey, and R, G and B", "luma" },
    { GCF_PLANES_CHROMA, "Chroma", "chroma" },
    { GCF_PLANES_ALPHA, "Alpha", "alpha" }, { 0, NULL, NULL }
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (
        &type, g_flags_register_static ("GstCudaFilterPlanes", values));
  return type;
}
