/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Spreads video over all GPUs of a machine: an application that gives each GPU
 * an element of its own, by cuda-device-id.
 *
 *   multi-gpu clip.mp4 clean.webm               a stream: its frames in turn
 *   multi-gpu /dev/video0                       a camera, on the screen
 *   multi-gpu --each out a.mp4 b.mp4 c.mp4      files: each on a GPU of its own
 *
 *   multi-gpu --filter="cudamedian size=9 ! cudaepsilon" clip.mp4 clean.webm
 *   multi-gpu --devices=0,2 clip.mp4 clean.webm
 *
 * The result is the one that a single GPU, or the CPU, would write, frame for
 * frame and in order. Without a GPU there is one branch, on the CPU.
 *
 * A stream is dealt out as cards are: each branch of a tee passes every n-th
 * frame, and one thread collects the results in the same order.
 *
 *            .-> queue -> filter on GPU 0 -> queue -> appsink -.
 *   ... tee -+                                                 +-> appsrc ->
 * ...
 *            '-> queue -> filter on GPU 1 -> queue -> appsink -'
 *
 * From appsrc on it is a pipeline of its own: an appsink hands frames out only
 * when its pipeline plays, for which all of that one's sinks must have a frame.
 *
 * One GPU keeps up with one camera; several are worth it for large frames and
 * large windows, and with --each. A filter that follows something from frame to
 * frame (cudadenoise, cudasnake, or cudainpaint track=true) must see them all:
 * --each.
 * Long archives, and machines beside this one: pipelines/farm. */
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "wholefile.h"

/* A queue of so many frames. After a filter they are those that its element
 * has in flight; elsewhere two will do, and an interrupt need not wait for
 * more. */
#define QUEUE(n) "queue max-size-bytes=0 max-size-time=0 max-size-buffers=" #n
#define TICK 100 /* milliseconds */
#define TEST_SOURCE \
  "videotestsrc name=input0 pattern=snow num-buffers=60 ! " \
  "video/x-raw,format=I420,width=640,height=480,framerate=30/1"

typedef struct {
  GstElement *filter;  /* what runs on one device */
  GstElement *appsink; /* where frames are dealt out */
  gint device;         /* cuda-device-id, -1 where there is no GPU */
  guint number, of;    /* it gets frames number, number + of, ... */
  guint64 next;        /* frame that comes by */
  gint passed;         /* frames */
  WholeFile *file;     /* --each: the result */
} Branch;

typedef struct {
  GMainLoop *loop;
  GstElement *pipeline;
  GstElement *output; /* the pipeline that ends last; mostly the same one */
  Branch *branches;
  guint n_branches, n_inputs;
  GstElement *merged; /* appsrc */
  WholeFile *file;    /* the result of a stream */
  guint n_interrupts;
  gboolean failed;
  Progress progress;
} App;

static gchar *filter = NULL;
static gchar *devices = NULL;
static gint branches = 0;
static gchar *backend = NULL;
static gchar *each = NULL;
static gchar *format = NULL;
static gchar **files = NULL;

static const GOptionEntry options[] = {
  { "filter", 'f', 0, G_OPTION_ARG_STRING, &filter,
      "what to run, as gst-launch-1.0 takes it (cudamedian)", "ELEMENTS" },
  { "devices", 'd', 0, G_OPTION_ARG_STRING, &devices,
      "cuda-device-ids, as nvidia-smi numbers GPUs (all that there are)",
      "N,N..." },
  { "branches", 'n', 0, G_OPTION_ARG_INT, &branches,
      "deal frames out to so many branches (as many as devices)", "N" },
  { "backend", 'b', 0, G_OPTION_ARG_STRING, &backend,
      "auto, cuda (an error where there is no GPU) or cpu (auto)", "NAME" },
  { "each", 'e', 0, G_OPTION_ARG_FILENAME, &each,
      "filter each IN on one GPU, into a file of its name in DIR", "DIR" },
  { "format", 't', 0, G_OPTION_ARG_STRING, &format,
      "--each: webm, mkv (without loss) or y4m (webm)", "NAME" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL,
      "IN [OUT]" },
  { NULL }
};

static void G_GNUC_NORETURN G_GNUC_PRINTF (1, 2) fail (const gchar *text, ...)
{
  va_list arguments;
  gchar *message;

  va_start (arguments, text);
  message = g_strdup_vprintf (text, arguments);
  va_end (arguments);
  g_printerr ("multi-gpu: %s\n", message);
  exit (EXIT_FAILURE);
}

/* Devices */

/* Does an element run on this device? */
static gboolean
answers (gint device)
{
  GstElement *probe = gst_element_factory_make ("cudamedian", NULL);
  gboolean ok;

  if (!probe)
    fail ("there is no element cudamedian: is the plugin built (tools/setup), "
          "and GST_PLUGIN_PATH the folder that it is in?");
  gst_object_ref_sink (probe);
  gst_util_set_object_arg (G_OBJECT (probe), "backend", "cuda");
  g_object_set (probe, "cuda-device-id", device, NULL);
  ok = gst_element_set_state (probe, GST_STATE_PAUSED)
       != GST_STATE_CHANGE_FAILURE;
  gst_element_set_state (probe, GST_STATE_NULL);
  gst_object_unref (probe);
  return ok;
}

/* Returns gints: the devices asked for, else all; -1 alone for the CPU. */
static GArray *
find_devices (void)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (gint));
  gchar **parts = devices ? g_strsplit (devices, ",", -1) : NULL;
  guint64 id;
  gint none = -1;
  guint i;

  for (i = 0; parts && parts[i]; i++) {
    if (!g_ascii_string_to_unsigned (parts[i], 10, 0, 1023, &id, NULL))
      fail ("--devices=%s is not a list of numbers, such as 0,1", devices);
    if (!answers (id))
      fail ("device %s does not answer; nvidia-smi lists those that there are",
          parts[i]);
    g_array_append_vals (found, &(gint){ id }, 1);
  }
  if (!parts && !g_str_equal (backend, "cpu"))
    for (i = 0; answers (i); i++)
      g_array_append_vals (found, &i, 1);
  if (found->len == 0 && g_str_equal (backend, "cuda"))
    fail ("no NVIDIA GPU answers: GST_DEBUG=cudafilter:4 says why");
  if (found->len == 0)
    g_array_append_val (found, none);
  g_strfreev (parts);
  return found;
}

/* Branches */

/* Gives a filter's elements their device; others have no such property. */
static void
set_device (const GValue *item, gpointer data)
{
  GObject *element = g_value_get_object (item);
  GObjectClass *class = G_OBJECT_GET_CLASS (element);
  const Branch *branch = data;
  gboolean track = FALSE;

  if (!g_object_class_find_property (class, "cuda-device-id"))
    return;
  g_object_set (element, "cuda-device-id", branch->device, NULL);
  if (g_object_class_find_property (class, "backend"))
    gst_util_set_object_arg (element, "backend", backend);
  if (g_object_class_find_property (class, "track"))
    g_object_get (element, "track", &track, NULL);
  if (track && branch->of > 1)
    fail ("%s follows things from frame to frame, and would see every %u. "
          "frame: set track=false, or use --each or a single device",
        GST_OBJECT_NAME (element), branch->of);
  if (g_object_class_find_property (class, "past") && branch->of > 1)
    fail ("%s filters over time, and would see every %u. frame: use --each or "
          "a single device",
        GST_OBJECT_NAME (element), branch->of);
}

static void
make_filter (Branch *branch)
{
  /* caps at its end are no element, and have no pad */
  g_autofree gchar *ended = g_strconcat (filter, " ! identity", NULL);
  GError *error = NULL;
  GstIterator *elements;

  branch->filter = gst_parse_bin_from_description_full (
      ended, TRUE, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!branch->filter)
    fail ("--filter=\"%s\": %s", filter, nearest_explain (error));
  elements = gst_bin_iterate_recurse (GST_BIN (branch->filter));
  gst_iterator_foreach (elements, set_device, branch);
  gst_iterator_free (elements);
}

/* Finds what a pipeline has by this name, with a number after it. */
static GstElement *
find (GstElement *pipeline, const gchar *name, guint number)
{
  g_autofree gchar *whole = g_strdup_printf ("%s%u", name, number);

  return gst_bin_get_by_name (GST_BIN (pipeline), whole);
}

/* Puts the filter between "before" and "after" of the branch. */
static void
link_filter (App *app, Branch *branch)
{
  g_autoptr (GstElement) before =
      find (app->pipeline, "before", branch->number);
  g_autoptr (GstElement) after = find (app->pipeline, "after", branch->number);

  make_filter (branch);
  gst_bin_add (GST_BIN (app->pipeline), branch->filter);
  if (!gst_element_link_many (before, branch->filter, after, NULL))
    fail ("--filter=\"%s\" takes or gives no pictures", filter);
}

static void
add_probe (GstElement *element, const gchar *name, GstPadProbeCallback callback,
    gpointer data)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback, data, NULL);
}

static GstPadProbeReturn
count_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  g_atomic_int_inc ((gint *)data);
  return GST_PAD_PROBE_OK;
}

/* One stream: dealt out, and collected */

static GstPadProbeReturn
pass_own (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Branch *branch = data;

  return branch->next++ % branch->of == branch->number ? GST_PAD_PROBE_OK
                                                       : GST_PAD_PROBE_DROP;
}

/* A thread collects the branches' frames, in turn. The first branch that has no
 * more is the one whose turn it is after the last frame. */
static gpointer
collect (gpointer data)
{
  App *app = data;
  GstSample *sample;
  guint64 n;

  for (n = 0;; n++) {
    GstElement *sink = app->branches[n % app->n_branches].appsink;

    sample = gst_app_sink_pull_sample (GST_APP_SINK (sink));
    if (!sample
        || gst_app_src_push_sample (GST_APP_SRC (app->merged), sample)
               != GST_FLOW_OK)
      break;
    gst_sample_unref (sample);
  }
  if (sample)
    gst_sample_unref (sample);
  else
    gst_app_src_end_of_stream (GST_APP_SRC (app->merged));
  return NULL;
}

static GstElement *
parse (const gchar *text)
{
  GError *error = NULL;
  GstElement *pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);

  if (!pipeline)
    fail ("%s", nearest_explain (error));
  return pipeline;
}

/* Returns what follows frames, to a file of this name or to the screen. */
static gchar *
describe_output (const gchar *path, guint number)
{
  g_autofree gchar *name = g_strdup_printf ("output%u", number);
  GError *error = NULL;
  gchar *text = output_describe (path, name, &error);

  if (!text)
    fail ("%s", error->message);
  return text;
}

static WholeFile *
begin_file (GstElement *pipeline, guint number, const gchar *path)
{
  g_autoptr (GstElement) sink = find (pipeline, "output", number);
  GError *error = NULL;
  WholeFile *file = whole_file_new (path, &error);

  if (!file)
    fail ("%s", error->message);
  g_object_set (sink, "location", whole_file_get_path (file), NULL);
  return file;
}

static void
keep_file (WholeFile *file)
{
  GError *error = NULL;

  if (!whole_file_keep (file, &error))
    fail ("%s", error->message);
  whole_file_free (file);
}

static gboolean
is_camera (const gchar *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 && S_ISCHR (status.st_mode);
}

/* Pictures are read by programs in Python, which know their depths. */
static void
check_video (const gchar *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  if (strchr (path, '%') || g_file_test (path, G_FILE_TEST_IS_DIR))
    fail ("%s: pictures become a video first, as by ffmpeg -framerate 25 -i "
          "img-%%03d.png -c:v ffv1 clip.mkv",
        path);
  fail ("there is no file %s", path);
}

static const gchar *
describe_input (const gchar *path)
{
  if (g_str_equal (path, "test"))
    return TEST_SOURCE;
  if (is_camera (path)) /* it drops old frames rather than fall behind */
    return "v4l2src name=input0 ! decodebin ! queue leaky=downstream "
           "max-size-buffers=2";
  check_video (path);
  return "filesrc name=input0 ! decodebin ! queue";
}

static void
build_stream (App *app)
{
  g_autoptr (GString) text = g_string_new (describe_input (files[0]));
  g_autoptr (GstElement) input = NULL;
  guint i;

  g_string_append (text, " ! videoconvert ! tee name=deal");
  for (i = 0; i < app->n_branches; i++)
    g_string_append_printf (text,
        " deal.src_%u ! " QUEUE (2) " name=before%u " QUEUE (
            8) " name=after%u "
               "! appsink name=end%u sync=false max-buffers=1",
        i, i, i, i);
  app->pipeline = parse (text->str);
  input = find (app->pipeline, "input", 0);
  if (!g_str_equal (files[0], "test"))
    g_object_set (
        input, is_camera (files[0]) ? "device" : "location", files[0], NULL);
  for (i = 0; i < app->n_branches; i++) {
    Branch *branch = &app->branches[i];
    g_autoptr (GstElement) before = find (app->pipeline, "before", i);

    branch->of = app->n_branches;
    branch->appsink = find (app->pipeline, "end", i);
    link_filter (app, branch);
    add_probe (before, "sink", pass_own, branch);
  }
}

/* The collected frames go here. */
static void
build_output (App *app)
{
  g_autofree gchar *output = describe_output (files[1], 0);
  g_autofree gchar *text =
      g_strdup_printf ("appsrc name=merged0 format=time block=true "
                       "max-buffers=2 max-bytes=0 ! %s",
          output);

  app->output = parse (text);
  if (files[1])
    app->file = begin_file (app->output, 0, files[1]);
  app->merged = find (app->output, "merged", 0);
}

/* Several inputs: each on one device */

/* DIR/NAME.FORMAT, for .../NAME.EXTENSION */
static gchar *
output_of (const gchar *input)
{
  g_autofree gchar *name = g_path_get_basename (input);
  gchar *dot = strrchr (name, '.');

  if (dot && dot != name)
    *dot = '\0';
  return g_strdup_printf ("%s/%s.%s", each, name, format);
}

static void
build_each (App *app)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint i;

  if (g_mkdir_with_parents (each, 0777) != 0)
    fail ("the folder %s cannot be made: %s", each, g_strerror (errno));
  for (i = 0; i < app->n_branches; i++) {
    g_autofree gchar *path = output_of (files[i]);
    g_autofree gchar *output = describe_output (path, i);

    g_string_append_printf (text,
        "filesrc name=input%u ! decodebin ! queue ! videoconvert "
        "name=before%u " QUEUE (8) " name=after%u ! %s ",
        i, i, i, output);
  }
  app->pipeline = parse (text->str);
  app->output = gst_object_ref (app->pipeline);

  for (i = 0; i < app->n_branches; i++) {
    g_autofree gchar *path = output_of (files[i]);
    g_autoptr (GstElement) input = find (app->pipeline, "input", i);

    app->branches[i].of = 1;
    link_filter (app, &app->branches[i]);
    g_object_set (input, "location", files[i], NULL);
    app->branches[i].file = begin_file (app->pipeline, i, path);
  }
}

static gboolean
is_same_file (const gchar *a, const gchar *b)
{
  GStatBuf one, other;

  return g_stat (a, &one) == 0 && g_stat (b, &other) == 0
         && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* Two inputs of one name would write one file. */
static void
check_names (void)
{
  GHashTable *seen =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint i;

  for (i = 0; files[i]; i++) {
    gchar *path = output_of (files[i]);

    if (!g_hash_table_add (seen, path))
      fail ("%s and another input are both called so: their results would "
            "be one file",
          files[i]);
    check_video (files[i]);
    if (is_same_file (files[i], path))
      fail (
          "%s would be replaced by its result: name another folder", files[i]);
  }
  g_hash_table_unref (seen);
}

/* Devices */

/* The device of an element's context; -1 where it has none. */
static gint
context_device (GstElement *element)
{
  g_autoptr (GObject) context = context_of (element);
  guint id = -1;

  if (context)
    g_object_get (context, "cuda-device-id", &id, NULL);
  return id;
}

/* Puts an element before those that follow it in the filter. */
static void
report_element (const GValue *item, gpointer data)
{
  GstElement *element = g_value_get_object (item);
  g_autoptr (GstStructure) stats = NULL;
  g_autofree gchar *active = NULL, *text = NULL, *where = NULL;
  guint64 frames = 0, uploads = 0;

  if (!g_object_class_find_property (
          G_OBJECT_GET_CLASS (element), "active-backend"))
    return;
  g_object_get (element, "active-backend", &active, "stats", &stats, NULL);
  gst_structure_get (stats, "frames", G_TYPE_UINT64, &frames, "uploads",
      G_TYPE_UINT64, &uploads, NULL);
  if (g_str_equal (active, "cuda"))
    where = g_strdup_printf (" on device %d, %" G_GUINT64_FORMAT
                             " frames, %" G_GUINT64_FORMAT " uploads",
        context_device (element), frames, uploads);
  text = g_strdup_printf ("; %s: %s%s",
      GST_OBJECT_NAME (gst_element_get_factory (element)), active,
      where ? where : "");
  g_string_prepend (data, text);
}

/* Call it while elements still have their devices. */
static void
report (App *app)
{
  guint i;

  g_print ("%s", progress_clear (&app->progress));
  for (i = 0; i < app->n_branches; i++) {
    Branch *branch = &app->branches[i];
    GstIterator *elements = gst_bin_iterate_sorted (GST_BIN (branch->filter));
    GString *line = g_string_new (NULL);

    gst_iterator_foreach (elements, report_element, line);
    gst_iterator_free (elements);
    if (each)
      g_print ("%s: ", files[i]);
    else
      g_print ("branch %u: ", i);
    g_print ("%d frames%s\n", g_atomic_int_get (&branch->passed), line->str);
    g_string_free (line, TRUE);
  }
}

/* The run */

static gboolean
on_message (GstBus *bus, GstMessage *message, gpointer data)
{
  App *app = data;
  GError *error = NULL;
  gchar *details = NULL, *refusal = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, &details);
      g_printerr ("multi-gpu: %s: %s\n(%s)\n", GST_MESSAGE_SRC_NAME (message),
          error->message, details ? details : "no details");
      app->failed = TRUE;
      g_main_loop_quit (app->loop);
      break;
    case GST_MESSAGE_WARNING:
      messages_warn ("multi-gpu", message);
      refusal = messages_refusal (message);
      if (refusal) {
        app->failed = TRUE;
        g_main_loop_quit (app->loop);
      }
      break;
    case GST_MESSAGE_EOS:
      if (GST_MESSAGE_SRC (message) == GST_OBJECT (app->output))
        g_main_loop_quit (app->loop);
      break;
    default:
      break;
  }
  g_clear_error (&error);
  g_free (details);
  g_free (refusal);
  return G_SOURCE_CONTINUE;
}

/* Ends the files properly: the inputs end, and all that is on its way comes
 * out. The second time it gives them up. */
static gboolean
on_interrupt (gpointer data)
{
  App *app = data;
  guint i;

  if (app->n_interrupts++ > 0)
    fail ("interrupted");
  for (i = 0; i < app->n_inputs; i++) {
    g_autoptr (GstElement) input = find (app->pipeline, "input", i);

    gst_element_send_event (input, gst_event_new_eos ());
  }
  return G_SOURCE_CONTINUE;
}

static guint
count_all (App *app)
{
  guint all = 0, i;

  for (i = 0; i < app->n_branches; i++)
    all += g_atomic_int_get (&app->branches[i].passed);
  return all;
}

/* Reports the mean of several files. */
static gboolean
on_tick (gpointer data)
{
  App *app = data;
  gdouble share = 0;
  guint i;

  for (i = 0; share >= 0 && i < app->n_branches; i++) {
    g_autoptr (GstPad) pad =
        gst_element_get_static_pad (app->branches[i].filter, "src");
    const gdouble part = progress_share (pad);

    share = part < 0 ? -1 : share + part / app->n_branches;
  }
  progress_tell (&app->progress, count_all (app), share);
  return G_SOURCE_CONTINUE;
}

static void
watch (App *app, GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);

  gst_bus_add_watch (bus, on_message, app);
}

static void
run (App *app)
{
  GThread *collector = NULL;

  app->loop = g_main_loop_new (NULL, FALSE);
  g_unix_signal_add (SIGINT, on_interrupt, app);
  g_unix_signal_add (SIGTERM, on_interrupt, app);
  g_timeout_add (TICK, on_tick, app);
  progress_begin (&app->progress);
  watch (app, app->pipeline);
  gst_element_set_state (app->pipeline, GST_STATE_PLAYING);
  if (app->output != app->pipeline) {
    watch (app, app->output);
    gst_element_set_state (app->output, GST_STATE_PLAYING);
    collector = g_thread_new ("collect", collect, app);
  }
  g_main_loop_run (app->loop);
  if (!app->failed)
    report (app);
  gst_element_set_state (app->pipeline, GST_STATE_NULL);
  gst_element_set_state (app->output, GST_STATE_NULL);
  if (collector)
    g_thread_join (collector);
  g_main_loop_unref (app->loop);
}

/* Keeps those that have frames. */
static void
keep_files (App *app)
{
  const guint all = count_all (app);
  guint i;

  for (i = 0; i < app->n_branches; i++) {
    Branch *branch = &app->branches[i];

    if (branch->file && branch->passed > 0) {
      keep_file (g_steal_pointer (&branch->file));
    } else if (branch->file) {
      g_printerr ("multi-gpu: %s has no frames\n", files[i]);
      app->failed = TRUE;
    }
  }
  if (app->file && all == 0)
    fail ("%s has no frames", files[0]);
  if (app->file)
    keep_file (g_steal_pointer (&app->file));
  progress_end (&app->progress, all, each ? each : files[1]);
}

static void
parse_options (int *argc, char ***argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  GError *error = NULL;

  g_option_context_set_summary (context,
      "Filters video on all GPUs of a machine: the frames of IN in turn, into "
      "OUT (a .webm,\na .mkv without loss, or a .y4m; default: the screen), "
      "or, with --each DIR, several\nfiles at once. IN is a file, a camera as "
      "/dev/video0, or test, a noisy test picture.\nPictures only, no sound.");
  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  if (!g_option_context_parse (context, argc, argv, &error))
    fail ("%s (see --help)", error->message);
  g_option_context_free (context);
}

static void
check_options (void)
{
  const guint n = files ? g_strv_length (files) : 0;

  if (!filter)
    filter = g_strdup ("cudamedian");
  if (!backend)
    backend = g_strdup ("auto");
  if (!g_str_equal (backend, "auto") && !g_str_equal (backend, "cuda")
      && !g_str_equal (backend, "cpu"))
    fail ("--backend must be auto, cuda or cpu, not %s", backend);
  if (devices && g_str_equal (backend, "cpu"))
    fail ("--devices are GPUs, and --backend=cpu uses none");
  if (each ? n < 1 : n < 1 || n > 2)
    fail ("%s wanted (see --help)",
        each ? "files are" : "IN [OUT], or --each DIR IN..., is");
  if (branches < 0 || branches > 64 || (branches > 0 && each))
    fail ("--branches must be 1 to 64, and are for one stream");
  if (format && !each)
    fail ("--format is for --each; else the name of OUT says it");
  if (!format)
    format = g_strdup ("webm");
  if (each)
    check_names ();
}

int
main (int argc, char **argv)
{
  App app = { 0 };
  GArray *found;
  guint i;

  parse_options (&argc, &argv);
  check_options ();
  found = find_devices ();
  app.n_branches = each           ? g_strv_length (files)
                   : branches > 0 ? (guint)branches
                                  : found->len;
  app.n_inputs = each ? app.n_branches : 1;
  app.branches = g_new0 (Branch, app.n_branches);
  for (i = 0; i < app.n_branches; i++) {
    app.branches[i].number = i;
    app.branches[i].device = g_array_index (found, gint, i % found->len);
  }
  if (each) {
    build_each (&app);
  } else {
    build_stream (&app);
    build_output (&app);
  }
  for (i = 0; i < app.n_branches; i++)
    add_probe (
        app.branches[i].filter, "src", count_frame, &app.branches[i].passed);
  run (&app);
  if (!app.failed)
    keep_files (&app);

  for (i = 0; i < app.n_branches; i++) {
    gst_clear_object (&app.branches[i].appsink);
    g_clear_pointer (&app.branches[i].file, whole_file_free);
  }
  g_clear_pointer (&app.file, whole_file_free);
  gst_clear_object (&app.merged);
  gst_object_unref (app.output);
  gst_object_unref (app.pipeline);
  g_free (app.branches);
  g_array_unref (found);
  return app.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
