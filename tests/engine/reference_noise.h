/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How strong noise is, as naively as possible: engine/noise, tile by tile. Of
 * the engine's headers only the structures are used. */
#pragma once

#include "engine/core/cffilter.h"
#include "engine/motion/cfmotion.h"
#include "engine/noise/cfnoiseplane.h"

/* Samples of 16 bits. */
typedef struct {
  const gint *at;
  gint width, height;
} ReferenceChannel;

/* Those outside are replicated. */
static inline gint
reference_channel_get (const ReferenceChannel *c, gint x, gint y)
{
  return c->at[(gsize)CLAMP (y, 0, c->height - 1) * c->width
               + CLAMP (x, 0, c->width - 1)];
}

/* What tells the light of colour: samples of 16 bits, whose sides were halved
 * so often. */
typedef struct {
  ReferenceChannel channel;
  gint halved_x, halved_y;
} ReferenceLuma;

/* What a channel is compared with. */
typedef struct {
  ReferenceChannel with; /* or whose `at` is NULL: there is nothing */
  const gint *counts;    /* of its samples, eighths; NULL: each has 8 */
  const gint *before;    /* the last frame's samples */
  /* of the leader's blocks, or NULL: nobody searched */
  const CfMotionVector *field;
  gint field_width, field_height, halved_x, halved_y;
} ReferenceNoiseOther;

/* Adds v's tiles (of CfNoiseTile). Samples have so many bits. Of colour `light`
 * tells a tile's class, where its channel has samples; else it is NULL. */
void reference_noise_add (GArray *tiles, const ReferenceChannel *v,
    const ReferenceNoiseOther *other, gint bits, const ReferenceLuma *luma);

/* The plane that tells a plane of colour its light, of which the sides are set
 * in `light`, or -1. */
gint reference_noise_find_luma (const CfDenoiseParams *p, const CfPlane *planes,
    guint32 filtered, guint plane, ReferenceLuma *luma);

/* How much lighter a channel is than what it is compared with, by 8 classes of
 * light: of the last frame and of two before it. */
typedef struct {
  gint of[3][8];
  gboolean known[3][8];
} ReferenceOffsets;

/* Another frame comes. */
void reference_noise_shift_offsets (ReferenceOffsets *offsets);
/* Of v, where sigma is that of the classes. */
void reference_noise_add_offsets (const ReferenceChannel *v,
    const ReferenceNoiseOther *other, gint bits, const ReferenceLuma *luma,
    const guint32 *sigma, ReferenceOffsets *offsets);
/* By 32 levels of light; FALSE: it is not lighter. */
gboolean reference_noise_offsets (
    const ReferenceOffsets *offsets, gint32 *levels);

/* What all of a plane's tiles tell. */
CfNoiseStatistics reference_noise_tell (const GArray *tiles);

/* What is known behind a frame that tells this, `how` as of cf_noise_hold ().
 */
void reference_noise_hold (
    CfNoiseHeld *held, const CfNoiseStatistics *told, gint how);
void reference_noise_repeat (CfNoiseHeld *held);

/* In 1/256 of a step of 8 bits: the noise's, that for the search for motion,
 * and that of white noise with as large differences in a few samples. */
guint reference_noise_sigma (const CfNoiseHeld *held);
guint reference_noise_search (const CfNoiseHeld *held);
guint reference_noise_white (const CfNoiseHeld *held);
/* Of squares of sums, in 2^16ths of white noise's. */
guint reference_noise_part_of_sums (const CfNoiseHeld *held);
/* The same by 8 classes of light, and by 32 levels, where it is `white` of all.
 */
void reference_noise_luma_classes (
    const CfNoiseHeld *held, guint white, guint32 *luma_classes);
void reference_noise_curve (
    const CfNoiseHeld *held, guint white, guint32 *curve);

/* What is told of a plane's noise, or -1 where it is measured; and by 32
 * levels, of one that is told. */
gint reference_noise_told (const CfDenoiseParams *p, guint plane);
void reference_noise_told_luma_classes (
    const CfDenoiseParams *p, guint plane, guint32 *luma_classes);
void reference_noise_told_curve (
    const CfDenoiseParams *p, guint plane, guint32 *curve);
/* The noise itself, told or not, by 32 levels; returns its coarseness. */
gint reference_noise_itself (const CfDenoiseParams *p, const CfNoiseHeld *held,
    guint plane, guint32 *curve);
