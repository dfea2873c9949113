/* Noise with a known truth, and how far a picture is from it. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* A picture's worth of samples that were looked at or hit. */
typedef struct {
  guint64 hit;
  guint64 samples;
} NoiseCount;

/* Sets a random `fraction` of the samples of an 8-bit picture to 0 or 255.
 * The same state gives the same noise; state must not be 0. */
void quality_add_salt_and_pepper (
    GstVideoFrame *frame, gdouble fraction, guint64 *state, NoiseCount *count);

/* Sum of squared differences over the luma of two 8-bit pictures of the same
 * size; they may differ in stride. */
guint64 quality_luma_error (const GstVideoFrame *a, const GstVideoFrame *b);

/* Peak signal-to-noise ratio in dB, infinite where the error is 0. */
gdouble quality_psnr (guint64 squared_error, guint64 samples);

G_END_DECLS
