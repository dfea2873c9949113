/* Conceals blocks that a decoder lost: an application marks them on each frame
 * with regions of interest, and cudainpaint repairs what is marked.
 *
 *   conceal-blocks clip.mp4 lost.txt whole.webm
 *   conceal-blocks clip.mp4 lost.txt                        on the screen
 *   conceal-blocks --simulate=5 clip.mp4 lost.txt whole.webm
 *
 * lost.txt says which are lost, a rectangle a line, in pixels: FRAME X Y WIDTH
 * HEIGHT, frames from 0. With --simulate it is written instead: so many percent
 * of the 16x16 blocks of each frame, which become grey, are lost in this
 * program.
 * --keep leaves them, to see what was lost.
 *
 * In an application of yours, add the metadata where you learn of the loss: in
 * a probe behind the decoder, as here, or in the decoder. */
#include <gst/video/video.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "progress.h"
#include "wholefile.h"

#define ROI_TYPE "lost"
#define BLOCK 16
#define SEED 1

typedef struct {
  guint frame;
  GstVideoRectangle r;
} Loss;

typedef struct {
  GArray *losses; /* of Loss, by frame */
  gint frame;     /* the next one's number */
  guint next;     /* loss */
  GRand *random;  /* where losses are simulated */
  FILE *list;     /* where they are written to */
  WholeFile *whole_list, *whole_output;
  Progress progress;
} App;

static volatile sig_atomic_t n_interrupts;

static gdouble simulate = -1;
static gboolean keep = FALSE;
static gboolean temporal = TRUE;
static gint future = 1;
static gchar *method = NULL;
static gchar **files = NULL;

static const GOptionEntry options[] = {
  { "simulate", 's', 0, G_OPTION_ARG_DOUBLE, &simulate,
      "lose so many percent of the blocks, and write which to LOST",
      "PERCENT" },
  { "keep", 'k', 0, G_OPTION_ARG_NONE, &keep, "do not repair", NULL },
  { "method", 'm', 0, G_OPTION_ARG_STRING, &method,
      "cudainpaint's: local (default), global or harmonic", "NAME" },
  { "no-temporal", 'T', G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &temporal,
      "repair each frame from itself alone, not from those around it", NULL },
  { "future", 'f', 0, G_OPTION_ARG_INT, &future,
      "look at so many frames behind a frame too: 0 to 4 (default: 1)", "N" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL,
      "IN LOST [OUT]" },
  { NULL }
};

static void
fail (const gchar *format, ...)
{
  va_list arguments;
  gchar *text;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("conceal-blocks: %s\n", text);
  g_free (text);
  exit (EXIT_FAILURE);
}

static WholeFile *
begin_file (const gchar *path)
{
  GError *error = NULL;
  WholeFile *file = whole_file_new (path, &error);

  if (!file)
    fail ("%s", error->message);
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

/* The list of losses */

static GArray *
read_losses (const gchar *path)
{
  GArray *losses = g_array_new (FALSE, FALSE, sizeof (Loss));
  gchar *text, **lines;
  GError *error = NULL;
  guint i;

  if (!g_file_get_contents (path, &text, NULL, &error))
    fail ("%s", error->message);
  lines = g_strsplit (text, "\n", -1);
  for (i = 0; lines[i]; i++) {
    Loss l;
    gchar more;

    if (*g_strstrip (lines[i]) == '\0')
      continue;
    if (sscanf (lines[i], "%u %d %d %d %d %c", &l.frame, &l.r.x, &l.r.y, &l.r.w,
            &l.r.h, &more)
            != 5
        || l.r.x < 0 || l.r.y < 0 || l.r.w < 1 || l.r.h < 1)
      fail ("%s, line %u: \"%s\" is not FRAME X Y WIDTH HEIGHT", path, i + 1,
          lines[i]);
    if (losses->len > 0
        && l.frame < g_array_index (losses, Loss, losses->len - 1).frame)
      fail ("%s, line %u: frame %u is not in order", path, i + 1, l.frame);
    g_array_append_val (losses, l);
  }
  g_strfreev (lines);
  g_free (text);
  return losses;
}

/* What a loss looks like */

static void
erase (GstVideoFrame *frame, const GstVideoRectangle *r)
{
  guint c;
  gint y;

  for (c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++) {
    const GstVideoFormatInfo *f = frame->info.finfo;
    const gint x = r->x >> f->w_sub[c];
    const gint right = MIN (GST_VIDEO_SUB_SCALE (f->w_sub[c], r->x + r->w),
        GST_VIDEO_FRAME_COMP_WIDTH (frame, c));
    const gint bottom = MIN (GST_VIDEO_SUB_SCALE (f->h_sub[c], r->y + r->h),
        GST_VIDEO_FRAME_COMP_HEIGHT (frame, c));

    for (y = r->y >> f->h_sub[c]; y < bottom; y++)
      memset ((guint8 *)GST_VIDEO_FRAME_COMP_DATA (frame, c)
                  + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c) + x,
          128, right - x);
  }
}

static void
lose_blocks (App *app, GstVideoFrame *frame)
{
  const gint width = GST_VIDEO_FRAME_WIDTH (frame);
  const gint height = GST_VIDEO_FRAME_HEIGHT (frame);
  gint x, y;

  for (y = 0; y < height; y += BLOCK)
    for (x = 0; x < width; x += BLOCK) {
      const Loss l = { app->frame,
        { x, y, MIN (BLOCK, width - x), MIN (BLOCK, height - y) } };

      if (100 * g_rand_double (app->random) >= simulate)
        continue;
      erase (frame, &l.r);
      g_array_append_val (app->losses, l);
      fprintf (app->list, "%u %d %d %d %d\n", l.frame, x, y, l.r.w, l.r.h);
    }
}

static GstPadProbeReturn
see_frame (GstPad *pad, GstPadProbeInfo *probe, gpointer data)
{
  App *app = data;
  GstBuffer *buffer =
      gst_buffer_make_writable (GST_PAD_PROBE_INFO_BUFFER (probe));
  GstCaps *caps = gst_pad_get_current_caps (pad);
  GstVideoFrame frame;
  GstVideoInfo info;

  GST_PAD_PROBE_INFO_DATA (probe) = buffer;
  if (app->random && gst_video_info_from_caps (&info, caps)
      && gst_video_frame_map (&frame, &info, buffer, GST_MAP_READWRITE)) {
    lose_blocks (app, &frame);
    gst_video_frame_unmap (&frame);
  }
  gst_caps_unref (caps);
  for (; app->next < app->losses->len; app->next++) {
    const Loss *l = &g_array_index (app->losses, Loss, app->next);

    if (l->frame > (guint)app->frame)
      break;
    if (!keep)
      gst_buffer_add_video_region_of_interest_meta (
          buffer, ROI_TYPE, l->r.x, l->r.y, l->r.w, l->r.h);
  }
  g_atomic_int_inc (&app->frame); /* run() reads it */
  return GST_PAD_PROBE_OK;
}

/* The pipeline */

static void
set_location (GstElement *pipeline, const gchar *name, const gchar *path)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (pipeline), name);

  g_object_set (element, "location", path, NULL);
  gst_object_unref (element);
}

static GstElement *
build (App *app)
{
  GError *error = NULL;
  gchar *output = output_describe (files[2], "output", &error), *text;
  GstElement *pipeline, *element;
  GstPad *pad;

  if (!output)
    fail ("%s", error->message);
  text = g_strdup_printf (
      "filesrc name=input ! decodebin ! queue ! videoconvert ! "
      "video/x-raw,format=I420 ! identity name=marks ! queue ! "
      "cudainpaint name=repair roi-type=" ROI_TYPE " ! queue ! %s",
      output);
  pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  g_free (output);
  g_free (text);
  if (!pipeline)
    fail ("%s (GST_PLUGIN_PATH must name the folder of the built plugin)",
        error->message);
  set_location (pipeline, "input", files[0]);
  if (files[2]) {
    app->whole_output = begin_file (files[2]);
    set_location (pipeline, "output", whole_file_get_path (app->whole_output));
  }
  element = gst_bin_get_by_name (GST_BIN (pipeline), "repair");
  gst_util_set_object_arg (
      G_OBJECT (element), "method", method ? method : "local");
  g_object_set (
      element, "temporal", temporal, "future", temporal ? future : 0, NULL);
  gst_object_unref (element);
  element = gst_bin_get_by_name (GST_BIN (pipeline), "marks");
  pad = gst_element_get_static_pad (element, "src");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, see_frame, app, NULL);
  gst_object_unref (pad);
  gst_object_unref (element);
  return pipeline;
}

static void
on_interrupt (int number)
{
  n_interrupts++;
}

/* The first interrupt ends the file properly; the second gives it up. */
static void
run (App *app, GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstElement *marks = gst_bin_get_by_name (GST_BIN (pipeline), "marks");
  GstPad *pad = gst_element_get_static_pad (marks, "src");
  GstMessage *message = NULL;
  gboolean ending = FALSE;
  GError *error = NULL;
  gchar *details = NULL;

  signal (SIGINT, on_interrupt);
  signal (SIGTERM, on_interrupt);
  progress_begin (&app->progress);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (!message) {
    message = gst_bus_timed_pop_filtered (
        bus, GST_SECOND / 10, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (!message && n_interrupts > 1)
      fail ("interrupted");
    if (!message && n_interrupts > 0 && !ending)
      ending = gst_element_send_event (pipeline, gst_event_new_eos ());
    progress_tell (
        &app->progress, g_atomic_int_get (&app->frame), progress_share (pad));
  }
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &details);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  if (error)
    fail ("%s\n(%s)", error->message, details);
  gst_message_unref (message);
  gst_object_unref (pad);
  gst_object_unref (marks);
  gst_object_unref (bus);
}

static void
check_options (void)
{
  const guint n = files ? g_strv_length (files) : 0;

  if (n != 2 && n != 3)
    fail ("IN LOST [OUT] are wanted (see --help)");
  if (!g_file_test (files[0], G_FILE_TEST_IS_REGULAR))
    fail ("there is no file %s", files[0]);
  if (simulate != -1 && !(simulate > 0 && simulate <= 50))
    fail ("--simulate must be more than 0, and at most 50 percent");
  if (simulate != -1 && output_is_video (files[1]))
    fail ("LOST would be written to %s, which is a video's name", files[1]);
  if (future < 0 || future > 4)
    fail ("--future must be 0 to 4, not %d", future);
  if (method && !g_str_equal (method, "local")
      && !g_str_equal (method, "global") && !g_str_equal (method, "harmonic"))
    fail ("--method must be local, global or harmonic, not %s", method);
}

int
main (int argc, char **argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  GstElement *pipeline;
  GError *error = NULL;
  App app = { 0 };

  g_option_context_set_summary (context,
      "Conceals the blocks of a video that LOST lists, a rectangle a line, in "
      "pixels:\nFRAME X Y WIDTH HEIGHT, frames from 0, in order. OUT is a "
      ".webm "
      "or .mkv\n(default: the screen).");
  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  if (!g_option_context_parse (context, &argc, &argv, &error))
    fail ("%s", error->message);
  g_option_context_free (context);
  check_options ();

  if (simulate > 0) {
    app.losses = g_array_new (FALSE, FALSE, sizeof (Loss));
    app.random = g_rand_new_with_seed (SEED);
    app.whole_list = begin_file (files[1]);
    app.list = fopen (whole_file_get_path (app.whole_list), "w");
    if (!app.list)
      fail ("%s cannot be written: %s", files[1], g_strerror (errno));
  } else {
    app.losses = read_losses (files[1]);
  }
  pipeline = build (&app);
  run (&app, pipeline);
  if (app.list && fclose (app.list) != 0)
    fail ("%s cannot be written: %s", files[1], g_strerror (errno));
  if (app.frame == 0)
    fail ("%s has no frames", files[0]);
  if (app.whole_list)
    keep_file (app.whole_list);
  if (app.whole_output)
    keep_file (app.whole_output);
  g_print ("%s%u blocks were %s\n", progress_clear (&app.progress), app.next,
      keep ? "lost" : "concealed");
  if (app.next < app.losses->len)
    g_print ("The list goes on: %u are of later frames\n",
        app.losses->len - app.next);
  progress_end (&app.progress, app.frame, files[2]);

  gst_object_unref (pipeline);
  g_clear_pointer (&app.random, g_rand_free);
  g_array_unref (app.losses);
  g_strfreev (files);
  g_free (method);
  return EXIT_SUCCESS;
}
