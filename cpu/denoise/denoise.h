/* Noise reduction over time: filters that remember, which are the only ones
 * that frames are pushed to. As in CfBackend. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

CfFilter *cf_cpu_denoise_new (const CfFilter *description, GError **error);
void cf_cpu_denoise_free (CfFilter *filter);
gboolean cf_cpu_denoise_run (
    CfFilter *filter, const CfPlane *src, const CfPlane *dst, GError **error);
gboolean cf_cpu_denoise_push (
    CfFilter *filter, const CfPlane *src, GError **error);
void cf_cpu_denoise_forget (CfFilter *filter);
void cf_cpu_denoise_skip (CfFilter *filter);
gboolean cf_cpu_denoise_get_noise (
    CfFilter *filter, guint plane, CfNoise *noise);

G_END_DECLS
