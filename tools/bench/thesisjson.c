/* The thesis's tables and our figures as a JSON file: docs/BENCHMARK.md says
 * what its fields mean. */
#include "thesisjson.h"

#include "jsontext.h"
#include "wholefile.h"

static void
add_values (GString *json, const gchar *name, const gdouble *values, guint n)
{
  guint i;

  json_add_name (json, name);
  for (i = 0; i < n; i++) {
    g_string_append (json, i == 0 ? "[" : ", ");
    json_add_number (json, values[i]);
  }
  g_string_append_c (json, ']');
}

static void
add_figures (GString *json, const gchar *name, const ThesisFigures *figures)
{
  json_add_name (json, name);
  g_string_append_c (json, '{');
  json_add_named_number (json, "upload_ms", figures->upload);
  json_add_named_number (json, "download_ms", figures->download);
  json_add_named_number (json, "total_ms", figures->total);
  json_add_named_number (json, "other_total_ms", figures->other_total);
  add_values (json, "share_percent", figures->share, THESIS_WINDOWS);
  add_values (json, "kernel_ms", figures->kernel, THESIS_WINDOWS);
  add_values (json, "mpixel_per_s", figures->rate, THESIS_WINDOWS);
  json_add_named_number (json, "copy_mpixel_per_s", figures->limit);
  g_string_append_c (json, '}');
}

/* One time of all repeats. */
static void
add_time (GString *json, const gchar *name, const ThesisPicture *picture,
    gsize offset)
{
  guint n = picture->repeats->len, i;
  gdouble *values = g_new (gdouble, n);

  for (i = 0; i < n; i++)
    values[i] = G_STRUCT_MEMBER (
        gdouble, &g_array_index (picture->repeats, ThesisTimes, i), offset);
  add_values (json, name, values, n);
  g_free (values);
}

static void
add_times (GString *json, const ThesisPicture *picture)
{
  static const struct {
    const gchar *name;
    gsize offset;
  } transfers[] = {
    { "upload", G_STRUCT_OFFSET (ThesisTimes, upload) },
    { "download", G_STRUCT_OFFSET (ThesisTimes, download) },
    { "pageable_upload", G_STRUCT_OFFSET (ThesisTimes, pageable_upload) },
    { "pageable_download", G_STRUCT_OFFSET (ThesisTimes, pageable_download) },
  }, kernels[] = {
    { "kernel", G_STRUCT_OFFSET (ThesisTimes, kernel) },
    { "sequence", G_STRUCT_OFFSET (ThesisTimes, sequence) },
    { "overlapped", G_STRUCT_OFFSET (ThesisTimes, overlapped) },
  };
  static const gchar *const names[THESIS_KERNELS] = { "copy", "3x3", "5x5",
    "7x7" };
  guint i, k;

  json_add_name (json, "times_ms");
  g_string_append_c (json, '{');
  for (i = 0; i < G_N_ELEMENTS (transfers); i++)
    add_time (json, transfers[i].name, picture, transfers[i].offset);
  for (i = 0; i < G_N_ELEMENTS (kernels); i++) {
    json_add_name (json, kernels[i].name);
    g_string_append_c (json, '{');
    for (k = 0; k < THESIS_KERNELS; k++)
      add_time (
          json, names[k], picture, kernels[i].offset + k * sizeof (gdouble));
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, '}');
}

static void
add_picture (
    GString *json, const ThesisPicture *picture, const ThesisFigures *theirs)
{
  gint64 pixels = thesis_picture_get_pixels (picture);
  gdouble overlapped[THESIS_KERNELS];
  ThesisFigures ours;
  guint k;

  thesis_figures_from_times (&picture->times, pixels, &ours);
  for (k = 0; k < THESIS_KERNELS; k++)
    overlapped[k] = thesis_rate (pixels, picture->times.overlapped[k]);

  g_string_append_c (json, '{');
  json_add_named_number (json, "side", picture->side);
  json_add_named_number (json, "bits", picture->bits);
  add_figures (json, "thesis", theirs);
  add_figures (json, "here", &ours);
  add_values (json, "overlapped_mpixel_per_s", overlapped + THESIS_MEDIAN,
      THESIS_WINDOWS);
  json_add_named_number (
      json, "overlapped_copy_mpixel_per_s", overlapped[THESIS_IDENTITY]);
  add_times (json, picture);
  g_string_append_c (json, '}');
}

static void
add_tables (GString *json)
{
  guint i;

  json_add_name (json, "tables");
  for (i = 0; i < THESIS_N_TABLES; i++) {
    g_string_append (json, i == 0 ? "[{" : ", {");
    json_add_named_string (json, "label", thesis_tables[i].label);
    json_add_named_string (json, "lines", thesis_tables[i].lines);
    json_add_named_string (json, "caption", thesis_tables[i].caption);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
}

gboolean
thesis_json_write (const Options *options, const Machine *machine,
    const gchar *date, const GPtrArray *pictures, GError **error)
{
  GString *json = g_string_new ("{");
  gboolean ok;
  guint i;

  json_add_named_string (json, "date", date);
  json_add_named_string (json, "command", options->command);
  json_add_machine (json, machine);
  json_add_named_number (json, "repeats", options->repeats);
  json_add_named_number (json, "seconds", options->seconds);
  json_add_named_number (json, "warm_up", options->warm_up);
  add_tables (json);
  json_add_name (json, "pictures");
  for (i = 0; i < pictures->len; i++) {
    g_string_append (json, i == 0 ? "[\n" : ",\n");
    add_picture (json, g_ptr_array_index (pictures, i),
        &thesis_figures[i / THESIS_DEPTHS][i % THESIS_DEPTHS]);
  }
  g_string_append (json, "\n]}\n");

  ok = whole_file_write (options->json, json->str, json->len, error);
  g_string_free (json, TRUE);
  return ok;
}
