/* An application that embeds GStreamer and a filter: it decodes a video, adds
 * noise to it unless it has some already, lets cudadenoise (or cudamedian) take
 * the noise away, compares the result with the clean frames where they are
 * known, and writes the filtered video and a picture of before and after. */
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>

#include <errno.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "messages.h"
#include "nearest.h"
#include "noise.h"
#include "picture.h"
#include "quality.h"
#include "wholefile.h"

/* VP8 in WebM: every browser and player knows it, and gst-plugins-good both
 * writes and reads it. */
#define ENCODE \
  "vp8enc deadline=1 cpu-used=4 threads=4 end-usage=cq cq-level=16 " \
  "target-bitrate=20000000 ! webmmux ! filesink"
#define FILTERED "-filtered.webm" /* how results' names end */
#define LAUNCHED "-launched.webm" /* and that of the line that is printed */
#define CONVERT "videoconvert ! video/x-raw,format=I420"
#define TEST_SOURCE \
  "videotestsrc pattern=zone-plate kx2=8 ky2=8 kt=2 num-buffers=%d ! " \
  "video/x-raw,width=640,height=480,framerate=30/1"
#define TEST_FRAMES 300

/* Which filter, and what noise is for it */
typedef struct {
  const gchar *name, *element, *unit;
  gdouble noise, most; /* by default, and at most, in that unit */
} Filter;

static const Filter filters[] = {
  { "denoise", "cudadenoise", "8-bit steps", 10, 64 },
  { "median", "cudamedian", "per cent", 5, 100 },
};
#define DENOISE (&filters[0])
#define MEDIAN (&filters[1])

#define MAX_STRENGTH 4 /* cudadenoise's */

static const gchar *const methods[] = { "recursive", "average", "median",
  "compensated", NULL };

/* A frame on its way through the filter */
typedef struct {
  GstClockTime pts;
  GstVideoInfo info;
  GstBuffer *clean; /* where noise was added */
  GstBuffer *noisy; /* only of frames that may become the picture */
  gint64 entered;
} Frame;

typedef struct {
  /* options */
  const Filter *filter;
  gchar *filter_name, *preset, *method, *noise_text;
  gint size, iterations, frames;
  gdouble sigma, strength;
  gchar *backend, *output_dir;

  gdouble noise; /* in the filter's unit; 0: none is added */
  gchar *input;  /* NULL: the test picture */
  gchar *name;   /* for the output files and for people */
  gchar *video_path, *picture_path;
  WholeFile *video;
  gboolean interrupted;

  GMainLoop *loop;
  GstElement *pipeline, *element;
  GString *missing; /* what no installed plugin can decode */
  gboolean tty, failed;
  gchar *active_backend, *description, *reason;
  gdouble sigma_luma, sigma_chroma; /* as estimated, 0: not */

  GMutex lock; /* the streaming thread writes what follows */
  GQueue in_filter;
  guint64 random;
  SensorNoise *sensor;
  NoiseCount noise_count;
  Quality before, after;
  guint n_entered, n_left;
  GstClockTime position;
  gint64 first, last, filter_time; /* microseconds */
  GstVideoInfo picture_info;
  GstBuffer *picture[3]; /* noisy, filtered, and clean where it is known */
} Demo;

static void
frame_free (Frame *frame)
{
  gst_clear_buffer (&frame->clean);
  gst_clear_buffer (&frame->noisy);
  g_free (frame);
}

static void G_GNUC_PRINTF (2, 3) fail (Demo *demo, const gchar *format, ...)
{
  va_list args;
  gchar *text;

  if (demo->failed)
    return; /* the first error is the cause of the others */
  demo->failed = TRUE;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("%sdenoise-demo: %s\n", demo->tty ? "\r\033[K" : "", text);
  g_free (text);
  if (demo->loop)
    g_main_loop_quit (demo->loop);
}

/* Keeps a clean copy of the frame and adds noise in place, so that the filter
 * gets the memory that it offered to the elements before it. */
static gboolean
add_noise (Demo *demo, GstBuffer *buffer, Frame *frame)
{
  GstVideoFrame noisy, clean;

  if (demo->noise == 0)
    return TRUE;
  frame->clean = gst_buffer_copy_deep (buffer);
  if (!frame->clean
      || !gst_video_frame_map (
          &clean, &frame->info, frame->clean, GST_MAP_READ))
    return FALSE;
  if (!gst_video_frame_map (&noisy, &frame->info, buffer, GST_MAP_READWRITE)) {
    gst_video_frame_unmap (&clean);
    return FALSE;
  }
  if (demo->sensor)
    sensor_noise_add (demo->sensor, &noisy, &demo->random);
  else
    noise_add_salt_and_pepper (
        &noisy, demo->noise / 100, &demo->random, &demo->noise_count);
  quality_add (&demo->before, &noisy, &clean);
  gst_video_frame_unmap (&noisy);
  gst_video_frame_unmap (&clean);
  return TRUE;
}

static GstPadProbeReturn
before_filter (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Demo *demo = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstPadProbeReturn ret = GST_PAD_PROBE_OK;
  GstCaps *caps = gst_pad_get_current_caps (pad);
  Frame *frame = g_new0 (Frame, 1);

  if (demo->noise > 0)
    buffer = gst_buffer_make_writable (buffer);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  frame->pts = GST_BUFFER_PTS (buffer);

  g_mutex_lock (&demo->lock);
  if (demo->frames > 0 && demo->n_entered == (guint)demo->frames) {
    GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_EOS;
    ret = GST_PAD_PROBE_HANDLED;
  } else if (!caps || !gst_video_info_from_caps (&frame->info, caps)
             || !add_noise (demo, buffer, frame)) {
    GST_ELEMENT_ERROR (demo->element, RESOURCE, FAILED,
        ("A frame cannot be copied; is there enough memory?"), (NULL));
    GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_ERROR;
    ret = GST_PAD_PROBE_HANDLED;
  } else {
    /* The picture shows the last frame whose number is a power of two: some
     * way into the video, however long it is. */
    if ((demo->n_entered & (demo->n_entered + 1)) == 0)
      frame->noisy = gst_buffer_copy_deep (buffer);
    frame->entered = g_get_monotonic_time ();
    if (demo->n_entered++ == 0)
      demo->first = frame->entered;
    g_queue_push_tail (&demo->in_filter, g_steal_pointer (&frame));
  }
  g_mutex_unlock (&demo->lock);

  if (ret == GST_PAD_PROBE_HANDLED)
    gst_buffer_unref (buffer);
  gst_clear_caps (&caps);
  g_clear_pointer (&frame, frame_free);
  return ret;
}

static void
keep_picture (Demo *demo, Frame *frame, GstBuffer *filtered)
{
  for (guint i = 0; i < G_N_ELEMENTS (demo->picture); i++)
    gst_clear_buffer (&demo->picture[i]);
  demo->picture[0] = g_steal_pointer (&frame->noisy);
  demo->picture[1] = gst_buffer_copy_deep (filtered);
  demo->picture[2] = g_steal_pointer (&frame->clean);
  demo->picture_info = frame->info;
}

static GstPadProbeReturn
after_filter (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Demo *demo = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstVideoFrame filtered, clean;
  Frame *frame;

  g_mutex_lock (&demo->lock);
  /* The filter keeps order; what it dropped is passed over. */
  while ((frame = g_queue_pop_head (&demo->in_filter))
         && frame->pts != GST_BUFFER_PTS (buffer))
    frame_free (frame);
  if (!frame)
    goto out;

  /* Mapping waits for a GPU that is still at work. */
  if (gst_video_frame_map (&filtered, &frame->info, buffer, GST_MAP_READ)) {
    demo->last = g_get_monotonic_time ();
    demo->filter_time += demo->last - frame->entered;
    demo->n_left++;
    if (frame->clean
        && gst_video_frame_map (
            &clean, &frame->info, frame->clean, GST_MAP_READ)) {
      quality_add (&demo->after, &filtered, &clean);
      gst_video_frame_unmap (&clean);
    }
    gst_video_frame_unmap (&filtered);
    if (frame->noisy)
      keep_picture (demo, frame, buffer);
    if (GST_CLOCK_TIME_IS_VALID (frame->pts))
      demo->position = frame->pts;
  }
  frame_free (frame);

out:
  g_mutex_unlock (&demo->lock);
  return GST_PAD_PROBE_OK;
}

/* decodebin has shown all streams: one of them must be a picture. */
static void
no_more_pads (GstElement *decode, gpointer user_data)
{
  GstElement *convert = user_data;
  GstPad *pad = gst_element_get_static_pad (convert, "sink");

  if (!gst_pad_is_linked (pad))
    GST_ELEMENT_ERROR (
        decode, STREAM, WRONG_TYPE, ("No video stream was found."), (NULL));
  gst_object_unref (pad);
}

static gboolean
show_progress (gpointer user_data)
{
  Demo *demo = user_data;
  gint64 duration;
  gdouble seconds;
  GstClockTime position;
  guint frames;
  gchar percent[16] = "";

  g_mutex_lock (&demo->lock);
  frames = demo->n_left;
  seconds = (demo->last - demo->first) / 1e6;
  position = demo->position;
  g_mutex_unlock (&demo->lock);

  if (frames < 2 || seconds <= 0)
    return G_SOURCE_CONTINUE;
  if (demo->frames == 0
      && gst_element_query_duration (demo->pipeline, GST_FORMAT_TIME, &duration)
      && duration > 0)
    g_snprintf (percent, sizeof percent, ", %.0f %%",
        MIN (100.0 * position / duration, 100.0));
  g_print (demo->tty ? "\r\033[K%u frames, %.0f frames/s%s"
                     : "%u frames, %.0f frames/s%s\n",
      frames, frames / seconds, percent);
  if (demo->tty)
    fflush (stdout);
  return G_SOURCE_CONTINUE;
}

static void
handle_error (Demo *demo, GstMessage *message)
{
  GError *error = NULL;
  gchar *debug = NULL;
  const gchar *details;

  gst_message_parse_error (message, &error, &debug);
  details = debug ? debug : "none";
  if (demo->missing->len > 0)
    fail (demo,
        "%s cannot be decoded, no installed GStreamer plugin provides: %s. "
        "Install the package that has it; gstreamer1.0-libav and "
        "gstreamer1.0-plugins-ugly have most.",
        demo->input, demo->missing->str);
  else if (g_error_matches (
               error, GST_STREAM_ERROR, GST_STREAM_ERROR_TYPE_NOT_FOUND)
           || g_error_matches (
               error, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE)
           || g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_DECODE)
           || g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_DEMUX))
    fail (demo, "%s is not a video that can be decoded: %s", demo->name,
        error->message);
  else
    fail (demo, "%s: %s\n(%s)", GST_OBJECT_NAME (message->src), error->message,
        details);
  g_error_free (error);
  g_free (debug);
}

/* What the filter says of itself before it stops */
static void
ask_filter (Demo *demo)
{
  GstStructure *stats = NULL;

  g_object_get (demo->element, "active-backend", &demo->active_backend, "stats",
      &stats, NULL);
  gst_structure_get (
      stats, "sigma-luma", G_TYPE_DOUBLE, &demo->sigma_luma, NULL);
  gst_structure_get (
      stats, "sigma-chroma", G_TYPE_DOUBLE, &demo->sigma_chroma, NULL);
  gst_structure_free (stats);
}

static gboolean
handle_message (GstBus *bus, GstMessage *message, gpointer user_data)
{
  Demo *demo = user_data;
  const GstStructure *structure;
  gchar *refusal;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ERROR:
      handle_error (demo, message);
      break;
    case GST_MESSAGE_WARNING:
      refusal = messages_refusal (message);
      if (refusal)
        fail (demo, "%s", refusal);
      else
        messages_warn ("denoise-demo", message);
      g_free (refusal);
      break;
    case GST_MESSAGE_ELEMENT:
      structure = gst_message_get_structure (message);
      if (gst_is_missing_plugin_message (message)) {
        gchar *what = gst_missing_plugin_message_get_description (message);

        g_string_append_printf (
            demo->missing, "%s%s", demo->missing->len ? ", " : "", what);
        g_free (what);
      } else if (gst_structure_has_name (structure, "cudafilters-backend")) {
        g_free (demo->description);
        g_free (demo->reason);
        demo->description =
            g_strdup (gst_structure_get_string (structure, "description"));
        demo->reason =
            g_strdup (gst_structure_get_string (structure, "reason"));
      }
      break;
    case GST_MESSAGE_EOS:
      ask_filter (demo);
      g_main_loop_quit (demo->loop);
      break;
    default:
      break;
  }
  return G_SOURCE_CONTINUE;
}

/* The first interrupt ends the video properly; the second gives it up. */
static gboolean
interrupted (gpointer user_data)
{
  Demo *demo = user_data;

  if (demo->interrupted)
    fail (demo, "interrupted");
  else
    gst_element_send_event (demo->pipeline, gst_event_new_eos ());
  demo->interrupted = TRUE;
  return G_SOURCE_CONTINUE;
}

static gchar *
source_description (Demo *demo)
{
  if (demo->input)
    return g_strdup ("filesrc name=source ! decodebin name=decode");
  return g_strdup_printf (
      TEST_SOURCE, demo->frames > 0 ? demo->frames : TEST_FRAMES);
}

/* The filter as a shell writes it; free it. */
static gchar *
filter_description (Demo *demo)
{
  GString *text = g_string_new (demo->filter->element);
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];

  if (demo->filter == MEDIAN)
    g_string_append_printf (
        text, " size=%d iterations=%d", demo->size, demo->iterations);
  if (demo->filter == DENOISE && demo->preset)
    g_string_append_printf (text, " @preset=%s", demo->preset);
  if (demo->filter == DENOISE) {
    g_string_append_printf (text, " method=%s", demo->method);
    g_string_append_printf (text, " sigma=%s",
        g_ascii_formatd (number, sizeof number, "%g", demo->sigma));
    if (demo->strength != 1) {
      g_ascii_formatd (number, sizeof number, "%g", demo->strength);
      g_string_append_printf (
          text, " strength=%s chroma-strength=%s", number, number);
    }
  }
  g_string_append_printf (text, " backend=%s", demo->backend);
  return g_string_free (text, FALSE);
}

static void
add_probe (Demo *demo, const gchar *pad_name, GstPadProbeCallback callback)
{
  GstPad *pad = gst_element_get_static_pad (demo->element, pad_name);

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, callback, demo, NULL);
  gst_object_unref (pad);
}

static gboolean
build_pipeline (Demo *demo)
{
  GError *error = NULL;
  GstElement *source, *decode, *convert, *sink;
  gchar *source_text = source_description (demo);
  gchar *filter = filter_description (demo);
  gchar *text = g_strdup_printf (
      "%s ! videoconvert name=convert ! video/x-raw,format=I420 ! "
      "%s name=filter ! " ENCODE " name=sink",
      source_text, filter);

  demo->pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  g_free (source_text);
  g_free (filter);
  g_free (text);
  if (!demo->pipeline) {
    if (g_error_matches (
            error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT))
      fail (demo,
          "%s. GST_PLUGIN_PATH must name the folder of the built plugin "
          "(build/gst), and GStreamer's base and good plugins must be "
          "installed; pipelines/demo sees to both.",
          error->message);
    else
      fail (demo, "%s", error->message);
    g_error_free (error);
    return FALSE;
  }

  demo->element = gst_bin_get_by_name (GST_BIN (demo->pipeline), "filter");
  add_probe (demo, "sink", before_filter);
  add_probe (demo, "src", after_filter);

  if (demo->input) {
    source = gst_bin_get_by_name (GST_BIN (demo->pipeline), "source");
    decode = gst_bin_get_by_name (GST_BIN (demo->pipeline), "decode");
    convert = gst_bin_get_by_name (GST_BIN (demo->pipeline), "convert");
    g_object_set (source, "location", demo->input, NULL);
    g_signal_connect_object (
        decode, "no-more-pads", G_CALLBACK (no_more_pads), convert, 0);
    gst_object_unref (source);
    gst_object_unref (decode);
    gst_object_unref (convert);
  }
  sink = gst_bin_get_by_name (GST_BIN (demo->pipeline), "sink");
  g_object_set (sink, "location", whole_file_get_path (demo->video), NULL);
  gst_object_unref (sink);
  return TRUE;
}

static void
run (Demo *demo)
{
  GstBus *bus = gst_element_get_bus (demo->pipeline);
  guint progress = g_timeout_add (demo->tty ? 250 : 5000, show_progress, demo);
  guint interrupt = g_unix_signal_add (SIGINT, interrupted, demo);
  guint end = g_unix_signal_add (SIGTERM, interrupted, demo);

  demo->loop = g_main_loop_new (NULL, FALSE);
  gst_bus_add_watch (bus, handle_message, demo);
  gst_element_set_state (demo->pipeline, GST_STATE_PLAYING);
  g_main_loop_run (demo->loop);

  gst_element_set_state (demo->pipeline, GST_STATE_NULL);
  gst_bus_remove_watch (bus);
  gst_object_unref (bus);
  g_source_remove (progress);
  g_source_remove (interrupt);
  g_source_remove (end);
  g_clear_pointer (&demo->loop, g_main_loop_unref);
  if (demo->tty)
    g_print ("\r\033[K");

  if (!demo->failed && demo->n_left == 0)
    fail (demo, "%s has no frames", demo->name);
}

/* The same filter on the same video, without added noise, for a shell */
static void
append_environment (GString *line, const gchar *name)
{
  gchar *quoted;

  if (!g_getenv (name))
    return;
  quoted = g_shell_quote (g_getenv (name));
  g_string_append_printf (line, "%s=%s ", name, quoted);
  g_free (quoted);
}

static void
print_launch_line (Demo *demo)
{
  GString *line = g_string_new (NULL);
  gchar *quoted, *filter, *path;

  append_environment (line, "GST_PLUGIN_PATH");
  if (demo->preset)
    append_environment (line, "GST_PRESET_PATH");
  g_string_append (line, "gst-launch-1.0 ");
  if (demo->input) {
    quoted = g_shell_quote (demo->input);
    g_string_append_printf (line, "filesrc location=%s ! decodebin", quoted);
    g_free (quoted);
  } else {
    gchar *source = source_description (demo);

    g_string_append (line, source);
    g_free (source);
  }
  /* not over our own result, which may have had noise added */
  path = g_strdup_printf ("%.*s" LAUNCHED,
      (gint)(strlen (demo->video_path) - strlen (FILTERED)), demo->video_path);
  quoted = g_shell_quote (path);
  filter = filter_description (demo);
  g_string_append_printf (line,
      " ! " CONVERT " ! %s ! queue ! " ENCODE " location=%s", filter, quoted);
  g_free (filter);
  g_free (path);
  g_free (quoted);
  g_print ("\nThe same filter from a shell%s:\n%s\n",
      demo->noise > 0 ? " (on the video as it is, without added noise)" : "",
      line->str);
  g_string_free (line, TRUE);
}

static void
print_noise (Demo *demo)
{
  if (demo->noise == 0)
    g_print ("noise     the video's own; none was added\n");
  else if (demo->sensor)
    g_print ("noise     added, as a sensor's: a standard deviation of %g in "
             "middle grey, %.1f in black, %.1f in white; of colour %g times "
             "that\n",
        demo->noise, sensor_noise_deviation (demo->sensor, 0),
        sensor_noise_deviation (demo->sensor, 255), SENSOR_NOISE_CHROMA);
  else
    g_print ("noise     %.2f %% of the samples set to black or white\n",
        100.0 * demo->noise_count.hit / demo->noise_count.samples);
  if (demo->sigma_luma > 0 || demo->sigma_chroma > 0)
    g_print ("estimate  luma %.2f, chroma %.2f (standard deviations that the "
             "filter found, in 8-bit steps)\n",
        demo->sigma_luma, demo->sigma_chroma);
}

static void
print_quality (Demo *demo)
{
  if (demo->noise == 0)
    return;
  g_print ("PSNR      before %.2f dB, after %.2f dB (luma, against the clean "
           "frames)\n",
      quality_psnr (&demo->before), quality_psnr (&demo->after));
  if (demo->before.windows > 0)
    g_print ("SSIM      before %.4f, after %.4f\n",
        quality_ssim (&demo->before), quality_ssim (&demo->after));
}

static void
print_summary (Demo *demo)
{
  gdouble seconds = MAX (demo->last - demo->first, 1) / 1e6;
  gdouble filter_seconds = MAX (demo->filter_time, 1) / 1e6;
  gchar *filter = filter_description (demo);

  g_print ("\n%s, %dx%d\n", demo->name, demo->picture_info.width,
      demo->picture_info.height);
  g_print ("filter    %s\n", filter);
  g_print ("backend   %s%s%s%s\n", demo->active_backend,
      demo->description ? " (" : "", demo->description ? demo->description : "",
      demo->description ? ")" : "");
  if (demo->reason)
    g_print ("          because: %s\n", demo->reason);
  g_print ("frames    %u", demo->n_left);
  if (demo->n_left < demo->n_entered)
    g_print (", %u more dropped", demo->n_entered - demo->n_left);
  g_print ("\nspeed     %.1f frames/s with decoding, comparison and "
           "encoding; the filter alone %.1f frames/s\n",
      demo->n_left / seconds, demo->n_left / filter_seconds);
  print_noise (demo);
  print_quality (demo);
  g_print ("picture   %s (%s, the middle twice as large)\n", demo->picture_path,
      demo->noise > 0 ? "noisy, filtered, clean" : "before, after");
  g_print ("video     %s\n", demo->video_path);
  g_free (filter);
}

static void
check_preset (Demo *demo)
{
  GstElement *element = gst_element_factory_make ("cudadenoise", NULL);
  gchar **names =
      element ? gst_preset_get_preset_names (GST_PRESET (element)) : NULL;
  const gchar *const *all = (const gchar *const *)names;
  gchar *hint;

  if (!all || !*all) {
    fail (demo,
        "there is no preset %s of cudadenoise (GST_PRESET_PATH names their "
        "folder, gst/presets)",
        demo->preset);
  } else if (!g_strv_contains (all, demo->preset)) {
    hint = nearest_hint (demo->preset, all);
    fail (demo, "there is no preset %s of cudadenoise%s", demo->preset, hint);
    g_free (hint);
  }
  g_strfreev (names);
  gst_clear_object (&element);
}

/* Each option's value; the first that is none is the error. */
static void
check_options (Demo *demo)
{
  gboolean denoise;

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (strcmp (filters[i].name, demo->filter_name) == 0)
      demo->filter = &filters[i];
  if (!demo->filter) {
    fail (
        demo, "--filter must be denoise or median, not %s", demo->filter_name);
    return;
  }
  denoise = demo->filter == DENOISE;

  if (denoise && (demo->size != 0 || demo->iterations != 0))
    fail (demo, "--size and --iterations are of --filter=median");
  else if (!denoise
           && (demo->preset || demo->method || demo->sigma != -1
               || demo->strength != 1))
    fail (demo,
        "--preset, --method, --sigma and --strength are of --filter=denoise");
  else if (demo->preset)
    check_preset (demo);
  if (!demo->method)
    demo->method = g_strdup ("compensated");
  if (demo->size == 0)
    demo->size = 3;
  if (demo->iterations == 0)
    demo->iterations = 1;

  if (!g_strv_contains (methods, demo->method))
    fail (demo,
        "--method must be recursive, average, median or compensated, not %s",
        demo->method);
  else if (demo->sigma != -1 && !(demo->sigma >= 0 && demo->sigma <= 64))
    fail (demo, "--sigma must be from 0 to 64, or -1, not %g", demo->sigma);
  else if (!(demo->strength >= 0 && demo->strength <= MAX_STRENGTH))
    fail (demo, "--strength must be from 0 to %d, not %g", MAX_STRENGTH,
        demo->strength);
  else if (demo->size < 3 || demo->size > 101 || demo->size % 2 == 0)
    fail (
        demo, "--size must be an odd number from 3 to 101, not %d", demo->size);
  else if (demo->iterations < 1 || demo->iterations > 16)
    fail (demo, "--iterations must be from 1 to 16, not %d", demo->iterations);
  else if (demo->frames < 0)
    fail (demo, "--frames must not be negative");
  else if (strcmp (demo->backend, "auto") != 0
           && strcmp (demo->backend, "cuda") != 0
           && strcmp (demo->backend, "cpu") != 0)
    fail (demo, "--backend must be auto, cuda or cpu, not %s", demo->backend);
}

/* What is the user's is noisy as it is; what is ours is clean. */
static void
choose_noise (Demo *demo, gboolean has_file)
{
  gchar *end;

  if (g_strcmp0 (demo->noise_text, "default") == 0
      || (!demo->noise_text && !has_file)) {
    demo->noise = demo->filter->noise;
  } else if (demo->noise_text) {
    demo->noise = g_ascii_strtod (demo->noise_text, &end);
    if (end == demo->noise_text || *end != '\0'
        || !(demo->noise >= 0 && demo->noise <= demo->filter->most)) {
      fail (demo, "--noise must be from 0 to %g %s, or \"default\", not %s",
          demo->filter->most, demo->filter->unit, demo->noise_text);
      return;
    }
  }
  if (demo->filter == DENOISE && demo->noise > 0)
    demo->sensor = sensor_noise_new (demo->noise);
}

static gboolean
parse_options (Demo *demo, gint *argc, gchar ***argv)
{
  GOptionEntry entries[] = {
    { "filter", 'F', 0, G_OPTION_ARG_STRING, &demo->filter_name,
        "denoise (cudadenoise, the default) or median (cudamedian)", "NAME" },
    { "noise", 'n', 0, G_OPTION_ARG_STRING, &demo->noise_text,
        "Add noise: a sensor's, of that standard deviation in middle grey in "
        "8-bit steps (default 10); before the median, to that percentage of "
        "the samples (default 5). To FILE none, unless it says a number or "
        "\"default\"",
        "AMOUNT" },
    { "preset", 'p', 0, G_OPTION_ARG_STRING, &demo->preset,
        "cudadenoise's: light, medium, strong or night (default: none)",
        "NAME" },
    { "method", 'm', 0, G_OPTION_ARG_STRING, &demo->method,
        "cudadenoise's: recursive, average, median or compensated (default)",
        "NAME" },
    { "sigma", 0, 0, G_OPTION_ARG_DOUBLE, &demo->sigma,
        "The noise's standard deviation, in 8-bit steps (default -1: "
        "estimated)",
        "STEPS" },
    { "strength", 0, 0, G_OPTION_ARG_DOUBLE, &demo->strength,
        "Factor on that, 0...4 (default 1)", "FACTOR" },
    { "size", 's', 0, G_OPTION_ARG_INT, &demo->size,
        "Window of the median, odd, 3...101 (default 3)", "N" },
    { "iterations", 'i', 0, G_OPTION_ARG_INT, &demo->iterations,
        "How often the median is applied, 1...16 (default 1)", "N" },
    { "backend", 'b', 0, G_OPTION_ARG_STRING, &demo->backend,
        "auto, cuda or cpu (default auto)", "NAME" },
    { "frames", 'f', 0, G_OPTION_ARG_INT, &demo->frames,
        "Stop after so many frames (default: all)", "N" },
    { "output-dir", 'o', 0, G_OPTION_ARG_FILENAME, &demo->output_dir,
        "Folder for the results (default out)", "DIR" },
    { NULL },
  };
  GOptionContext *context =
      g_option_context_new ("[FILE] - take the noise out of a video");
  GError *error = NULL;
  gboolean ok;

  g_option_context_set_description (context,
      "FILE is filtered as it is, unless --noise says otherwise. Without FILE, "
      "noise is added to a moving test picture. The sound of a video is left "
      "out.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  ok = g_option_context_parse (context, argc, argv, &error);
  g_option_context_free (context);

  if (!ok) {
    fail (demo, "%s", error->message);
    g_error_free (error);
  } else if (*argc > 2) {
    fail (demo, "one FILE at a time");
  } else {
    check_options (demo);
    if (!demo->failed)
      choose_noise (demo, *argc > 1);
  }
  return !demo->failed;
}

static gboolean
choose_files (Demo *demo, const gchar *file)
{
  GError *error = NULL;
  gchar *stem, *dot;

  if (!file) {
    demo->name = g_strdup ("test picture");
    stem = g_strdup ("videotestsrc");
  } else {
    if (!g_file_test (file, G_FILE_TEST_EXISTS)) {
      fail (demo, "There is no file %s", file);
      return FALSE;
    }
    if (g_file_test (file, G_FILE_TEST_IS_DIR)) {
      fail (demo, "%s is a folder, not a video", file);
      return FALSE;
    }
    if (g_access (file, R_OK) != 0) {
      fail (demo, "%s cannot be read: %s", file, g_strerror (errno));
      return FALSE;
    }
    demo->input = g_canonicalize_filename (file, NULL);
    demo->name = g_path_get_basename (file);
    stem = g_strdup (demo->name);
    dot = strrchr (stem, '.');
    if (dot && dot != stem)
      *dot = '\0';
  }

  if (g_mkdir_with_parents (demo->output_dir, 0777) != 0) {
    fail (demo, "The folder %s cannot be made: %s", demo->output_dir,
        g_strerror (errno));
  } else {
    gchar *base = g_strconcat (stem, FILTERED, NULL);

    demo->video_path = g_build_filename (demo->output_dir, base, NULL);
    g_free (base);
    base = g_strconcat (stem, "-before-after.png", NULL);
    demo->picture_path = g_build_filename (demo->output_dir, base, NULL);
    g_free (base);
    demo->video = whole_file_new (demo->video_path, &error);
    if (!demo->video || !whole_file_check (demo->picture_path, &error)) {
      fail (demo, "%s", error->message);
      g_error_free (error);
    }
  }
  g_free (stem);
  return !demo->failed;
}

static void
demo_clear (Demo *demo)
{
  gst_clear_object (&demo->element);
  gst_clear_object (&demo->pipeline);
  g_queue_clear_full (&demo->in_filter, (GDestroyNotify)frame_free);
  for (guint i = 0; i < G_N_ELEMENTS (demo->picture); i++)
    gst_clear_buffer (&demo->picture[i]);
  g_string_free (demo->missing, TRUE);
  g_free (demo->filter_name);
  g_free (demo->preset);
  g_free (demo->method);
  g_free (demo->noise_text);
  g_clear_pointer (&demo->sensor, sensor_noise_free);
  g_free (demo->backend);
  g_free (demo->output_dir);
  g_free (demo->input);
  g_free (demo->name);
  g_free (demo->video_path);
  g_free (demo->picture_path);
  g_clear_pointer (&demo->video, whole_file_free);
  g_free (demo->active_backend);
  g_free (demo->description);
  g_free (demo->reason);
  g_mutex_clear (&demo->lock);
}

int
main (int argc, char **argv)
{
  Demo demo = {
    .filter_name = g_strdup ("denoise"),
    .sigma = -1,
    .strength = 1,
    .random = 1,
    .backend = g_strdup ("auto"),
    .output_dir = g_strdup ("out"),
    .missing = g_string_new (NULL),
    .tty = isatty (STDOUT_FILENO),
  };

  g_mutex_init (&demo.lock);
  g_queue_init (&demo.in_filter);

  if (parse_options (&demo, &argc, &argv)
      && choose_files (&demo, argc > 1 ? argv[1] : NULL)
      && build_pipeline (&demo)) {
    GError *error = NULL;

    g_print ("Filtering %s\n", demo.name);
    run (&demo);
    if (!demo.failed
        && (!whole_file_keep (demo.video, &error)
            || !picture_write_row (demo.picture_path, &demo.picture_info,
                demo.picture, demo.picture[2] ? 3 : 2, &error))) {
      fail (&demo, "%s",
          error ? error->message : "the picture cannot be made into a PNG");
      g_clear_error (&error);
    }
    if (!demo.failed) {
      print_summary (&demo);
      print_launch_line (&demo);
    }
  }

  demo_clear (&demo);
  return demo.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
