/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Declares what the generator uses of GLib, for WebAssembly: there is no GLib
 * there. Everything does as GLib says, but for what is said below. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef char gchar;
typedef unsigned char guchar;
typedef int gint, gboolean;
typedef unsigned int guint;
typedef long glong;
typedef unsigned long gulong;
typedef double gdouble;
typedef float gfloat;
typedef int8_t gint8;
typedef uint8_t guint8;
typedef int16_t gint16;
typedef uint16_t guint16;
typedef int32_t gint32;
typedef uint32_t guint32, gunichar, GQuark;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef size_t gsize;
typedef ptrdiff_t gssize;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef void (*GDestroyNotify) (gpointer data);

#define FALSE 0
#define TRUE 1
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x, low, high) ((x) > (high) ? (high) : (x) < (low) ? (low) : (x))
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define G_N_ELEMENTS(array) (sizeof (array) / sizeof ((array)[0]))
#define G_MAXINT INT32_MAX
#define G_MININT32 INT32_MIN
#define G_MAXINT32 INT32_MAX
#define G_GINT64_CONSTANT(value) INT64_C (value)
#define G_GUINT64_CONSTANT(value) UINT64_C (value)
#define G_GSIZE_FORMAT "zu"
#define G_GINT64_FORMAT "lld"
#define G_BEGIN_DECLS
#define G_END_DECLS
#define G_GNUC_PRINTF(format, args) \
  __attribute__ ((__format__ (__printf__, format, args)))

/* Bits that a number takes, 1 or more; of 64 bits, as with GLib's own long. */
guint g_bit_storage (guint64 number);

/* Memory. That none is left ends the program. */
#define g_new(type, n) ((type *)g_malloc (sizeof (type) * (n)))
#define g_new0(type, n) ((type *)g_malloc0 (sizeof (type) * (n)))
#define g_renew(type, data, n) ((type *)g_realloc (data, sizeof (type) * (n)))
gpointer g_malloc (gsize size);
gpointer g_malloc0 (gsize size);
gpointer g_realloc (gpointer data, gsize size);
gpointer g_memdup2 (gconstpointer data, gsize size);
void g_free (gpointer data);

/* Errors */
#define g_error(...) \
  do { \
    g_log_error (__VA_ARGS__); \
    __builtin_trap (); \
  } while (0)
#define g_assert(condition) \
  do { \
    if (!(condition)) \
      g_error ("%s:%d: not so: %s", __FILE__, __LINE__, #condition); \
  } while (0)
void g_log_error (const gchar *format, ...) G_GNUC_PRINTF (1, 2);

typedef struct {
  GQuark domain;
  gint code;
  gchar *message;
} GError;

/* There is one domain only. */
#define G_DEFINE_QUARK(text, name) \
  GQuark name##_quark (void) { return 1; }
void g_set_error_literal (
    GError **error, GQuark domain, gint code, const gchar *message);
void g_prefix_error (GError **error, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
void g_error_free (GError *error);

/* Text. The locale is always C. */
#define G_ASCII_DTOSTR_BUF_SIZE 39
#define g_utf8_next_char(text) ((text) + g_utf8_length (text))
gchar *g_strdup (const gchar *text);
gchar *g_strndup (const gchar *text, gsize n);
gchar *g_strdup_printf (const gchar *format, ...) G_GNUC_PRINTF (1, 2);
gchar *g_strdup_vprintf (const gchar *format, va_list args)
    G_GNUC_PRINTF (1, 0);
gdouble g_ascii_strtod (const gchar *text, gchar **end);
gchar *g_ascii_formatd (
    gchar *buffer, gint length, const gchar *format, gdouble value);
gsize g_utf8_length (const gchar *text); /* of a valid character, in bytes */
gunichar g_utf8_get_char (const gchar *text);
gboolean g_utf8_validate_len (const gchar *text, gsize n, const gchar **end);
/* Goes by the C library's tables, which may be of another Unicode. */
gboolean g_unichar_isprint (gunichar c);

typedef struct {
  gchar *str;
  gsize len;
  gsize allocated_len;
} GString;

GString *g_string_new (const gchar *text);
gchar *g_string_free (GString *string, gboolean with_text);
GString *g_string_append (GString *string, const gchar *text);
GString *g_string_append_len (GString *string, const gchar *text, gssize n);
GString *g_string_append_c (GString *string, gchar c);
GString *g_string_append_unichar (GString *string, gunichar c);
GString *g_string_truncate (GString *string, gsize n);
void g_string_append_printf (GString *string, const gchar *format, ...)
    G_GNUC_PRINTF (2, 3);
void g_string_append_vprintf (
    GString *string, const gchar *format, va_list args) G_GNUC_PRINTF (2, 0);

/* Arrays, without zeros after the last or in new elements */
typedef struct {
  gchar *data;
  guint len, size, allocated;
} GArray;

typedef struct {
  gpointer *pdata;
  guint len, allocated;
  GDestroyNotify free_func;
} GPtrArray;

#define g_array_new(zero_behind, zeros, size) g_array_sized (size)
#define g_array_index(array, type, i) (((type *)(void *)(array)->data)[i])
#define g_array_append_val(array, value) \
  g_array_append_vals (array, &(value), 1)
GArray *g_array_sized (guint size);
GArray *g_array_append_vals (GArray *array, gconstpointer values, guint n);
GArray *g_array_prepend_vals (GArray *array, gconstpointer values, guint n);
void g_array_unref (GArray *array);
GPtrArray *g_ptr_array_new_with_free_func (GDestroyNotify free_func);
void g_ptr_array_add (GPtrArray *array, gpointer element);
void g_ptr_array_unref (GPtrArray *array);
