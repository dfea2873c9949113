/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts what an element's frames cost. */
#include "gst/memory/gcfstats.h"

#include <string.h>

struct _GcfStats {
  GMutex lock;

  /* under the lock */
  guint64 frames, late_frames;
  guint64 uploads, downloads, bytes_up, bytes_down;
  guint64 timed_frames;
  GcfTimes sum;
  GcfNoise noise[2];
};

GcfStats *
gcf_stats_new (void)
{
  GcfStats *self = g_atomic_rc_box_new0 (GcfStats);

  g_mutex_init (&self->lock);
  return self;
}

GcfStats *
gcf_stats_ref (GcfStats *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_mutex_clear (&((GcfStats *)data)->lock);
}

void
gcf_stats_unref (GcfStats *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

void
gcf_stats_reset (GcfStats *self)
{
  g_mutex_lock (&self->lock);
  self->frames = self->late_frames = 0;
  self->uploads = self->downloads = self->bytes_up = self->bytes_down = 0;
  self->timed_frames = 0;
  self->sum = (GcfTimes){ 0 };
  memset (self->noise, 0, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_add_frame (GcfStats *self)
{
  g_mutex_lock (&self->lock);
  self->frames++;
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_add_late_frame (GcfStats *self)
{
  g_mutex_lock (&self->lock);
  self->late_frames++;
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_add_upload (GcfStats *self, gsize bytes)
{
  g_mutex_lock (&self->lock);
  self->uploads++;
  self->bytes_up += bytes;
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_add_download (GcfStats *self, gsize bytes)
{
  g_mutex_lock (&self->lock);
  self->downloads++;
  self->bytes_down += bytes;
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_add_times (GcfStats *self, const GcfTimes *times)
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
gcf_stats_set_noise (GcfStats *self, const GcfNoise noise[2])
{
  g_mutex_lock (&self->lock);
  memcpy (self->noise, noise, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

void
gcf_stats_get_noise (GcfStats *self, GcfNoise noise[2])
{
  g_mutex_lock (&self->lock);
  memcpy (noise, self->noise, sizeof self->noise);
  g_mutex_unlock (&self->lock);
}

static void
add_luma_classes (const GcfNoise *noise, const gchar *name, GstStructure *s)
{
  GValue array = G_VALUE_INIT, value = G_VALUE_INIT;
  guint i;

  g_value_init (&array, GST_TYPE_ARRAY);
  g_value_init (&value, G_TYPE_DOUBLE);
  for (i = 0; i < noise->n_luma_classes; i++) {
    g_value_set_double (&value, noise->by_luma[i]);
    gst_value_array_append_value (&array, &value);
  }
  gst_structure_take_value (s, name, &array);
}

void
gcf_noise_add_fields (const GcfNoise noise[2], GstStructure *s)
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
    if (noise[i].n_luma_classes == 0)
      continue;
    add_luma_classes (&noise[i], names[i][1], s);
    gst_structure_set (
        s, names[i][2], G_TYPE_DOUBLE, noise[i].coarseness, NULL);
  }
}

GstStructure *
gcf_stats_to_structure (GcfStats *self)
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
  gcf_noise_add_fields (self->noise, s);
  g_mutex_unlock (&self->lock);
  return s;
}
