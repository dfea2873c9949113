/* A camera's picture, or a file's, without its noise and sharpened, on the
 * screen and into a file at once; while it runs, how much noise there is.
 *
 *   camera                           the first camera
 *   camera --device=/dev/video2      that one
 *   camera clip.mp4                  a file
 *   camera --source="libcamerasrc"   what else GStreamer takes pictures from
 *
 * Whatever ends it, what was recorded until then is a whole file: an interrupt,
 * the file's end, a window that is closed, a camera that is unplugged. */
#include <gst/gst.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "messages.h"
#include "nearest.h"
#include "output.h"
#include "progress.h"
#include "wholefile.h"

#define TICK (GST_SECOND / 10)
#define TICKS_TTY 5  /* between two lines of status */
#define TICKS_LOG 50 /* where nobody watches */
#define FINISH_TICKS 100

typedef struct {
  GstElement *pipeline, *denoise;
  WholeFile *record;
  gchar *record_path; /* NULL: none */
  gboolean live, preview;

  gint n_frames;    /* atomic: that left the filters */
  gint is_recorded; /* atomic: the file's end has reached its sink */
  Progress progress;
  gint64 shown; /* microseconds; the shown status */
  gint n_shown;
} Camera;

static volatile sig_atomic_t n_interrupts;

static gchar *device, *source, *output, *preset, *method, *preview_text,
    *backend;
static gdouble sigma = -1, strength = -1;
static gint sharpen = 5, n_wanted;
static gchar **files;

static const GOptionEntry options[] = {
  { "device", 'd', 0, G_OPTION_ARG_FILENAME, &device,
      "The camera (default /dev/video0)", "PATH" },
  { "source", 0, 0, G_OPTION_ARG_STRING, &source,
      "What takes its place, as for gst-launch-1.0, such as libcamerasrc",
      "ELEMENTS" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      "The recording, .webm, .mkv (without loss) or .y4m; none: no recording "
      "(default: in out/, of the date or FILE's name)",
      "PATH" },
  { "preview", 0, 0, G_OPTION_ARG_STRING, &preview_text,
      "yes, no, or auto: where there is a display (default)", "WHEN" },
  { "preset", 'p', 0, G_OPTION_ARG_STRING, &preset,
      "cudadenoise's: light, medium, strong or night (default: none, the noise "
      "is estimated)",
      "NAME" },
  { "method", 'm', 0, G_OPTION_ARG_STRING, &method,
      "cudadenoise's: recursive or compensated", "NAME" },
  { "sigma", 0, 0, G_OPTION_ARG_DOUBLE, &sigma,
      "The noise's standard deviation, 0...64 in 8-bit steps (default -1: "
      "estimated)",
      "STEPS" },
  { "strength", 's', 0, G_OPTION_ARG_DOUBLE, &strength,
      "Factor on the noise, 0...4", "FACTOR" },
  { "sharpen", 0, 0, G_OPTION_ARG_INT, &sharpen,
      "Size of what sharpens, odd, 3...31; 0: nothing does (default 5)", "N" },
  { "backend", 'b', 0, G_OPTION_ARG_STRING, &backend,
      "auto, cuda or cpu (default auto)", "NAME" },
  { "frames", 'f', 0, G_OPTION_ARG_INT, &n_wanted,
      "Stop after so many frames (default: at the end)", "N" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL,
      "[FILE]" },
  { NULL },
};

static void G_GNUC_PRINTF (1, 2) G_GNUC_NORETURN fail (const gchar *format, ...)
{
  va_list args;
  gchar *text;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("%scamera: %s\n", isatty (STDOUT_FILENO) ? "\r\033[K" : "", text);
  g_free (text);
  exit (EXIT_FAILURE);
}

/* ---- What was asked for */

static gboolean
is_one_of (const gchar *value, const gchar *const *names)
{
  return !value || g_strv_contains (names, value);
}

static void
check_options (void)
{
  static const gchar *const whens[] = { "auto", "yes", "no", NULL };
  static const gchar *const backends[] = { "auto", "cuda", "cpu", NULL };
  static const gchar *const methods[] = { "recursive", "compensated", NULL };

  if (files && files[1])
    fail ("one FILE at a time");
  if ((files != NULL) + (device != NULL) + (source != NULL) > 1)
    fail ("FILE, --device and --source are one too many");
  if (!is_one_of (preview_text, whens))
    fail ("--preview must be auto, yes or no, not %s", preview_text);
  if (!is_one_of (backend, backends))
    fail ("--backend must be auto, cuda or cpu, not %s", backend);
  if (!is_one_of (method, methods))
    fail ("--method must be recursive or compensated, not %s", method);
  if (sigma != -1 && !(sigma >= 0 && sigma <= 64))
    fail ("--sigma must be from 0 to 64, or -1, not %g", sigma);
  if (strength != -1 && !(strength >= 0 && strength <= 4))
    fail ("--strength must be from 0 to 4, not %g", strength);
  if (sharpen != 0 && (sharpen < 3 || sharpen > 31 || sharpen % 2 == 0))
    fail (
        "--sharpen must be an odd number from 3 to 31, or 0, not %d", sharpen);
  if (n_wanted < 0)
    fail ("--frames must not be negative");
}

/* FILE may be a camera. */
static void
check_source (Camera *camera)
{
  struct stat status;
  const gchar *path = files ? files[0] : device ? device : "/dev/video0";

  camera->live = TRUE;
  if (source)
    return;
  if (stat (path, &status) != 0) {
    if (files)
      fail ("there is no file %s", path);
    fail ("there is no camera %s; --device=/dev/videoN names another, FILE a "
          "video (see --help)",
        path);
  }
  if (files && S_ISREG (status.st_mode)) {
    camera->live = FALSE;
  } else if (!S_ISCHR (status.st_mode)) {
    fail ("%s is neither a video nor a camera", path);
  } else {
    if (g_access (path, R_OK | W_OK) != 0)
      fail ("the camera %s cannot be used: %s (who may, is in the group video)",
          path, g_strerror (errno));
    device = g_strdup (path);
  }
}

static gboolean
has_display (void)
{
  const gchar *x = g_getenv ("DISPLAY"),
              *wayland = g_getenv ("WAYLAND_DISPLAY");

  return (x && *x) || (wayland && *wayland);
}

/* Those that autovideosink takes where it is of use */
static gboolean
has_video_sink (void)
{
  static const gchar *const sinks[] = { "xvimagesink", "ximagesink",
    "glimagesink", "waylandsink", "kmssink" };
  GstElementFactory *factory = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sinks) && !factory; i++)
    factory = gst_element_factory_find (sinks[i]);
  if (!factory)
    return FALSE;
  gst_object_unref (factory);
  return TRUE;
}

static gboolean
wants_preview (void)
{
  const gchar *package = "there is no video sink (Debian: gstreamer1.0-x)";

  if (g_strcmp0 (preview_text, "no") == 0)
    return FALSE;
  if (g_strcmp0 (preview_text, "yes") == 0) {
    if (!has_video_sink ())
      fail ("%s", package);
    return TRUE;
  }
  if (!has_display ())
    return FALSE;
  if (!has_video_sink ()) {
    g_printerr ("camera: no preview: %s\n", package);
    return FALSE;
  }
  return TRUE;
}

static gchar *
default_record (const Camera *camera)
{
  GDateTime *now = g_date_time_new_now_local ();
  gchar *stem, *dot, *path;

  if (camera->live) {
    stem = g_date_time_format (now, "camera-%Y%m%d-%H%M%S");
  } else {
    stem = g_path_get_basename (files[0]);
    dot = strrchr (stem, '.');
    if (dot && dot != stem)
      *dot = '\0';
  }
  if (g_mkdir_with_parents ("out", 0777) != 0)
    fail ("the folder out cannot be made: %s", g_strerror (errno));
  path = g_strdup_printf (
      camera->live ? "out/%s.webm" : "out/%s-clean.webm", stem);
  g_free (stem);
  g_date_time_unref (now);
  return path;
}

static void
choose_sinks (Camera *camera)
{
  GError *error = NULL;

  camera->preview = wants_preview ();
  if (g_strcmp0 (output, "none") == 0) {
    if (!camera->preview)
      fail ("there is neither a recording nor a preview");
    return;
  }
  camera->record_path = output ? g_strdup (output) : default_record (camera);
  if (!output_is_video (camera->record_path))
    fail ("%s must end in .webm, .mkv or .y4m", camera->record_path);
  camera->record = whole_file_new (camera->record_path, &error);
  if (!camera->record)
    fail ("%s", error->message);
}

/* ---- The pipeline */

static gchar *
describe (Camera *camera)
{
  GString *text = g_string_new (NULL);
  GError *error = NULL;
  gchar *record = NULL, *preview = NULL;

  if (source)
    g_string_append (text, source);
  else if (camera->live)
    g_string_append (text, "v4l2src name=camera");
  else
    g_string_append (text, "filesrc name=file");
  /* a camera does not wait: old frames are dropped rather than shown late */
  g_string_append_printf (text,
      " ! decodebin name=decode ! videoconvert name=convert ! queue %s ! "
      "cudadenoise name=denoise ! ",
      camera->live ? "leaky=downstream max-size-buffers=2" : "");
  /* behind noise reduction: it would sharpen noise too. Colour has little
   * detail. */
  if (sharpen > 0)
    g_string_append_printf (text,
        "cudaconvolve name=sharpen preset=unsharp size=%d planes=luma ! ",
        sharpen);
  g_string_append (text, "tee name=t");
  if (camera->record) {
    record = output_describe (camera->record_path, "output", &error);
    if (!record)
      fail ("%s", error->message);
    g_string_append_printf (text, " t. ! queue name=record ! %s", record);
  }
  if (camera->preview) {
    /* not leaky with a file, which is then played at its own speed */
    preview = output_describe (NULL, NULL, NULL);
    g_string_append_printf (text, " t. ! queue %s ! %s",
        camera->live ? "leaky=downstream max-size-buffers=2" : "", preview);
  }
  g_free (record);
  g_free (preview);
  return g_string_free (text, FALSE);
}

static GstElement *
find (Camera *camera, const gchar *name)
{
  return gst_bin_get_by_name (GST_BIN (camera->pipeline), name);
}

static void
add_probe (Camera *camera, const gchar *name, const gchar *pad_name,
    GstPadProbeType type, GstPadProbeCallback callback)
{
  GstElement *element = find (camera, name);
  GstPad *pad = gst_element_get_static_pad (element, pad_name);

  gst_pad_add_probe (pad, type, callback, camera, NULL);
  gst_object_unref (pad);
  gst_object_unref (element);
}

static GstPadProbeReturn
see_frame (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Camera *camera = user_data;
  gint n = g_atomic_int_add (&camera->n_frames, 1) + 1;

  if (n_wanted > 0 && n > n_wanted) {
    g_atomic_int_set (&camera->n_frames, n_wanted);
    gst_buffer_unref (GST_PAD_PROBE_INFO_BUFFER (info));
    GST_PAD_PROBE_INFO_FLOW_RETURN (info) = GST_FLOW_EOS;
    return GST_PAD_PROBE_HANDLED;
  }
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
see_end (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Camera *camera = user_data;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    g_atomic_int_set (&camera->is_recorded, TRUE);
  return GST_PAD_PROBE_OK;
}

/* decodebin has shown all streams: one of them must be a picture. */
static void
no_more_pads (GstElement *decode, gpointer user_data)
{
  GstPad *pad = gst_element_get_static_pad (user_data, "sink");

  if (!gst_pad_is_linked (pad))
    GST_ELEMENT_ERROR (
        decode, STREAM, WRONG_TYPE, ("No video stream was found."), (NULL));
  gst_object_unref (pad);
}

static void
load_preset (GstElement *element)
{
  gchar **names;

  if (gst_preset_load_preset (GST_PRESET (element), preset))
    return;
  names = gst_preset_get_preset_names (GST_PRESET (element));
  if (!names || !*names)
    fail ("there is no preset %s, nor another (GST_PRESET_PATH names their "
          "folder, gst/presets)",
        preset);
  fail ("there is no preset %s%s", preset,
      nearest_hint (preset, (const gchar *const *)names));
}

static void
set_properties (Camera *camera)
{
  GstElement *element;

  camera->denoise = find (camera, "denoise");
  if (preset)
    load_preset (camera->denoise);
  if (method)
    gst_util_set_object_arg (G_OBJECT (camera->denoise), "method", method);
  if (sigma != -1)
    g_object_set (camera->denoise, "sigma", sigma, NULL);
  if (strength != -1)
    g_object_set (camera->denoise, "strength", strength, "chroma-strength",
        strength, NULL);
  if (backend)
    gst_util_set_object_arg (G_OBJECT (camera->denoise), "backend", backend);
  if (backend && sharpen > 0) {
    element = find (camera, "sharpen");
    gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
    gst_object_unref (element);
  }
  if (!source) {
    element = find (camera, camera->live ? "camera" : "file");
    g_object_set (element, camera->live ? "device" : "location",
        camera->live ? device : files[0], NULL);
    gst_object_unref (element);
  }
  if (camera->record) {
    element = find (camera, "output");
    g_object_set (
        element, "location", whole_file_get_path (camera->record), NULL);
    gst_object_unref (element);
  }
}

static void
build (Camera *camera)
{
  GError *error = NULL;
  gchar *text = describe (camera);
  GstElement *decode, *convert;

  camera->pipeline =
      gst_parse_launch_full (text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
  g_free (text);
  if (!camera->pipeline)
    fail ("%s", nearest_explain (error));
  set_properties (camera);
  add_probe (camera, sharpen > 0 ? "sharpen" : "denoise", "src",
      GST_PAD_PROBE_TYPE_BUFFER, see_frame);
  if (camera->record)
    add_probe (
        camera, "output", "sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, see_end);
  decode = find (camera, "decode");
  convert = find (camera, "convert");
  g_signal_connect_object (
      decode, "no-more-pads", G_CALLBACK (no_more_pads), convert, 0);
  gst_object_unref (decode);
  gst_object_unref (convert);
}

/* ---- While it runs */

/* Into text, of at least 64 bytes: the noise that was estimated, or nothing
 * where the element was told how much there is. */
static void
tell_noise (Camera *camera, gchar *text, gsize size)
{
  GstStructure *stats = NULL;
  gdouble used, luma = 0, chroma = 0;

  *text = '\0';
  g_object_get (camera->denoise, "sigma", &used, "stats", &stats, NULL);
  gst_structure_get (stats, "sigma-luma", G_TYPE_DOUBLE, &luma, NULL);
  gst_structure_get (stats, "sigma-chroma", G_TYPE_DOUBLE, &chroma, NULL);
  gst_structure_free (stats);
  if (used == -1)
    g_snprintf (
        text, size, ", noise: luma %.2f, chroma %.2f steps", luma, chroma);
}

/* The camera's curve, where it was looked at, and all that was measured as
 * another run may be told it. */
static void
tell_noise_by_light (Camera *camera)
{
  GstStructure *stats = NULL;
  const GValue *lights;
  const gchar *profile;
  guint i;

  g_object_get (camera->denoise, "stats", &stats, NULL);
  profile = gst_structure_get_string (stats, "noise-profile");
  lights = gst_structure_get_value (stats, "sigma-luma-by-light");
  if (lights) {
    g_print ("noise of luma, dark to bright:");
    for (i = 0; i < gst_value_array_get_size (lights); i++)
      g_print (
          " %.2f", g_value_get_double (gst_value_array_get_value (lights, i)));
    g_print ("\n");
  }
  if (profile)
    g_print ("noise-profile=\"%s\"\n", profile);
  gst_structure_free (stats);
}

static void
tell_status (Camera *camera)
{
  gint n = g_atomic_int_get (&camera->n_frames);
  gint64 now = g_get_monotonic_time ();
  gchar noise[64];

  if (n > 0 && camera->shown > 0) {
    tell_noise (camera, noise, sizeof noise);
    g_print (camera->progress.tty ? "\r\033[K%d frames, %.1f frames/s%s"
                                  : "%d frames, %.1f frames/s%s\n",
        n, (n - camera->n_shown) * 1e6 / (now - camera->shown), noise);
  }
  camera->shown = now;
  camera->n_shown = n;
}

static void
tell_end (Camera *camera)
{
  gint n = g_atomic_int_get (&camera->n_frames);
  gchar noise[64], *active = NULL, *text;

  if (n == 0)
    return;
  g_object_get (camera->denoise, "active-backend", &active, NULL);
  tell_noise (camera, noise, sizeof noise);
  text = progress_text (&camera->progress, n);
  g_print ("%s%s, backend %s%s\n", progress_clear (&camera->progress), text,
      active, noise);
  tell_noise_by_light (camera);
  g_free (text);
  g_free (active);
}

static void
on_interrupt (int number)
{
  n_interrupts++;
}

/* The recording's own end, where the rest of the pipeline cannot bring it. */
static gboolean
finish_record (Camera *camera)
{
  GstElement *queue;
  GstPad *pad;

  if (!camera->record || g_atomic_int_get (&camera->n_frames) == 0)
    return FALSE;
  queue = find (camera, "record");
  pad = gst_element_get_static_pad (queue, "sink");
  gst_pad_send_event (pad, gst_event_new_eos ());
  gst_object_unref (pad);
  gst_object_unref (queue);
  for (gint i = 0; i < FINISH_TICKS; i++) {
    if (g_atomic_int_get (&camera->is_recorded))
      return TRUE;
    g_usleep (GST_TIME_AS_USECONDS (TICK));
  }
  return FALSE;
}

/* As sinks with windows say it */
static gboolean
is_closed_window (GstMessage *message, const GError *error)
{
  return GST_OBJECT_FLAG_IS_SET (message->src, GST_ELEMENT_FLAG_SINK)
         && g_error_matches (
             error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND);
}

/* An end or an error that comes within a tick, or NULL. What was refused of a
 * file's filter is an error; a camera goes on being recorded. */
static GstMessage *
hear (Camera *camera, GstBus *bus)
{
  GstMessage *message = gst_bus_timed_pop_filtered (
      bus, TICK, GST_MESSAGE_EOS | GST_MESSAGE_ERROR | GST_MESSAGE_WARNING);
  gchar *refusal;

  if (!message || GST_MESSAGE_TYPE (message) != GST_MESSAGE_WARNING)
    return message;
  refusal = messages_refusal (message);
  if (refusal && !camera->live)
    fail ("%s", refusal);
  messages_warn ("camera", message);
  g_free (refusal);
  gst_message_unref (message);
  return NULL;
}

/* NULL where it ended as it should; else why, to be freed. */
static gchar *
run (Camera *camera)
{
  GstBus *bus = gst_element_get_bus (camera->pipeline);
  GstMessage *message = NULL;
  gboolean ending = FALSE;
  gchar *why = NULL, *details = NULL;
  GError *error = NULL;

  signal (SIGINT, on_interrupt);
  signal (SIGTERM, on_interrupt);
  progress_begin (&camera->progress);
  gst_element_set_state (camera->pipeline, GST_STATE_PLAYING);
  for (guint tick = 0; !message; tick++) {
    message = hear (camera, bus);
    if (n_interrupts > 1)
      fail ("interrupted");
    if (!message && n_interrupts > 0 && !ending)
      ending = gst_element_send_event (camera->pipeline, gst_event_new_eos ());
    if (tick % (camera->progress.tty ? TICKS_TTY : TICKS_LOG) == 0)
      tell_status (camera);
  }
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, &details);
    if (!is_closed_window (message, error))
      why = g_strdup_printf ("%s\n(%s)", error->message, details);
    if (!finish_record (camera))
      g_clear_pointer (&camera->record, whole_file_free);
    g_error_free (error);
    g_free (details);
  }
  gst_message_unref (message);
  gst_object_unref (bus);
  tell_end (camera);
  gst_element_set_state (camera->pipeline, GST_STATE_NULL);
  return why;
}

int
main (int argc, char **argv)
{
  GOptionContext *context = g_option_context_new (NULL);
  GError *error = NULL;
  Camera camera = { 0 };
  gchar *why;

  g_option_context_set_summary (context,
      "Takes the noise out of a camera's picture, or FILE's, sharpens it, "
      "shows "
      "and records\nit. The first Ctrl-C ends the recording properly. Pictures "
      "only, no sound.");
  g_option_context_add_main_entries (context, options, NULL);
  g_option_context_add_group (context, gst_init_get_option_group ());
  if (!g_option_context_parse (context, &argc, &argv, &error))
    fail ("%s", error->message);
  g_option_context_free (context);

  check_options ();
  check_source (&camera);
  choose_sinks (&camera);
  build (&camera);
  g_print ("%s%s%s; Ctrl-C ends it\n",
      camera.record ? "Recording to " : "No recording",
      camera.record ? camera.record_path : "",
      camera.preview ? ", with a preview" : ", no preview");
  why = run (&camera);
  if (!why && camera.n_frames == 0)
    fail ("no frames came");
  if (camera.record && !whole_file_keep (camera.record, &error))
    fail ("%s", error->message);
  if (camera.record)
    g_print ("recorded: %s\n", camera.record_path);
  if (why)
    fail ("%s", why);

  gst_object_unref (camera.denoise);
  gst_object_unref (camera.pipeline);
  g_clear_pointer (&camera.record, whole_file_free);
  g_free (camera.record_path);
  return EXIT_SUCCESS;
}
