/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A fault at every call that elements make, in turn: of the backend's
 * functions, or of the driver's; of memory that others made; of a pool.
 *
 * Each pipeline runs once without faults, which counts the calls, and then
 * again and again with one of them failing. Then every frame that comes out is
 * right, the others are missing because an error says so, nothing is left, and
 * the same pipeline, started again, is whole.
 *
 * CUDAFILTERS_FAULTS=some leaves out many calls of functions that are often
 * called; CUDAFILTERS_FAULTS=SITE:CALL:KIND (event_record:3:lost) tries that
 * one alone. */
#include "chaintest.h"
#include "contourstest.h"
#include "elements.h"
#include "faultmemory.h"
#include "faults.h"
#include "mattetest.h"
#include "videotest.h"

#if defined(TEST_STAGED)
#include "fakecuda.h"
#include "faultbackend.h"
#else
#include "cudatest.h"
#endif
#ifdef TEST_FAKEDRIVER
#include "faultbackend.h"
#endif

/* More than can be in work at once. */
#define N_FRAMES 11
#define MAX_ELEMENTS 3
#define CUDAMASK "cudamask ! "

/* Of CUDAFILTERS_FAULTS=some: the first calls, and some more up to the last. */
#define FIRST_CALLS 4
#define LATER_CALLS 3

typedef enum {
  ORDINARY, /* copied to page-locked memory */
  PINNED,   /* page-locked where it lies */
  OWN,      /* from the element's pool */
  STRANGE,  /* from an allocator that can fail */
  CUDA,     /* CUDAMemory, and so are results */
  OTHER     /* the same in a context that is not the element's at first */
} Input;

typedef struct {
  const gchar *elements;
  Input input;
  gboolean strange_pool; /* results are in memory that can fail */
  const gchar *format;
  gint width, height;
} Scenario;

static const Scenario scenarios[] = {
  { "cudacopy", ORDINARY, FALSE, "GRAY8", 24, 16 },
  { "cudamedian", OWN, FALSE, "I420", 33, 21 },
  { "cudamedian size=5", PINNED, FALSE, "GRAY8", 256, 256 },
  { "cudamedian", STRANGE, TRUE, "RGBA", 16, 16 },
  { "cudaconvolve", ORDINARY, TRUE, "GRAY16_LE", 30, 20 },
  { "cudaepsilon size=5", OWN, TRUE, "NV12", 32, 22 },
  { "cudamedian roi-type=hole", OWN, FALSE, "I420", 64, 48 },
  { "cudaepsilon roi-type=hole size=3", ORDINARY, TRUE, "RGBA", 64, 48 },
  { "cudacopy lookahead=2", OWN, FALSE, "GRAY8", 24, 16 },
  { "cudaconvolve ! cudamedian", OWN, FALSE, "GRAY8", 24, 16 },
  { "cudamedian ! cudacopy lookahead=1", ORDINARY, TRUE, "GRAY8", 24, 16 },
  { "cudainpaint roi-type=hole method=harmonic", OWN, FALSE, "GRAY8", 32, 24 },
  { "cudainpaint roi-type=hole block-size=16 iterations=2 track=true", ORDINARY,
      FALSE, "I420", 32, 24 },
  { "cudamask ! cudainpaint method=harmonic", ORDINARY, FALSE, "GRAY8", 32,
      24 },
  { "cudamask ! cudainpaint method=harmonic temporal=true future=1", OWN, FALSE,
      "I420", 32, 24 },
  { "cudasnake track=true", ORDINARY, FALSE, "GRAY8", 48, 40 },
  { "cudasnake track=false draw=true attach-roi=true", OWN, FALSE, "I420", 48,
      40 },
  { "cudamedian ! cudasnake track=false draw=true", ORDINARY, FALSE, "GRAY8",
      48, 40 },
  { "cudadenoise", OWN, FALSE, "I420", 64, 48 },
  { "cudadenoise method=recursive sigma=5", ORDINARY, FALSE, "NV12", 32, 22 },
  { "cudadenoise method=average past=1 future=2 sigma=5", OWN, FALSE, "I420",
      33, 21 },
  { "cudadenoise method=average future=1 sigma=5 roi-type=hole", OWN, FALSE,
      "GRAY8", 32, 24 },
  { "cudadenoise method=median future=1", PINNED, TRUE, "GRAY8", 256, 256 },
#ifdef TEST_STAGED
  { "cudamedian backend=auto", ORDINARY, FALSE, "GRAY8", 24, 16 },
#else
  { "cudacopy", CUDA, FALSE, "NV12", 32, 24 },
  { "cudamedian ! cudaconvolve", CUDA, FALSE, "I420", 32, 24 },
  { "cudamedian", OTHER, FALSE, "NV12", 32, 24 },
  { "cudamedian roi-type=hole", CUDA, FALSE, "NV12", 64, 48 },
  { "cudadenoise method=average future=1 sigma=5", CUDA, FALSE, "NV12", 32,
      24 },
  { "cudadenoise sigma=5", CUDA, FALSE, "NV12", 64, 48 },
  { "cudasnake track=false draw=true", CUDA, FALSE, "NV12", 48, 40 },
#endif
};

/* A pipeline between two pads. */
typedef struct {
  const Scenario *scenario;
  GstVideoInfo info;
  GstElement *bin, *elements[MAX_ELEMENTS];
  guint n_elements;
  GstBus *bus;
  /* cudamask has a thread of its own, and comes before the source */
  GstElement *mask; /* or NULL */
  GstHarness *masker;
  GstPad *mattes;
  GstBuffer *pictures[N_FRAMES]; /* in ordinary memory */
  guint n_warnings;              /* of all runs */

  /* of a run */
  GstPad *src, *sink;
  GstBufferPool *in_pool, *out_pool; /* or NULL */
  GPtrArray *results;
} Rig;

/* What became of a run. */
typedef struct {
  gboolean started;
  gboolean no_source; /* the pool or the memory of the input failed */
  guint n_refused;    /* frames */
  guint n_left_out;   /* with a warning */
  guint n_errors;
  GError *error; /* the first, or NULL */
  gchar *debug;
} Outcome;

static const gchar *now = ""; /* which fault, for messages */

/* The pipeline */

/* "name key=value ... ! name ...", behind cudamask or not */
static void
rig_make_elements (Rig *rig)
{
  const gchar *elements = rig->scenario->elements;
  gboolean is_masked = g_str_has_prefix (elements, CUDAMASK);
  gchar **names =
      g_strsplit (elements + (is_masked ? strlen (CUDAMASK) : 0), " ! ", 0);
  guint i, k;

  if (is_masked)
    rig->mask = matte_test_element ();
  rig->bin = gst_object_ref_sink (gst_bin_new (NULL));
  for (i = 0; names[i]; i++) {
    gchar **words = g_strsplit (names[i], " ", 0);
    GstElement *element = chain_test_element (words[0]);

    for (k = 1; words[k]; k++) {
      gchar **pair = g_strsplit (words[k], "=", 2);

      gst_util_set_object_arg (G_OBJECT (element), pair[0], pair[1]);
      g_strfreev (pair);
    }
    rig->elements[i] = element;
    gst_bin_add (GST_BIN (rig->bin), element);
    if (i > 0)
      fail_unless (gst_element_link (rig->elements[i - 1], element));
    g_strfreev (words);
  }
  rig->n_elements = i;
  g_strfreev (names);
}

static void
rig_add_ghost (Rig *rig, GstElement *element, const gchar *name)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (element, name);

  gst_element_add_pad (rig->bin, gst_ghost_pad_new (name, pad));
}

/* Noise, and a bright square for who looks for one. */
static GstBuffer *
make_picture (const GstVideoInfo *info, GRand *rand)
{
  GstBuffer *picture =
      gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  gint width = GST_VIDEO_INFO_WIDTH (info), height = info->height;
  GstMapInfo map;
  gint x, y;
  gsize i;

  gst_buffer_map (picture, &map, GST_MAP_WRITE);
  for (i = 0; i < map.size; i++)
    map.data[i] = g_rand_int_range (rand, 0, 90);
  for (y = height / 4; y < height * 3 / 4; y++)
    for (x = width / 4; x < width * 3 / 4; x++)
      map.data[y * info->stride[0] + x] += 120;
  gst_buffer_unmap (picture, &map);
  return picture;
}

static void
rig_make (Rig *rig, const Scenario *scenario)
{
  guint i;

  memset (rig, 0, sizeof (*rig));
  rig->scenario = scenario;
  video_test_info (&rig->info, scenario->format, scenario->width,
      scenario->height, "progressive");
  rig_make_elements (rig);
  rig_add_ghost (rig, rig->elements[0], "sink");
  rig_add_ghost (rig, rig->elements[rig->n_elements - 1], "src");
  rig->bus = video_test_bus (rig->bin);
  for (i = 0; i < N_FRAMES; i++)
    rig->pictures[i] = make_picture (&rig->info, noise);
}

static void
rig_free (Rig *rig)
{
  guint i;

  gst_element_set_bus (rig->bin, NULL);
  gst_object_unref (rig->bin);
  gst_object_unref (rig->bus);
  gst_clear_object (&rig->mask);
  for (i = 0; i < N_FRAMES; i++)
    gst_buffer_unref (rig->pictures[i]);
}

/* Its ends */

static GstFlowReturn
keep (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  Rig *rig = gst_pad_get_element_private (pad);

  g_ptr_array_add (rig->results, buffer);
  return GST_FLOW_OK;
}

static gboolean
answer (GstPad *pad, GstObject *parent, GstQuery *query)
{
  Rig *rig = gst_pad_get_element_private (pad);

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return gst_pad_query_default (pad, parent, query);
  if (!rig->out_pool)
    return FALSE;
  gst_query_add_allocation_pool (
      query, rig->out_pool, GST_VIDEO_INFO_SIZE (&rig->info), 0, 0);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  return TRUE;
}

static GstCaps *
rig_caps (const Rig *rig)
{
  GstCaps *caps = gst_video_info_to_caps (&rig->info);

  if (rig->scenario->input >= CUDA)
    gst_caps_set_features_simple (
        caps, gst_caps_features_from_string ("memory:CUDAMemory"));
  return caps;
}

/* Mattes have no part in faults: all are there. */
static void
attach_masker (Rig *rig)
{
  GstVideoInfo info;

  video_test_info (&info, "GRAY8", rig->scenario->width, rig->scenario->height,
      "progressive");
  rig->masker = gst_harness_new_with_element (rig->mask, "sink", "src");
  rig->mattes = matte_test_link (rig->mask, &info);
  gst_harness_set_src_caps (rig->masker, rig_caps (rig));
}

/* Takes the frame; it comes back with a matte that has another hole in every
 * third. */
static GstBuffer *
attach_matte (Rig *rig, GstBuffer *frame, guint i)
{
  const gint width = rig->scenario->width, height = rig->scenario->height;
  GstVideoInfo info;
  GstBuffer *matte;

  video_test_info (&info, "GRAY8", width, height, "progressive");
  matte = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  gst_buffer_memset (matte, 0, 0, GST_VIDEO_INFO_SIZE (&info));
  gst_buffer_memset (matte, (5 + i / 3) * info.stride[0] + 4, 255, 9);
  GST_BUFFER_PTS (matte) = GST_BUFFER_PTS (frame);
  GST_BUFFER_DURATION (matte) = GST_BUFFER_DURATION (frame);
  assert_equals_int (gst_pad_push (rig->mattes, matte), GST_FLOW_OK);
  return matte_test_attach (rig->masker, frame);
}

static void
rig_attach (Rig *rig)
{
  g_autoptr (GstPad) begin = gst_element_get_static_pad (rig->bin, "sink");
  g_autoptr (GstPad) end = gst_element_get_static_pad (rig->bin, "src");
  g_autoptr (GstCaps) caps = rig_caps (rig);
  GstPadTemplate *sink_template =
      gst_pad_template_new ("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps);

  rig->results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)gst_buffer_unref);
  rig->out_pool =
      rig->scenario->strange_pool ? fault_pool_new (&rig->info) : NULL;
  rig->src = gst_object_ref_sink (gst_pad_new ("source", GST_PAD_SRC));
  rig->sink = gst_object_ref_sink (
      gst_pad_new_from_template (sink_template, "results"));
  gst_pad_set_element_private (rig->sink, rig);
  gst_pad_set_chain_function (rig->sink, keep);
  gst_pad_set_query_function (rig->sink, answer);
  fail_unless (gst_pad_set_active (rig->src, TRUE));
  fail_unless (gst_pad_set_active (rig->sink, TRUE));
  assert_equals_int (gst_pad_link (rig->src, begin), GST_PAD_LINK_OK);
  assert_equals_int (gst_pad_link (end, rig->sink), GST_PAD_LINK_OK);
  gst_object_unref (sink_template);
  if (rig->mask)
    attach_masker (rig);
}

static void
free_pool (GstBufferPool **pool)
{
  if (!*pool)
    return;
  gst_buffer_pool_set_active (*pool, FALSE);
  assert_equals_int (GST_OBJECT_REFCOUNT_VALUE (*pool), 1);
  gst_clear_object (pool);
}

/* Takes the pipeline to NULL: from then on nothing of the run is left. */
static void
rig_detach (Rig *rig)
{
  assert_equals_int (gst_element_set_state (rig->bin, GST_STATE_NULL),
      GST_STATE_CHANGE_SUCCESS);
  gst_pad_set_active (rig->src, FALSE);
  gst_pad_set_active (rig->sink, FALSE);
  gst_pad_unlink (rig->src, GST_PAD_PEER (rig->src));
  gst_pad_unlink (GST_PAD_PEER (rig->sink), rig->sink);
  gst_clear_object (&rig->src);
  gst_clear_object (&rig->sink);
  if (rig->mask) {
    g_clear_pointer (&rig->mattes, matte_test_unlink);
    g_clear_pointer (&rig->masker, gst_harness_teardown);
  }
  g_clear_pointer (&rig->results, g_ptr_array_unref);
  free_pool (&rig->in_pool);
  free_pool (&rig->out_pool);
#ifdef TEST_STAGED
  fail_unless (fake_cuda.devices == 0 && fake_cuda.streams == 0
                   && fake_cuda.events == 0 && fake_cuda.filters == 0
                   && fake_cuda.snakes == 0 && fake_cuda.device_blocks == 0
                   && fake_cuda.host_blocks == 0 && fake_cuda.registered == 0,
      "%s: %d devices, %d streams, %d events, %d filters, %d snakes, %d and %d "
      "blocks, %d registrations are left",
      now, fake_cuda.devices, fake_cuda.streams, fake_cuda.events,
      fake_cuda.filters, fake_cuda.snakes, fake_cuda.device_blocks,
      fake_cuda.host_blocks, fake_cuda.registered);
#endif
}

/* Frames */

/* Every other frame has a region, and the later ones another one. */
static void
add_region (Rig *rig, GstBuffer *buffer, guint i)
{
  if (i % 2 == 1)
    gst_buffer_add_video_region_of_interest_meta (
        buffer, "hole", 5 + i / 4, 4, 9, 8);
}

static GstBufferPool *
proposed_pool (Rig *rig)
{
  GstCaps *caps = rig_caps (rig);
  GstQuery *query = gst_query_new_allocation (caps, TRUE);
  GstBufferPool *pool = NULL;
  GstStructure *config;

  if (gst_pad_peer_query (rig->src, query)
      && gst_query_get_n_allocation_pools (query) > 0)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, NULL, NULL, NULL);
  if (pool) {
    config = gst_buffer_pool_get_config (pool);
    gst_buffer_pool_config_set_params (
        config, caps, GST_VIDEO_INFO_SIZE (&rig->info), 0, 0);
    if (!gst_buffer_pool_set_config (pool, config)
        || !gst_buffer_pool_set_active (pool, TRUE))
      gst_clear_object (&pool);
  }
  gst_query_unref (query);
  gst_caps_unref (caps);
  return pool;
}

/* All that the input needs before faults begin. */
static void
make_source (Rig *rig, GstBuffer **frames)
{
  GstAllocator *allocator;
#ifndef TEST_STAGED
  GstCudaContext *context;
#endif
  guint i;

  switch (rig->scenario->input) {
    case PINNED:
      rig->in_pool = chain_test_ordinary_pool (&rig->info, 3);
      break;
    case STRANGE:
      allocator = fault_allocator_new ();
      for (i = 0; i < N_FRAMES; i++) {
        frames[i] = gst_buffer_new_allocate (
            allocator, GST_VIDEO_INFO_SIZE (&rig->info), NULL);
        video_test_copy (&rig->info, frames[i], rig->pictures[i]);
      }
      gst_object_unref (allocator);
      break;
#ifndef TEST_STAGED
    case CUDA:
    case OTHER:
      context = rig->scenario->input == CUDA
                    ? gst_object_ref (cuda_test_context)
                    : cuda_test_other_context ();
      rig->in_pool = cuda_test_pool (context, &rig->info, 0);
      gst_object_unref (context);
      for (i = 0; i < N_FRAMES; i++)
        frames[i] =
            cuda_test_upload (rig->in_pool, &rig->info, rig->pictures[i]);
      break;
#endif
    default:
      break;
  }
}

/* NULL where the input's memory fails. */
static GstBuffer *
make_frame (Rig *rig, GstBuffer **frames, guint i)
{
  GstBuffer *frame = NULL;
  GstMapInfo map;
  gsize size;

  if (frames[i]) {
    frame = g_steal_pointer (&frames[i]);
  } else if (rig->scenario->input == ORDINARY) {
    frame = gst_buffer_copy_deep (rig->pictures[i]);
  } else {
    if (!rig->in_pool)
      rig->in_pool = proposed_pool (rig);
    if (!rig->in_pool
        || gst_buffer_pool_acquire_buffer (rig->in_pool, &frame, NULL)
               != GST_FLOW_OK)
      return NULL;
    gst_buffer_map (rig->pictures[i], &map, GST_MAP_READ);
    size = gst_buffer_fill (frame, 0, map.data, map.size);
    gst_buffer_unmap (rig->pictures[i], &map);
    if (size < map.size) {
      gst_buffer_unref (frame);
      return NULL;
    }
  }
  GST_BUFFER_PTS (frame) = i * GST_SECOND;
  GST_BUFFER_DURATION (frame) = GST_SECOND;
  add_region (rig, frame, i);
  if (rig->mask)
    frame = attach_matte (rig, frame, i);
  return frame;
}

/* A run */

/* The warning is about one frame. */
static gboolean
is_left_out (GstMessage *message)
{
  g_autoptr (GError) error = NULL;

  gst_message_parse_warning (message, &error, NULL);
  return g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
}

static void
take_messages (Rig *rig, Outcome *outcome)
{
  GstMessage *message;

  while ((message = gst_bus_pop (rig->bus))) {
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR
        && outcome->n_errors++ == 0)
      gst_message_parse_error (message, &outcome->error, &outcome->debug);
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_WARNING) {
      rig->n_warnings++;
      outcome->n_left_out += is_left_out (message);
    }
    gst_message_unref (message);
  }
}

static void
push_events (Rig *rig)
{
  g_autoptr (GstCaps) caps = rig_caps (rig);
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (rig->src, gst_event_new_stream_start ("faults"));
  gst_pad_push_event (rig->src, gst_event_new_caps (caps));
  gst_pad_push_event (rig->src, gst_event_new_segment (&segment));
}

/* Frames until one is refused; where the device is not lost, the others too,
 * unless what comes of them depends on it. */
static void
push_frames (Rig *rig, GstBuffer **frames, FaultKind kind, Outcome *outcome)
{
  gboolean go_on =
      kind != FAULT_LOST && !strstr (rig->scenario->elements, "track=true");
  guint i;

  for (i = 0; i < N_FRAMES; i++) {
    GstBuffer *frame = make_frame (rig, frames, i);
    GstFlowReturn flow;
    guint n_errors = outcome->n_errors;

    if (!frame) {
      outcome->no_source = TRUE;
      return;
    }
    flow = gst_pad_push (rig->src, frame);
    take_messages (rig, outcome);
    if (flow == GST_FLOW_OK) {
      fail_unless (
          outcome->n_errors == n_errors, "%s: an error, but no flow", now);
      continue;
    }
    outcome->n_refused++;
    fail_unless (flow == GST_FLOW_ERROR || flow == GST_FLOW_NOT_NEGOTIATED,
        "%s: %s", now, gst_flow_get_name (flow));
    /* Caps that were refused are tried anew with the frame. A context that
     * could not be adopted is an error once, and no frame goes on. */
    fail_unless (outcome->n_errors == n_errors + 1
                     || (n_errors > 0
                         && (outcome->n_errors > n_errors
                             || rig->scenario->input == OTHER)),
        "%s: frame %u was refused with %u errors", now, i,
        outcome->n_errors - n_errors);
    if (!go_on)
      return;
  }
}

static void
run (Rig *rig, FaultSite *site, guint call, FaultKind kind, Outcome *outcome)
{
  GstBuffer *frames[N_FRAMES] = { NULL };
  guint i;

  memset (outcome, 0, sizeof (*outcome));
  rig_attach (rig);
  make_source (rig, frames);
  fault_arm (site, call, kind);
  outcome->started = gst_element_set_state (rig->bin, GST_STATE_PLAYING)
                     == GST_STATE_CHANGE_SUCCESS;
  if (outcome->started) {
    push_events (rig);
    take_messages (rig, outcome);
    push_frames (rig, frames, kind, outcome);
    if (outcome->n_refused > 0)
      push_events (rig);
    gst_pad_push_event (rig->src, gst_event_new_eos ());
  }
  take_messages (rig, outcome);
  for (i = 0; i < N_FRAMES; i++)
    if (frames[i])
      gst_buffer_unref (frames[i]);
}

static void
outcome_clear (Outcome *outcome)
{
  g_clear_error (&outcome->error);
  g_clear_pointer (&outcome->debug, g_free);
}

/* What comes out: a picture, and contours as a text, "" where there are none.
 * Each on its own, so that what is wrong is named. */
typedef struct {
  GstBuffer *pictures[N_FRAMES];
  gchar *contours[N_FRAMES];
} Golden;

static GstBuffer *
picture_of (const Rig *rig, GstBuffer *result)
{
  GstBuffer *picture;

#ifndef TEST_STAGED
  if (rig->scenario->input >= CUDA)
    return cuda_test_download (&rig->info, result);
#endif
  picture = gst_buffer_new_allocate (NULL, rig->info.size, NULL);
  gst_buffer_memset (picture, 0, 0, rig->info.size);
  video_test_copy (&rig->info, picture, result);
  return picture;
}

static guint
number_of (GstBuffer *result)
{
  guint number = GST_BUFFER_PTS (result) / GST_SECOND;

  fail_unless (number < N_FRAMES);
  return number;
}

/* A result depends on the frames around. */
static gboolean
has_history (const Scenario *scenario)
{
  return strstr (scenario->elements, "cudadenoise") != NULL
         || strstr (scenario->elements, "temporal=true") != NULL;
}

/* Each result is the right one; or ends the test. `whole`: none of the frames
 * around is missing. */
static void
check_results (const Rig *rig, const Golden *golden, gboolean whole)
{
  guint i, last = 0;

  fault_arm (NULL, 0, FAULT_MEMORY);
  for (i = 0; i < rig->results->len; i++) {
    GstBuffer *result = g_ptr_array_index (rig->results, i);
    guint n = number_of (result);
    GstBuffer *picture = picture_of (rig, result);
    gchar *contours = contours_test_text (result);

    fail_unless (i == 0 || n > last, "%s: frame %u again", now, n);
    last = n;
    if (whole || !has_history (rig->scenario))
      video_test_compare (&rig->info, picture, golden->pictures[n], now);
    fail_unless (g_str_equal (contours, golden->contours[n]),
        "%s: frame %u: %s instead of %s", now, n, contours,
        golden->contours[n]);
    gst_buffer_unref (picture);
    g_free (contours);
  }
}

/* Without a fault nothing is missing. */
static void
check_whole (Rig *rig, const Golden *golden)
{
  Outcome outcome;

  run (rig, NULL, 0, FAULT_MEMORY, &outcome);
  fail_unless (outcome.n_errors == 0, "%s, then started again: %s (%s)", now,
      outcome.error->message, outcome.debug);
  fail_unless (outcome.started);
  fail_if (outcome.no_source);
  assert_equals_int (outcome.n_refused, 0);
  assert_equals_int (rig->results->len, N_FRAMES);
  check_results (rig, golden, TRUE);
  outcome_clear (&outcome);
  rig_detach (rig);
}

/* The error says what there is to say of such a fault. The driver's are as the
 * CUDA runtime and gstreamer-cuda pass them on: a device that failed may be
 * one that cannot be opened, or a pool that gives no buffer. */
static void
check_error (const Outcome *outcome, FaultKind kind)
{
  const GError *e = outcome->error;
  gboolean fits =
      kind == FAULT_MEMORY ? g_error_matches (
          e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT)
      : kind == FAULT_REFUSED
          ? g_error_matches (
                e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND)
                || g_error_matches (
                    e, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT)
          : g_error_matches (e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED);

#ifndef TEST_STAGED
  /* GstBaseTransform's, where gstreamer-cuda's pool cannot be activated */
  fits =
      fits
      || g_error_matches (e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS)
      || g_error_matches (
          e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT)
      || g_error_matches (e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND);
#endif
  fail_unless (fits, "%s: the error is %s: %s (%s)", now,
      g_quark_to_string (e->domain), e->message, outcome->debug);
}

static void
check_outcome (const Rig *rig, const Outcome *outcome, FaultKind kind)
{
  guint n = rig->results ? rig->results->len : 0;

  if (outcome->n_errors > 0) {
    check_error (outcome, kind);
    /* A lost device is said to be lost at the end of the stream once more, and
     * where that kept it from making a pool with each event. */
    fail_unless (
        outcome->n_errors <= rig->n_elements
            || (kind == FAULT_LOST && outcome->n_errors <= 8 * rig->n_elements),
        "%s: %u errors", now, outcome->n_errors);
  } else {
    fail_unless (outcome->started, "%s: no start, and no error", now);
    fail_unless (outcome->no_source || n + outcome->n_left_out == N_FRAMES,
        "%s: %u frames came without an error, and %u were left out", now, n,
        outcome->n_left_out);
    fail_unless (
        outcome->n_left_out == 0 || kind == FAULT_REFUSED, "%s: left out", now);
  }
}

static guint n_faults, n_errors_seen, n_carried_on;

static void
try_fault (
    Rig *rig, const Golden *golden, FaultSite *site, guint call, FaultKind kind)
{
  g_autofree gchar *text = g_strdup_printf ("%s, %s:%u:%s",
      rig->scenario->elements, site->name, call, fault_kind_name (kind));
  Outcome outcome;

  now = text;
  GST_INFO ("%s", text);
  run (rig, site, call, kind, &outcome);
  if (fault_came ()) {
    n_faults++;
    n_errors_seen += outcome.n_errors > 0;
    n_carried_on += outcome.n_errors == 0;
  }
  check_outcome (rig, &outcome, kind);
  check_results (rig, golden,
      outcome.n_errors == 0 && outcome.n_left_out == 0 && !outcome.no_source);
  outcome_clear (&outcome);
  rig_detach (rig);
  check_whole (rig, golden);
  now = "";
}

/* One of the calls that are tried. */
static gboolean
is_chosen (const FaultSite *site, guint call, guint n_calls, FaultKind kind)
{
  const gchar *choice = g_getenv ("CUDAFILTERS_FAULTS");
  gchar *name;
  gboolean chosen;

  if (!choice)
    return TRUE;
  if (g_str_equal (choice, "some"))
    return call <= FIRST_CALLS || call == n_calls
           || (call - FIRST_CALLS) * LATER_CALLS % (n_calls - FIRST_CALLS)
                  < LATER_CALLS;
  name = g_strdup_printf ("%s:%u:%s", site->name, call, fault_kind_name (kind));
  chosen = g_str_equal (choice, name);
  g_free (name);
  return chosen;
}

static void
try_site (Rig *rig, const Golden *golden, FaultSite *site, guint n_calls)
{
  FaultKind kind;
  guint call;

  for (kind = 0; kind < N_FAULT_KINDS; kind++)
    for (call = 1; call <= n_calls; call++)
      if ((site->kinds & FAULT_MASK (kind))
          && is_chosen (site, call, n_calls, kind))
        try_fault (rig, golden, site, call, kind);
}

/* What the pipeline makes on the CPU. */
static void
make_golden (Rig *rig, Golden *golden)
{
  Outcome outcome;
  guint i;

  memset (golden, 0, sizeof (*golden));
  run (rig, NULL, 0, FAULT_MEMORY, &outcome);
  assert_equals_int (outcome.n_errors, 0);
  assert_equals_int (rig->results->len, N_FRAMES);
  for (i = 0; i < N_FRAMES; i++) {
    GstBuffer *result = g_ptr_array_index (rig->results, i);

    assert_equals_int (number_of (result), i);
    golden->pictures[i] = picture_of (rig, result);
    golden->contours[i] = contours_test_text (result);
  }
  outcome_clear (&outcome);
}

static void
golden_clear (Golden *golden)
{
  guint i;

  for (i = 0; i < N_FRAMES; i++) {
    gst_buffer_unref (golden->pictures[i]);
    g_free (golden->contours[i]);
  }
}

static void
set_backend (Rig *rig, const gchar *backend)
{
  guint i;

  for (i = 0; i < rig->n_elements; i++)
    gst_util_set_object_arg (G_OBJECT (rig->elements[i]), "backend", backend);
}

static void
setup (void)
{
#ifdef TEST_STAGED
  video_test_setup ();
  fault_backend_install ();
#else
  cuda_test_setup ();
#ifdef TEST_FAKEDRIVER
  fault_backend_install ();
#endif
#endif
}

static void
teardown (void)
{
#ifdef TEST_STAGED
  fault_backend_uninstall ();
  video_test_teardown ();
#else
#ifdef TEST_FAKEDRIVER
  fault_backend_uninstall ();
#endif
  cuda_test_teardown ();
#endif
}

static gboolean
has_host_alloc (const guint *counts, guint n)
{
  guint i;

  for (i = 0; i < n; i++)
    if (counts[i] > 0 && g_str_equal (fault_site_get (i)->name, "host_alloc"))
      return TRUE;
  return FALSE;
}

/* Of elements that no scenario has. */
static const gchar *const *
other_elements (void)
{
  static const gchar *described[G_N_ELEMENTS (scenarios) + 1];
  guint i;

  for (i = 0; i < G_N_ELEMENTS (scenarios); i++)
    described[i] = scenarios[i].elements;
  return elements_described (described) + G_N_ELEMENTS (scenarios);
}

TEST_LOOP (test_sites,
    G_N_ELEMENTS (scenarios) + g_strv_length ((gchar **)other_elements ()))
{
  const gint other = __i__ - (gint)G_N_ELEMENTS (scenarios);
  const Scenario of_other = { other < 0 ? NULL : other_elements ()[other], OWN,
    FALSE, "I420", 33, 21 };
  const Scenario *scenario = other < 0 ? &scenarios[__i__] : &of_other;
  Golden golden;
  Rig rig;
  guint i, n, *counts;

  rig_make (&rig, scenario);
#ifndef TEST_STAGED
  cuda_test_set_context (rig.bin, cuda_test_context);
#endif
  if (scenario->input < CUDA && !strstr (scenario->elements, "auto")) {
    set_backend (&rig, "cpu");
    make_golden (&rig, &golden);
    rig_detach (&rig);
    set_backend (&rig, "cuda");
  } else {
    make_golden (&rig, &golden);
    rig_detach (&rig);
  }

  check_whole (&rig, &golden);
  run (&rig, NULL, 0, FAULT_MEMORY, &(Outcome){ 0 });
  n = fault_n_sites ();
  counts = g_new (guint, n);
  for (i = 0; i < n; i++)
    counts[i] = fault_site_get (i)->count;
  rig_detach (&rig);

  for (i = 0; i < n; i++)
    try_site (&rig, &golden, fault_site_get (i), counts[i]);
  g_print ("%s (%s): %u faults, of which %u ended in an error and %u in none\n",
      scenario->elements, scenario->format, n_faults, n_errors_seen,
      n_carried_on);
  fail_unless (n_faults > 0 || g_getenv ("CUDAFILTERS_FAULTS"));
  /* that page-locked memory ran out, each element says once in its life */
  fail_unless (rig.n_warnings <= rig.n_elements
                   && (rig.n_warnings > 0 || !has_host_alloc (counts, n)
                       || g_getenv ("CUDAFILTERS_FAULTS")),
      "%u warnings", rig.n_warnings);
  n_faults = n_errors_seen = n_carried_on = 0;
  g_free (counts);
  golden_clear (&golden);
  rig_free (&rig);
}

#ifdef TEST_STAGED
TEST_MAIN (gst_check_init, setup, teardown)
#else
int
main (int argc, char **argv)
{
  cuda_test_init (&argc, &argv);
  return suite_run (__FILE__, setup, teardown);
}
#endif
