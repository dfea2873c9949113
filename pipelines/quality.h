/* How far a picture is from what it should be: luma, of 8 bits. The two
 * pictures have the same size; they may differ in stride. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Of all pictures that were added so far. */
typedef struct {
  guint64 squared_error, samples;
  gdouble similarity;
  guint64 windows;
} Quality;

void quality_add (
    Quality *quality, const GstVideoFrame *a, const GstVideoFrame *b);

/* Peak signal-to-noise ratio in dB, infinite where the error is 0. */
gdouble quality_psnr (const Quality *quality);

/* Structural similarity, at most 1 (Wang and others 2004), the mean over
 * windows of 8x8 samples at every fourth place, as FFmpeg's filter has it. Not
 * a number where pictures are smaller than that. */
gdouble quality_ssim (const Quality *quality);

G_END_DECLS
