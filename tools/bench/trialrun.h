/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A trial on a device: its pictures, and what is done with them. */
#pragma once

#include "engine/core/cftuning.h"

G_BEGIN_DECLS

typedef struct _TrialRun TrialRun;

/* Makes pictures, of this size where the trial leaves it open. */
TrialRun *trial_run_new (CfDevice *device, const CfTrial *trial, gint width,
    gint height, GError **error);
void trial_run_free (TrialRun *self);

/* A filter, or what finds contours, by what is chosen now. */
typedef struct _TrialWork TrialWork;

TrialWork *trial_work_new (TrialRun *run, GError **error);
void trial_work_free (TrialWork *work);

/* Does all pictures; the first time results are kept, later on CF_ERROR_INVALID
 * says where they are others. */
gboolean trial_run_check (TrialRun *self, TrialWork *work, GError **error);

/* Nanoseconds a picture, of as many as take `seconds`; on a GPU the geometric
 * mean of those one after another and of those on four streams, as elements
 * with a queue behind them have it. */
gboolean trial_run_time (TrialRun *self, TrialWork *work, gdouble seconds,
    gdouble *nanoseconds, GError **error);

G_END_DECLS
