/* A trial on a device: its pictures, and filters that run on them. */
#pragma once

#include "engine/core/cftuning.h"

G_BEGIN_DECLS

typedef struct _TrialRun TrialRun;

/* Makes pictures, of this size where the trial leaves it open. */
TrialRun *trial_run_new (CfDevice *device, const CfTrial *trial, gint width,
    gint height, GError **error);
void trial_run_free (TrialRun *self);

/* A filter by what is chosen now. */
CfFilter *trial_run_filter (TrialRun *self, GError **error);

/* Filters all pictures; the first time results are kept, later on
 * CF_ERROR_INVALID says where they are others. */
gboolean trial_run_check (TrialRun *self, CfFilter *filter, GError **error);

/* Nanoseconds a picture, of as many as take `seconds`. */
gboolean trial_run_time (TrialRun *self, CfFilter *filter, gdouble seconds,
    gdouble *nanoseconds, GError **error);

G_END_DECLS
