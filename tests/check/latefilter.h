/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A filter of the CPU's for a device that does its work later: with the
 * parameters that the filter had when the device was told. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* A backend's filter_new(). Of the class, what the CPU's filter can do. */
CfFilter *late_filter_new (
    const CfFilter *description, const CfFilterClass *klass, GError **error);
/* A class's functions of these names. */
void late_filter_free (CfFilter *filter);
gboolean late_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise);
/* with all work done */
void late_filter_reset (CfFilter *filter);
void late_filter_skip (CfFilter *filter);
gboolean late_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error);

/* A run with the parameters, and what has elapsed; without `src` of a frame
 * that was pushed, without `dst` a push. Those of a filter with a history come
 * one after the other. */
void late_filter_do (CfFilter *filter, const CfFilterParams *params,
    guint elapsed, CfStream *stream, const CfPlane *src, const CfPlane *dst);

G_END_DECLS
