/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses what blocks take from a reference. */
#pragma once

#include <glib.h>

#include "engine/inpaint/cfinpainttemporal.h"

G_BEGIN_DECLS

typedef struct {
  CfTemporalPictures pictures;
  CfTemporalChoice *choices;   /* of each block, row by row */
  const CfMotionVector *field; /* of the search */
  CfMotionVector dominant;
  gint across, down; /* blocks */
} CfCpuTemporalBlocks;

/* Chooses for a row of blocks. */
void cf_cpu_temporal_choose (const CfCpuTemporalBlocks *job, gint row);

G_END_DECLS
