/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that fill holes from space, and what inpainting with a history needs
 * of them. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfFilter *cf_cuda_inpaint_spatial_new (
    const CfFilter *description, GError **error);

/* The holes of another one for the same planes. */
gboolean cf_cuda_inpaint_copy_holes (
    CfFilter *filter, const CfFilter *from, GError **error);
/* Enter the device. The work enqueued on the stream until now is the last that
 * uses the filter, */
gboolean cf_cuda_inpaint_retire (
    CfFilter *filter, CfStream *stream, GError **error);
/* is done, so that the filter can be freed, */
gboolean cf_cuda_inpaint_is_done (const CfFilter *filter);
/* or is waited for. */
gboolean cf_cuda_inpaint_finish (CfFilter *filter, GError **error);

G_END_DECLS
