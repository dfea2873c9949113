/* Properties with a range that the element keeps itself: GObject would only log
 * that a value is outside, and neither what may be set nor what stays. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* As g_param_spec_int() and so on: the range is there for programs and people
 * to read, and g_param_value_is_valid() goes by it, but each value gets to
 * set_property(): g_param_value_validate() leaves it as it is. */
GParamSpec *gst_cuda_filter_param_int (const gchar *name, const gchar *nick,
    const gchar *blurb, gint minimum, gint maximum, gint default_value,
    GParamFlags flags);
/* Of odd numbers; 0 is one of them where it is the default. */
GParamSpec *gst_cuda_filter_param_odd (const gchar *name, const gchar *nick,
    const gchar *blurb, gint minimum, gint maximum, gint default_value,
    GParamFlags flags);
GParamSpec *gst_cuda_filter_param_double (const gchar *name, const gchar *nick,
    const gchar *blurb, gdouble minimum, gdouble maximum, gdouble default_value,
    GParamFlags flags);
GParamSpec *gst_cuda_filter_param_enum (const gchar *name, const gchar *nick,
    const gchar *blurb, GType type, gint default_value, GParamFlags flags);
GParamSpec *gst_cuda_filter_param_flags (const gchar *name, const gchar *nick,
    const gchar *blurb, GType type, guint default_value, GParamFlags flags);

/* For set_property(), of any property: what to tell the user where `value` is
 * outside the range, without a full stop, else NULL. To be freed. */
gchar *gst_cuda_filter_param_refuse (const GValue *value, GParamSpec *spec);
/* Of one of the kinds above: which value it has, as "size stays 3". To be
 * freed. */
gchar *gst_cuda_filter_param_stays (GObject *object, GParamSpec *spec);

G_END_DECLS
