/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does what the generator uses of GLib, for WebAssembly. */
#include <glib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

guint
g_bit_storage (guint64 number)
{
  return number == 0 ? 1 : 64 - __builtin_clzll (number);
}

/* Memory */

gpointer
g_realloc (gpointer data, gsize size)
{
  data = realloc (data, size);
  if (!data && size > 0)
    g_error ("No memory for %zu bytes", size);
  return data;
}

gpointer
g_malloc (gsize size)
{
  return size > 0 ? g_realloc (NULL, size) : NULL;
}

gpointer
g_malloc0 (gsize size)
{
  gpointer data = g_malloc (size);

  if (data)
    memset (data, 0, size);
  return data;
}

gpointer
g_memdup2 (gconstpointer data, gsize size)
{
  gpointer copy = g_malloc (size);

  if (copy)
    memcpy (copy, data, size);
  return copy;
}

void
g_free (gpointer data)
{
  free (data);
}

/* Errors */

void
g_log_error (const gchar *format, ...)
{
  va_list args;

  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
}

void
g_set_error_literal (
    GError **error, GQuark domain, gint code, const gchar *message)
{
  if (!error)
    return;
  *error = g_new (GError, 1);
  **error = (GError){ domain, code, g_strdup (message) };
}

void
g_prefix_error (GError **error, const gchar *format, ...)
{
  gchar *prefix, *message;
  va_list args;

  if (!error || !*error)
    return;
  va_start (args, format);
  prefix = g_strdup_vprintf (format, args);
  va_end (args);
  message = g_strdup_printf ("%s%s", prefix, (*error)->message);
  g_free (prefix);
  g_free ((*error)->message);
  (*error)->message = message;
}

void
g_error_free (GError *error)
{
  g_free (error->message);
  g_free (error);
}

/* Text */

gchar *
g_strndup (const gchar *text, gsize n)
{
  const gsize length = strnlen (text, n);
  gchar *copy = g_malloc (length + 1);

  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

gchar *
g_strdup (const gchar *text)
{
  return text ? g_strndup (text, strlen (text)) : NULL;
}

gchar *
g_strdup_vprintf (const gchar *format, va_list args)
{
  GString *text = g_string_new (NULL);

  g_string_append_vprintf (text, format, args);
  return g_string_free (text, FALSE);
}

gchar *
g_strdup_printf (const gchar *format, ...)
{
  gchar *text;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return text;
}

gdouble
g_ascii_strtod (const gchar *text, gchar **end)
{
  return strtod (text, end);
}

gchar *
g_ascii_formatd (gchar *buffer, gint length, const gchar *format, gdouble value)
{
  snprintf (buffer, length, format, value);
  return buffer;
}

/* Returns the length of a character that begins with this byte, or 0. */
static gsize
length_of (guchar first)
{
  return first < 0x80   ? 1
         : first < 0xc2 ? 0
         : first < 0xe0 ? 2
         : first < 0xf0 ? 3
         : first < 0xf5 ? 4
                        : 0;
}

gsize
g_utf8_length (const gchar *text)
{
  return length_of (*text);
}

gunichar
g_utf8_get_char (const gchar *text)
{
  const gsize length = length_of (*text);
  gunichar c = (guchar)*text & (length == 1 ? 0x7f : 0xff >> (length + 1));
  gsize i;

  for (i = 1; i < length; i++)
    c = c << 6 | (text[i] & 0x3f);
  return c;
}

gboolean
g_utf8_validate_len (const gchar *text, gsize n, const gchar **end)
{
  static const gunichar smallest[] = { 0, 1, 0x80, 0x800, 0x10000 };
  gsize at = 0, i;

  for (;;) {
    const gsize length = at < n ? length_of (text[at]) : 0;
    gunichar c;

    *end = text + at;
    if (length == 0 || length > n - at)
      break;
    for (i = 1; i < length && (text[at + i] & 0xc0) == 0x80; i++)
      ;
    if (i < length)
      break;
    c = g_utf8_get_char (text + at);
    if (c < smallest[length] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
      break;
    at += length;
  }
  return at == n;
}

gboolean
g_unichar_isprint (gunichar c)
{
  return iswprint (c) != 0;
}

/* Makes room for n further characters and the 0. */
static void
string_grow (GString *string, gsize n)
{
  if (string->len + n < string->allocated_len)
    return;
  string->allocated_len = MAX (2 * string->allocated_len, string->len + n + 1);
  string->str = g_realloc (string->str, string->allocated_len);
}

GString *
g_string_new (const gchar *text)
{
  GString *string = g_new0 (GString, 1);

  return g_string_append (string, text ? text : "");
}

gchar *
g_string_free (GString *string, gboolean with_text)
{
  gchar *text = string->str;

  g_free (string);
  if (!with_text)
    return text;
  g_free (text);
  return NULL;
}

GString *
g_string_append_len (GString *string, const gchar *text, gssize n)
{
  const gsize length = n < 0 ? strlen (text) : (gsize)n;

  string_grow (string, length);
  memcpy (string->str + string->len, text, length);
  return g_string_truncate (string, string->len + length);
}

GString *
g_string_append (GString *string, const gchar *text)
{
  return g_string_append_len (string, text, -1);
}

GString *
g_string_append_c (GString *string, gchar c)
{
  return g_string_append_len (string, &c, 1);
}

GString *
g_string_append_unichar (GString *string, gunichar c)
{
  static const guchar first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
  const gint length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  gchar text[4];
  gint i;

  for (i = length - 1; i > 0; i--, c >>= 6)
    text[i] = 0x80 | (c & 0x3f);
  text[0] = first[length] | c;
  return g_string_append_len (string, text, length);
}

GString *
g_string_truncate (GString *string, gsize n)
{
  string->len = n;
  string->str[n] = '\0';
  return string;
}

void
g_string_append_vprintf (GString *string, const gchar *format, va_list args)
{
  va_list again;
  gint n;

  va_copy (again, args);
  n = vsnprintf (NULL, 0, format, again);
  va_end (again);
  string_grow (string, n);
  vsnprintf (string->str + string->len, n + 1, format, args);
  string->len += n;
}

void
g_string_append_printf (GString *string, const gchar *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (string, format, args);
  va_end (args);
}

/* Arrays */

GArray *
g_array_sized (guint size)
{
  GArray *array = g_new0 (GArray, 1);

  array->size = size;
  return array;
}

/* Makes room for n further elements at the beginning or the end. */
static gchar *
array_open (GArray *array, gboolean at_end, guint n)
{
  const gsize length = (gsize)array->len * array->size;

  if (array->len + n > array->allocated) {
    array->allocated = MAX (2 * array->allocated, array->len + n);
    array->data =
        g_realloc (array->data, (gsize)array->allocated * array->size);
  }
  array->len += n;
  if (at_end)
    return array->data + length;
  memmove (array->data + (gsize)n * array->size, array->data, length);
  return array->data;
}

GArray *
g_array_append_vals (GArray *array, gconstpointer values, guint n)
{
  if (n > 0)
    memcpy (array_open (array, TRUE, n), values, (gsize)n * array->size);
  return array;
}

GArray *
g_array_prepend_vals (GArray *array, gconstpointer values, guint n)
{
  if (n > 0)
    memcpy (array_open (array, FALSE, n), values, (gsize)n * array->size);
  return array;
}

void
g_array_unref (GArray *array)
{
  g_free (array->data);
  g_free (array);
}

GPtrArray *
g_ptr_array_new_with_free_func (GDestroyNotify free_func)
{
  GPtrArray *array = g_new0 (GPtrArray, 1);

  array->free_func = free_func;
  return array;
}

void
g_ptr_array_add (GPtrArray *array, gpointer element)
{
  if (array->len == array->allocated) {
    array->allocated = MAX (2 * array->allocated, 16);
    array->pdata = g_renew (gpointer, array->pdata, array->allocated);
  }
  array->pdata[array->len++] = element;
}

void
g_ptr_array_unref (GPtrArray *array)
{
  guint i;

  for (i = 0; array->free_func && i < array->len; i++)
    array->free_func (array->pdata[i]);
  g_free (array->pdata);
  g_free (array);
}
