/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* cudadenoise's frames against the engine's filter run by hand: which frames
 * count for which, while frames wait for those behind them, properties change,
 * and the stream breaks off and goes on. */
#include "chaintest.h"
#include "denoisetest.h"
#include "videotest.h"

#include <gst/base/gstbasetransform.h>
#include <math.h>
#include <string.h>

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif

/* A stream is a string, each of its characters something that is pushed:
 *   f  a frame, of its format's interlacing
 *   i  the same, where the format is mixed: of two fields
 *   T, B  a field, where they alternate
 *   D  a frame that is discontinuous
 *   Y  a frame that follows on no other
 *   l  a frame that is too late, and is dropped when its turn comes
 *   t  a tag event            g  a gap          s  the same segment again
 *   e  the end                d  a DRAIN query  x  a flush, and a segment
 *   z  another segment        S  another stream
 *   C  caps of another size   R  of another rate, colorimetry and shape of
 *      pixels
 *   p  nothing: properties change that leave the history
 *   m, n  the same, that do not: the method and how far back it looks; planes
 * After each, all frames that ought to have come out have, and are right. */
typedef struct {
  DenoiseSettings now, next; /* in force, and set */
  guint changes;
  gboolean has_quality; /* it changes too */
  GstElement *element;
  GstHarness *h;
  GstVideoInfo info;
  GstBuffer *still; /* what frames are, but for their noise */
  guint64 n_frames;

  /* the element, as it ought to be */
  DenoiseReference *references[2]; /* of frames and of two fields, or of the
                                    * fields that alternate */
  guint64 seen[2], n_seen;
  GQueue order; /* of the references of frames that wait */
  GQueue late;  /* whether these are */
  guint last;
  gboolean broken;
  guint n_others; /* segments, streams and caps */
  GQueue right;   /* of GstBuffer */
} Play;

/* As the element writes it. */
#define PROFILE \
  "luma=8,7,6.5,5,4,3,2,1 coarseness-luma=0.5 chroma=2.5 coarseness-chroma=1"

static gboolean
alternates (const Play *play)
{
  return GST_VIDEO_INFO_INTERLACE_MODE (&play->info)
         == GST_VIDEO_INTERLACE_MODE_ALTERNATE;
}

static guint
lag (const Play *play)
{
  return play->now.future * (alternates (play) ? 2 : 1);
}

static void
play_set_info (Play *play, const GstVideoInfo *info)
{
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE (info);

  play->info = *info;
  gst_clear_buffer (&play->still);
  play->still = video_test_frame (noise, info);
  for (guint i = 0; i < 2; i++) {
    g_clear_pointer (&play->references[i], denoise_reference_free);
    play->references[i] = denoise_reference_new (
        info, mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
                  || (mode == GST_VIDEO_INTERLACE_MODE_MIXED && i == 1));
    denoise_reference_set (play->references[i], &play->now);
  }
}

static void
play_init (
    Play *play, const DenoiseSettings *settings, const GstVideoInfo *info)
{
  memset (play, 0, sizeof (*play));
  play->now = play->next = *settings;
  play->has_quality = settings->quality != NULL;
  play->element = video_test_element ("cudadenoise");
  denoise_settings_apply (settings, G_OBJECT (play->element));
  play->h = video_test_harness (play->element, info);
  play_set_info (play, info);
}

/* The same for frames of 26x17 pixels. */
static void
play_init_small (Play *play, const DenoiseSettings *settings)
{
  const GstVideoInfo info = video_test_progressive ("I420", 26, 17);

  play_init (play, settings, &info);
}

static void
play_clear (Play *play)
{
  gst_harness_teardown (play->h);
  gst_object_unref (play->element);
  gst_clear_buffer (&play->still);
  g_queue_clear (&play->order);
  g_queue_clear (&play->late);
  assert_equals_int (play->right.length, 0);
  for (guint i = 0; i < 2; i++)
    denoise_reference_free (play->references[i]);
}

/* What ought to be */

static gboolean
share_history (const DenoiseSettings *a, const DenoiseSettings *b)
{
  return g_str_equal (a->method, b->method) && a->past == b->past
         && denoise_settings_look_ahead (a) == denoise_settings_look_ahead (b)
         && g_str_equal (a->planes, b->planes);
}

static gboolean
goes_on (const Play *play)
{
  return share_history (&play->now, &play->next)
         || (!denoise_settings_look_ahead (&play->now)
             && !denoise_settings_look_ahead (&play->next));
}

static void
set_all (Play *play, const DenoiseSettings *settings)
{
  play->now = *settings;
  for (guint i = 0; i < 2; i++)
    denoise_reference_set (play->references[i], settings);
}

/* Parameters are those of a frame's turn, but for what would lose frames that
 * are in the filter. */
static void
take_turn (Play *play)
{
  DenoiseSettings settings = play->next;

  if (!goes_on (play)) {
    settings.past = play->now.past;
    settings.planes = play->now.planes;
    if (!g_str_equal (settings.method, play->now.method))
      settings.window = play->now.window;
    settings.method = play->now.method;
    if (!settings.quality)
      settings.quality = play->now.quality;
  }
  set_all (play, &settings);
}

/* As the next frame comes to the filter. */
static void
note_shape (Play *play, guint shape)
{
  const guint frames = g_str_equal (play->now.method, "median") ? 3 : 8;

  play->n_seen++;
  if (play->seen[shape] + frames * (alternates (play) ? 2 : 1) < play->n_seen)
    denoise_reference_reset (play->references[shape]);
  play->seen[shape] = play->n_seen;
}

static void
let_out (Play *play, guint n_wait)
{
  while (play->order.length > n_wait) {
    DenoiseReference *reference = g_queue_pop_head (&play->order);

    if (!denoise_settings_are_at_push (&play->now))
      take_turn (play);
    if (GPOINTER_TO_INT (g_queue_pop_head (&play->late))) {
      denoise_reference_skip (reference);
      continue;
    }
    if (!denoise_settings_look_ahead (&play->now))
      note_shape (play, reference == play->references[1]);
    g_queue_push_tail (&play->right, denoise_reference_pull (reference));
  }
}

static void
foresee_frame (Play *play, GstBuffer *frame, guint shape, gboolean is_late)
{
  const gboolean wait = denoise_settings_look_ahead (&play->now);

  if (play->broken
      || (wait
          && (alternates (play) ? shape == play->last : shape != play->last)))
    let_out (play, 0);
  if (!goes_on (play)) {
    take_turn (play);
    let_out (play, 0);
    set_all (play, &play->next);
  }
  for (guint i = 0; i < 2 && play->broken; i++)
    denoise_reference_reset (play->references[i]);
  if (denoise_settings_look_ahead (&play->now))
    note_shape (play, shape);
  play->broken = FALSE;
  play->last = shape;
  /* where nothing is kept a frame's turn is at once */
  if (lag (play) == 0 || denoise_settings_are_at_push (&play->now))
    take_turn (play);
  denoise_reference_push (play->references[shape], frame);
  g_queue_push_tail (&play->order, play->references[shape]);
  g_queue_push_tail (&play->late, GINT_TO_POINTER (is_late));
  let_out (play, lag (play));
}

/* What is */

static void
check_out (Play *play, const gchar *script, guint place)
{
  GstBuffer *result;
  g_autofree gchar *what = g_strdup_printf ("%s of %d and %d, after %.*s, %s",
      play->now.method, play->now.past, play->now.future, place + 1, script,
      gst_video_interlace_mode_to_string (
          GST_VIDEO_INFO_INTERLACE_MODE (&play->info)));

  while ((result = gst_harness_try_pull (play->h))) {
    GstBuffer *right = g_queue_pop_head (&play->right);

    fail_unless (right != NULL, "a frame too many: %s", what);
    assert_equals_uint64 (
        GST_BUFFER_OFFSET (result), GST_BUFFER_OFFSET (right));
    video_test_expect (&play->info, result, right, what);
  }
  fail_unless (play->right.length == 0, "%u frames are missing: %s",
      play->right.length, what);
}

static void
push_frame (Play *play, gchar what)
{
  GstBuffer *frame = denoise_test_frame (noise, &play->info, play->still);

  GST_BUFFER_OFFSET (frame) = play->n_frames++;
  if (what == 'D')
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  if (what == 'Y')
    GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_RESYNC);
  play->broken |= what == 'Y';
  if (what == 'i')
    GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_INTERLACED);
  if (what == 'T')
    GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
  if (what == 'B')
    GST_BUFFER_FLAG_SET (frame, GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD);
  foresee_frame (play, frame, what == 'i' || what == 'B', FALSE);
  video_test_push (play->h, frame);
}

/* Other frames have no time, and so are never late. */
static void
push_late_frame (Play *play)
{
  GstBuffer *frame = video_test_frame (noise, &play->info);

  gst_harness_push_upstream_event (play->h,
      gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, GST_SECOND));
  GST_BUFFER_PTS (frame) = GST_SECOND;
  GST_BUFFER_OFFSET (frame) = play->n_frames++;
  /* where nothing is kept it does not come to the filter */
  if (lag (play) > 0)
    foresee_frame (play, frame, 0, TRUE);
  video_test_push (play->h, frame);
}

static void
push_segment (Play *play, gboolean is_other)
{
  GstSegment segment;

  play->n_others += is_other;
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = play->n_others * GST_SECOND;
  fail_unless (
      gst_harness_push_event (play->h, gst_event_new_segment (&segment)));
  play->broken |= is_other;
}

static void
push_stream (Play *play)
{
  g_autofree gchar *id = g_strdup_printf ("stream %u", ++play->n_others);

  let_out (play, 0);
  gst_harness_push_event (play->h, gst_event_new_stream_start (id));
  push_segment (play, TRUE);
}

static void
flush (Play *play)
{
  gst_harness_push_event (play->h, gst_event_new_flush_start ());
  gst_harness_push_event (play->h, gst_event_new_flush_stop (TRUE));
  push_segment (play, TRUE);
  g_queue_clear (&play->order);
  g_queue_clear (&play->late);
  for (guint i = 0; i < 2; i++)
    denoise_reference_flush (play->references[i]);
}

/* The same pictures, said to be something else. */
static void
push_caps_of_same (Play *play)
{
  const gboolean even = ++play->n_others % 2 == 0;
  GstVideoInfo info = play->info;
  GstCaps *caps;

  info.fps_n = 10 + play->n_others;
  info.fps_d = 1;
  info.par_n = even ? 4 : 1;
  info.par_d = even ? 3 : 1;
  gst_video_colorimetry_from_string (
      &info.colorimetry, even ? "bt601" : "bt709");
  let_out (play, 0);
  caps = gst_video_info_to_caps (&info);
  fail_unless (gst_harness_push_event (play->h, gst_event_new_caps (caps)));
  gst_caps_unref (caps);
  /* parameters are judged with all new caps */
  set_all (play, &play->next);
}

static void
push_caps (Play *play, const gchar *script, guint place)
{
  GstVideoInfo info;
  GstCaps *caps;

  video_test_info (&info, "NV12", GST_VIDEO_INFO_WIDTH (&play->info) + 6,
      GST_VIDEO_INFO_HEIGHT (&play->info),
      gst_video_interlace_mode_to_string (
          GST_VIDEO_INFO_INTERLACE_MODE (&play->info)));
  let_out (play, 0);
  caps = gst_video_info_to_caps (&info);
  fail_unless (gst_harness_push_event (play->h, gst_event_new_caps (caps)));
  gst_caps_unref (caps);
  check_out (play, script, place);
  play->now = play->next; /* in force with the new caps */
  play_set_info (play, &info);
}

static void
change (Play *play, gchar what)
{
  static const gchar *const planes[] = { "luma", "luma+chroma", "chroma" };
  static const gchar *const methods[] = { "median", "recursive", "average",
    "compensated" };
  static const gchar *const profiles[] = { NULL, "luma=4", PROFILE,
    "chroma=1,2,3,4,5,6,7,8 coarseness-chroma=0.9" };
  DenoiseSettings *next = &play->next;
  const guint n = play->changes++;

  switch (what) {
    case 'p':
      next->sigma = n % 3 < 2 ? -1 : 3 + n % 5 * 1.5;
      next->noise_profile = profiles[n % G_N_ELEMENTS (profiles)];
      next->strength = 0.5 + n % 3 * 0.75;
      next->chroma_strength = 0.25 + n % 4 * 0.5;
      next->spatial = n % 3 * 0.75;
      next->window = n % 2 ? 1 : 3;
      if (next->quality)
        next->quality = n % 2 ? "high" : "best";
      break;
    case 'm':
      next->method = methods[n % G_N_ELEMENTS (methods)];
      next->past = 1 + n % 3;
      if (play->has_quality)
        next->quality = n % 3 == 2 ? NULL : "high";
      break;
    default:
      next->planes = planes[n % 3];
      break;
  }
  denoise_settings_apply (next, G_OBJECT (play->element));
}

static void
push (Play *play, const gchar *script, guint place)
{
  GstQuery *query;

  switch (script[place]) {
    case 'l':
      push_late_frame (play);
      break;
    case 't':
      gst_harness_push_event (play->h, gst_event_new_tag (gst_tag_list_new (
                                           GST_TAG_TITLE, "a title", NULL)));
      break;
    case 'g':
      let_out (play, 0);
      gst_harness_push_event (play->h, gst_event_new_gap (0, GST_SECOND));
      break;
    case 's':
      push_segment (play, FALSE);
      break;
    case 'z':
      let_out (play, 0);
      push_segment (play, TRUE);
      break;
    case 'S':
      push_stream (play);
      break;
    case 'R':
      push_caps_of_same (play);
      break;
    case 'e':
      let_out (play, 0);
      gst_harness_push_event (play->h, gst_event_new_eos ());
      break;
    case 'd':
      let_out (play, 0);
      query = gst_query_new_drain ();
      gst_pad_peer_query (play->h->srcpad, query);
      gst_query_unref (query);
      break;
    case 'x':
      flush (play);
      break;
    case 'C':
      push_caps (play, script, place);
      break;
    case 'p':
    case 'm':
    case 'n':
      change (play, script[place]);
      break;
    default:
      push_frame (play, script[place]);
      break;
  }
  check_out (play, script, place);
}

static void
play_all (Play *play, const gchar *script)
{
  for (guint i = 0; script[i]; i++)
    push (play, script, i);
}

static const DenoiseSettings various[] = {
  { "recursive", 4, 0, 1, 5, 1, 1, 1, "luma+chroma" },
  { "average", 1, 0, 1, 6, 1, 1, 1, "luma+chroma" },
  { "average", 3, 2, 1, 5, 1.5, 0.5, 1, "luma+chroma" },
  { "average", 0, 1, 1, 5, 1, 1, 1, "luma+chroma" },
  { "median", 2, 0, 1, 5, 1, 1, 1, "luma+chroma" },
  { "median", 1, 1, 3, 5, 1, 1, 1, "luma+chroma" },
  { "median", 8, 8, 1, 5, 1, 1, 1, "luma+chroma" },
  { "recursive", 4, 3, 1, 7, 1, 1, 1, "luma+chroma" },
  { "compensated", 8, 0, 1, 5, 1, 1, 1, "luma+chroma" },
  { "compensated", 3, 1, 1, 6, 1.5, 0.5, 0, "luma+chroma" },
  { "recursive", 4, 0, 1, -1, 1, 1, 1, "luma+chroma", PROFILE },
  { "compensated", 4, 0, 1, 5, 1, 1, 1, "luma+chroma", NULL, "high" },
  { "compensated", 8, 1, 1, 5, 1, 1, 1, "luma+chroma", NULL, "high" },
  { "compensated", 3, 3, 1, 6, 1.5, 0.5, 1, "luma", PROFILE, "best" },
};

/* By an estimate of the noise, which comes and goes. */
static const DenoiseSettings estimated[] = {
  { "recursive", 4, 0, 1, -1, 1, 1, 1, "luma+chroma" },
  { "average", 2, 0, 1, -1, 1, 1, 1, "luma+chroma" },
  { "average", 2, 2, 1, -1, 1, 0.5, 1, "luma+chroma" },
  { "average", 0, 2, 1, -1, 1, 1, 1, "luma+chroma" },
  { "compensated", 4, 0, 1, -1, 1, 1, 1, "luma+chroma" },
  { "compensated", 4, 0, 1, -1, 1, 1, 1, "luma+chroma", "chroma=3" },
  { "compensated", 4, 1, 1, -1, 1, 1, 1, "luma+chroma", NULL, "high" },
  { "average", 2, 1, 1, -1, 1, 1, 1, "luma+chroma", PROFILE },
};

static void
play_script (const gchar *script, const DenoiseSettings *settings,
    const gchar *format, const gchar *interlace_mode)
{
  GstVideoInfo info;
  Play play;

  video_test_info (&info, format, 26, 17, interlace_mode);
  play_init (&play, settings, &info);
  play_all (&play, script);
  play_clear (&play);
}

/* Pictures in which there are tiles to estimate noise by. */
TEST_LOOP (test_estimate_changes, 3 * G_N_ELEMENTS (estimated))
{
  static const gchar *const scripts[] = {
    "fffffpfffpffpffpfffpfpffe",
    "ffffDffffpffdffpffsffxffpfffe",
    "fffpfmfffpfffmffnfffe",
  };
  const guint n = G_N_ELEMENTS (scripts);
  Play play;
  GstVideoInfo info = video_test_progressive ("I420", 90, 60);

  play_init (&play, &estimated[__i__ / n], &info);
  play_all (&play, scripts[__i__ % n]);
  play_clear (&play);
}

/* Which frames count for which, whatever comes between them. */
TEST_LOOP (test_order, 13 * G_N_ELEMENTS (various))
{
  static const gchar *const scripts[] = {
    "ffffffffffffffffffffffe",
    "ffffftffdffffdffgffftge",
    "fffffDfffDDffffDe",
    "fffffYfffYDffYYffe",
    "ffffflffffllffe",
    "ffffsffffffsse",
    "fffffxfffffffxxffe",
    "fffffexfffe",
    "ffffCffffffCCffe",
    "ffffzffffffzzffffSfffzSffe",
    "fffflfffffRffffllRRfffe",
    "ffflDRffmlffnffpRlfffRe",
    "e",
  };
  const guint n = G_N_ELEMENTS (scripts);

  play_script (scripts[__i__ % n], &various[__i__ / n], "NV12", "progressive");
}

/* While properties change. */
TEST_LOOP (test_changes, 5 * G_N_ELEMENTS (various))
{
  static const gchar *const scripts[] = {
    "ffffpffpfppffpfpfpffe",
    "fffffmffffmffffffmffmfffffe",
    "ffffnfffffffnffffnfe",
    "fffmpffffpmDffffmeexfffmdfffnpsffffe",
    "fffmCfffnfCffmxffpffe",
  };
  const guint n = G_N_ELEMENTS (scripts);

  play_script (scripts[__i__ % n], &various[__i__ / n], "I420", "progressive");
}

/* Fields have histories of their own, and so have frames that are two and those
 * that are one. */
TEST_LOOP (test_interlaced, 10 * G_N_ELEMENTS (various))
{
  static const struct {
    const gchar *script, *mode;
  } streams[] = {
    { "fffffffffffe", "interleaved" },
    { "fffffiiiiiffffiffiifffffffffe", "mixed" },
    { "iiiiiDiiimiiifpffffffe", "mixed" },
    { "TBTBTBTBTBTBTBTBe", "alternate" },
    { "BTBTBTBxTBTBTBdTBTBCBTBTBTe", "alternate" },
    /* fields are missing, first one and then many */
    { "TBTBTBTTBTBTBTBBTBTBTBTTTTTTBTBTBTBTBTe", "alternate" },
    { "TTTTTTTTTTTTTBTBTBTBTBe", "alternate" },
    /* longer than a history outlives */
    { "TBTBTTTTTTTTTTTTTTTTTTTTBTBTBe", "alternate" },
    { "ffiiffffffffffffiiffe", "mixed" },
    { "TBTBTBmTBTBTBpTBTBTBTBe", "alternate" },
  };
  const guint n = G_N_ELEMENTS (streams);

  play_script (streams[__i__ % n].script, &various[__i__ / n], "I420",
      streams[__i__ % n].mode);
}

static void
push_timed (Play *play, gint ms)
{
  GstBuffer *frame = denoise_test_frame (noise, &play->info, play->still);

  GST_BUFFER_OFFSET (frame) = play->n_frames++;
  GST_BUFFER_PTS (frame) = GST_SECOND + ms * (gint64)GST_MSECOND;
  GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_DISCONT);
  foresee_frame (play, frame, 0, FALSE);
  video_test_push (play->h, frame);
  check_out (play, "a gap", 5);
}

/* Frames that are missing: how long that may be for a history to go on, where
 * what it has is judged sample by sample, and where it is not. */
TEST_LOOP (test_gaps, 7 * G_N_ELEMENTS (various))
{
  static const struct {
    gint from_last; /* ms, where frames have 40 */
    gboolean judged, unjudged;
    gchar event;
  } gaps[] = {
    { 80, TRUE, TRUE, 0 },
    { 120, TRUE, TRUE, 'g' },
    { 160, TRUE, FALSE, 0 },
    { 2000, TRUE, FALSE, 'g' },
    { 2040, FALSE, FALSE, 'g' },
    /* back again */
    { -80, TRUE, TRUE, 0 },
    { -160, TRUE, FALSE, 0 },
  };
  const DenoiseSettings *settings = &various[__i__ / G_N_ELEMENTS (gaps)];
  const guint k = __i__ % G_N_ELEMENTS (gaps);
  const gboolean judges = !g_str_equal (settings->method, "median");
  Play play;

  play_init_small (&play, settings);
  for (gint i = 0; i < 6; i++)
    push_timed (&play, 40 * i);
  if (gaps[k].event)
    push (&play, &gaps[k].event, 0);
  play.broken = judges ? !gaps[k].judged : !gaps[k].unjudged;
  for (gint i = 0; i < 3; i++)
    push_timed (&play, 200 + gaps[k].from_last + 40 * i);
  push (&play, "e", 0);
  play_clear (&play);
}

#define PAN_WIDTH 256
#define PAN_HEIGHT 128
#define PAN_FRAMES 14 /* before the gap */

/* Structure of some samples, which moves 9 of them in a frame, down a row. */
static gint
pan_sample (gint x, gint y, gint frame)
{
  const guint32 i = (x + 9 * frame) / 3, j = (y - frame + 1000) / 3;
  guint32 v = i * 2654435761u ^ j * 2246822519u;

  v = (v ^ v >> 15) * 2654435761u;
  return 48 + (v >> 24) * 5 / 8;
}

/* GRAY8: what a scene has there, with uniform noise up to so much. */
static GstBuffer *
moving_frame (gint width, gint height,
    gint (*sample) (gint x, gint y, gint frame), gint frame, GRand *rand,
    gint most)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, width * height, NULL);
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      map.data[y * width + x] =
          sample (x, y, frame) + g_rand_int_range (rand, -most, most + 1);
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

/* The mean square error of the first frame behind a gap of so many. */
static gdouble
error_behind_gap (gint n_lost, gboolean has_times)
{
  GstElement *element = video_test_element ("cudadenoise");
  GstHarness *h = gst_harness_new_with_element (element, "sink", "src");
  GRand *rand = g_rand_new_with_seed (3);
  gdouble error = 0;

  gst_util_set_object_arg (G_OBJECT (element), "method", "compensated");
  g_object_set (element, "sigma", 10.0, "spatial", 0.0, NULL);
  gst_harness_set_src_caps_str (
      h, "video/x-raw,format=GRAY8,framerate=25/1,width=" G_STRINGIFY (
             PAN_WIDTH) ",height=" G_STRINGIFY (PAN_HEIGHT));
  for (gint i = 0; i <= PAN_FRAMES; i++) {
    const gint frame = i < PAN_FRAMES ? i : i + n_lost;
    GstBuffer *buffer =
        moving_frame (PAN_WIDTH, PAN_HEIGHT, pan_sample, frame, rand, 17);
    GstMapInfo map;

    if (has_times)
      GST_BUFFER_PTS (buffer) = frame * 40 * GST_MSECOND;
    if (i == PAN_FRAMES)
      GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
    buffer = gst_harness_push_and_pull (h, buffer);
    if (i == PAN_FRAMES) {
      gst_buffer_map (buffer, &map, GST_MAP_READ);
      for (gint y = 0; y < PAN_HEIGHT; y++)
        for (gint x = 0; x < PAN_WIDTH; x++) {
          const gint d = map.data[y * PAN_WIDTH + x] - pan_sample (x, y, frame);

          error += d * d;
        }
      gst_buffer_unmap (buffer, &map);
    }
    gst_buffer_unref (buffer);
  }
  gst_harness_teardown (h);
  gst_object_unref (element);
  g_rand_free (rand);
  return error / (PAN_WIDTH * PAN_HEIGHT);
}

/* A camera that pans goes on while frames are missing: how many is known by
 * their times, and the search looks where the picture should be by then, which
 * is further than it looks around. */
TEST (test_motion_behind_gap)
{
  for (gint n_lost = 3; n_lost <= 6; n_lost += 3) {
    const gdouble known = error_behind_gap (n_lost, TRUE),
                  unknown = error_behind_gap (n_lost, FALSE);

    fail_unless (known < unknown * 0.6,
        "an error of %.1f behind %d lost frames, %.1f where that is not told",
        known, n_lost, unknown);
  }
}

#define FAINT_SIDE 160
#define FAINT_FRAMES 24

/* Results are as bright as frames. Of a camera's 12 bits in 16 noise has few
 * values, below the last bit that the search and the estimate look at; where
 * those are the upper bits, the lower ones are 0 in all samples. */
TEST (test_brightness)
{
  static const struct {
    const gchar *quality;
    gint step, times;
  } cases[] = { { "fast", 8, 1 }, { "fast", 24, 1 }, { "fast", 100, 1 },
    { "fast", 12, 16 }, { "high", 12, 16 }, { "high", 24, 1 } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++) {
    const gint step = cases[k].step;
    GstElement *element = video_test_element ("cudadenoise");
    GstHarness *h = gst_harness_new_with_element (element, "sink", "src");
    GRand *rand = g_rand_new_with_seed (k);
    gdouble shift = 0;

    gst_util_set_object_arg (G_OBJECT (element), "quality", cases[k].quality);
    gst_harness_set_src_caps_str (
        h, "video/x-raw,format=GRAY16_LE,framerate=25/1,width=" G_STRINGIFY (
               FAINT_SIDE) ",height=" G_STRINGIFY (FAINT_SIDE));
    for (gint n = 0; n < FAINT_FRAMES; n++) {
      GstBuffer *buffer = gst_buffer_new_allocate (
          NULL, FAINT_SIDE * FAINT_SIDE * sizeof (guint16), NULL);
      gint64 sum = 0;
      GstMapInfo map;

      gst_buffer_map (buffer, &map, GST_MAP_WRITE);
      for (gint i = 0; i < FAINT_SIDE * FAINT_SIDE; i++) {
        const gint v = (2000 + g_rand_int_range (rand, -step, step + 1)
                           + g_rand_int_range (rand, -step, step + 1))
                       * cases[k].times;

        GST_WRITE_UINT16_LE (map.data + 2 * i, v);
        sum -= v;
      }
      gst_buffer_unmap (buffer, &map);
      buffer = gst_harness_push_and_pull (h, buffer);
      gst_buffer_map (buffer, &map, GST_MAP_READ);
      for (gint i = 0; i < FAINT_SIDE * FAINT_SIDE; i++)
        sum += GST_READ_UINT16_LE (map.data + 2 * i);
      gst_buffer_unmap (buffer, &map);
      gst_buffer_unref (buffer);
      if (n >= FAINT_FRAMES / 2)
        shift += (gdouble)sum / (FAINT_SIDE * FAINT_SIDE);
    }
    shift /= FAINT_FRAMES / 2;
    fail_unless (ABS (shift) < 1, "case %u: the mean moves by %.2f", k, shift);
    gst_harness_teardown (h);
    gst_object_unref (element);
    g_rand_free (rand);
  }
}

#define FAN_WIDTH 320
#define FAN_HEIGHT 192
#define FAN_NOISE 3 /* uniform, from -3 to 3: a deviation of 2 */

/* To the left dark blades go past, farther each frame than a search looks; the
 * right half stands. */
static gint
fan_sample (gint x, gint y, gint frame)
{
  return x < FAN_WIDTH / 2
             ? 45 + rint (30 * sin ((x + y / 3 + 21 * frame) * 2 * G_PI / 50))
             : 150 + (x / 8 + y / 8) % 2 * 20;
}

/* What moves is no noise, also to methods that do not search for motion. */
TEST (test_motion_is_no_noise)
{
  static const gchar *const methods[] = { "average", "recursive",
    "compensated" };

  for (guint k = 0; k < G_N_ELEMENTS (methods); k++) {
    GstElement *element = video_test_element ("cudadenoise");
    GstHarness *h = gst_harness_new_with_element (element, "sink", "src");
    GRand *rand = g_rand_new_with_seed (5);
    g_autoptr (GstStructure) stats = NULL;
    gdouble sigma = 0;

    gst_util_set_object_arg (G_OBJECT (element), "method", methods[k]);
    gst_harness_set_src_caps_str (
        h, "video/x-raw,format=GRAY8,framerate=25/1,width=" G_STRINGIFY (
               FAN_WIDTH) ",height=" G_STRINGIFY (FAN_HEIGHT));
    for (gint frame = 0; frame < 24; frame++)
      gst_buffer_unref (gst_harness_push_and_pull (
          h, moving_frame (
                 FAN_WIDTH, FAN_HEIGHT, fan_sample, frame, rand, FAN_NOISE)));
    g_object_get (element, "stats", &stats, NULL);
    fail_unless (gst_structure_get_double (stats, "sigma-luma", &sigma));
    /* where all of a class moves twice what its samples tell is the most */
    fail_unless (sigma > 1.5 && sigma < 4, "%s: noise of %.2f, where it is 2",
        methods[k], sigma);
    gst_harness_teardown (h);
    gst_object_unref (element);
    g_rand_free (rand);
  }
}

/* The same segment again says nothing, whatever its frames have. */
TEST_LOOP (test_same_segment, G_N_ELEMENTS (various))
{
  Play play;

  play_init_small (&play, &various[__i__]);
  for (gint i = 0; i < 6; i++)
    push_timed (&play, 40 * i);
  play_all (&play, "sffsfe");
  play_clear (&play);
}

/* Another segment is the same place where stream time goes on in it. */
TEST_LOOP (test_segments, 2 * G_N_ELEMENTS (various))
{
  const gboolean is_moved = __i__ % 2;
  GstSegment segment;
  Play play;

  play_init_small (&play, &various[__i__ / 2]);
  for (gint i = 0; i < 6; i++)
    push_timed (&play, 40 * i);
  let_out (&play, 0);
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.base = 9 * GST_SECOND;
  segment.start = GST_SECOND / 2;
  segment.time = segment.start + (is_moved ? 5 * GST_SECOND : 0);
  fail_unless (
      gst_harness_push_event (play.h, gst_event_new_segment (&segment)));
  check_out (&play, "a segment", 8);
  play.broken = is_moved;
  for (gint i = 6; i < 9; i++)
    push_timed (&play, 40 * i);
  push (&play, "e", 0);
  play_clear (&play);
}

/* Every format, and which of its planes are colour. */
TEST_LOOP (test_formats, 2 * video_test_n_formats ())
{
  const gchar *format = video_test_formats[__i__ % video_test_n_formats ()];
  const DenoiseSettings *settings =
      &various[1 + __i__ / video_test_n_formats ()];

  play_script ("fffpfffffe", settings, format, "progressive");
  play_script ("fffffpfffe", settings, format, "interleaved");
}

/* A history is there at all: the same frame comes out as it does behind others,
 * and not as it does alone. */
TEST_LOOP (test_history, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  const guint at = settings->past;
  GstBuffer *still, *frames[20], *results[2];
  GstVideoInfo info = video_test_progressive ("NV12", 26, 17);

  still = video_test_frame (noise, &info);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    frames[i] = denoise_test_frame (noise, &info, still);
  for (guint alone = 0; alone < 2; alone++) {
    g_autoptr (GstElement) element = video_test_element ("cudadenoise");
    g_autoptr (GstHarness) h = NULL;

    denoise_settings_apply (settings, G_OBJECT (element));
    h = video_test_harness (element, &info);
    for (guint i = alone ? at : 0; i <= at + (alone ? 0 : settings->future);
         i++)
      video_test_push (h, gst_buffer_copy (frames[i]));
    gst_harness_push_event (h, gst_event_new_eos ());
    for (guint i = alone ? at : 0; i < at; i++)
      gst_buffer_unref (gst_harness_pull (h));
    results[alone] = gst_harness_pull (h);
  }
  fail_if (video_test_equal (&info, results[0], results[1]));
  for (guint i = 0; i < 2; i++)
    gst_buffer_unref (results[i]);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    gst_buffer_unref (frames[i]);
  gst_buffer_unref (still);
}

/* Properties */

static void
check_refused (GstElement *element, GstBus *bus, const gchar *name,
    const gchar *value, const gchar *text)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (element), name);
  GValue before = G_VALUE_INIT, after = G_VALUE_INIT, refused = G_VALUE_INIT;

  g_value_init (&before, spec->value_type);
  g_value_init (&after, spec->value_type);
  g_value_init (&refused, spec->value_type);
  fail_unless (gst_value_deserialize (&refused, value));
  g_object_get_property (G_OBJECT (element), name, &before);
  g_object_set_property (G_OBJECT (element), name, &refused);
  video_test_check_warning (bus, text);
  g_object_get_property (G_OBJECT (element), name, &after);
  assert_equals_int (gst_value_compare (&before, &after), GST_VALUE_EQUAL);
  g_value_unset (&before);
  g_value_unset (&after);
  g_value_unset (&refused);
}

TEST (test_refusals)
{
  static const struct {
    const gchar *name, *value, *text;
  } refusals[] = {
    { "past", "9", "past must be from 0 to 8" },
    { "past", "-1", "past must be from 0 to 8" },
    { "future", "9", "future must be from 0 to 8" },
    { "window", "2", "window must be odd, from 1 to 3" },
    { "window", "5", "window must be odd, from 1 to 3" },
    { "sigma", "64.01", "sigma must be from -1 to 64" },
    { "sigma", "-2", "sigma must be from -1 to 64" },
    { "sigma", "-0.5", "sigma must be from 0 to 64, or -1" },
    { "strength", "4.5", "strength must be from 0 to 4" },
    { "chroma-strength", "-0.1", "chroma-strength must be from 0 to 4" },
    { "spatial", "5", "spatial must be from 0 to 4" },
    { "noise-profile", "luma=5,4", "noise-profile: luma: there are 2 values" },
    { "noise-profile", "luma=65", "is not a number from 0 to 64" },
    { "noise-profile", "nothing", "A text is such as \"luma=5.1,4.8" },
  };
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstVideoInfo info = video_test_progressive ("I420", 16, 16);
  GstHarness *h = video_test_harness (element, &info);

  g_object_set (element, "noise-profile", PROFILE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    check_refused (
        element, bus, refusals[i].name, refusals[i].value, refusals[i].text);
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
}

static void
check_profile (GstElement *element, const gchar *text, const gchar *right)
{
  g_autofree gchar *now = NULL;

  if (text)
    g_object_set (element, "noise-profile", text, NULL);
  g_object_get (element, "noise-profile", &now, NULL);
  fail_unless (
      g_strcmp0 (now, right) == 0, "%s is %s, not %s", text, now, right);
}

/* A profile is read as it is written, and what is refused in NULL is an error
 * when the element is started. */
TEST (test_profile)
{
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("I420", 16, 16);

  check_profile (element, NULL, NULL);
  check_profile (
      element, " chroma=2.50  luma=1.0,1,1,1,1,1,1,1 ", "luma=1 chroma=2.5");
  check_profile (element, PROFILE, PROFILE);
  check_profile (element, "luma=5 chroma", PROFILE);
  video_test_check_refusal (
      element, bus, "\"chroma\" does not begin with luma=");
  check_profile (element, "coarseness-luma=0.3", PROFILE);
  video_test_check_refusal (
      element, bus, "coarseness-luma is of no use without luma");
  check_profile (element, PROFILE, PROFILE);
  h = video_test_harness (element, &info);
  check_profile (element, "luma=5 chroma", PROFILE);
  video_test_check_warning (bus, "noise-profile stays as it was");
  check_profile (element, NULL, PROFILE);
  check_profile (element, "", NULL);
  gst_harness_teardown (h);
  gst_element_set_bus (element, NULL);
}

static gchar *
nick_of (GstElement *element, const gchar *property)
{
  GValue value = G_VALUE_INIT;
  gchar *nick;

  g_object_get_property (G_OBJECT (element), property, &value);
  nick = gst_value_serialize (&value);
  g_value_unset (&value);
  return nick;
}

/* A new `future` is of effect from the next start on, with the latency. */
TEST (test_future)
{
  DenoiseSettings settings = { "average", 2, 1, 1, 5, 1, 1, 1, "luma+chroma" };
  Play play;
  GstVideoInfo info = video_test_progressive ("NV12", 26, 17);

  play_init (&play, &settings, &info);
  g_object_set (play.element, "future", 3, NULL);
  play_all (&play, "fffffpffe");
  gst_harness_teardown (play.h);
  gst_element_set_state (play.element, GST_STATE_NULL);

  g_object_set (play.element, "future", 3, NULL);
  play.now.future = play.next.future = 3;
  play.h = video_test_harness (play.element, &info);
  play_set_info (&play, &info);
  play_all (&play, "ffffffe");
  play_clear (&play);
}

/* Grey with noise, about normal: the sum of twelve uniform numbers. */
static GstBuffer *
noisy_frame (const GstVideoInfo *info, gdouble sigma, gdouble chroma_sigma)
{
  GstBuffer *buffer = video_test_frame (noise, info);
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (guint p = 0; p < GST_VIDEO_FRAME_N_PLANES (&frame); p++) {
    guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (&frame, p);

    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&frame, p); y++) {
      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH (&frame, p); x++) {
        gdouble sum = -6;

        for (gint i = 0; i < 12; i++)
          sum += g_rand_double (noise);
        row[x] = rint (120 + sum * (p == 0 ? sigma : chroma_sigma));
      }
      row += GST_VIDEO_FRAME_PLANE_STRIDE (&frame, p);
    }
  }
  gst_video_frame_unmap (&frame);
  return buffer;
}

static const gchar *const presets[] = { "light", "medium", "strong", "night" };

static void
load_preset (GstElement *element, const gchar *name, DenoiseSettings *settings)
{
  fail_unless (gst_preset_load_preset (GST_PRESET (element), name));
  g_object_get (element, "strength", &settings->strength, "chroma-strength",
      &settings->chroma_strength, "spatial", &settings->spatial, NULL);
}

/* Nothing is set, and one preset after the other: what each says is what
 * filters, from the noise that is found. */
TEST (test_defaults)
{
  DenoiseSettings settings = DENOISE_SETTINGS_DEFAULTS;
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  GstVideoInfo info = video_test_progressive ("I420", 160, 120);
  DenoiseReference *reference = denoise_reference_new (&info, FALSE);
  g_autoptr (GstHarness) h = video_test_harness (element, &info);

  for (guint i = 0; i < 4 + 2 * G_N_ELEMENTS (presets); i++) {
    GstBuffer *frame = noisy_frame (&info, 8, 4), *right, *result;

    if (i >= 4)
      load_preset (element, presets[i % G_N_ELEMENTS (presets)], &settings);
    denoise_reference_set (reference, &settings);
    denoise_reference_push (reference, frame);
    right = denoise_reference_pull (reference);
    fail_if (video_test_equal (&info, frame, right));
    result = video_test_push_and_pull (h, frame);
    video_test_expect (&info, result, right, "defaults and presets");
  }
  denoise_reference_free (reference);
}

/* Presets have names and comments, each sets all that another does, and no two
 * the same; the method and sigma stay the user's. */
TEST (test_presets)
{
  static const gchar *const set[] = { "strength", "chroma-strength",
    "spatial" };
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  DenoiseSettings settings[G_N_ELEMENTS (presets)];
  gchar **found, *comment, *method;
  gdouble sigma;
  gint past;

  found = gst_preset_get_preset_names (GST_PRESET (element));
  fail_unless (found != NULL,
      "no presets are found: GST_PRESET_PATH must name gst/presets");
  assert_equals_int (g_strv_length (found), G_N_ELEMENTS (presets));
  g_strfreev (found);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++) {
    gst_util_set_object_arg (G_OBJECT (element), "method", "recursive");
    g_object_set (element, "sigma", 3.0, "past", 5, NULL);
    for (guint k = 0; k < G_N_ELEMENTS (set); k++)
      g_object_set (element, set[k], 3.9, NULL);
    load_preset (element, presets[i], &settings[i]);
    fail_unless (gst_preset_get_meta (
        GST_PRESET (element), presets[i], "comment", &comment));
    fail_unless (strlen (comment) > 10);
    g_free (comment);
    fail_if (settings[i].strength == 3.9 || settings[i].chroma_strength == 3.9
             || settings[i].spatial == 3.9);
    for (guint k = 0; k < i; k++)
      fail_if (settings[i].strength == settings[k].strength
                   && settings[i].chroma_strength == settings[k].chroma_strength
                   && settings[i].spatial == settings[k].spatial,
          "%s and %s are the same", presets[i], presets[k]);
    method = nick_of (element, "method");
    fail_unless_equals_string (method, "recursive");
    g_free (method);
    g_object_get (element, "sigma", &sigma, "past", &past, NULL);
    assert_equals_float (sigma, 3);
    assert_equals_int (past, 5);
  }
  fail_if (gst_preset_load_preset (GST_PRESET (element), "none such"));
}

#ifndef TEST_STAGED
static void
check_sigma (GstElement *element, const gchar *field, gdouble right)
{
  g_autoptr (GstStructure) stats = NULL;
  gdouble sigma;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_double (stats, field, &sigma), "no %s", field);
  fail_unless (ABS (sigma - right) < 0.1 * right, "%s is %g, not about %g",
      field, sigma, right);
}

/* The first message of the noise, NULL where there is none. */
static GstMessage *
find_message (GstBus *bus)
{
  GstMessage *message;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_ELEMENT)) != NULL
         && !gst_message_has_name (message, "cudadenoise-noise"))
    gst_message_unref (message);
  return message;
}

static void
check_message (GstBus *bus, gboolean is_by_light)
{
  static const gchar *const lists[] = { "sigma-luma-by-light",
    "sigma-chroma-by-light" };
  g_autoptr (GstMessage) message = find_message (bus);
  const GstStructure *s;
  static const gchar *const times[] = { "timestamp", "stream-time",
    "running-time" };
  const gboolean is_late =
      g_strcmp0 (g_getenv ("CUDAFILTERS_TEST_BACKEND"), "cuda") == 0;
  GstClockTime first, time;

  fail_unless (message != NULL);
  s = gst_message_get_structure (message);
  /* the first frame's, in a segment that begins with it; where a GPU works on
   * while the frame goes, a later one's */
  fail_unless (gst_structure_get_clock_time (s, times[0], &first));
  fail_unless (first == 0 || (is_late && first < 12 * GST_SECOND / 30));
  for (guint i = 1; i < G_N_ELEMENTS (times); i++) {
    fail_unless (gst_structure_get_clock_time (s, times[i], &time));
    assert_equals_uint64 (time, first);
  }
  fail_unless (gst_structure_get_clock_time (s, "duration", &time));
  assert_equals_uint64 (time, GST_SECOND / 30);
  fail_unless (gst_structure_has_field_typed (s, "sigma-luma", G_TYPE_DOUBLE));
  fail_unless (gst_structure_has_field (s, "coarseness-luma") == is_by_light);
  for (guint i = 0; i < G_N_ELEMENTS (lists) && is_by_light; i++) {
    const GValue *list = gst_structure_get_value (s, lists[i]);

    fail_unless (list != NULL, "no %s", lists[i]);
    assert_equals_int (gst_value_array_get_size (list), 8);
    for (guint n = 0; n < 8; n++)
      fail_unless (
          g_value_get_double (gst_value_array_get_value (list, n)) > 0);
  }
}

/* An estimate is within a tenth, and only there where it is asked for. */
TEST_LOOP (test_estimate, 3)
{
  static const gchar *const methods[] = { "recursive", "average",
    "compensated" };
  GstElement *element = video_test_element ("cudadenoise");
  g_autoptr (GstStructure) stats = NULL;
  g_autoptr (GstBus) bus = gst_bus_new ();
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("I420", 320, 240);

  gst_util_set_object_arg (G_OBJECT (element), "method", methods[__i__]);
  g_object_set (element, "sigma", -1.0, NULL);
  gst_element_set_bus (element, bus);
  h = video_test_harness (element, &info);
  for (gint i = 0; i < 12; i++) {
    GstBuffer *frame = noisy_frame (&info, 8, 4);

    GST_BUFFER_PTS (frame) = i * GST_SECOND / 30;
    GST_BUFFER_DURATION (frame) = GST_SECOND / 30;
    gst_buffer_unref (video_test_push_and_pull (h, frame));
  }
  check_sigma (element, "sigma-luma", 8);
  check_sigma (element, "sigma-chroma", 4);
  /* average looks at the planes as wholes */
  check_message (bus, __i__ != 1);
  gst_harness_teardown (h);

  element = video_test_element ("cudadenoise");
  g_object_set (element, "sigma", 8.0, NULL);
  gst_element_set_bus (element, bus);
  h = video_test_harness (element, &info);
  gst_buffer_unref (video_test_push_and_pull (h, noisy_frame (&info, 8, 4)));
  g_object_get (element, "stats", &stats, NULL);
  fail_if (gst_structure_has_field (stats, "sigma-luma"));
  fail_unless (find_message (bus) == NULL);
  gst_harness_teardown (h);
}

#define SLOW_WIDTH 320
#define SLOW_HEIGHT 240
#define SLOW_SIGMA 5

/* Fine texture that is as weak as the noise, which is as coarse as a
 * demosaicer's. */
static GstBuffer *
textured_frame (gdouble moved)
{
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, SLOW_WIDTH * SLOW_HEIGHT, NULL);
  const gdouble most = SLOW_SIGMA * sqrt (3);
  gdouble white[2][SLOW_WIDTH + 1];
  GstMapInfo map;

  for (gint x = 0; x <= SLOW_WIDTH; x++)
    white[1][x] = g_rand_double_range (noise, -most, most);
  gst_buffer_map (buffer, &map, GST_MAP_WRITE);
  for (gint y = 0; y < SLOW_HEIGHT; y++) {
    memcpy (white[0], white[1], sizeof white[0]);
    for (gint x = 0; x <= SLOW_WIDTH; x++)
      white[1][x] = g_rand_double_range (noise, -most, most);
    for (gint x = 0; x < SLOW_WIDTH; x++) {
      const gdouble at = x + moved;
      const gdouble texture =
          sin (0.93 * at + 0.37 * y) + sin (0.81 * y - 0.31 * at)
          + sin (0.61 * at + 0.67 * y) + sin (0.47 * at - 0.71 * y);

      map.data[y * SLOW_WIDTH + x] = rint (
          110 + 4 * texture
          + (white[0][x] + white[0][x + 1] + white[1][x] + white[1][x + 1])
                / 2);
    }
  }
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

/* A camera that stands, and then pans by a part of a sample a frame: what the
 * search misses must not count as noise, which the search would then allow for.
 */
TEST (test_estimate_in_slow_pan)
{
  GstElement *element = video_test_element ("cudadenoise");
  GstHarness *h;
  GstVideoInfo info = video_test_progressive ("GRAY8", SLOW_WIDTH, SLOW_HEIGHT);
  g_autoptr (GstStructure) stats = NULL;
  gdouble sigma;

  g_object_set (element, "sigma", -1.0, NULL);
  h = video_test_harness (element, &info);
  for (gint i = 0; i < 60; i++)
    gst_buffer_unref (video_test_push_and_pull (
        h, textured_frame (i < 20 ? 0 : 0.3 * (i - 20))));
  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_double (stats, "sigma-luma", &sigma));
  fail_unless (sigma > 0.7 * SLOW_SIGMA && sigma < 1.3 * SLOW_SIGMA,
      "sigma is %g, not about %d", sigma, SLOW_SIGMA);
  gst_harness_teardown (h);
  gst_object_unref (element);
}

/* Squares, from dark ones on the left to bright ones on the right, that stand,
 * and noise that falls with light. */
static GstBuffer *
lit_frame (const GstVideoInfo *info)
{
  GstBuffer *buffer = noisy_frame (info, 0, 3);
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (gint y = 0; y < info->height; y++) {
    guint8 *row = (guint8 *)GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                  + y * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0);

    for (gint x = 0; x < info->width; x++) {
      const gint light =
          30 + 160 * x / info->width + (x / 11 * 37 + y / 9 * 53) % 40;
      gdouble sum = -6;

      for (gint i = 0; i < 12; i++)
        sum += g_rand_double (noise);
      row[x] = rint (light + sum * (7 - light / 45.));
    }
  }
  gst_video_frame_unmap (&frame);
  return buffer;
}

static gchar *
measured_profile (GstElement *element)
{
  g_autoptr (GstStructure) stats = NULL;

  g_object_get (element, "stats", &stats, NULL);
  return g_strdup (gst_structure_get_string (stats, "noise-profile"));
}

static gdouble
mean_difference (const GstVideoInfo *info, GstBuffer *a, GstBuffer *b)
{
  GstMapInfo maps[2];
  gdouble sum = 0;

  gst_buffer_map (a, &maps[0], GST_MAP_READ);
  gst_buffer_map (b, &maps[1], GST_MAP_READ);
  for (gsize i = 0; i < info->size; i++)
    sum += ABS (maps[0].data[i] - maps[1].data[i]);
  gst_buffer_unmap (a, &maps[0]);
  gst_buffer_unmap (b, &maps[1]);
  return sum / info->size;
}

static void
push_lit (GstHarness *h, const GstVideoInfo *info, gint n)
{
  for (; n > 0; n--)
    gst_buffer_unref (video_test_push_and_pull (h, lit_frame (info)));
}

/* After so many of the same frames results are nearly the same, beside what is
 * taken away. */
static void
check_nearly_same (GstHarness *const h[2], const GstVideoInfo *info, gint n)
{
  GstBuffer *frame = NULL, *results[2] = { NULL, NULL };
  gdouble taken, apart;

  for (; n > 0; n--) {
    gst_clear_buffer (&frame);
    frame = lit_frame (info);
    for (gint i = 0; i < 2; i++) {
      gst_clear_buffer (&results[i]);
      results[i] = video_test_push_and_pull (h[i], gst_buffer_ref (frame));
    }
  }
  taken = mean_difference (info, frame, results[0]);
  apart = mean_difference (info, results[0], results[1]);
  fail_unless (taken > 1 && apart < taken / 8, "results differ by %g, of %g",
      apart, taken);
  gst_buffer_unref (frame);
  for (gint i = 0; i < 2; i++)
    gst_buffer_unref (results[i]);
}

/* What is measured filters nearly as the measuring does, once it is told; then
 * there is nothing to measure, and of the other kind alone where one is told.
 */
TEST_LOOP (test_profile_again, 3)
{
  static const gchar *const methods[] = { "recursive", "average",
    "compensated" };
  g_autofree gchar *profile = NULL, *again = NULL, *chroma = NULL;
  GstElement *elements[2];
  GstHarness *h[2];
  GstVideoInfo info = video_test_progressive ("I420", 320, 240);

  for (gint i = 0; i < 2; i++) {
    elements[i] = video_test_element ("cudadenoise");
    gst_util_set_object_arg (G_OBJECT (elements[i]), "method", methods[__i__]);
    h[i] = video_test_harness (elements[i], &info);
  }
  fail_unless (measured_profile (elements[0]) == NULL);
  push_lit (h[0], &info, 60);
  profile = measured_profile (elements[0]);
  fail_unless (profile != NULL);
  fail_unless ((strchr (profile, ',') != NULL) == (__i__ != 1), "%s", profile);
  check_profile (elements[1], profile, profile);
  check_nearly_same (h, &info, 40);
  again = measured_profile (elements[1]);
  fail_unless (again == NULL, "%s is told, and measured: %s", profile, again);
  g_object_set (elements[1], "noise-profile", "luma=4", NULL);
  push_lit (h[1], &info, 2);
  chroma = measured_profile (elements[1]);
  fail_unless (chroma && g_str_has_prefix (chroma, "chroma="), "%s", chroma);
  for (gint i = 0; i < 2; i++) {
    gst_harness_teardown (h[i]);
    gst_object_unref (elements[i]);
  }
}
#endif

static GstClockTime
get_latency (GstHarness *h)
{
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min;

  fail_unless (gst_pad_peer_query (h->sinkpad, query));
  gst_query_parse_latency (query, NULL, &min, NULL);
  gst_query_unref (query);
  return min;
}

/* By frames of 40 ms, also where a buffer is a field. */
TEST (test_latency)
{
  static const gchar *const modes[] = { "progressive", "interleaved",
    "alternate" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    for (guint n = 0; n < G_N_ELEMENTS (various); n++) {
      GstVideoInfo info;
      Play play;
      GstClockTime without;

      video_test_info (&info, "NV12", 26, 17, modes[i]);
      play_init (&play, &various[0], &info);
      without = get_latency (play.h);
      play_clear (&play);
      play_init (&play, &various[n], &info);
      assert_equals_uint64 (
          get_latency (play.h), without + various[n].future * 40 * GST_MSECOND);
      play_clear (&play);
    }
  }
}

/* GstController drives sigma frame by frame: of the frame whose turn it is. */
static void
set_sigma (Play *play, guint frame)
{
  play->now.sigma = 2 + frame * 0.4;
  denoise_reference_set (play->references[0], &play->now);
}

TEST_LOOP (test_controller, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  const gboolean at_push = denoise_settings_are_at_push (settings);
  Play play;
  guint i, n = 0;

  play_init_small (&play, settings);
  video_test_control (play.element, "sigma", 2, 12);
  for (i = 0; i < 25 + (guint)settings->future; i++) {
    GstBuffer *frame, *result, *right;

    if (i < 25) {
      frame = denoise_test_frame (noise, &play.info, play.still);
      GST_BUFFER_PTS (frame) = i * 40 * GST_MSECOND;
      if (at_push)
        set_sigma (&play, i);
      denoise_reference_push (play.references[0], frame);
      video_test_push (play.h, frame);
    } else if (i == 25) {
      gst_harness_push_event (play.h, gst_event_new_eos ());
    }
    if (i < (guint)settings->future)
      continue;
    if (!at_push)
      set_sigma (&play, n);
    right = denoise_reference_pull (play.references[0]);
    result = gst_harness_pull (play.h);
    assert_equals_uint64 (GST_BUFFER_PTS (result), n++ * 40 * GST_MSECOND);
    video_test_expect (&play.info, result, right, "controlled");
  }
  play_clear (&play);
}

/* Where nothing is to be done frames pass through, and are missing in the
 * history; with look-ahead they keep their bytes, and are not. */
static gboolean
passes_through (Play *play)
{
  return video_test_passes (
      play->h, denoise_test_frame (noise, &play->info, play->still));
}

TEST_LOOP (test_identity, 2)
{
  static const DenoiseSettings settings[] = {
    { "recursive", 4, 0, 1, 5, 1, 1, 1, "luma+chroma" },
    { "average", 2, 0, 1, 5, 1, 1, 1, "luma+chroma" },
  };
  Play play;

  play_init_small (&play, &settings[__i__]);
  for (guint i = 0; i < 4; i++) {
    play_all (&play, "fff");
    fail_if (passes_through (&play));
    g_object_set (play.element, i % 2 ? "sigma" : "strength", 0., NULL);
    /* either for all planes */
    g_object_set (play.element, "chroma-strength", i % 2 ? 1. : 0., NULL);
    fail_unless (passes_through (&play));
    fail_unless (passes_through (&play));
    denoise_settings_apply (&play.next, G_OBJECT (play.element));
    denoise_reference_reset (play.references[0]);
  }
  play_all (&play, "fffe");
  play_clear (&play);
}

TEST_LOOP (test_identity_ahead, 2)
{
  static const DenoiseSettings settings[] = {
    { "average", 2, 2, 1, 5, 1, 1, 1, "luma+chroma" },
    { "compensated", 2, 2, 1, 5, 1, 1, 1, "luma+chroma", NULL, "high" },
  };
  Play play;

  play_init_small (&play, &settings[__i__]);
  play_all (&play, "fffff");
  play.next.sigma = 0;
  denoise_settings_apply (&play.next, G_OBJECT (play.element));
  play_all (&play, "fffff");
  play.next.sigma = 5;
  denoise_settings_apply (&play.next, G_OBJECT (play.element));
  play_all (&play, "ffffffe");
  play_clear (&play);
}

/* Buffers */

/* Upstream has a single buffer, and waits for it: nothing of it is kept. */
TEST_LOOP (test_small_pool, 2 * G_N_ELEMENTS (various))
{
  const gboolean proposed = __i__ % 2;
  const DenoiseSettings *settings = &various[__i__ / 2];
  g_autoptr (GstBufferPool) pool = NULL;
  GstBuffer *result;
  Play play;
  GstVideoInfo info = video_test_progressive ("NV16", 322, 241);

  /* worth being page-locked */
  play_init (&play, settings, &info);
  pool = proposed ? chain_test_proposed_pool (play.h, &info, 1)
                  : chain_test_ordinary_pool (&info, 1);
  for (guint i = 0; i < 12; i++) {
    GstBuffer *frame = denoise_test_frame (noise, &info, play.still);
    GstBuffer *buffer = chain_test_from_pool (pool, &info, frame);

    foresee_frame (&play, frame, 0, FALSE);
    video_test_push (play.h, buffer);
    gst_buffer_unref (frame);
    while ((result = gst_harness_try_pull (play.h))) {
      GstBuffer *right = g_queue_pop_head (&play.right);

      video_test_expect (&info, result, right, "of a small pool");
    }
  }
  let_out (&play, 0);
  gst_harness_push_event (play.h, gst_event_new_eos ());
  while ((result = gst_harness_try_pull (play.h))) {
    GstBuffer *right = g_queue_pop_head (&play.right);

    video_test_expect (&info, result, right, "at the end");
  }
  if (chain_test_on_device (play.element))
    chain_test_check_stats (play.element, 12, 12, 12);
  play_clear (&play);
}

/* Upstream is told of how many buffers the element keeps. */
TEST (test_proposed_pool)
{
  static const DenoiseSettings settings[] = {
    { "average", 2, 0, 1, 5, 1, 1, 1, "luma+chroma" },
    { "average", 2, 5, 1, 5, 1, 1, 1, "luma+chroma" },
    { "recursive", 2, 5, 1, 5, 1, 1, 1, "luma+chroma" },
  };
  guint mins[3], i;
  GstVideoInfo info = video_test_progressive ("NV12", 24, 17);

  for (i = 0; i < 3; i++) {
    g_autoptr (GstQuery) query = NULL;
    Play play;

    play_init (&play, &settings[i], &info);
    query = video_test_ask_allocation (play.h->srcpad, &info);
    gst_query_parse_nth_allocation_pool (query, 0, NULL, NULL, &mins[i], NULL);
    play_clear (&play);
  }
  assert_equals_int (mins[1], mins[0]);
  assert_equals_int (mins[2], mins[0] + 5);
}

static void
let_go (gpointer n_frames, GstMiniObject *frame)
{
  --*(guint *)n_frames;
}

/* Frames that are in the filter need nothing of their buffers; others go with
 * the element. */
TEST_LOOP (test_stop, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  Play play;
  guint i, n = 6;

  play_init_small (&play, settings);
  for (i = 0; i < 6; i++) {
    GstBuffer *frame = video_test_frame (noise, &play.info);

    gst_mini_object_weak_ref (GST_MINI_OBJECT (frame), let_go, &n);
    video_test_push (play.h, frame);
  }
  /* these are copied on their way to the device */
  if (denoise_settings_look_ahead (settings))
    assert_equals_int (n, 0);
  gst_harness_teardown (play.h);
  gst_element_set_state (play.element, GST_STATE_NULL);
  assert_equals_int (n, 0);

  play.h = video_test_harness (play.element, &play.info);
  play_all (&play, "fffffffffffe");
  play_clear (&play);
}

/* What belongs to a frame comes out with it, and with no other. */
TEST_LOOP (test_metas, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  GstBuffer *frame, *result;
  Play play;
  guint i;

  play_init_small (&play, settings);
  for (i = 0; i < 12; i++) {
    frame = video_test_frame (noise, &play.info);
    GST_BUFFER_PTS (frame) = i * GST_SECOND;
    GST_BUFFER_DTS (frame) = i * GST_SECOND + 1;
    GST_BUFFER_DURATION (frame) = GST_SECOND + i;
    GST_BUFFER_OFFSET (frame) = 100 + i;
    GST_BUFFER_OFFSET_END (frame) = 200 + i;
    if (i % 3 == 0)
      GST_BUFFER_FLAG_SET (frame, GST_BUFFER_FLAG_MARKER);
    if (i % 4 == 1)
      gst_buffer_add_video_region_of_interest_meta (frame, "face", i, 2, 3, 4);
    if (i % 4 == 2) {
      GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta (frame);

      crop->x = i;
      crop->y = 1;
      crop->width = crop->height = 5;
    }
    /* a stream of such frames has no end behind the others */
    video_test_push (play.h, frame);
  }
  gst_harness_push_event (play.h, gst_event_new_eos ());
  for (i = 0; (result = gst_harness_try_pull (play.h)); i++) {
    GstVideoRegionOfInterestMeta *face =
        gst_buffer_get_video_region_of_interest_meta (result);
    GstVideoCropMeta *crop = gst_buffer_get_video_crop_meta (result);

    assert_equals_uint64 (GST_BUFFER_PTS (result), i * GST_SECOND);
    assert_equals_uint64 (GST_BUFFER_DTS (result), i * GST_SECOND + 1);
    assert_equals_uint64 (GST_BUFFER_DURATION (result), GST_SECOND + i);
    assert_equals_uint64 (GST_BUFFER_OFFSET (result), 100 + i);
    assert_equals_uint64 (GST_BUFFER_OFFSET_END (result), 200 + i);
    assert_equals_int (
        GST_BUFFER_FLAG_IS_SET (result, GST_BUFFER_FLAG_MARKER), i % 3 == 0);
    assert_equals_int (face != NULL, i % 4 == 1);
    assert_equals_int (face ? face->x : i, i);
    assert_equals_int (crop != NULL, i % 4 == 2);
    assert_equals_int (crop ? crop->x : i, i);
    gst_buffer_unref (result);
  }
  assert_equals_int (i, 12);
  play_clear (&play);
}

/* A frame in the corner of a larger picture leaves that behind, and its crop,
 * also where nothing of its memory is kept. */
TEST_LOOP (test_larger_picture, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  GstVideoInfo info, larger;
  GstBuffer *frame, *result;
  Play play;
  guint i;

  info = video_test_progressive ("I420", 26, 17);
  larger = video_test_progressive ("I420", 40, 30);
  play_init (&play, settings, &info);
  for (i = 0; i < 10; i++) {
    frame = video_test_frame (noise, &larger);
    gst_buffer_add_video_meta_full (frame, 0, GST_VIDEO_FORMAT_I420, 40, 30, 3,
        larger.offset, larger.stride);
    gst_buffer_add_video_crop_meta (frame);
    video_test_push (play.h, frame);
  }
  gst_harness_push_event (play.h, gst_event_new_eos ());
  for (i = 0; (result = gst_harness_try_pull (play.h)); i++) {
    fail_if (gst_buffer_get_video_crop_meta (result));
    gst_buffer_unref (result);
  }
  assert_equals_int (i, 10);
  play_clear (&play);
}

/* Frames that do not leave */

/* Downstream is flushing: frames that are in the filter are out of step with
 * those that are kept, and both are given up. */
TEST_LOOP (test_flow, 2)
{
  const DenoiseSettings *settings = &various[2 + __i__ % 2];
  Play play;

  play_init_small (&play, settings);
  play_all (&play, "ffff");
  gst_pad_set_active (play.h->sinkpad, FALSE);
  for (guint i = 0; i < 3; i++)
    gst_harness_push (play.h, video_test_frame (noise, &play.info));
  gst_pad_set_active (play.h->sinkpad, TRUE);
  flush (&play);
  play_all (&play, "fffffffffe");
  play_clear (&play);
}

/* A frame gets no buffer for its result. */
static void
push_without_buffer (Play *play)
{
  g_autoptr (GstBufferPool) pool =
      gst_base_transform_get_buffer_pool (GST_BASE_TRANSFORM (play->element));

  gst_buffer_pool_set_flushing (pool, TRUE);
  assert_equals_int (
      gst_harness_push (play->h, video_test_frame (noise, &play->info)),
      GST_FLOW_FLUSHING);
  gst_buffer_pool_set_flushing (pool, FALSE);
}

/* A frame is smaller than its caps say, which is as if it had been lost. */
static void
push_small (Play *play)
{
  g_autoptr (GstBus) bus = video_test_bus (play->element);

  video_test_push_unusable (
      play->h, bus, gst_buffer_new_allocate (NULL, 7, NULL));
  gst_element_set_bus (play->element, NULL);
}

/* One frame fails, and others come behind it all the same: those that are in
 * the filter are given up, and the next ones are right. */
TEST_LOOP (test_failed_frame, 2)
{
  const DenoiseSettings *settings = &various[2 + __i__];
  Play play;

  play_init_small (&play, settings);
  play_all (&play, "fffffffffff");
  push_without_buffer (&play);
  g_queue_clear (&play.order);
  for (guint i = 0; i < 2; i++)
    denoise_reference_flush (play.references[i]);
  play_all (&play, "ffffffffffffffffe");
  play_clear (&play);
}

TEST_LOOP (test_small_frame, G_N_ELEMENTS (various))
{
  Play play;

  play_init_small (&play, &various[__i__]);
  play_all (&play, "fffffffffff");
  push_small (&play);
  play_all (&play, "ffffffffffffffffe");
  play_clear (&play);
}

/* Formats of which scenes use a part: a value of 0...255 is at base + value *
 * span / 256. */
static const struct {
  const gchar *format;
  gint base, span;
} ranges[] = { { "I420", 0, 256 }, { "I420_10LE", 300, 256 },
  { "I420_12LE", 3000, 256 }, { "GRAY16_LE", 8000, 1500 } };

static gint
scene_value (gint scene, gint x, gint y)
{
  return 20 + 110 * scene + (x / 11 * 37 + y / 9 * 53 + scene * 29) % 100;
}

/* Squares of a scene, which has no value in common with the other one, under
 * noise. */
static GstBuffer *
scene_frame (const GstVideoInfo *info, guint range, gint scene)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, info->size, NULL);
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_WRITE));
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++)
    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&frame, plane); y++) {
      guint8 *row = (guint8 *)GST_VIDEO_FRAME_COMP_DATA (&frame, plane)
                    + y * GST_VIDEO_FRAME_COMP_STRIDE (&frame, plane);

      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH (&frame, plane); x++) {
        const gint v = 256 * scene_value (scene, x, y)
                       + g_rand_int_range (noise, -768, 769);
        const gint value =
            ranges[range].base + ((v * ranges[range].span >> 15) + 1) / 2;

        if (GST_VIDEO_FRAME_COMP_DEPTH (&frame, plane) > 8)
          GST_WRITE_UINT16_LE (row + 2 * x, value);
        else
          row[x] = value;
      }
    }
  gst_video_frame_unmap (&frame);
  return buffer;
}

/* The first frame behind a cut is what it is with nothing before it, whatever
 * part of the format's range it has; but for the noise, which is that of the
 * frames before where it is not told. */
TEST_LOOP (test_cut, 4 * G_N_ELEMENTS (ranges))
{
  static const gchar *const methods[] = { "recursive", "average", "median",
    "compensated" };
  const guint range = __i__ / 4;
  DenoiseSettings settings = DENOISE_SETTINGS_DEFAULTS;
  GstBuffer *behind, *frame, *after = NULL, *alone;
  GstElement *elements[2];
  GstHarness *h[2];
  GstVideoInfo info = video_test_progressive (ranges[range].format, 320, 240);

  settings.method = methods[__i__ % 4];
  settings.past = 2;
  settings.sigma =
      1.7 * ranges[range].span / (1 << GST_VIDEO_INFO_COMP_DEPTH (&info, 0));
  for (gint i = 0; i < 2; i++) {
    elements[i] = video_test_element ("cudadenoise");
    denoise_settings_apply (&settings, G_OBJECT (elements[i]));
    h[i] = video_test_harness (elements[i], &info);
  }
  behind = scene_frame (&info, range, 1);
  for (gint i = 0; i < 4; i++) {
    gst_clear_buffer (&after);
    frame =
        i < 3 ? scene_frame (&info, range, 0) : gst_buffer_copy_deep (behind);
    GST_BUFFER_PTS (frame) = i * 40 * GST_MSECOND;
    after = video_test_push_and_pull (h[0], frame);
  }
  alone = video_test_push_and_pull (h[1], behind);
  video_test_expect (&info, after, alone, settings.method);
  for (gint i = 0; i < 2; i++) {
    gst_harness_teardown (h[i]);
    gst_object_unref (elements[i]);
  }
}

/* The mean square error of luma of a frame of scene 0, beside a frame's noise.
 */
static gdouble
scene_error (const GstVideoInfo *info, guint range, GstBuffer *buffer)
{
  const gdouble step = ranges[range].span / 256.;
  gdouble sum = 0;
  GstVideoFrame frame;

  fail_unless (gst_video_frame_map (&frame, info, buffer, GST_MAP_READ));
  for (gint y = 0; y < info->height; y++)
    for (gint x = 0; x < info->width; x++) {
      const guint8 *row = (guint8 *)GST_VIDEO_FRAME_COMP_DATA (&frame, 0)
                          + y * GST_VIDEO_FRAME_COMP_STRIDE (&frame, 0);
      const gdouble v = GST_VIDEO_FRAME_COMP_DEPTH (&frame, 0) > 8
                            ? GST_READ_UINT16_LE (row + 2 * x)
                            : row[x];
      const gdouble error =
          (v - ranges[range].base) / step - scene_value (0, x, y);

      sum += error * error;
    }
  gst_video_frame_unmap (&frame);
  return sqrt (sum / info->width / info->height / 3);
}

/* What stands still loses its noise by every method that keeps results,
 * whatever part of the format's range it has. */
TEST_LOOP (test_ranges, 2 * G_N_ELEMENTS (ranges))
{
  const guint range = __i__ / 2;
  const guint bits = range == 0 ? 8 : range == 1 ? 10 : range == 2 ? 12 : 16;
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  GstBuffer *result = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive (ranges[range].format, 160, 120);
  gdouble error;

  gst_util_set_object_arg (
      G_OBJECT (element), "method", __i__ % 2 ? "recursive" : "compensated");
  g_object_set (element, "sigma",
      sqrt (3) * ranges[range].span / 256 / (1 << (bits - 8)), NULL);
  h = video_test_harness (element, &info);
  for (gint i = 0; i < 16; i++) {
    gst_clear_buffer (&result);
    result = video_test_push_and_pull (h, scene_frame (&info, range, 0));
  }
  error = scene_error (&info, range, result);
  fail_unless (error < 0.5, "%s: %.2f of the noise is left",
      ranges[range].format, error);
  gst_buffer_unref (result);
}

#ifdef TEST_STAGED

/* One filter for all streams, which nobody waits for. */
TEST_LOOP (test_streams, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  g_autoptr (GstElement) element = video_test_element ("cudadenoise");
  g_autoptr (GstBufferPool) pool = NULL;
  g_autoptr (GstHarness) h = NULL;
  GstVideoInfo info = video_test_progressive ("I420", 26, 17);

  denoise_settings_apply (settings, G_OBJECT (element));
  h = video_test_harness (element, &info);
  pool = chain_test_proposed_pool (h, &info, 0);
  for (guint i = 0; i < 4 + (guint)settings->future; i++) {
    g_autoptr (GstBuffer) frame = video_test_frame (noise, &info);

    video_test_push (h, chain_test_from_pool (pool, &info, frame));
  }
  assert_equals_int (fake_cuda.prepared, 1);
  /* but for the first, which is timed */
  fail_unless (fake_cuda_count_undone () >= 3);
}

TEST_LOOP (test_no_filter, G_N_ELEMENTS (various))
{
  const DenoiseSettings *settings = &various[__i__];
  GstElement *element = video_test_element ("cudadenoise");
  g_autoptr (GstBus) bus = video_test_bus (element);
  GstFlowReturn ret = GST_FLOW_OK;
  Play play = { 0 };
  GstVideoInfo info = video_test_progressive ("I420", 26, 17);

  denoise_settings_apply (settings, G_OBJECT (element));
  play.h = video_test_harness (element, &info);
  fake_cuda.no_filter = TRUE;
  for (guint i = 0; i < 12 && ret == GST_FLOW_OK; i++)
    ret = gst_harness_push (play.h, video_test_frame (noise, &info));
  assert_equals_int (ret, GST_FLOW_ERROR);
  video_test_check_error (
      bus, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT);
  fake_cuda.no_filter = FALSE;

  /* another try, without a stop */
  play.element = element;
  play.now = play.next = *settings;
  play_set_info (&play, &info);
  flush (&play);
  play_all (&play, "fffffffffffe");
  gst_element_set_bus (element, NULL);
  play_clear (&play);
}

#endif

TEST_MAIN (gst_check_init, video_test_setup, video_test_teardown)
