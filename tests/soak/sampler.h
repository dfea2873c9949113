/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Takes some frames of a stream, one to three in a row, and compares what
 * becomes of them with what the twin makes of them. Where anything changed
 * while they were on their way, they say nothing and are left out. Results are
 * kept for a while first, so that memory that is used again too early shows.
 *
 * All calls are made with the caller's lock held. */
#pragma once

#include "twin.h"

G_BEGIN_DECLS

typedef struct _Sampler Sampler;

Sampler *sampler_new (GstElement *element, Twin *twin, GRand *rand);
/* Compares what is kept; how many frames were compared in all. */
guint64 sampler_free (Sampler *self);

/* Something is another than it was. */
void sampler_disturb (Sampler *self);
/* Something will be another at any moment, until this is called again. */
void sampler_disturb_from_now (Sampler *self);
void sampler_disturb_no_more (Sampler *self);
/* A frame on its way into the element, of which a sample may be begun: marked
 * then as one that follows on no other. */
void sampler_sent (
    Sampler *self, guint64 number, GstBuffer *frame, const GstVideoInfo *info);
/* A result. */
void sampler_arrived (Sampler *self, guint64 number, GstBuffer *result);

G_END_DECLS
