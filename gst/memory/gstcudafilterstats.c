/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts what an element's frames cost. */
#include "gst/memory/gstcudafilterstats.h"

#include <string.h>

struct _GstCudaFilterStats {
  GMutex lock;

  /* under the lock */
  guint64 frames, late_frames;
  guint64 uploads, downloads, bytes_up, bytes_down;
  guint64 timed_frames;
  GstCudaFilterTimes sum;
  GstCudaFilterNoise noise[2];
};

GstCudaFilterStats *
gst_cuda_filter_stats_new (void)
{
  GstCudaFilterStats *self = g_atomic_rc_box_new0 (GstCudaFilterStats);

  g_mutex_init (&self->lock);
  return self;
}

GstCudaFilterStats *
gst_cuda_filter_stats_ref (GstCudaFilterStats *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_mutex_clear (&((GstCudaFilterStats *)data)->lock);
}

void
gst_cuda_filter_stats_unref (GstCudaFilterStats *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

void
gst_cuda_filter_stats_reset (GstCudaFilterStats *self)
{
  g_mutex_lock (&self->lock);
  self->frames = self->late_frames = 0;
  self->uploads = self->downloads = self->bytes_up = self->bytes_down = 0;
  self->timed_frames = 0;
  self->sum = (GstCudaFilterTimes){ 0 };
  memset (self->noise, 0, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_add_frame (GstCudaFilterStats *self)
{
  g_mutex_lock (&self->lock);
  self->frames++;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_add_late_frame (GstCudaFilterStats *self)
{
  g_mutex_lock (&self->lock);
  self->late_frames++;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_add_upload (GstCudaFilterStats *self, gsize bytes)
{
  g_mutex_lock (&self->lock);
  self->uploads++;
  self->bytes_up += bytes;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_add_download (GstCudaFilterStats *self, gsize bytes)
{
  g_mutex_lock (&self->lock);
  self->downloads++;
  self->bytes_down += bytes;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_add_times (
    GstCudaFilterStats *self, const GstCudaFilterTimes *times)
{
  g_mutex_lock (&self->lock);
  self->timed_frames++;
  self->sum.upload += times->upload;
  self->sum.kernel += times->kernel;
  self->sum.download += times->download;
  self->sum.after_push += times->after_push;
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_set_noise (
    GstCudaFilterStats *self, const GstCudaFilterNoise noise[2])
{
  g_mutex_lock (&self->lock);
  memcpy (self->noise, noise, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

void
gst_cuda_filter_stats_get_noise (
    GstCudaFilterStats *self, GstCudaFilterNoise noise[2])
{
  g_mutex_lock (&self->lock);
  memcpy (noise, self->noise, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

static void
add_lights (const GstCudaFilterNoise *noise, const gchar *name, GstStructure *s)
{
  GValue array = G_VALUE_INIT, value = G_VALUE_INIT;
  guint i;

  g_value_init (&array, GST_TYPE_ARRAY);
  g_value_init (&value, G_TYPE_DOUBLE);
  for (i = 0; i < noise->n_lights; i++) {
    g_value_set_double (&value, noise->by_light[i]);
    gst_value_array_append_value (&array, &value);
  }
  gst_structure_take_value (s, name, &array);
}

void
gst_cuda_filter_noise_add_fields (
    const GstCudaFilterNoise noise[2], GstStructure *s)
{
  static const gchar *const names[][3] = {
    { "sigma-luma", "sigma-luma-by-light", "coarseness-luma" },
    { "sigma-chroma", "sigma-chroma-by-light", "coarseness-chroma" }
  };
  guint i;

  for (i = 0; i < 2; i++) {
    if (!noise[i].is_known)
      continue;
    gst_structure_set (s, names[i][0], G_TYPE_DOUBLE, noise[i].sigma, NULL);
    if (noise[i].n_lights == 0)
      continue;
    add_lights (&noise[i], names[i][1], s);
    gst_structure_set (
        s, names[i][2], G_TYPE_DOUBLE, noise[i].coarseness, NULL);
  }
}

GstStructure *
gst_cuda_filter_stats_to_structure (GstCudaFilterStats *self)
{
  GstStructure *s;
  guint64 n;

  g_mutex_lock (&self->lock);
  n = MAX (self->timed_frames, 1);
  s = gst_structure_new ("cudafilters-stats", "frames", G_TYPE_UINT64,
      self->frames, "late-frames", G_TYPE_UINT64, self->late_frames, "uploads",
      G_TYPE_UINT64, self->uploads, "downloads", G_TYPE_UINT64, self->downloads,
      "bytes-up", G_TYPE_UINT64, self->bytes_up, "bytes-down", G_TYPE_UINT64,
      self->bytes_down, "timed-frames", G_TYPE_UINT64, self->timed_frames,
      "upload-time", G_TYPE_UINT64, self->sum.upload / n, "kernel-time",
      G_TYPE_UINT64, self->sum.kernel / n, "download-time", G_TYPE_UINT64,
      self->sum.download / n, "time-after-push", G_TYPE_UINT64,
      self->sum.after_push / n, NULL);
  gst_cuda_filter_noise_add_fields (self->noise, s);
  g_mutex_unlock (&self->lock);
  return s;
}
