/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fills holes from references, sample by sample. */
#pragma once

#include "engine/core/cfplane.h"
#include "engine/motion/cfmotionscale.h"
#include "engine/inpaint/cfinpainttemporal.h"

G_BEGIN_DECLS

/* Rows top...bottom-1 of a plane, which is filled from space. */
typedef struct {
  const CfPlane *plane; /* its states too are written */
  guint8 *states;
  struct {
    const CfPlane *plane;
    const guint8 *states;
    const CfTemporalChoice *choices; /* the guide plane's */
  } references[CF_TEMPORAL_REFERENCES];
  guint n_references;
  gint across, down;       /* the guide plane's blocks */
  gint halved_x, halved_y; /* how often to come from the guide plane's size */
  gint top, bottom;
} CfCpuTemporalSamples;

void cf_cpu_temporal_repair (const CfCpuTemporalSamples *job);

/* Rows top...bottom-1, or up to the plane's end, of its leading channel with 8
 * bits. */
void cf_cpu_temporal_bytes (const CfPlane *plane, CfDenoiseScale scale,
    gint top, gint bottom, guint8 *bytes, gsize stride);

G_END_DECLS
