/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Limits caps to frames that can be filtered. */
#include "gst/filter/gcfcaps.h"

#include "gst/cuda/gcfcuda.h"

static const gchar *const scans[] = { "progressive", "interleaved", "mixed",
  NULL };
static const gchar *const fields[] = { "alternate", NULL };
static const gchar *const views[] = { "mono", "left", "right", "side-by-side",
  "side-by-side-quincunx", "top-bottom", "frame-by-frame",
  "multiview-frame-by-frame", NULL };

/* FALSE where none of the field's values is one of these. */
static gboolean
limit (GstStructure *s, const gchar *name, const gchar *const *values)
{
  const GValue *value = gst_structure_get_value (s, name);
  GValue taken = G_VALUE_INIT, common = G_VALUE_INIT, one = G_VALUE_INIT;
  gboolean any;

  if (!value)
    return TRUE;
  g_value_init (&taken, GST_TYPE_LIST);
  g_value_init (&one, G_TYPE_STRING);
  for (; *values; values++) {
    g_value_set_static_string (&one, *values);
    gst_value_list_append_value (&taken, &one);
  }
  any = gst_value_intersect (&common, value, &taken);
  if (any)
    gst_structure_take_value (s, name, &common);
  g_value_unset (&taken);
  g_value_unset (&one);
  return any;
}

static gboolean
limit_pictures (GstCapsFeatures *features, GstStructure *s, gpointer unused)
{
  const gboolean single_fields = !gst_caps_features_is_any (features)
                                 && gst_caps_features_contains (features,
                                     GST_CAPS_FEATURE_FORMAT_INTERLACED);

  return limit (s, "interlace-mode", single_fields ? fields : scans)
         && limit (s, "multiview-mode", views);
}

GstCaps *
gcf_caps_limit_pictures (GstCaps *caps)
{
  caps = gst_caps_make_writable (caps);
  gst_caps_filter_and_map_in_place (caps, limit_pictures, NULL);
  return caps;
}

static gboolean
is_deep (const GValue *format)
{
  const GstVideoFormat known =
      G_VALUE_HOLDS_STRING (format)
          ? gst_video_format_from_string (g_value_get_string (format))
          : GST_VIDEO_FORMAT_UNKNOWN;

  return known != GST_VIDEO_FORMAT_UNKNOWN
         && GST_VIDEO_FORMAT_INFO_DEPTH (gst_video_format_get_info (known), 0)
                > 8;
}

/* Puts the deep ones of a list last, each in the order they came. */
static void
set_format (GstStructure *s, const GValue *format)
{
  GValue sorted = G_VALUE_INIT;
  guint i;
  gint deep;

  if (!GST_VALUE_HOLDS_LIST (format)) {
    gst_structure_set_value (s, "format", format);
    return;
  }
  g_value_init (&sorted, GST_TYPE_LIST);
  for (deep = FALSE; deep <= TRUE; deep++)
    for (i = 0; i < gst_value_list_get_size (format); i++) {
      const GValue *one = gst_value_list_get_value (format, i);

      if (is_deep (one) == deep)
        gst_value_list_append_value (&sorted, one);
    }
  gst_structure_take_value (s, "format", &sorted);
}

static gboolean
put_format_first (GstCapsFeatures *features, GstStructure *s, gpointer unused)
{
  GstStructure *all = gst_structure_copy (s);
  const GValue *format = gst_structure_get_value (all, "format");
  gint i;

  gst_structure_remove_all_fields (s);
  if (format) {
    set_format (s, format);
    gst_structure_remove_field (all, "format");
  }
  for (i = 0; i < gst_structure_n_fields (all); i++) {
    const gchar *name = gst_structure_nth_field_name (all, i);

    gst_structure_set_value (s, name, gst_structure_get_value (all, name));
  }
  gst_structure_free (all);
  return TRUE;
}

GstCaps *
gcf_caps_put_format_first (GstCaps *caps)
{
  caps = gst_caps_make_writable (caps);
  gst_caps_map_in_place (caps, put_format_first, NULL);
  return caps;
}

gboolean
gcf_caps_are_of (GstCaps *caps, GstCaps *known)
{
  GstCaps *limited = gcf_caps_limit_pictures (gst_caps_copy (caps));
  const gboolean are_of =
      gst_caps_is_subset (caps, limited) && gst_caps_is_subset (caps, known);

  gst_caps_unref (limited);
  return are_of;
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
  return gst_caps_features_new (
      cuda ? GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY : GCF_CUDA_FEATURE, NULL);
}

GstCaps *
gcf_other_caps (
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
      gboolean cuda =
          !any && gst_caps_features_contains (features, GCF_CUDA_FEATURE);

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
