/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* An application with frames of its own that has them filtered: appsrc ->
 * cudamedian -> cudaepsilon -> appsink, once for each of its streams, all in
 * one CUDA context, which is the application's.
 *
 *   embed                                    two streams that are made here
 *   embed 768x576 left.yuv right.yuv         raw I420 frames, one after the
 *                                            other; into left.yuv.filtered, ...
 *   embed --memory=cuda                      results stay on the GPU
 *   embed --change-at=20 --size=5            from frame 20 on, size=5
 *
 * It shows: frames in and results out without copies of the application's
 * own; the context, asked for with need-context and answered with
 * gst_element_set_context(); a property that changes at an exact frame;
 * warnings and errors; which backend works, and its stats. To be compiled
 * elsewhere:
 *
 *   cc embed.c common.c ../tools/wholefile/wholefile.c \
 *     -I../tools/wholefile -o embed \
 *     $(pkg-config --cflags --libs gstreamer-app-1.0 gstreamer-video-1.0) -lm
 *
 * and, with a context of its own, -DHAVE_GST_CUDA, gstreamer-cuda-1.0 to
 * pkg-config, and -I with the folder of the CUDA Toolkit's cuda.h. */
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
#ifdef HAVE_GST_CUDA
#define GST_USE_UNSTABLE_API
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>
#endif

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common.h"
#include "wholefile.h"

#define RATE 25
#define IN_FLIGHT 4 /* frames of a stream: so that the GPU always has work */
#define MADE_STREAMS 2
#define MADE_WIDTH 320
#define MADE_HEIGHT 240
#define MADE_FRAMES 50
#define NOISE 12

typedef struct {
  guint number;
  GstElement *pipeline, *source, *sink, *median;
  GstBus *bus;
  GRand *random; /* where frames are made here, else: */
  FILE *in, *out;
  WholeFile *whole; /* what out is */
  const gchar *path;
  guint64 n_expected; /* frames; 0: nobody knows */
  guint pushed, pulled;
  gdouble error_before, error_after; /* squared, of frames that are made */
  guint n_foreign; /* frames in CUDAMemory of a context that is not ours */
  guint n_cuda;    /* in CUDAMemory */
} Stream;

static GstVideoInfo info;
static gint change_at = -1;
static gint new_size = 5;
static gchar *memory = NULL;
static gchar *backend = NULL;
static gchar **words = NULL;

#ifdef HAVE_GST_CUDA
static GstCudaContext *cuda = NULL;
#endif

static const GOptionEntry options[] = {
  { "memory", 'm', 0, G_OPTION_ARG_STRING, &memory,
      "where results are wanted: system, or cuda (system)", "NAME" },
  { "backend", 'b', 0, G_OPTION_ARG_STRING, &backend,
      "auto, cuda or cpu (auto)", "NAME" },
  { "change-at", 'c', 0, G_OPTION_ARG_INT, &change_at,
      "give cudamedian another size from this frame on", "FRAME" },
  { "size", 's', 0, G_OPTION_ARG_INT, &new_size, "--change-at: which (5)",
      "N" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL,
      "[WIDTHxHEIGHT FILE...]" },
  { NULL }
};

static void G_GNUC_NORETURN G_GNUC_PRINTF (1, 2) fail (const gchar *text, ...)
{
  va_list arguments;
  gchar *message;

  va_start (arguments, text);
  message = g_strdup_vprintf (text, arguments);
  va_end (arguments);
  g_printerr ("embed: %s\n", message);
  exit (EXIT_FAILURE);
}

/* The application's frames */

/* A bright disc that moves over a ramp: luma of frame n, without noise. */
static guint8
made_sample (guint n, gint x, gint y)
{
  const gint dx = x - 60 - 3 * (gint)n, dy = y - MADE_HEIGHT / 2;

  return dx * dx + dy * dy < 40 * 40 ? 200 : 40 + x / 4;
}

static void
make_frame (Stream *s, GstVideoFrame *frame)
{
  gint x, y;
  guint c;

  for (c = 1; c < 3; c++)
    memset (GST_VIDEO_FRAME_COMP_DATA (frame, c), 128,
        (gsize)GST_VIDEO_FRAME_COMP_STRIDE (frame, c)
            * GST_VIDEO_FRAME_COMP_HEIGHT (frame, c));
  for (y = 0; y < MADE_HEIGHT; y++) {
    guint8 *row = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
                  + (gsize)y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0);

    for (x = 0; x < MADE_WIDTH; x++) {
      const gint noise = g_rand_int_range (s->random, -NOISE, NOISE + 1);

      row[x] = made_sample (s->pushed, x, y) + noise;
      s->error_before += noise * noise;
    }
  }
}

static void
measure_frame (Stream *s, GstVideoFrame *frame)
{
  gint x, y;

  for (y = 0; y < MADE_HEIGHT; y++) {
    const guint8 *row = (const guint8 *)GST_VIDEO_FRAME_PLANE_DATA (frame, 0)
                        + (gsize)y * GST_VIDEO_FRAME_PLANE_STRIDE (frame, 0);

    for (x = 0; x < MADE_WIDTH; x++) {
      const gint d = row[x] - made_sample (s->pulled, x, y);

      s->error_after += d * d;
    }
  }
}

/* Rows of all planes, which are packed in a file. FALSE at its end. */
static gboolean
move_rows (GstVideoFrame *frame, FILE *file, gboolean write)
{
  guint c;
  gint y;

  for (c = 0; c < 3; c++)
    for (y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (frame, c); y++) {
      guint8 *row = (guint8 *)GST_VIDEO_FRAME_COMP_DATA (frame, c)
                    + (gsize)y * GST_VIDEO_FRAME_COMP_STRIDE (frame, c);
      const gsize n = GST_VIDEO_FRAME_COMP_WIDTH (frame, c);

      if ((write ? fwrite (row, 1, n, file) : fread (row, 1, n, file)) != n)
        return FALSE;
    }
  return TRUE;
}

/* Makes a frame of the application's; FALSE after the last. */
static gboolean
fill_frame (Stream *s, GstBuffer *buffer)
{
  gboolean ok = TRUE;
  GstVideoFrame frame;

  if (!gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE))
    fail ("a frame cannot be mapped");
  if (s->in)
    ok = move_rows (&frame, s->in, FALSE);
  else if (s->pushed < MADE_FRAMES)
    make_frame (s, &frame);
  else
    ok = FALSE;
  gst_video_frame_unmap (&frame);
  return ok;
}

/* The context */

#ifdef HAVE_GST_CUDA

/* An element asks for a context before it makes one itself: this runs in its
 * thread, so it must not wait for the application's main loop. */
static GstBusSyncReply
on_sync_message (GstBus *bus, GstMessage *message, gpointer data)
{
  const gchar *type = NULL;
  GstContext *context;

  if (cuda && GST_MESSAGE_TYPE (message) == GST_MESSAGE_NEED_CONTEXT
      && gst_message_parse_context_type (message, &type)
      && g_str_equal (type, GST_CUDA_CONTEXT_TYPE)) {
    context = gst_context_new_cuda_context (cuda);
    gst_element_set_context (GST_ELEMENT (GST_MESSAGE_SRC (message)), context);
    gst_context_unref (context);
  }
  return GST_BUS_PASS;
}

/* There is no context without a driver, and elements work on the CPU. An
 * application with a CUcontext of its own wraps that instead:
 * gst_cuda_context_new_wrapped(). */
static void
make_context (void)
{
  if (!g_str_equal (backend, "cpu") && gst_cuda_load_library ())
    cuda = gst_cuda_context_new (0);
}

static void
note_memory (Stream *s, GstBuffer *buffer)
{
  GstMemory *m = gst_buffer_peek_memory (buffer, 0);

  if (!gst_is_cuda_memory (m))
    return;
  s->n_cuda++;
  if (GST_CUDA_MEMORY_CAST (m)->context != cuda)
    s->n_foreign++;
}

/* Counts elements in our context, and in others. */
static void
count_context (const GValue *item, gpointer data)
{
  GstElement *element = g_value_get_object (item);
  g_autoptr (GObject) context = NULL;
  guint *n = data;

  if (g_object_class_find_property (
          G_OBJECT_GET_CLASS (element), "active-backend"))
    context = context_of (element);
  if (context)
    n[context == (gpointer)cuda ? 0 : 1]++;
}

static void
report_context (Stream *s)
{
  GstIterator *elements = gst_bin_iterate_elements (GST_BIN (s->pipeline));
  guint n[2] = { 0, 0 };

  gst_iterator_foreach (elements, count_context, n);
  gst_iterator_free (elements);
  g_print ("stream %u: %u elements in our context, %u in others\n", s->number,
      n[0], n[1]);
}

#endif

/* Streams */

static GstCaps *
make_caps (gboolean in_cuda_memory)
{
  GstCaps *caps = gst_video_info_to_caps (&info);

  if (in_cuda_memory)
    gst_caps_set_features_simple (
        caps, gst_caps_features_from_string ("memory:CUDAMemory"));
  return caps;
}

static void
set_backend (const GValue *item, gpointer name)
{
  GObject *element = g_value_get_object (item);

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (element), "backend"))
    gst_util_set_object_arg (element, "backend", name);
}

static void
open_stream (Stream *s)
{
  GError *error = NULL;
  GstIterator *elements;
  GstCaps *caps;

  s->pipeline = gst_parse_launch_full (
      "appsrc name=source format=time ! cudamedian name=median ! "
      "cudaepsilon name=epsilon @preset=strong ! appsink name=sink sync=false",
      NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  if (!s->pipeline)
    fail ("%s: is the plugin built (tools/setup)? From the clone, set "
          "GST_PLUGIN_PATH=build/gst and GST_PRESET_PATH=gst/presets",
        error->message);
  s->source = gst_bin_get_by_name (GST_BIN (s->pipeline), "source");
  s->sink = gst_bin_get_by_name (GST_BIN (s->pipeline), "sink");
  s->median = gst_bin_get_by_name (GST_BIN (s->pipeline), "median");
  s->bus = gst_element_get_bus (s->pipeline);
#ifdef HAVE_GST_CUDA
  gst_bus_set_sync_handler (s->bus, on_sync_message, NULL, NULL);
#endif

  caps = make_caps (FALSE);
  g_object_set (s->source, "caps", caps, NULL);
  gst_caps_unref (caps);
  caps = make_caps (g_str_equal (memory, "cuda"));
  g_object_set (s->sink, "caps", caps, NULL);
  gst_caps_unref (caps);
  elements = gst_bin_iterate_elements (GST_BIN (s->pipeline));
  gst_iterator_foreach (elements, set_backend, backend);
  gst_iterator_free (elements);
  gst_element_set_state (s->pipeline, GST_STATE_PLAYING);
}

/* Prints warnings, and ends with an error. */
static void
check_bus (Stream *s)
{
  GstMessage *message;
  GError *error = NULL;
  gchar *details = NULL;

  while ((message = gst_bus_pop_filtered (
              s->bus, GST_MESSAGE_ERROR | GST_MESSAGE_WARNING))) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      gst_message_parse_error (message, &error, &details);
      fail ("stream %u: %s: %s (%s)", s->number, GST_MESSAGE_SRC_NAME (message),
          error->message, details);
    }
    gst_message_parse_warning (message, &error, NULL);
    g_printerr ("embed: stream %u: %s: %s\n", s->number,
        GST_MESSAGE_SRC_NAME (message), error->message);
    g_clear_error (&error);
    gst_message_unref (message);
  }
}

/* Puts a frame into the pipeline; FALSE after the last. */
static gboolean
push (Stream *s)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, info.size, NULL);

  if (!fill_frame (s, buffer)) {
    gst_buffer_unref (buffer);
    gst_app_src_end_of_stream (GST_APP_SRC (s->source));
    return FALSE;
  }
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (s->pushed, GST_SECOND, RATE);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / RATE;
  s->pushed++;
  gst_app_src_push_buffer (GST_APP_SRC (s->source), buffer); /* takes it */
  return TRUE;
}

static void
use_result (Stream *s, GstBuffer *buffer)
{
  GstVideoFrame frame;

#ifdef HAVE_GST_CUDA
  /* GST_MAP_CUDA in place of this would give pointers on the GPU, for kernels
   * of the application's */
  note_memory (s, buffer);
#endif
  if (!gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ))
    fail ("a result cannot be mapped");
  if (!s->out)
    measure_frame (s, &frame);
  else if (!move_rows (&frame, s->out, TRUE))
    fail ("%s.filtered cannot be written: %s", s->path, g_strerror (errno));
  gst_video_frame_unmap (&frame);
  s->pulled++;
}

/* A result out of it; FALSE at the end. */
static gboolean
pull (Stream *s)
{
  GstAppSink *sink = GST_APP_SINK (s->sink);
  GstSample *sample;

  /* not for ever: after an error nothing comes */
  while (!(sample = gst_app_sink_try_pull_sample (sink, GST_SECOND / 10))) {
    check_bus (s);
    if (gst_app_sink_is_eos (sink))
      return FALSE;
  }
  use_result (s, gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  return TRUE;
}

/* A property changes from the next frame on that reaches the element: which one
 * that is, is sure where none is on its way. */
static void
change_size (Stream *s)
{
  while (s->pulled < s->pushed && pull (s))
    ;
  g_object_set (s->median, "size", new_size, NULL);
}

/* FALSE when the stream has ended. */
static gboolean
step (Stream *s)
{
  if ((gint)s->pushed == change_at)
    change_size (s);
  if (!push (s)) {
    while (pull (s))
      ;
    return FALSE;
  }
  if (s->pushed - s->pulled >= IN_FLIGHT)
    pull (s);
  check_bus (s);
  return TRUE;
}

static gdouble
psnr (gdouble error, guint n_frames)
{
  return 10 * log10 (255. * 255 * MADE_WIDTH * MADE_HEIGHT * n_frames / error);
}

static void
report (Stream *s)
{
  g_autoptr (GstStructure) stats = NULL;
  g_autofree gchar *active = NULL, *text = NULL;

  g_object_get (s->median, "active-backend", &active, "stats", &stats, NULL);
  text = gst_structure_to_string (stats);
  g_print ("stream %u: %u frames; cudamedian on %s; %s\n", s->number, s->pulled,
      active, text);
  if (!s->out && s->pulled > 0)
    g_print ("stream %u: PSNR %.2f dB before, %.2f dB after\n", s->number,
        psnr (s->error_before, s->pushed), psnr (s->error_after, s->pulled));
#ifdef HAVE_GST_CUDA
  report_context (s);
#endif
  if (s->n_cuda > 0)
    g_print ("stream %u: %u results in CUDAMemory, %u of them in another "
             "context than ours\n",
        s->number, s->n_cuda, s->n_foreign);
}

static void
close_stream (Stream *s)
{
  GError *error = NULL;

  gst_element_set_state (s->pipeline, GST_STATE_NULL);
  if (s->out && fclose (s->out) != 0)
    fail ("%s.filtered cannot be written: %s", s->path, g_strerror (errno));
  if (s->whole && !whole_file_keep (s->whole, &error))
    fail ("%s", error->message);
  g_clear_pointer (&s->whole, whole_file_free);
  if (s->in)
    fclose (s->in);
  g_clear_pointer (&s->random, g_rand_free);
  gst_object_unref (s->bus);
  gst_object_unref (s->median);
  gst_object_unref (s->sink);
  gst_object_unref (s->source);
  gst_object_unref (s->pipeline);
}

/* A pipe, which is no file, has as many frames as come. */
static void
open_input (Stream *s, const gchar *path)
{
  const guint64 size =
      (guint64)info.width * info.height
      + 2 * (guint64)((info.width + 1) / 2) * ((info.height + 1) / 2);
  struct stat status;

  s->path = path;
  s->in = fopen (path, "rb");
  if (!s->in || fstat (fileno (s->in), &status) != 0)
    fail ("%s cannot be read: %s", path, g_strerror (errno));
  if (!S_ISREG (status.st_mode)) {
    s->n_expected = 0;
    return;
  }
  if (status.st_size == 0 || status.st_size % size != 0)
    fail ("%s has %" G_GUINT64_FORMAT " bytes, and I420 frames of %dx%d have "
          "%" G_GUINT64_FORMAT " each",
        path, (guint64)status.st_size, info.width, info.height, size);
  s->n_expected = status.st_size / size;
}

static void
open_output (Stream *s)
{
  g_autofree gchar *result = g_strconcat (s->path, ".filtered", NULL);
  GError *error = NULL;

  s->whole = whole_file_new (result, &error);
  if (!s->whole)
    fail ("%s", error->message);
  s->out = fopen (whole_file_get_path (s->whole), "wb");
  if (!s->out)
    fail ("%s cannot be written: %s", result, g_strerror (errno));
}

/* Reports on all streams; while they run, and at the end. */
static void
tell (Progress *progress, const Stream *streams, guint n, gboolean is_end)
{
  guint64 n_expected = 0;
  gboolean known = TRUE;
  g_autoptr (GString) results = g_string_new (NULL);
  guint pulled = 0, i;

  for (i = 0; i < n; i++) {
    pulled += streams[i].pulled;
    n_expected += streams[i].n_expected;
    known &= streams[i].n_expected > 0;
    if (words)
      g_string_append_printf (
          results, "%s%s.filtered", i > 0 ? ", " : "", words[i + 1]);
  }
  if (is_end)
    progress_end (progress, pulled, words ? results->str : NULL);
  else
    progress_tell (progress, pulled, known ? (gdouble)pulled / n_expected : -1);
}

/* The options */

static guint
parse_options (int *argc, char ***argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  gint width = MADE_WIDTH, height = MADE_HEIGHT;
  GError *error = NULL;
  guint n;
  gchar end;

  g_option_context_set_summary (context,
      "Filters the application's own frames: those of FILEs, raw I420 of "
      "WIDTHxHEIGHT without\npadding, into FILE.filtered, or, without, two "
      "noisy streams that are made here.");
  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  if (!g_option_context_parse (context, argc, argv, &error))
    fail ("%s (see --help)", error->message);
  g_option_context_free (context);

  n = words ? g_strv_length (words) : 0;
  if (n == 1
      || (n > 1
          && (sscanf (words[0], "%dx%d%c", &width, &height, &end) != 2
              || width < 1 || height < 1 || width > 32767 || height > 32767)))
    fail ("WIDTHxHEIGHT and FILEs are wanted, or nothing (see --help)");
  backend = backend ? backend : g_strdup ("auto");
  if (!g_str_equal (backend, "auto") && !g_str_equal (backend, "cuda")
      && !g_str_equal (backend, "cpu"))
    fail ("--backend must be auto, cuda or cpu, not %s", backend);
  memory = memory ? memory : g_strdup ("system");
  if (!g_str_equal (memory, "system") && !g_str_equal (memory, "cuda"))
    fail ("--memory must be system or cuda, not %s", memory);
  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_I420, width, height);
  GST_VIDEO_INFO_FPS_N (&info) = RATE;
  GST_VIDEO_INFO_FPS_D (&info) = 1;
  return n > 1 ? n - 1 : MADE_STREAMS;
}

int
main (int argc, char **argv)
{
  const guint n = parse_options (&argc, &argv);
  Stream *streams = g_new0 (Stream, n);
  Progress progress;
  gboolean more = TRUE;
  guint i;

#ifdef HAVE_GST_CUDA
  make_context ();
  if (g_str_equal (memory, "cuda") && !cuda)
    fail ("--memory=cuda needs an NVIDIA GPU and its driver");
#else
  if (g_str_equal (memory, "cuda"))
    fail ("--memory=cuda: this program was built without gstreamer-cuda");
#endif
  for (i = 0; i < n; i++) {
    streams[i].number = i;
    streams[i].n_expected = MADE_FRAMES;
    if (words)
      open_input (&streams[i], words[i + 1]);
    else
      streams[i].random = g_rand_new_with_seed (i);
  }
  for (i = 0; i < n; i++) {
    if (words)
      open_output (&streams[i]);
    open_stream (&streams[i]);
  }
  progress_begin (&progress);
  while (more) {
    more = FALSE;
    for (i = 0; i < n; i++)
      if (!gst_app_sink_is_eos (GST_APP_SINK (streams[i].sink)))
        more |= step (&streams[i]);
    tell (&progress, streams, n, FALSE);
  }
  g_print ("%s", progress_clear (&progress));
  for (i = 0; i < n; i++)
    report (&streams[i]);
  for (i = 0; i < n; i++)
    close_stream (&streams[i]);
  tell (&progress, streams, n, TRUE);
#ifdef HAVE_GST_CUDA
  gst_clear_object (&cuda);
#endif
  g_free (streams);
  g_strfreev (words);
  g_free (memory);
  g_free (backend);
  return EXIT_SUCCESS;
}
