/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A source that one can seek in, of numbered frames in memory of every kind. */
#pragma once

#include <gst/base/gstpushsrc.h>
#include <gst/video/video.h>

#include "ledger.h"

G_BEGIN_DECLS

#define SOAK_TYPE_SOURCE (soak_source_get_type ())
G_DECLARE_FINAL_TYPE (SoakSource, soak_source, SOAK, SOURCE, GstPushSrc)

/* Of a frame: picture n is at n times this. */
#define SOAK_SOURCE_DURATION (GST_SECOND / 50)

/* Where frames come from. */
typedef enum {
  SUPPLY_NEW,      /* memory that was never seen before */
  SUPPLY_POOL,     /* up to three buffers of ordinary memory, again and again */
  SUPPLY_PROPOSED, /* a pool that is proposed by the element behind it */
  SUPPLY_FOREIGN,  /* read-only memory of somebody else */
  SUPPLY_ODD,      /* strides and offsets of their own */
  SUPPLY_SPLIT,    /* a memory for each plane */
  N_SUPPLIES,
  SUPPLY_CUDA = N_SUPPLIES /* CUDAMemory, where cuda_frames_hold() them */
} Supply;

typedef struct {
  /* On the streaming thread, before frame `number`: the place for changes that
   * are in time with the frames, soak_source_set_format() too. */
  void (*before) (SoakSource *self, guint64 number, gpointer data);
  /* And with it. */
  void (*made) (
      SoakSource *self, guint64 number, GstBuffer *buffer, gpointer data);
  gpointer data;
} SoakSourceCalls;

/* The ledger and what the calls need have to outlive it. Pictures, and all that
 * is drawn at random, are by the seed. */
SoakSource *soak_source_new (
    Ledger *ledger, guint32 seed, const SoakSourceCalls *calls);

/* From the next frame on. */
void soak_source_set_format (
    SoakSource *self, const GstVideoInfo *info, Supply supply);
/* How many frames the stream has between its ends; a seek may go anywhere in
 * it. */
void soak_source_set_length (SoakSource *self, guint64 n_frames);

/* The number of a frame, which its copies have too. */
guint64 soak_source_number (GstBuffer *buffer);
/* The number of the last frame in front of the end of the stream. */
guint64 soak_source_last_number (GstEvent *eos);

G_END_DECLS
