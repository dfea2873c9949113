/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels find this out about a channel on its way. */
#pragma once

#include "engine/inpaint/cfinpainttexture.h"

/* Cleared before each run. */
typedef struct {
  CfInpaintTexture texture;
  CfInpaintChoice choice;
  uint32_t blocks_done; /* of cf_kernel_inpaint_load */
  uint32_t is_known;    /* some sample is */
} CfInpaintState;
