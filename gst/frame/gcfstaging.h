/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame's way to a block of device memory and back. */
#pragma once

#include "engine/core/cfdevice.h"
#include "gst/frame/gcfformat.h"

G_BEGIN_DECLS

/* A block of device memory that holds one picture. */
typedef struct {
  guint8 *data;
  gsize size;
  GcfPlacement placement; /* of the picture that it holds now */
  gboolean one_copy;      /* the frame has the same layout */
} GcfBlock;

/* Makes the block large enough for frames of this format; no-op where it is.
 * Errors: those of cf_device_alloc(). */
gboolean gcf_block_ensure (
    GcfBlock *self, CfDevice *device, const GstVideoInfo *info, GError **error);
void gcf_block_clear (GcfBlock *self, CfDevice *device);

/* Gives the block the layout of a frame at `at` where one copy can then move
 * it all (all planes are in one memory), else that of `info`. */
void gcf_block_lay_out (GcfBlock *self, const GcfPicture *picture,
    const GstVideoInfo *info, gboolean one_memory, const GcfPlacement *at);

/* Enqueue the copy of a frame that lies at `at`, into or out of the block, and
 * add to *bytes what it moves. Errors: those of cf_stream_upload(). */
gboolean gcf_block_upload (GcfBlock *self, CfStream *stream,
    const GcfPicture *picture, const GcfPlacement *at, gsize *bytes,
    GError **error);
gboolean gcf_block_download (GcfBlock *self, CfStream *stream,
    const GcfPicture *picture, const GcfPlacement *at, gsize *bytes,
    GError **error);

G_END_DECLS
