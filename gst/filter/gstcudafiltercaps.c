/* Which frames go in and out. */
#include "gst/filter/gstcudafiltercaps.h"

#include "gst/cuda/gstcudafiltercuda.h"

/* What caps mean that say nothing. */
static const struct {
  const gchar *field, *value;
} implied[] = { { "interlace-mode", "progressive" },
  { "multiview-mode", "mono" } };

gboolean
gst_cuda_filter_caps_are_of (GstCaps *caps, GstCaps *known)
{
  GstCaps *full = gst_caps_copy (caps);
  gboolean are_of;
  guint i, k;

  for (i = 0; i < gst_caps_get_size (full); i++) {
    GstStructure *s = gst_caps_get_structure (full, i);

    for (k = 0; k < G_N_ELEMENTS (implied); k++)
      if (!gst_structure_has_field (s, implied[k].field))
        gst_structure_set (
            s, implied[k].field, G_TYPE_STRING, implied[k].value, NULL);
  }
  are_of = gst_caps_is_subset (full, known);
  gst_caps_unref (full);
  return are_of;
}

GstCaps *
gst_cuda_filter_caps_leave_out (GstCaps *caps, GstCaps *from)
{
  const GstStructure *s = gst_caps_get_structure (from, 0);
  guint i, k;

  caps = gst_caps_make_writable (caps);
  for (i = 0; i < gst_caps_get_size (caps); i++)
    for (k = 0; k < G_N_ELEMENTS (implied); k++)
      if (!gst_structure_has_field (s, implied[k].field))
        gst_structure_remove_field (
            gst_caps_get_structure (caps, i), implied[k].field);
  return caps;
}

static void
append (GstCaps *caps, const GstStructure *s, const GstCapsFeatures *features)
{
  gst_caps_append_structure_full (
      caps, gst_structure_copy (s), gst_caps_features_copy (features));
}

/* Other features, such as that of single fields, have no CUDAMemory. */
static GstCapsFeatures *
other_memory (const GstCapsFeatures *features, gboolean cuda)
{
  if (gst_caps_features_get_size (features) > 1
      || !(cuda || gst_caps_features_get_size (features) == 0
           || gst_caps_features_contains (
               features, GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY)))
    return NULL;
  return gst_caps_features_new (cuda ? GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY
                                     : GST_CUDA_FILTER_CUDA_FEATURE,
      NULL);
}

GstCaps *
gst_cuda_filter_other_caps (
    GstCaps *caps, GstCaps *known, gboolean to_sink, gboolean cuda_source)
{
  GstCaps *all, *ret;
  gboolean same;
  guint i;

  if (gst_caps_is_any (caps))
    return gst_caps_ref (known);

  all = gst_caps_new_empty ();
  for (same = TRUE; same >= FALSE; same--) {
    for (i = 0; i < gst_caps_get_size (caps); i++) {
      const GstStructure *s = gst_caps_get_structure (caps, i);
      const GstCapsFeatures *features = gst_caps_get_features (caps, i);
      gboolean any = gst_caps_features_is_any (features);
      gboolean cuda = !any
                      && gst_caps_features_contains (
                          features, GST_CUDA_FILTER_CUDA_FEATURE);

      /* the source pad's memory is `features`, or the one that is made */
      if (!cuda_source && (to_sink ? cuda : cuda == same))
        continue;
      if (same) {
        append (all, s, features);
      } else if (!any) {
        GstCapsFeatures *other = other_memory (features, cuda);

        if (other) {
          append (all, s, other);
          gst_caps_features_free (other);
        }
      }
    }
  }
  ret = gst_caps_intersect_full (all, known, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref (all);
  return ret;
}
