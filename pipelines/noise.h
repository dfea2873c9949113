/* Noise that is added to pictures whose truth is then known. */
#pragma once

#include <gst/video/video.h>

G_BEGIN_DECLS

/* Samples that were looked at, and those that noise hit. */
typedef struct {
  guint64 hit;
  guint64 samples;
} NoiseCount;

/* Sets a random `fraction` of the samples of an 8-bit picture to 0 or 255.
 * The same state gives the same noise; state must not be 0. */
void noise_add_salt_and_pepper (
    GstVideoFrame *frame, gdouble fraction, guint64 *state, NoiseCount *count);

/* A sensor's noise: normal, with a variance of a + b * value, as the light's
 * own grows with the light (Foi and others, "Practical Poissonian-Gaussian
 * noise modeling and fitting for single-image raw-data", 2008). */
typedef struct _SensorNoise SensorNoise;

/* Of what luma's noise chroma has. */
#define SENSOR_NOISE_CHROMA 0.7

/* `sigma`: the standard deviation where luma is 128, in 8-bit steps. In black
 * it is a third of that. */
SensorNoise *sensor_noise_new (gdouble sigma);
void sensor_noise_free (SensorNoise *noise);
gdouble sensor_noise_deviation (const SensorNoise *noise, guint8 luma);

/* Adds it to an I420 picture; chroma's by the luma there. The same state gives
 * the same noise; state must not be 0. */
void sensor_noise_add (
    const SensorNoise *noise, GstVideoFrame *frame, guint64 *state);

G_END_DECLS
