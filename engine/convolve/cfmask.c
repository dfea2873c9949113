/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Masks of a convolution: read from text and files, by name, and as text. */
#include "engine/convolve/cfmask.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "engine/core/cferror.h"
#include "engine/core/cffile.h"

#define BLANKS " \t\r\f\v"
#define ENDS_VALUE BLANKS ",;\n"
#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* which some editors write first */
/* Characters of a value that is no number which a message repeats */
#define QUOTED_MAX 20

/* Only the members that make up the mask. */
static void
copy_mask (CfConvolveParams *to, const CfConvolveParams *from)
{
  to->width = from->width;
  to->height = from->height;
  to->is_product = from->is_product;
  memcpy (to->value, from->value, sizeof (to->value));
}

/* Text */

/* The state of the parser. */
typedef struct {
  const gchar *at;
  gint line, row, column; /* from 1 */
  gboolean is_list;       /* one row or one column, of a product */
  gdouble *value;
  gint n_values;
} Reader;

static gboolean refuse_here (const Reader *r, GError **error,
    const gchar *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse_here (const Reader *r, GError **error, const gchar *format, ...)
{
  GString *message = g_string_new (NULL);
  va_list args;

  g_string_append_printf (message, "row %d, column %d", r->row, r->column);
  if (r->line > 1 && r->line != r->row)
    g_string_append_printf (message, " (line %d)", r->line);
  g_string_append (message, ": ");
  va_start (args, format);
  g_string_append_vprintf (message, format, args);
  va_end (args);
  cf_refuse (error, "%s", message->str);
  g_string_free (message, TRUE);
  return FALSE;
}

static gboolean
read_value (Reader *r, GError **error)
{
  gsize length = strcspn (r->at, ENDS_VALUE);
  gchar *end, *quoted;
  gdouble value;
  gboolean overflow;

  errno = 0;
  value = g_ascii_strtod (r->at, &end);
  overflow = errno == ERANGE && isinf (value);
  if (end == r->at + length && isfinite (value)) {
    r->value[r->n_values++] = value;
    r->at = end;
    return TRUE;
  }
  quoted = cf_quote (r->at, length, QUOTED_MAX);
  refuse_here (r, error, "%s is %s", quoted,
      end != r->at + length ? "not a number"
      : overflow            ? "too large a number"
                            : "not a finite number");
  g_free (quoted);
  return FALSE;
}

/* Checks that there may be a value at this row and column. */
static gboolean
check_place (const Reader *r, gint width, GError **error)
{
  gint limit = r->is_list ? CF_CONVOLVE_TAPS_MAX : CF_CONVOLVE_SIDE_MAX;

  if (r->row > 1 && r->is_list && width > 1)
    return refuse_here (
        r, error, "there is a second row, but this is one row or one column");
  if (r->column > limit || r->row > limit)
    return refuse_here (r, error, "there are more than %d %s%s", limit,
        r->column > limit ? "columns" : "rows",
        r->is_list ? "" : "; a product of a row and a column can have more");
  if (r->row > 1 && r->column > width)
    return refuse_here (
        r, error, "this is one value too many, as row 1 has %d", width);
  return TRUE;
}

/* The values up to the end of a row. */
static gboolean
read_row (Reader *r, gint width, gint *n, GError **error)
{
  gboolean comma = FALSE;

  for (*n = 0;; comma = FALSE) {
    r->column = *n + 1;
    r->at += strspn (r->at, BLANKS);
    if (*r->at == ',') {
      if (*n == 0)
        return refuse_here (r, error, "there is no value before the comma");
      comma = TRUE;
      r->at++;
      r->at += strspn (r->at, BLANKS);
    }
    if (strchr (",;\n", *r->at)) /* or the end */
      break;
    if (!check_place (r, width, error) || !read_value (r, error))
      return FALSE;
    ++*n;
  }
  if (comma || *r->at == ',')
    return refuse_here (r, error, "there is no value after the comma");
  return TRUE;
}

static gboolean
read_rows (Reader *r, gint *width, gint *height, GError **error)
{
  gint n, first = 0;

  r->row = 1;
  for (;;) {
    gchar end;

    if (!read_row (r, first, &n, error))
      return FALSE;
    end = *r->at;
    if (n == 0 && end == ';')
      return refuse_here (r, error, "there is no value before the semicolon");
    if (r->row > 1 && n > 0 && n < first)
      return refuse_here (
          r, error, "there is no value, but row 1 has %d", first);
    if (n > 0 && r->row == 1)
      first = n;
    if (n > 0)
      r->row++;
    if (end == '\0')
      break;
    r->line += end == '\n';
    r->at++;
  }
  *width = first;
  *height = r->row - 1;
  return TRUE;
}

/* The sides of what was read. */
static gboolean
check_sides (gint width, gint height, GError **error)
{
  if (height == 0)
    return cf_refuse (
        error, "row 1, column 1: there is no value, nor any further on");
  if (width % 2 == 0 || height % 2 == 0)
    return cf_refuse (error,
        "there %s %d row%s of %d column%s: both numbers must be odd, so that "
        "the mask has a middle",
        height == 1 ? "is" : "are", height, height == 1 ? "" : "s", width,
        width == 1 ? "" : "s");
  return TRUE;
}

static gboolean
read_mask (CfConvolveParams *mask, const gchar *text, GError **error)
{
  Reader r = { .at = text, .line = 1, .value = mask->value };

  mask->is_product = FALSE;
  return read_rows (&r, &mask->width, &mask->height, error)
         && check_sides (mask->width, mask->height, error);
}

/* One list of n values, whose first line has this number. */
static gboolean
read_list (
    const gchar *text, gint line, gdouble *value, gint *n, GError **error)
{
  Reader r = { .at = text, .line = line, .is_list = TRUE, .value = value };
  gint width, height;

  if (!read_rows (&r, &width, &height, error)
      || !check_sides (width, height, error))
    return FALSE;
  *n = r.n_values;
  return TRUE;
}

static gint
count_lines (const gchar *text)
{
  gint n = 0;

  for (; *text; text++)
    n += *text == '\n';
  return n;
}

static void
blank_comments (gchar *text)
{
  for (text = strchr (text, '#'); text; text = strchr (text, '#'))
    memset (text, ' ', strcspn (text, "\n"));
}

/* A copy without comments, or NULL. */
static gchar *
prepare (const gchar *text, gssize length, GError **error)
{
  gsize n = length < 0 ? strlen (text) : (gsize)length;
  const gchar *bad;
  gchar *copy;

  if (!g_utf8_validate_len (text, n, &bad)) {
    cf_refuse (error,
        "this is no text in UTF-8: its byte %" G_GSIZE_FORMAT " is 0x%02x",
        (gsize)(bad - text) + 1, (guchar)*bad);
    return NULL;
  }
  if (n >= strlen (BYTE_ORDER_MARK)
      && memcmp (text, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0) {
    text += strlen (BYTE_ORDER_MARK);
    n -= strlen (BYTE_ORDER_MARK);
  }
  copy = g_strndup (text, n);
  blank_comments (copy);
  return copy;
}

static gboolean
read_product (CfConvolveParams *mask, gchar *text, gchar *star, GError **error)
{
  *star = '\0';
  mask->is_product = TRUE;
  if (!read_list (text, 1, mask->value, &mask->width, error)) {
    g_prefix_error (error, "before the *: ");
    return FALSE;
  }
  if (!read_list (star + 1, 1 + count_lines (text), mask->value + mask->width,
          &mask->height, error)) {
    g_prefix_error (error, "after the *: ");
    return FALSE;
  }
  return TRUE;
}

gboolean
cf_mask_parse (
    CfConvolveParams *mask, const gchar *text, gssize length, GError **error)
{
  gchar *copy = prepare (text, length, error), *star;
  CfConvolveParams read = { 0 };
  gboolean ok;

  if (!copy)
    return FALSE;
  star = strchr (copy, '*');
  ok = star ? read_product (&read, copy, star, error)
            : read_mask (&read, copy, error);
  if (ok)
    copy_mask (mask, &read);
  g_free (copy);
  return ok;
}

static gboolean
parse_list (const gchar *text, gdouble *value, gint *n, GError **error)
{
  gchar *copy = prepare (text ? text : "1", -1, error);
  gboolean ok = copy && read_list (copy, 1, value, n, error);

  g_free (copy);
  return ok;
}

gboolean
cf_mask_parse_factors (CfConvolveParams *mask, const gchar *horizontal,
    const gchar *vertical, GError **error)
{
  CfConvolveParams read = { .is_product = TRUE };

  if (!parse_list (horizontal, read.value, &read.width, error)
      || !parse_list (vertical, read.value + read.width, &read.height, error))
    return FALSE;
  copy_mask (mask, &read);
  return TRUE;
}

/* The shortest number that is read back as the same. */
static void
append_value (GString *text, gdouble value)
{
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];
  static const gchar *const formats[] = { "%.15g", "%.16g", "%.17g" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_ascii_formatd (number, sizeof (number), formats[i], value);
    if (g_ascii_strtod (number, NULL) == value)
      break;
  }
  g_string_append (text, number);
}

static void
append_values (GString *text, const gdouble *value, gint n)
{
  gint i;

  for (i = 0; i < n; i++) {
    if (i > 0)
      g_string_append_c (text, ' ');
    append_value (text, value[i]);
  }
}

gchar *
cf_mask_to_text (const CfConvolveParams *mask)
{
  GString *text = g_string_new (NULL);
  gint y;

  if (mask->is_product) {
    append_values (text, mask->value, mask->width);
    g_string_append (text, " * ");
    append_values (text, mask->value + mask->width, mask->height);
    return g_string_free (text, FALSE);
  }
  for (y = 0; y < mask->height; y++) {
    if (y > 0)
      g_string_append (text, "; ");
    append_values (text, mask->value + y * mask->width, mask->width);
  }
  return g_string_free (text, FALSE);
}

/* Files */

gboolean
cf_mask_load (CfConvolveParams *mask, const gchar *path, GError **error)
{
  GError *reason = NULL;
  gsize length = 0;
  gchar *bytes =
      cf_file_read (path, CF_MASK_FILE_MAX, "a mask's file", &length, &reason);
  gboolean ok = bytes && cf_mask_parse (mask, bytes, length, &reason);

  g_free (bytes);
  return ok || cf_file_refuse (error, path, reason);
}

/* Presets */

/* Masks of 3x3, applied to the picture smoothed by a binomial of size - 2. */
typedef struct {
  gdouble middle; /* the picture itself, added */
  gdouble value[3][3];
} Core;

/* Products of the same kind. */
typedef struct {
  gdouble row[3], column[3];
} Factors;

static const Core laplacian = { 0, { { 0, 1, 0 }, { 1, -4, 1 }, { 0, 1, 0 } } };
static const Core sharpen = { 1,
  { { 0, -1, 0 }, { -1, 4, -1 }, { 0, -1, 0 } } };
static const Core emboss = { 1, { { -2, -1, 0 }, { -1, 0, 1 }, { 0, 1, 2 } } };
static const Factors sobel_x = { { -1, 0, 1 }, { 1, 2, 1 } };
static const Factors sobel_y = { { 1, 2, 1 }, { -1, 0, 1 } };
static const Factors scharr_x = { { -1, 0, 1 }, { 3, 10, 3 } };
static const Factors scharr_y = { { 3, 10, 3 }, { -1, 0, 1 } };

/* n binomial coefficients over their sum: exact up to 31 of them. */
static void
binomial (gdouble *b, gint n)
{
  gint i, k;

  b[0] = 1;
  for (k = 1; k < n; k++) {
    b[k] = b[k - 1] / 2;
    for (i = k - 1; i > 0; i--)
      b[i] = (b[i] + b[i - 1]) / 2;
    b[0] /= 2;
  }
}

static void
set_core (CfConvolveParams *mask, const Core *core, gint size)
{
  gdouble b[CF_CONVOLVE_SIDE_MAX];
  gint n = size - 2, x, y, i, j;

  binomial (b, n);
  for (y = 0; y < n; y++)
    for (x = 0; x < n; x++)
      for (j = 0; j < 3; j++)
        for (i = 0; i < 3; i++)
          mask->value[(y + j) * size + x + i] +=
              b[x] * b[y] * core->value[j][i];
  mask->value[size / 2 * size + size / 2] += core->middle;
}

static void
set_factors (CfConvolveParams *mask, const Factors *factors, gint size)
{
  gdouble b[CF_CONVOLVE_SIDE_MAX];
  gint x, i;

  binomial (b, size - 2);
  for (x = 0; x < size - 2; x++)
    for (i = 0; i < 3; i++) {
      mask->value[x + i] += b[x] * factors->row[i];
      mask->value[size + x + i] += b[x] * factors->column[i];
    }
  mask->is_product = TRUE;
}

/* Writes weights whose sum is 1. */
static void
gaussian (gdouble *g, gint n, gdouble sigma)
{
  gdouble sum = 0;
  gint i;

  if (sigma == 0)
    sigma = 0.3 * ((n - 1) / 2 - 1) + 0.8;
  for (i = 0; i < n; i++) {
    gdouble x = (i - n / 2) / sigma;

    g[i] = exp (-x * x / 2);
    sum += g[i];
  }
  for (i = 0; i < n; i++)
    g[i] /= sum;
}

static void
set_unsharp (CfConvolveParams *mask, gint size, gdouble sigma)
{
  gdouble g[CF_CONVOLVE_SIDE_MAX];
  gint x, y;

  gaussian (g, size, sigma);
  for (y = 0; y < size; y++)
    for (x = 0; x < size; x++)
      mask->value[y * size + x] = -g[x] * g[y];
  mask->value[size / 2 * size + size / 2] += 2;
}

gboolean
cf_mask_preset (CfConvolveParams *mask, CfMaskPreset preset, gint size,
    gdouble sigma, GError **error)
{
  gint limit = preset == CF_MASK_BOX || preset == CF_MASK_GAUSSIAN
                   ? CF_CONVOLVE_TAPS_MAX
                   : CF_CONVOLVE_SIDE_MAX;
  CfConvolveParams made = { .width = size, .height = size };
  gint i;

  if ((guint)preset > CF_MASK_EMBOSS)
    return cf_refuse (error, "There is no preset %d", preset);
  if (preset == CF_MASK_NONE)
    size = made.width = made.height = 1;
  else if (size < CF_MASK_SIZE_MIN || size > limit || size % 2 == 0)
    return cf_refuse (error,
        "The size of this mask must be odd, from %d to %d, but is %d",
        CF_MASK_SIZE_MIN, limit, size);
  if (!(sigma >= 0 && sigma <= CF_MASK_SIGMA_MAX))
    return cf_refuse (error, "sigma must be from 0 to %d, but is %g",
        CF_MASK_SIGMA_MAX, sigma);

  switch (preset) {
    case CF_MASK_NONE:
      made.value[0] = 1;
      break;
    case CF_MASK_BOX:
      made.is_product = TRUE;
      for (i = 0; i < 2 * size; i++)
        made.value[i] = 1;
      break;
    case CF_MASK_GAUSSIAN:
      made.is_product = TRUE;
      gaussian (made.value, size, sigma);
      memcpy (made.value + size, made.value, size * sizeof (gdouble));
      break;
    case CF_MASK_SHARPEN:
      set_core (&made, &sharpen, size);
      break;
    case CF_MASK_UNSHARP:
      set_unsharp (&made, size, sigma);
      break;
    case CF_MASK_LAPLACIAN:
      set_core (&made, &laplacian, size);
      break;
    case CF_MASK_SOBEL_X:
      set_factors (&made, &sobel_x, size);
      break;
    case CF_MASK_SOBEL_Y:
      set_factors (&made, &sobel_y, size);
      break;
    case CF_MASK_SCHARR_X:
      set_factors (&made, &scharr_x, size);
      break;
    case CF_MASK_SCHARR_Y:
      set_factors (&made, &scharr_y, size);
      break;
    case CF_MASK_EMBOSS:
      set_core (&made, &emboss, size);
      break;
  }
  copy_mask (mask, &made);
  return TRUE;
}
