/* Messages of the noise that an element estimates. */
#include "gst/filter/gstcudafilternoise.h"

#include <math.h>
#include <string.h>

#define LEAST_TIME G_USEC_PER_SEC
#define LEAST_CHANGE 0.1 /* of what was told, or steps of 8 bits */

static gboolean
has_changed (const GstCudaFilterNoise *a, const GstCudaFilterNoise *b)
{
  return a->is_known != b->is_known
         || fabs (a->sigma - b->sigma) > LEAST_CHANGE * MAX (a->sigma, 1);
}

static void
add_times (const GstSegment *segment, GstClockTime pts, GstStructure *s)
{
  gst_structure_set (s, "timestamp", G_TYPE_UINT64, pts, "stream-time",
      G_TYPE_UINT64, gst_segment_to_stream_time (segment, GST_FORMAT_TIME, pts),
      "running-time", G_TYPE_UINT64,
      gst_segment_to_running_time (segment, GST_FORMAT_TIME, pts), NULL);
}

void
gst_cuda_filter_noise_teller_post (GstCudaFilterNoiseTeller *self,
    GstBaseTransform *element, const gchar *message, GstCudaFilterStats *stats,
    GstClockTime pts)
{
  const gint64 now = g_get_monotonic_time ();
  GstCudaFilterNoise noise[2];
  GstStructure *s;

  gst_cuda_filter_stats_get_noise (stats, noise);
  if ((self->at != 0 && now - self->at < LEAST_TIME)
      || (!has_changed (&self->noise[0], &noise[0])
          && !has_changed (&self->noise[1], &noise[1])))
    return;
  memcpy (self->noise, noise, sizeof noise);
  self->at = now;
  s = gst_structure_new_empty (message);
  gst_cuda_filter_noise_add_fields (noise, s);
  if (element->segment.format == GST_FORMAT_TIME)
    add_times (&element->segment, pts, s);
  gst_element_post_message (
      GST_ELEMENT (element), gst_message_new_element (GST_OBJECT (element), s));
}
