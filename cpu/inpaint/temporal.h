/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inpainting with a history (engine/inpaint/cfinpainttemporal.h): filters that
 * remember, around the one that fills from space. As in CfBackend. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfFilter *cf_cpu_temporal_new (const CfFilter *description, GError **error);

G_END_DECLS
