/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which elements there are. */
#include "gst/gstcudaelements.h"
#include "gst/elementlist.h" /* generated */

#define DECLARE(name) GST_ELEMENT_REGISTER_DECLARE (name)
CUDA_ELEMENTS (DECLARE)
CUDA_PRIVATE_ELEMENTS (DECLARE)

#define REGISTER(name) GST_ELEMENT_REGISTER (name, plugin);

void
gcf_elements_register (GstPlugin *plugin, gboolean with_private)
{
  CUDA_ELEMENTS (REGISTER)
  if (with_private) {
    CUDA_PRIVATE_ELEMENTS (REGISTER)
  }
}
