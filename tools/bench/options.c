/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What to measure, from the command line. */
#include "options.h"

#include <string.h>

#define SUMMARY \
  "Measures how many frames a second go through whole elements in a " \
  "pipeline,\nbeside cudacopy, which moves frames and nothing else, and " \
  "beside " \
  "what plain CUDA\ndoes without GStreamer. All three take turns; of each " \
  "the " \
  "median is given."

#define DESCRIPTION \
  "A FRAGMENT is what stands between two '!' of gst-launch-1.0, in one " \
  "argument:\n\"cudamedian size=5\", \"cudaepsilon mode=clamp\", " \
  "\"cudamedian ! " \
  "cudamedian\".\nDefault: cudamedian with size=3, 5, 7 and 9.\n\n" \
  "Example:\n  cudafilters-bench --memory=host --sizes=1080p,2160p " \
  "--queue=4,0 --json=out.json \"cudamedian size=3\"\n"

/* As a shell would take it. */
static gchar *
command_line (gchar **argv)
{
  GString *line = g_string_new (NULL);

  for (; *argv; argv++) {
    gchar *quoted = g_shell_quote (*argv);
    gboolean plain = **argv && !strpbrk (*argv, " \t\n'\"\\$`!*?&|;<>(){}[]#~");

    g_string_append_printf (
        line, "%s%s", line->len > 0 ? " " : "", plain ? *argv : quoted);
    g_free (quoted);
  }
  return g_string_free (line, FALSE);
}

static gboolean
wrong (GError **error, const gchar *option, const gchar *value,
    const gchar *expected)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "%s: \"%s\" is not %s", option, value, expected);
  return FALSE;
}

static gboolean
parse_memory (Options *self, const gchar *word, GError **error)
{
  if (g_str_equal (word, "host"))
    self->host = TRUE;
  else if (g_str_equal (word, "cuda"))
    self->cuda = TRUE;
  else
    return wrong (error, "--memory", word, "host or cuda");
  return TRUE;
}

static gboolean
parse_format (Options *self, const gchar *word, GError **error)
{
  GstVideoFormat format = gst_video_format_from_string (word);

  if (format == GST_VIDEO_FORMAT_UNKNOWN || format == GST_VIDEO_FORMAT_ENCODED)
    return wrong (error, "--formats", word,
        "a video format of GStreamer (GRAY8, NV12, I420_10LE, ...)");
  g_array_append_val (self->formats, format);
  return TRUE;
}

/* 1 to 5 digits. */
static gboolean
parse_number (const gchar *text, gchar **end, gint *number)
{
  if (!g_ascii_isdigit (*text))
    return FALSE;
  *number = g_ascii_strtoull (text, end, 10);
  return *end - text <= 5;
}

static gboolean
parse_sides (const gchar *word, OptionsSize *size)
{
  gchar *end;

  return parse_number (word, &end, &size->width) && *end == 'x'
         && parse_number (end + 1, &end, &size->height) && *end == '\0'
         && size->width >= 1 && size->width <= 32767 && size->height >= 1
         && size->height <= 32767;
}

static gboolean
parse_size (Options *self, const gchar *word, GError **error)
{
  static const struct {
    const gchar *name;
    OptionsSize size;
  } names[] = {
    { "720p", { 1280, 720 } },
    { "1080p", { 1920, 1080 } },
    { "1440p", { 2560, 1440 } },
    { "2160p", { 3840, 2160 } },
  };
  OptionsSize size;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    if (g_str_equal (word, names[i].name)) {
      g_array_append_val (self->sizes, names[i].size);
      return TRUE;
    }
  }
  if (!parse_sides (word, &size))
    return wrong (error, "--sizes", word,
        "720p, 1080p, 1440p, 2160p or WIDTHxHEIGHT, each 1 to 32767");
  g_array_append_val (self->sizes, size);
  return TRUE;
}

static gboolean
parse_queue (Options *self, const gchar *word, GError **error)
{
  gchar *end;
  gint queue;

  if (!parse_number (word, &end, &queue) || *end != '\0' || queue > 1000)
    return wrong (error, "--queue", word, "a number of buffers, 0 to 1000");
  g_array_append_val (self->queues, queue);
  return TRUE;
}

static gboolean
parse_device (Options *self, const gchar *word, GError **error)
{
  gchar *end;
  gint number;
  guint device, i;

  if (!parse_number (word, &end, &number) || *end != '\0' || number > 1023)
    return wrong (error, "--devices", word, "a GPU's number, 0 to 1023");
  device = number;
  for (i = 0; i < self->devices->len; i++)
    if (g_array_index (self->devices, guint, i) == device)
      return wrong (error, "--devices", word, "new: each GPU counts once");
  g_array_append_val (self->devices, device);
  return TRUE;
}

/* A list with commas. */
static gboolean
parse_list (Options *self, const gchar *list,
    gboolean (*parse) (Options *, const gchar *, GError **), GError **error)
{
  gchar **words = g_strsplit (list, ",", -1);
  gboolean ok = words[0] != NULL;
  guint i;

  if (!ok)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "A list is empty: leave the option out for its default");
  for (i = 0; ok && words[i]; i++)
    ok = parse (self, words[i], error);
  g_strfreev (words);
  return ok;
}

static gboolean
check_range (const gchar *option, gdouble value, gdouble min, gdouble max,
    GError **error)
{
  if (value >= min && value <= max)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "%s: %g is not in the range %g to %g", option, value, min, max);
  return FALSE;
}

static gboolean
parse_source_memory (Options *self, const gchar *kind, GError **error)
{
  static const gchar *const kinds[] = { "proposed", "pageable", "one-shot" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    if (!kind || g_str_equal (kind, kinds[i])) {
      self->source_memory = (RingSourceMemory)i;
      return TRUE;
    }
  }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--source-memory: %s is none of proposed, pageable and one-shot", kind);
  return FALSE;
}

static gboolean
parse_content (Options *self, const gchar *kind, GError **error)
{
  self->is_still = g_str_equal (kind, "still");
  return self->is_still || g_str_equal (kind, "random")
         || wrong (error, "--content", kind, "random or still");
}

/* --tune, or --tune=WHAT */
static gboolean
parse_tune (const gchar *name, const gchar *what, gpointer data, GError **error)
{
  Options *self = data;

  if (what && !g_str_equal (what, "cpu") && !g_str_equal (what, "cuda"))
    return wrong (error, "--tune", what, "cpu or cuda");
  g_free (self->tune);
  self->tune = g_strdup (what ? what : "all");
  return TRUE;
}

static gboolean
check_kernels (const Options *self, GError **error)
{
  if (self->kernels && !g_str_equal (self->kernels, "cpu")
      && !g_str_equal (self->kernels, "cuda"))
    return wrong (error, "--kernels", self->kernels, "cpu or cuda");
  if (self->kernels && self->tune)
    return wrong (error, "--kernels", self->kernels, "for --tune");
  return TRUE;
}

static gboolean
parse_region (Options *self, const gchar *sides, GError **error)
{
  return !sides || parse_sides (sides, &self->region)
         || wrong (error, "--region", sides, "WIDTHxHEIGHT, each 1 to 32767");
}

Options *
options_new (gint argc, gchar **argv, GError **error)
{
  static const gchar *const default_fragments[] = { "cudamedian size=3",
    "cudamedian size=5", "cudamedian size=7", "cudamedian size=9", NULL };
  Options *self = g_new0 (Options, 1);
  gchar *memory = NULL, *formats = NULL, *sizes = NULL, *queues = NULL;
  gchar *source_memory = NULL, *devices = NULL, *content = NULL, *region = NULL;
  const GOptionEntry entries[] = {
    { "memory", 0, 0, G_OPTION_ARG_STRING, &memory,
        "Where frames come from and go to: host, cuda or both "
        "(default host,cuda)",
        "LIST" },
    { "formats", 0, 0, G_OPTION_ARG_STRING, &formats,
        "Video formats (default GRAY8,NV12); what CUDAMemory cannot carry is "
        "left out there",
        "LIST" },
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes,
        "720p, 1080p, 1440p, 2160p or WIDTHxHEIGHT in pixels, 1 to 32767 "
        "(default all four)",
        "LIST" },
    { "queue", 0, 0, G_OPTION_ARG_STRING, &queues,
        "Buffers of the queue behind the element, 0 to 1000, 0 = no queue "
        "(default 4); each is measured",
        "LIST" },
    { "source-queue", 0, 0, G_OPTION_ARG_INT, &self->source_queue,
        "Buffers of a queue before the element, 0 to 1000 (default 0 = none)",
        "N" },
    { "source-memory", 0, 0, G_OPTION_ARG_STRING, &source_memory,
        "Where host frames come from: proposed (the pool that the element "
        "proposes, the default), pageable (ordinary memory), or one-shot (the "
        "same, and no GstMemory comes twice)",
        "KIND" },
    { "content", 0, 0, G_OPTION_ARG_STRING, &content,
        "What frames show: random samples, others in each (random, the "
        "default), or the same in all but for noise in the lowest bits, three "
        "of 8 (still): cudadenoise has less to search there",
        "KIND" },
    { "region", 0, 0, G_OPTION_ARG_STRING, &region,
        "A region of interest of the type \"region\" in the middle of each "
        "frame, WIDTHxHEIGHT in pixels, 1 to 32767 (default none), for "
        "elements with roi-type",
        "SIZE" },
    { "devices", 0, 0, G_OPTION_ARG_STRING, &devices,
        "GPUs, as nvidia-smi numbers them (default 0); of several the first "
        "alone is measured, the first two together, and so on to all: one "
        "pipeline on each, in one process",
        "LIST" },
    { "repeats", 0, 0, G_OPTION_ARG_INT, &self->repeats,
        "How often each is measured, 1 to 1000 (default 5, and fewer make "
        "poor medians)",
        "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &self->seconds,
        "Length of one measurement, 0.01 to 60 s (default 0.4)", "S" },
    { "warm-up", 0, 0, G_OPTION_ARG_DOUBLE, &self->warm_up,
        "Time from the first frame to its begin, 0 to 60 s (default 0.2)",
        "S" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &self->json,
        "Write all results to FILE as well", "FILE" },
    { "tune", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, parse_tune,
        "Measure no elements, but what the engine chooses among ways to the "
        "same results on this machine (cpu, cuda; default both), and remember "
        "the fastest in the user's cache folder; FRAGMENTs are names or "
        "patterns of choices then, --seconds is for each candidate, and only "
        "the first size counts",
        "WHAT" },
    { "kernels", 0, 0, G_OPTION_ARG_STRING, &self->kernels,
        "Measure no elements, but filters alone, on pictures in the memory of "
        "cpu or cuda; FRAGMENTs are names or patterns of operations then, such "
        "as median",
        "WHERE" },
    { "peer", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->peers,
        "--kernels: a module with another library's filters, measured beside "
        "ours; may be repeated",
        "FILE" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &self->threads,
        "--kernels=cpu: 1 to 1000 (default 0 = one a processor)", "N" },
    { "once", 0, 0, G_OPTION_ARG_NONE, &self->once,
        "--kernels: run each once and measure nothing, for a profiler", NULL },
    { "list", 0, 0, G_OPTION_ARG_NONE, &self->list,
        "Say what would be measured, and measure nothing", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->fragments,
        NULL, "[FRAGMENT...]" },
    { NULL },
  };
  GOptionContext *context = g_option_context_new (NULL);
  GOptionGroup *group = g_option_group_new ("bench", NULL, NULL, self, NULL);
  gboolean ok;

  self->command = command_line (argv);
  self->formats = g_array_new (FALSE, FALSE, sizeof (GstVideoFormat));
  self->sizes = g_array_new (FALSE, FALSE, sizeof (OptionsSize));
  self->queues = g_array_new (FALSE, FALSE, sizeof (gint));
  self->devices = g_array_new (FALSE, FALSE, sizeof (guint));
  self->repeats = 5;
  self->warm_up = 0.2;
  self->seconds = 0.4;

  g_option_group_add_entries (group, entries);
  g_option_context_set_main_group (context, group);
  g_option_context_set_summary (context, SUMMARY);
  g_option_context_set_description (context, DESCRIPTION);
  ok = g_option_context_parse (context, &argc, &argv, error)
       && parse_list (self, memory ? memory : "host,cuda", parse_memory, error)
       && parse_list (
           self, formats ? formats : "GRAY8,NV12", parse_format, error)
       && parse_list (
           self, sizes ? sizes : "720p,1080p,1440p,2160p", parse_size, error)
       && parse_list (self, queues ? queues : "4", parse_queue, error)
       && parse_list (self, devices ? devices : "0", parse_device, error)
       && parse_source_memory (self, source_memory, error)
       && parse_content (self, content ? content : "random", error)
       && parse_region (self, region, error) && check_kernels (self, error)
       && check_range ("--threads", self->threads, 0, 1000, error)
       && check_range ("--source-queue", self->source_queue, 0, 1000, error)
       && check_range ("--repeats", self->repeats, 1, 1000, error)
       && check_range ("--seconds", self->seconds, 0.01, 60, error)
       && check_range ("--warm-up", self->warm_up, 0, 60, error);
  self->has_sizes = sizes != NULL;
  g_option_context_free (context);
  g_free (memory);
  g_free (formats);
  g_free (sizes);
  g_free (queues);
  g_free (devices);
  g_free (content);
  g_free (region);
  g_free (source_memory);

  if (!self->fragments && !self->tune && !self->kernels)
    self->fragments = g_strdupv ((gchar **)default_fragments);
  if (!ok)
    g_clear_pointer (&self, options_free);
  return self;
}

void
options_free (Options *self)
{
  g_array_unref (self->formats);
  g_array_unref (self->sizes);
  g_array_unref (self->queues);
  g_array_unref (self->devices);
  g_strfreev (self->fragments);
  g_free (self->command);
  g_free (self->json);
  g_free (self->tune);
  g_free (self->kernels);
  g_strfreev (self->peers);
  g_free (self);
}
