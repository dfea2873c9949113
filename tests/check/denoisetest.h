/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What cudadenoise should make of frames: the engine's filter run by hand, a
 * plane for each component of each field. Its methods themselves are tested by
 * the engine's tests. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* As the element's properties. */
typedef struct {
  const gchar *method;
  gint past, future, window;
  gdouble sigma, strength, chroma_strength, spatial;
  const gchar *planes;
  const gchar *noise_profile;
  const gchar *quality; /* or NULL: fast */
} DenoiseSettings;

#define DENOISE_SETTINGS_DEFAULTS \
  { \
    "compensated", 8, 0, 1, -1, 1, 1, 1, "luma+chroma" \
  }

void denoise_settings_apply (const DenoiseSettings *self, GObject *element);
/* TRUE where frames behind are looked at. */
gboolean denoise_settings_look_ahead (const DenoiseSettings *self);
/* And where a frame is filtered by the settings that there were when it came.
 */
gboolean denoise_settings_are_at_push (const DenoiseSettings *self);

/* A picture that does not move, and is noisy: `still` with noise of some steps
 * of 8 bits in every sample. */
GstBuffer *denoise_test_frame (
    GRand *rand, const GstVideoInfo *info, GstBuffer *still);

/* What the engine's device works in, where it needs that. */
extern gpointer denoise_test_context;

typedef struct _DenoiseReference DenoiseReference;

/* For frames of this format, in its own layout. */
DenoiseReference *denoise_reference_new (
    const GstVideoInfo *info, gboolean by_field);
void denoise_reference_free (DenoiseReference *self);

/* From the next result on. Where method, past, future or planes change, the
 * history starts anew, and no frame may wait. */
void denoise_reference_set (
    DenoiseReference *self, const DenoiseSettings *settings);
/* The next frame does not follow on the last. Those that are in the filter have
 * no result. */
void denoise_reference_reset (DenoiseReference *self);
/* The same, and no frame that waits has a result. */
void denoise_reference_flush (DenoiseReference *self);
/* The next frame. */
void denoise_reference_push (DenoiseReference *self, GstBuffer *frame);
/* How many have no result yet. */
guint denoise_reference_n_waiting (DenoiseReference *self);
/* The oldest of these has no result. */
void denoise_reference_skip (DenoiseReference *self);
/* The oldest of these' result, a copy of it otherwise. */
GstBuffer *denoise_reference_pull (DenoiseReference *self);

G_END_DECLS
