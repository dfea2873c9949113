/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties as rows of a table: each row is all that there is of a property,
 * but for what it does besides. Their ranges the element keeps itself: GObject
 * would only log that a value is outside, and neither what may be set nor what
 * stays. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* The kind of the row's field, and the property's type */
typedef enum {
  GCF_KIND_INT,     /* gint */
  GCF_KIND_ODD,     /* gint, odd; 0 too where that is the default */
  GCF_KIND_UINT,    /* guint */
  GCF_KIND_DOUBLE,  /* gdouble */
  GCF_KIND_BOOLEAN, /* gboolean */
  GCF_KIND_ENUM,    /* an enum */
  GCF_KIND_FLAGS,   /* the same, with values that are bits */
  GCF_KIND_STRING,  /* gchar *, freed by finalize(); may be NULL */
  GCF_KIND_QUARK,   /* GQuark of a string; 0: NULL or empty */
  GCF_KIND_BOXED    /* none: read by get() alone */
} GcfParamKind;

typedef struct {
  GcfParamKind kind;
  const gchar *name, *nick, *blurb;
  GParamFlags flags; /* GCF_PARAM_LIVE and so on */
  gsize offset;      /* of its field in the object; 0: it has none */
  gdouble minimum, maximum, default_value; /* of numbers */
  GType (*type) (void);                    /* of enums, flags, boxed */
  const gchar *default_text;               /* of strings */
  const gchar *renamed; /* this is an old name of that property, or NULL: the
                         * element warns of it, and it is deprecated */

  /* Each may be NULL. */

  /* Instead of keeping the value in the field, which
   * gcf_element_keep_param() does; or gcf_element_refuse() tells that
   * it is refused. */
  void (*set) (GObject *object, GParamSpec *spec, const GValue *value);
  /* The value is in the field. Called with the object lock held; NULL:
   * param_changed() of the class, where the value may change in PLAYING. */
  void (*changed) (GObject *object, GParamSpec *spec);
  /* Instead of reading the field. Called with the object lock held. */
  void (*get) (GObject *object, GValue *value);
} GcfParam;

/* Flags: the value may be set while frames flow, and is in force from the next
 * one on; before the element starts; not at all. */
#define GCF_PARAM_LIVE \
  (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING)
#define GCF_PARAM_AT_START \
  (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY)
#define GCF_PARAM_READ_ONLY (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)

/* Defines the type of an enumeration, whose values follow as of GEnumValue, as
 * G_DEFINE_ENUM_TYPE() of GLib 2.74 does. A semicolon follows. */
#define GCF_DEFINE_ENUM(TypeName, type_name, ...) \
  GType type_name##_get_type (void) \
  { \
    static const GEnumValue values[] = { __VA_ARGS__, { 0, NULL, NULL } }; \
    static gsize type; \
\
    if (g_once_init_enter (&type)) \
      g_once_init_leave (&type, g_enum_register_static (#TypeName, values)); \
    return type; \
  } \
  G_STATIC_ASSERT (TRUE)

/* Rows. They are of the struct that GCF_PARAM_OBJECT is defined as;
 * a field that is of another type than the row does not compile. After it may
 * follow `.set =`, `.changed =`, `.get =` and `.renamed =`. */
#define GCF_PARAM_IF(condition, offset) \
  ((offset) + 0 * sizeof (gchar[(condition) ? 1 : -1]))
#define GCF_PARAM_FIELD(field) ((GCF_PARAM_OBJECT *)0)->field
#define GCF_PARAM_AT(field, c_type) \
  GCF_PARAM_IF (__builtin_types_compatible_p ( \
                    __typeof__ (GCF_PARAM_FIELD (field)), c_type), \
      G_STRUCT_OFFSET (GCF_PARAM_OBJECT, field))
/* Any enum */
#define GCF_PARAM_AT_ENUM(field) \
  GCF_PARAM_IF (sizeof (GCF_PARAM_FIELD (field)) == sizeof (gint), \
      G_STRUCT_OFFSET (GCF_PARAM_OBJECT, field))

#define GCF_PARAM_NUMBER(kind, c_type, name, nick, blurb, minimum, maximum, \
    value, flags, field, ...) \
  { \
    GCF_KIND_##kind, name, nick, blurb, (GParamFlags)(flags), \
        GCF_PARAM_AT (field, c_type), minimum, maximum, value, __VA_ARGS__ \
  }
/* Arguments: name, nick, blurb, minimum, maximum, default, flags, field */
#define GCF_PARAM_INT(...) GCF_PARAM_NUMBER (INT, gint, __VA_ARGS__)
#define GCF_PARAM_ODD(...) GCF_PARAM_NUMBER (ODD, gint, __VA_ARGS__)
#define GCF_PARAM_UINT(...) GCF_PARAM_NUMBER (UINT, guint, __VA_ARGS__)
#define GCF_PARAM_DOUBLE(...) GCF_PARAM_NUMBER (DOUBLE, gdouble, __VA_ARGS__)
#define GCF_PARAM_BOOLEAN(name, nick, blurb, value, flags, field, ...) \
  GCF_PARAM_NUMBER (BOOLEAN, gboolean, name, nick, blurb, FALSE, TRUE, value, \
      flags, field, __VA_ARGS__)
/* `type` is the function, as gcf_border_get_type. */
#define GCF_PARAM_ENUM(name, nick, blurb, type, value, flags, field, ...) \
  { \
    GCF_KIND_ENUM, name, nick, blurb, (GParamFlags)(flags), \
        GCF_PARAM_AT_ENUM (field), 0, 0, value, type, __VA_ARGS__ \
  }
#define GCF_PARAM_FLAGS(name, nick, blurb, type, value, flags, field, ...) \
  { \
    GCF_KIND_FLAGS, name, nick, blurb, (GParamFlags)(flags), \
        GCF_PARAM_AT_ENUM (field), 0, 0, value, type, __VA_ARGS__ \
  }
#define GCF_PARAM_STRING(name, nick, blurb, text, flags, field, ...) \
  { \
    GCF_KIND_STRING, name, nick, blurb, (GParamFlags)(flags), \
        GCF_PARAM_AT (field, gchar *), 0, 0, 0, NULL, text, __VA_ARGS__ \
  }
#define GCF_PARAM_QUARK(name, nick, blurb, flags, field, ...) \
  { \
    GCF_KIND_QUARK, name, nick, blurb, (GParamFlags)(flags), \
        GCF_PARAM_AT (field, GQuark), 0, 0, 0, NULL, NULL, __VA_ARGS__ \
  }
/* This row has no field: get() makes its string, or another value. */
#define GCF_PARAM_TEXT(name, nick, blurb, text, flags, ...) \
  { \
    GCF_KIND_STRING, name, nick, blurb, (GParamFlags)(flags), 0, 0, 0, 0, \
        NULL, text, __VA_ARGS__ \
  }
#define GCF_PARAM_BOXED(name, nick, blurb, type, flags, ...) \
  { \
    GCF_KIND_BOXED, name, nick, blurb, (GParamFlags)(flags), 0, 0, 0, 0, type, \
        NULL, __VA_ARGS__ \
  }

/* Installs all rows, in a class that has set_property() and get_property().
 * Ranges of ints, doubles, enums and flags are there for programs and people to
 * read, and g_param_value_is_valid() goes by them, but each value gets to
 * set_property(): g_param_value_validate() leaves it as it is. Enums and flags
 * become part of the documentation. */
void gcf_params_install (
    GObjectClass *klass, const GcfParam *params, guint n_params);

/* The row that a property was installed by; NULL where it was not. */
const GcfParam *gcf_param_of (GParamSpec *spec);
/* The row's field. */
gpointer gcf_param_field (GObject *object, GParamSpec *spec);
/* These copy between a value and the field, under the object lock. */
void gcf_param_set (GObject *object, GParamSpec *spec, const GValue *value);
void gcf_param_get (GObject *object, GParamSpec *spec, GValue *value);
/* All fields get their defaults. */
void gcf_params_init (GObject *object);

/* set_property() asks this, of any property, what to tell the user where
 * `value` is outside the range, without a full stop, else NULL. To be freed. */
gchar *gcf_param_refuse (const GValue *value, GParamSpec *spec);
/* Says which value a number, an enum or flags have, as "size stays 3". To be
 * freed. */
gchar *gcf_param_stays (GObject *object, GParamSpec *spec);

G_END_DECLS
