/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties as rows of a table, with ranges that the element keeps itself. */
#include "gst/filter/gcfparam.h"

/* GObject leaves it to set_property() to make a value valid if a type has no
 * way. */
static void
class_init (gpointer klass, gpointer data)
{
  G_PARAM_SPEC_CLASS (klass)->value_validate = NULL;
}

/* A type of properties that is `parent` but for that. */
static GType
get_type (gsize *type, const gchar *name, GType parent)
{
  if (g_once_init_enter (type)) {
    GTypeQuery query;

    g_type_query (parent, &query);
    g_once_init_leave (
        type, g_type_register_static_simple (parent, name, query.class_size,
                  class_init, query.instance_size, NULL, 0));
  }
  return *type;
}

/* Specs */

static GParamSpec *
new_int (const GcfParam *param)
{
  static gsize type;
  GParamSpecInt *spec = g_param_spec_internal (
      get_type (&type, "GstCudaFilterParamInt", G_TYPE_PARAM_INT), param->name,
      param->nick, param->blurb, param->flags);

  spec->minimum = param->minimum;
  spec->maximum = param->maximum;
  spec->default_value = param->default_value;
  return &spec->parent_instance;
}

typedef struct {
  GParamSpecInt parent; /* from 0 where that is the default */
  gint minimum;         /* of the odd ones */
} ParamOdd;

static gsize odd_type;

static GParamSpec *
new_odd (const GcfParam *param)
{
  ParamOdd *spec;

  if (g_once_init_enter (&odd_type)) {
    const GTypeInfo info = {
      .class_size = sizeof (GParamSpecClass),
      .class_init = class_init,
      .instance_size = sizeof (ParamOdd),
    };

    g_once_init_leave (&odd_type, g_type_register_static (G_TYPE_PARAM_INT,
                                      "GstCudaFilterParamOdd", &info, 0));
  }
  spec = g_param_spec_internal (
      odd_type, param->name, param->nick, param->blurb, param->flags);
  spec->minimum = param->minimum;
  spec->parent.minimum = MIN (param->minimum, param->default_value);
  spec->parent.maximum = param->maximum;
  spec->parent.default_value = param->default_value;
  return &spec->parent.parent_instance;
}

static GParamSpec *
new_double (const GcfParam *param)
{
  static gsize type;
  GParamSpecDouble *spec = g_param_spec_internal (
      get_type (&type, "GstCudaFilterParamDouble", G_TYPE_PARAM_DOUBLE),
      param->name, param->nick, param->blurb, param->flags);

  spec->minimum = param->minimum;
  spec->maximum = param->maximum;
  spec->default_value = param->default_value;
  return &spec->parent_instance;
}

static GParamSpec *
new_enum (const GcfParam *param)
{
  static gsize type;
  const GType value_type = param->type ();
  GParamSpecEnum *spec = g_param_spec_internal (
      get_type (&type, "GstCudaFilterParamEnum", G_TYPE_PARAM_ENUM),
      param->name, param->nick, param->blurb, param->flags);

  gst_type_mark_as_plugin_api (value_type, 0);
  spec->enum_class = g_type_class_ref (value_type);
  spec->default_value = param->default_value;
  spec->parent_instance.value_type = value_type;
  return &spec->parent_instance;
}

static GParamSpec *
new_flags (const GcfParam *param)
{
  static gsize type;
  const GType value_type = param->type ();
  GParamSpecFlags *spec = g_param_spec_internal (
      get_type (&type, "GstCudaFilterParamFlags", G_TYPE_PARAM_FLAGS),
      param->name, param->nick, param->blurb, param->flags);

  gst_type_mark_as_plugin_api (value_type, 0);
  spec->flags_class = g_type_class_ref (value_type);
  spec->default_value = param->default_value;
  spec->parent_instance.value_type = value_type;
  return &spec->parent_instance;
}

static GParamSpec *
new_spec (const GcfParam *param)
{
  switch (param->kind) {
    case GCF_KIND_INT:
      return new_int (param);
    case GCF_KIND_ODD:
      return new_odd (param);
    case GCF_KIND_UINT:
      return g_param_spec_uint (param->name, param->nick, param->blurb,
          param->minimum, param->maximum, param->default_value, param->flags);
    case GCF_KIND_DOUBLE:
      return new_double (param);
    case GCF_KIND_BOOLEAN:
      return g_param_spec_boolean (param->name, param->nick, param->blurb,
          param->default_value != 0, param->flags);
    case GCF_KIND_ENUM:
      return new_enum (param);
    case GCF_KIND_FLAGS:
      return new_flags (param);
    case GCF_KIND_STRING:
    case GCF_KIND_QUARK:
      return g_param_spec_string (param->name, param->nick, param->blurb,
          param->default_text, param->flags);
    case GCF_KIND_BOXED:
      return g_param_spec_boxed (
          param->name, param->nick, param->blurb, param->type (), param->flags);
  }
  return NULL;
}

static GQuark
row_quark (void)
{
  return g_quark_from_static_string ("gst-cuda-filter-param");
}

void
gcf_params_install (GObjectClass *klass, const GcfParam *params, guint n_params)
{
  guint i;

  for (i = 0; i < n_params; i++) {
    GParamSpec *spec = new_spec (&params[i]);

    if (params[i].renamed)
      spec->flags |= G_PARAM_DEPRECATED;
    g_param_spec_set_qdata (spec, row_quark (), (gpointer)&params[i]);
    g_object_class_install_property (klass, i + 1, spec);
  }
}

const GcfParam *
gcf_param_of (GParamSpec *spec)
{
  return g_param_spec_get_qdata (spec, row_quark ());
}

/* Fields */

gpointer
gcf_param_field (GObject *object, GParamSpec *spec)
{
  return G_STRUCT_MEMBER_P (object, gcf_param_of (spec)->offset);
}

static GQuark
to_quark (const gchar *text)
{
  return text && *text ? g_quark_from_string (text) : 0;
}

void
gcf_param_set (GObject *object, GParamSpec *spec, const GValue *value)
{
  gpointer field = gcf_param_field (object, spec);

  switch (gcf_param_of (spec)->kind) {
    case GCF_KIND_INT:
    case GCF_KIND_ODD:
      *(gint *)field = g_value_get_int (value);
      break;
    case GCF_KIND_UINT:
      *(guint *)field = g_value_get_uint (value);
      break;
    case GCF_KIND_DOUBLE:
      *(gdouble *)field = g_value_get_double (value);
      break;
    case GCF_KIND_BOOLEAN:
      *(gboolean *)field = g_value_get_boolean (value);
      break;
    case GCF_KIND_ENUM:
      *(gint *)field = g_value_get_enum (value);
      break;
    case GCF_KIND_FLAGS:
      *(guint *)field = g_value_get_flags (value);
      break;
    case GCF_KIND_STRING:
      g_free (*(gchar **)field);
      *(gchar **)field = g_value_dup_string (value);
      break;
    case GCF_KIND_QUARK:
      *(GQuark *)field = to_quark (g_value_get_string (value));
      break;
    case GCF_KIND_BOXED:
      break;
  }
}

void
gcf_param_get (GObject *object, GParamSpec *spec, GValue *value)
{
  gconstpointer field = gcf_param_field (object, spec);

  switch (gcf_param_of (spec)->kind) {
    case GCF_KIND_INT:
    case GCF_KIND_ODD:
      g_value_set_int (value, *(const gint *)field);
      break;
    case GCF_KIND_UINT:
      g_value_set_uint (value, *(const guint *)field);
      break;
    case GCF_KIND_DOUBLE:
      g_value_set_double (value, *(const gdouble *)field);
      break;
    case GCF_KIND_BOOLEAN:
      g_value_set_boolean (value, *(const gboolean *)field);
      break;
    case GCF_KIND_ENUM:
      g_value_set_enum (value, *(const gint *)field);
      break;
    case GCF_KIND_FLAGS:
      g_value_set_flags (value, *(const guint *)field);
      break;
    case GCF_KIND_STRING:
      g_value_set_string (value, *(gchar *const *)field);
      break;
    case GCF_KIND_QUARK:
      g_value_set_string (value, g_quark_to_string (*(const GQuark *)field));
      break;
    case GCF_KIND_BOXED:
      break;
  }
}

void
gcf_params_init (GObject *object)
{
  guint n, i;
  GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

  for (i = 0; i < n; i++) {
    const GcfParam *param = gcf_param_of (specs[i]);

    if (param && param->offset)
      gcf_param_set (
          object, specs[i], g_param_spec_get_default_value (specs[i]));
  }
  g_free (specs);
}

/* Text */

/* Short, where that reads back as the same. */
static gchar *
double_to_text (gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof (text), "%g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_dtostr (text, sizeof (text), value);
  return g_strdup (text);
}

static void
append_name (GString *text, const gchar *separator, const gchar *name)
{
  g_string_append_printf (text, "%s%s", text->len ? separator : "", name);
}

static gchar *
enum_to_text (GEnumClass *klass, gint value)
{
  const GEnumValue *known = g_enum_get_value (klass, value);

  return known ? g_strdup (known->value_nick) : g_strdup_printf ("%d", value);
}

static gchar *
flags_to_text (GFlagsClass *klass, guint value)
{
  GString *text = g_string_new (NULL);
  guint i;

  if ((value & ~klass->mask) != 0 || value == 0)
    g_string_printf (text, "0x%x", value);
  else
    for (i = 0; i < klass->n_values; i++)
      if (value & klass->values[i].value)
        append_name (text, "+", klass->values[i].value_nick);
  return g_string_free (text, FALSE);
}

static gchar *
value_to_text (const GValue *value, GParamSpec *spec)
{
  if (G_IS_PARAM_SPEC_INT (spec))
    return g_strdup_printf ("%d", g_value_get_int (value));
  if (G_IS_PARAM_SPEC_DOUBLE (spec))
    return double_to_text (g_value_get_double (value));
  if (G_IS_PARAM_SPEC_ENUM (spec))
    return enum_to_text (
        G_PARAM_SPEC_ENUM (spec)->enum_class, g_value_get_enum (value));
  return flags_to_text (
      G_PARAM_SPEC_FLAGS (spec)->flags_class, g_value_get_flags (value));
}

/* Ranges: what to say of a value that is outside, else NULL. */

static gchar *
judge_int (const GParamSpecInt *spec, gint value)
{
  if (value >= spec->minimum && value <= spec->maximum)
    return NULL;
  return g_strdup_printf (
      "must be from %d to %d", spec->minimum, spec->maximum);
}

static gchar *
judge_odd (const ParamOdd *spec, gint value)
{
  const gboolean or_0 = spec->parent.minimum == 0;

  if ((value % 2 == 1 && value >= spec->minimum
          && value <= spec->parent.maximum)
      || (value == 0 && or_0))
    return NULL;
  return g_strdup_printf ("must be odd, from %d to %d%s", spec->minimum,
      spec->parent.maximum, or_0 ? ", or 0" : "");
}

static gchar *
judge_double (const GParamSpecDouble *spec, gdouble value)
{
  gchar *minimum, *maximum, *text;

  if (value >= spec->minimum && value <= spec->maximum)
    return NULL;
  minimum = double_to_text (spec->minimum);
  maximum = double_to_text (spec->maximum);
  text = g_strdup_printf ("must be from %s to %s", minimum, maximum);
  g_free (minimum);
  g_free (maximum);
  return text;
}

static gchar *
judge_enum (GEnumClass *klass, gint value)
{
  GString *names;
  guint i;

  if (g_enum_get_value (klass, value))
    return NULL;
  names = g_string_new (NULL);
  for (i = 0; i < klass->n_values; i++)
    append_name (names, ", ", klass->values[i].value_nick);
  g_string_prepend (names, "must be one of ");
  return g_string_free (names, FALSE);
}

static gchar *
judge_flags (GFlagsClass *klass, guint value)
{
  gchar *names, *text;

  if ((value & ~klass->mask) == 0)
    return NULL;
  names = flags_to_text (klass, klass->mask);
  text = g_strdup_printf ("must be some of %s", names);
  g_free (names);
  return text;
}

static gchar *
judge (const GValue *value, GParamSpec *spec)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (spec, odd_type))
    return judge_odd ((ParamOdd *)spec, g_value_get_int (value));
  if (G_IS_PARAM_SPEC_INT (spec))
    return judge_int (G_PARAM_SPEC_INT (spec), g_value_get_int (value));
  if (G_IS_PARAM_SPEC_DOUBLE (spec))
    return judge_double (
        G_PARAM_SPEC_DOUBLE (spec), g_value_get_double (value));
  if (G_IS_PARAM_SPEC_ENUM (spec))
    return judge_enum (
        G_PARAM_SPEC_ENUM (spec)->enum_class, g_value_get_enum (value));
  if (G_IS_PARAM_SPEC_FLAGS (spec))
    return judge_flags (
        G_PARAM_SPEC_FLAGS (spec)->flags_class, g_value_get_flags (value));
  return NULL;
}

gchar *
gcf_param_refuse (const GValue *value, GParamSpec *spec)
{
  gchar *range = judge (value, spec), *text, *refusal;

  if (!range)
    return NULL;
  text = value_to_text (value, spec);
  refusal = g_strdup_printf ("%s %s: %s was refused", spec->name, range, text);
  g_free (text);
  g_free (range);
  return refusal;
}

gchar *
gcf_param_stays (GObject *object, GParamSpec *spec)
{
  GValue value = G_VALUE_INIT;
  gchar *text, *stays;

  g_value_init (&value, spec->value_type);
  g_object_get_property (object, spec->name, &value);
  text = value_to_text (&value, spec);
  stays = g_strdup_printf ("%s stays %s", spec->name, text);
  g_free (text);
  g_value_unset (&value);
  return stays;
}
