/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers that lie: about their size, their planes, their strides, their
 * format, their regions. What they hold is filtered as they say where that is
 * within their memory, or refused with an error; nothing is read or written
 * outside of it, which crashes here: memory ends, or begins, at a page that
 * nobody may touch.
 *
 * Which bytes of a buffer are its picture is found here row by row, and the
 * picture filtered by the element on the CPU from a buffer without lies.
 * CUDAFILTERS_HOSTILE is the number of buffers that each element gets. */
#include "contourstest.h"
#include "elements.h"
#include "mattetest.h"
#include "videotest.h"

#include <sys/mman.h>
#include <unistd.h>

#define DEFAULT_BUFFERS 360

/* Of these, and of all elements that they lack. */
static const gchar *const particular[] = {
  "cudacopy",
  "cudamedian size=5",
  "cudaconvolve",
  "cudaepsilon size=3",
  "cudadenoise",
  "cudadenoise method=average past=2 sigma=9",
  "cudadenoise method=median past=0 window=3",
  "cudamedian roi-type=hole",
  "cudadenoise method=recursive sigma=9 roi-type=hole",
  "cudainpaint roi-type=hole method=harmonic",
  "cudainpaint roi-type=hole block-size=16 iterations=2",
  "cudasnake track=false",
  "cudasnake track=false draw=true attach-roi=true",
  "cudasnake track=false init=roi draw=true",
  NULL,
};

static const gchar *const formats[] = { "GRAY8", "I420", "NV12", "RGB",
  "GRAY16_LE", "YUY2", "P010_10LE", "RGBA", "Y444_10LE", "A420", "AYUV64",
  "Y41B" };

static gboolean
one_in (gint n)
{
  return g_rand_int_range (noise, 0, n) == 0;
}

/* Elements */

static gboolean
is_snake (const gchar *description)
{
  return g_str_has_prefix (description, "cudasnake");
}

/* Memory with guards */

typedef struct {
  guint8 *pages;
  gsize size; /* of all pages */
} Guarded;

static void
guarded_free (gpointer data)
{
  g_autofree Guarded *self = data;

  munmap (self->pages, self->size);
}

/* Memory of these bytes, which ends where nobody may read; or begins there. */
static GstMemory *
guarded_new (
    const guint8 *bytes, gsize size, gboolean at_end, gboolean readonly)
{
  const gsize page = sysconf (_SC_PAGESIZE);
  const gsize used = (size + page - 1) / page * page;
  Guarded *self = g_new (Guarded, 1);
  guint8 *data;

  self->size = used + 2 * page;
  self->pages = mmap (NULL, self->size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fail_unless (self->pages != MAP_FAILED);
  data = self->pages + page + (at_end ? used - size : 0);
  memcpy (data, bytes, size);
  mprotect (self->pages, page, PROT_NONE);
  mprotect (self->pages + page + used, page, PROT_NONE);
  if (readonly && used > 0)
    mprotect (self->pages + page, used, PROT_READ);
  return gst_memory_new_wrapped (readonly ? GST_MEMORY_FLAG_READONLY : 0, data,
      size, 0, size, self, guarded_free);
}

/* Lies */

/* Near what is right, or far from it. */
static gint64
lie (gint64 right, gint64 far)
{
  switch (g_rand_int_range (noise, 0, 9)) {
    case 0:
      return 0;
    case 1:
      return -right;
    case 2:
      return right - 1;
    case 3:
      return right + g_rand_int_range (noise, 1, 5);
    case 4:
      return right / 2;
    case 5:
      return 2 * right;
    case 6:
      return far;
    case 7:
      return -far;
    default:
      return right;
  }
}

static void
add_lying_meta (GstBuffer *buffer, const GstVideoInfo *info)
{
  gsize offsets[GST_VIDEO_MAX_PLANES];
  gint strides[GST_VIDEO_MAX_PLANES];
  GstVideoFormat format = GST_VIDEO_INFO_FORMAT (info);
  GstVideoMeta *meta;
  guint p;

  for (p = 0; p < GST_VIDEO_MAX_PLANES; p++) {
    offsets[p] = info->offset[p];
    strides[p] = info->stride[p];
    if (one_in (3))
      offsets[p] = lie (info->offset[p], G_MAXINT64);
    if (one_in (3))
      strides[p] = lie (info->stride[p], one_in (2) ? G_MAXINT : 0x40000000);
  }
  meta = gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      format, GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info),
      GST_VIDEO_INFO_N_PLANES (info), offsets, strides);
  /* planes as they are, of something else */
  if (one_in (6))
    meta->width = lie (meta->width, G_MAXUINT);
  if (one_in (6))
    meta->height = lie (meta->height, G_MAXUINT);
  if (one_in (8))
    meta->format = gst_video_format_from_string (
        formats[g_rand_int_range (noise, 0, G_N_ELEMENTS (formats))]);
  if (one_in (8))
    meta->n_planes = one_in (2) ? g_rand_int_range (noise, 0, 5) : 100000;
}

static void
add_region (GstBuffer *buffer, guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  static const guint values[] = { 0, 1, 3, 7, 15, G_MAXINT, G_MAXUINT,
    0x80000000, G_MAXUINT - 3 };
  guint v[4], i;

  for (i = 0; i < 4; i++)
    v[i] = values[g_rand_int_range (rand, 0, G_N_ELEMENTS (values))];
  gst_buffer_add_video_region_of_interest_meta_id (buffer,
      g_rand_int_range (rand, 0, 4) == 0 ? 0 : g_quark_from_string ("hole"),
      v[0], v[1], v[2], v[3]);
}

/* Of metas that elements look at or hand on. */
static void
add_other_metas (GstBuffer *buffer, guint seed)
{
  GstVideoCropMeta *crop;
  guint i;

  for (i = 0; i < seed % 4; i++)
    add_region (buffer, seed + i);
  if (seed % 3 == 0) {
    crop = gst_buffer_add_video_crop_meta (buffer);
    crop->x = crop->width = G_MAXUINT;
    crop->y = crop->height = seed;
  }
  if (seed % 5 == 0 && gst_meta_get_info (GST_CUDA_SNAKE_META_NAME)) {
    GstCustomMeta *meta =
        gst_buffer_add_custom_meta (buffer, GST_CUDA_SNAKE_META_NAME);

    if (meta && seed % 2)
      gst_structure_set (gst_custom_meta_get_structure (meta), "width",
          G_TYPE_STRING, "wide", "contours", G_TYPE_INT, -1, NULL);
  }
}

/* Any bytes in one or several memories. */
static GstBuffer *
make_buffer (const GstVideoInfo *info)
{
  const gsize right = GST_VIDEO_INFO_SIZE (info);
  const gint64 told = one_in (2) ? (gint64)right : lie (right, 3 * right);
  const gsize size = MAX (told, 0);
  gboolean at_end = one_in (2);
  guint n = one_in (4) ? g_rand_int_range (noise, 2, 5) : 1;
  guint8 *bytes = g_malloc (size + 1);
  GstBuffer *buffer = gst_buffer_new ();
  gsize i, at = 0;

  /* of deep formats no bits above the depth */
  for (i = 0; i < size; i++)
    bytes[i] = g_rand_int (noise)
               & (GST_VIDEO_INFO_COMP_DEPTH (info, 0) > 8 && i % 2
                           && GST_VIDEO_FORMAT_INFO_SHIFT (info->finfo, 0) == 0
                           && GST_VIDEO_INFO_COMP_DEPTH (info, 0) < 16
                       ? 3
                       : 255);
  for (i = 0; i < n; i++) {
    gsize part =
        i + 1 == n ? size - at : (gsize)(g_rand_double (noise) * (size - at));

    if (part > 0 || one_in (3))
      gst_buffer_append_memory (
          buffer, guarded_new (bytes + at, part, at_end, one_in (8)));
    at += part;
  }
  g_free (bytes);
  if (one_in (20))
    gst_buffer_remove_all_memory (buffer);
  return buffer;
}

static void
set_flags (GstBuffer *buffer)
{
  static const guint flags[] = { GST_BUFFER_FLAG_DISCONT,
    GST_BUFFER_FLAG_CORRUPTED, GST_BUFFER_FLAG_GAP, GST_BUFFER_FLAG_DROPPABLE,
    GST_VIDEO_BUFFER_FLAG_INTERLACED, GST_VIDEO_BUFFER_FLAG_TFF,
    GST_BUFFER_FLAG_HEADER };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (flags); i++)
    if (one_in (4))
      GST_BUFFER_FLAG_SET (buffer, flags[i]);
  if (one_in (2))
    GST_BUFFER_PTS (buffer) = lie (GST_SECOND, G_MAXINT64);
}

/* What there is of a picture */

/* Copies the planes that the buffer says it has; FALSE where it has not. */
static gboolean
read_picture (const GstVideoInfo *info, GstBuffer *buffer, guint n_planes,
    GstBuffer *picture)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  const gsize size = gst_buffer_get_size (buffer);
  guint p;
  gsize y;

  if (meta
      && (meta->format != GST_VIDEO_INFO_FORMAT (info)
          || meta->width < (guint)GST_VIDEO_INFO_WIDTH (info)
          || meta->height < (guint)GST_VIDEO_INFO_HEIGHT (info)
          || meta->n_planes != GST_VIDEO_INFO_N_PLANES (info)))
    return FALSE;
  for (p = 0; p < n_planes; p++) {
    const gsize offset = meta ? meta->offset[p] : info->offset[p];
    const gint stride = meta ? meta->stride[p] : info->stride[p];
    const gsize row = video_test_row_bytes (info, p);

    for (y = 0; y < video_test_rows (info, p); y++) {
      const gsize at = offset + y * stride;
      guint8 *bytes = g_malloc (row);
      gboolean there = stride > 0 && offset <= size && at <= size
                       && row <= size - at
                       && gst_buffer_extract (buffer, at, bytes, row) == row;

      if (there)
        gst_buffer_fill (
            picture, info->offset[p] + y * info->stride[p], bytes, row);
      g_free (bytes);
      if (!there)
        return FALSE;
    }
  }
  return TRUE;
}

/* One element and, on the CPU, another one of its kind. */
typedef struct {
  const gchar *description;
  GstVideoInfo info;
  GstElement *element, *peer;
  GstHarness *h, *peer_h;
  GstBus *bus;
  guint n_good, n_refused;
} Pair;

static void
pair_init (Pair *pair, const gchar *description)
{
  memset (pair, 0, sizeof (*pair));
  pair->description = description;
  pair->element = video_test_element_described (description);
  pair->peer = video_test_element_described (description);
  gst_util_set_object_arg (G_OBJECT (pair->peer), "backend", "cpu");
  pair->bus = video_test_bus (pair->element);
}

static void
pair_stop (Pair *pair)
{
  if (!pair->h)
    return;
  gst_harness_teardown (pair->h);
  gst_harness_teardown (pair->peer_h);
  gst_element_set_state (pair->element, GST_STATE_NULL);
  gst_element_set_state (pair->peer, GST_STATE_NULL);
  pair->h = pair->peer_h = NULL;
}

static void
pair_start (Pair *pair, const gchar *format, gint width, gint height)
{
  pair_stop (pair);
  video_test_info (&pair->info, format, width, height, "progressive");
  pair->h = video_test_harness (pair->element, &pair->info);
  pair->peer_h = video_test_harness (pair->peer, &pair->info);
}

static void
pair_clear (Pair *pair)
{
  pair_stop (pair);
  gst_element_set_bus (pair->element, NULL);
  gst_object_unref (pair->element);
  gst_object_unref (pair->peer);
  gst_object_unref (pair->bus);
}

/* How often a frame was left out; there is no error. */
static guint
take_warnings (Pair *pair)
{
  GstMessage *message;
  guint n = 0;

  while ((message = video_test_message (
              pair->bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR))) {
    GError *error;

    assert_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_WARNING);
    gst_message_parse_warning (message, &error, NULL);
    n += g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
    g_error_free (error);
    gst_message_unref (message);
  }
  return n;
}

static void
drop_messages (Pair *pair)
{
  GstMessage *message;

  while ((message = gst_bus_pop (pair->bus)))
    gst_message_unref (message);
}

static void
compare (Pair *pair, GstBuffer *result, GstBuffer *expected)
{
  g_autofree gchar *contours = NULL, *right = NULL;

  if (!is_snake (pair->description)) {
    video_test_compare (&pair->info, result, expected, pair->description);
    return;
  }
  contours = contours_test_text (result);
  right = contours_test_text (expected);
  fail_unless_equals_string (contours, right);
}

/* Pushes a buffer with the same metas as the picture gets. A snake looks at
 * luma alone, and draws on what there is. */
static void
push (Pair *pair, GstBuffer *buffer, guint seed)
{
  const GstVideoInfo *info = &pair->info;
  gboolean snake = is_snake (pair->description);
  GstBuffer *picture =
      gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (info), NULL);
  gboolean whole, usable;
  guint n_left_out;

  gst_buffer_memset (picture, 0, 0, GST_VIDEO_INFO_SIZE (info));
  whole = read_picture (info, buffer, GST_VIDEO_INFO_N_PLANES (info), picture);
  usable = whole || (snake && read_picture (info, buffer, 1, picture));
  /* without a region there is nothing to look at */
  usable |= strstr (pair->description, "init=roi") != NULL;
  add_other_metas (buffer, seed);
  add_other_metas (picture, seed);
  /* a result depends on no other frame, some of which were refused */
  if (g_str_has_prefix (pair->description, "cudadenoise")) {
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_RESYNC);
    GST_BUFFER_FLAG_SET (picture, GST_BUFFER_FLAG_RESYNC);
  }

  assert_equals_int (gst_harness_push (pair->h, buffer), GST_FLOW_OK);
  n_left_out = take_warnings (pair);
  if (n_left_out == 0) {
    GstBuffer *result = gst_harness_try_pull (pair->h), *expected;

    fail_unless (usable, "%s: %s %dx%d: a buffer that has no picture was taken",
        pair->description, GST_VIDEO_INFO_NAME (info),
        GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info));
    fail_unless (result != NULL);
    expected = video_test_push_and_pull (pair->peer_h, picture);
    compare (pair, result, expected);
    gst_buffer_unref (expected);
    gst_buffer_unref (result);
    pair->n_good++;
  } else {
    assert_equals_int (n_left_out, 1);
    fail_if (gst_harness_try_pull (pair->h));
    gst_buffer_unref (picture);
    pair->n_refused++;
  }
}

/* One without lies. */
static void
push_good (Pair *pair)
{
  GstBuffer *frame = video_test_frame (noise, &pair->info);
  guint refused = pair->n_refused;

  push (pair, frame, 1);
  assert_equals_int (pair->n_refused, refused);
}

static guint
n_buffers (void)
{
  const gchar *text = g_getenv ("CUDAFILTERS_HOSTILE");

  return text ? atoi (text) : DEFAULT_BUFFERS;
}

TEST_LOOP (test_input, elements_n_described (particular))
{
  guint i, n = n_buffers ();
  Pair pair;

  pair_init (&pair, elements_described (particular)[__i__]);
  for (i = 0; i < n; i++) {
    GstBuffer *buffer;

    if (i % 20 == 0)
      pair_start (&pair, formats[i / 20 % G_N_ELEMENTS (formats)],
          g_rand_int_range (noise, 1, 40), g_rand_int_range (noise, 1, 30));
    buffer = make_buffer (&pair.info);
    if (!one_in (4))
      add_lying_meta (buffer, &pair.info);
    set_flags (buffer);
    push (&pair, buffer, g_rand_int (noise) % 1000);
    if (i % 20 == 19)
      push_good (&pair);
  }
  g_print ("%s: %u buffers filtered, %u refused\n",
      elements_described (particular)[__i__], pair.n_good, pair.n_refused);
  fail_unless (
      n < DEFAULT_BUFFERS || (pair.n_good > 50 && pair.n_refused > 50));
  pair_clear (&pair);
}

/* Results, in a pool that lies */

typedef struct {
  GstBufferPool parent;

  GstVideoInfo info;
} HostilePool;

typedef struct {
  GstBufferPoolClass parent;
} HostilePoolClass;

static GType hostile_pool_get_type (void);
G_DEFINE_TYPE (HostilePool, hostile_pool, GST_TYPE_BUFFER_POOL)

static const gchar **
pool_options (GstBufferPool *pool)
{
  static const gchar *options[] = { GST_BUFFER_POOL_OPTION_VIDEO_META, NULL };

  return options;
}

static GstFlowReturn
pool_alloc (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  HostilePool *self = (HostilePool *)pool;

  *buffer = make_buffer (&self->info);
  if (!one_in (4))
    add_lying_meta (*buffer, &self->info);
  return GST_FLOW_OK;
}

/* None is used twice. */
static void
pool_reset (GstBufferPool *pool, GstBuffer *buffer)
{
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_TAG_MEMORY);
}

static void
hostile_pool_class_init (HostilePoolClass *klass)
{
  GST_BUFFER_POOL_CLASS (klass)->alloc_buffer = pool_alloc;
  GST_BUFFER_POOL_CLASS (klass)->reset_buffer = pool_reset;
  GST_BUFFER_POOL_CLASS (klass)->get_options = pool_options;
}

static void
hostile_pool_init (HostilePool *self)
{
}

/* Rows of all planes that a buffer has are apart from each other. */
static gboolean
is_disjoint (const GstVideoInfo *info, GstBuffer *buffer)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  guint8 *taken = g_malloc0 (gst_buffer_get_size (buffer) + 1);
  gboolean disjoint = TRUE;
  guint p;
  gsize x, y;

  for (p = 0; p < GST_VIDEO_INFO_N_PLANES (info); p++)
    for (y = 0; y < video_test_rows (info, p); y++)
      for (x = 0; x < video_test_row_bytes (info, p); x++) {
        gsize at = (meta ? meta->offset[p] : info->offset[p])
                   + y * (meta ? meta->stride[p] : info->stride[p]) + x;

        disjoint &= !taken[at];
        taken[at] = 1;
      }
  g_free (taken);
  return disjoint;
}

TEST_LOOP (test_output, 6)
{
  HostilePool *pool = g_object_new (hostile_pool_get_type (), NULL);
  guint i, n = n_buffers ();
  GstPad *src;
  Pair pair;

  gst_object_ref_sink (pool);
  pair_init (&pair, elements_described (particular)[__i__]);
  src = gst_element_get_static_pad (pair.element, "src");
  video_test_offer_pool (src, GST_BUFFER_POOL (pool), &pool->info);
  gst_object_unref (src);
  for (i = 0; i < n; i++) {
    GstBuffer *frame, *result, *expected, *picture;
    guint n_left_out;

    if (i % 20 == 0) {
      const gchar *format = formats[i / 20 % G_N_ELEMENTS (formats)];
      gint width = g_rand_int_range (noise, 1, 40);
      gint height = g_rand_int_range (noise, 1, 30);

      video_test_info (&pool->info, format, width, height, "progressive");
      pair_start (&pair, format, width, height);
    }
    frame = video_test_frame (noise, &pair.info);
    assert_equals_int (
        gst_harness_push (pair.h, gst_buffer_ref (frame)), GST_FLOW_OK);
    n_left_out = take_warnings (&pair);
    if (n_left_out == 0) {
      result = gst_harness_try_pull (pair.h);
      expected = video_test_push_and_pull (pair.peer_h, gst_buffer_ref (frame));
      picture = gst_buffer_new_allocate (NULL, pair.info.size, NULL);
      fail_unless (read_picture (
          &pair.info, result, GST_VIDEO_INFO_N_PLANES (&pair.info), picture));
      if (is_disjoint (&pair.info, result))
        video_test_expect (&pair.info, picture, expected, "in a lying pool");
      gst_buffer_unref (result);
      pair.n_good++;
    } else {
      assert_equals_int (n_left_out, 1);
      pair.n_refused++;
    }
    gst_buffer_unref (frame);
  }
  g_print ("%s: %u results written, %u refused\n",
      elements_described (particular)[__i__], pair.n_good, pair.n_refused);
  fail_unless (
      n < DEFAULT_BUFFERS || (pair.n_good > 50 && pair.n_refused > 50));
  pair_clear (&pair);
  gst_object_unref (pool);
}

/* cudamask in front of an element. */
typedef struct {
  GstElement *element;
  GstHarness *m;
  GstPad *src;
} Masked;

static void
masked_start (Masked *masked, const GstVideoInfo *info,
    const GstVideoInfo *matte, GstBus *bus)
{
  masked->element = matte_test_element ();
  gst_element_set_bus (masked->element, bus);
  masked->m = gst_harness_new_with_element (masked->element, "sink", "src");
  masked->src = matte_test_link (masked->element, matte);
  gst_harness_set_src_caps (masked->m, gst_video_info_to_caps (info));
}

static void
masked_stop (Masked *masked)
{
  if (!masked->element)
    return;
  matte_test_unlink (masked->src);
  gst_harness_teardown (masked->m);
  gst_element_set_state (masked->element, GST_STATE_NULL);
  gst_element_set_bus (masked->element, NULL);
  gst_clear_object (&masked->element);
}

/* Mattes that lie, as the masks of frames that do not. */
TEST (test_mattes)
{
  static const gchar *const matte_formats[] = { "GRAY8", "A420", "AYUV", "RGBA",
    "BGRA", "ARGB", "ABGR" };
  guint i, n = n_buffers (), n_left_out;
  Masked masked[2] = { { NULL } };
  GstVideoInfo info;
  Pair pair;

  pair_init (&pair, "cudainpaint method=harmonic mask-size-policy=scale");
  for (i = 0; i < n; i++) {
    GstBuffer *matte, *picture, *frame, *result, *expected;
    gboolean whole;

    if (i % 20 == 0) {
      masked_stop (&masked[0]);
      masked_stop (&masked[1]);
      pair_start (&pair, "GRAY8", 31, 17);
      video_test_info (&info,
          matte_formats[i / 20 % G_N_ELEMENTS (matte_formats)],
          g_rand_int_range (noise, 1, 40), g_rand_int_range (noise, 1, 30),
          "progressive");
      masked_start (&masked[0], &pair.info, &info, pair.bus);
      masked_start (&masked[1], &pair.info, &info, NULL);
    }
    matte = make_buffer (&info);
    if (!one_in (4))
      add_lying_meta (matte, &info);
    set_flags (matte);
    picture = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
    whole =
        read_picture (&info, matte, GST_VIDEO_INFO_N_PLANES (&info), picture);
    fail_unless_equals_int (gst_pad_push (masked[0].src, matte), GST_FLOW_OK);
    n_left_out = take_warnings (&pair);
    fail_unless (
        whole || n_left_out == 1, "a matte that has no picture was taken");
    frame = video_test_frame (noise, &pair.info);
    if (n_left_out > 0) {
      result = matte_test_attach (masked[0].m, gst_buffer_ref (frame));
      fail_unless (result == frame, "a matte that was left out has marks");
      gst_buffer_unref (result);
      gst_buffer_unref (frame);
      gst_buffer_unref (picture);
      pair.n_refused++;
      continue;
    }
    fail_unless_equals_int (gst_pad_push (masked[1].src, picture), GST_FLOW_OK);
    result = video_test_push_and_pull (
        pair.h, matte_test_attach (masked[0].m, gst_buffer_copy (frame)));
    expected = video_test_push_and_pull (
        pair.peer_h, matte_test_attach (masked[1].m, frame));
    video_test_expect (&pair.info, result, expected, "a matte");
    pair.n_good++;
  }
  g_print ("mattes: %u taken, %u refused\n", pair.n_good, pair.n_refused);
  fail_unless (
      n < DEFAULT_BUFFERS || (pair.n_good > 50 && pair.n_refused > 50));
  masked_stop (&masked[0]);
  masked_stop (&masked[1]);
  pair_clear (&pair);
}

/* Sizes at the ends of what caps can have. */
TEST_LOOP (test_sizes, elements_n_described (particular))
{
  static const struct {
    gint width, height;
  } sizes[] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 3, 1 }, { 1, 61 }, { 32767, 1 },
    { 1, 32767 }, { 32767, 3 }, { 3, 32767 } };
  static const gchar *const some[] = { "GRAY8", "I420", "YUY2", "RGB" };
  guint i, k;
  Pair pair;

  pair_init (&pair, elements_described (particular)[__i__]);
  /* a contour in 32767 pixels of noise takes a second */
  for (k = 0; k < (is_snake (elements_described (particular)[__i__])
                       ? 1
                       : G_N_ELEMENTS (some));
       k++)
    for (i = 0; i < G_N_ELEMENTS (sizes); i++) {
      pair_start (&pair, some[k], sizes[i].width, sizes[i].height);
      push_good (&pair);
    }
  pair_clear (&pair);
}

/* Samples of more than their depth: nothing is said of what comes of them. */
TEST_LOOP (test_depths, elements_n_described (particular))
{
  guint i;
  Pair pair;

  pair_init (&pair, elements_described (particular)[__i__]);
  for (i = 0; i < 40; i++) {
    GstBuffer *frame;
    GstMapInfo map;
    gsize k;

    if (i % 20 == 0)
      pair_start (&pair, i ? "Y444_10LE" : "I420_12LE", 60, 50);
    frame = gst_buffer_new_allocate (NULL, pair.info.size, NULL);
    gst_buffer_map (frame, &map, GST_MAP_WRITE);
    for (k = 0; k < map.size; k++)
      map.data[k] = g_rand_int (noise);
    gst_buffer_unmap (frame, &map);
    gst_buffer_add_video_region_of_interest_meta (frame, "hole", 9, 9, 30, 20);
    gst_buffer_unref (video_test_push_and_pull (pair.h, frame));
  }
  pair_clear (&pair);
}

/* Caps that no frame can have, and some that it can, in events and in
 * queries for memory: TRUE or FALSE, and the next good ones are taken. */
TEST_LOOP (test_caps, elements_n_described (particular))
{
  static const gchar *const caps[] = {
    "video/x-raw,format=I420,width=0,height=0,framerate=25/1",
    "video/x-raw,format=I420,width=0,height=48,framerate=25/1",
    "video/x-raw,format=GRAY8,width=-1,height=-1,framerate=25/1",
    "video/x-raw,format=RGBA,width=2147483647,height=2147483647,framerate=1/1",
    "video/x-raw,format=GRAY8,width=2147483647,height=1,framerate=1/1",
    "video/x-raw,format=RGBA,width=32767,height=32767,framerate=0/1",
    "video/x-raw,format=I420,width=63,height=47,framerate=0/1,"
    "interlace-mode=interleaved",
    "video/x-raw,format=I420,width=1,height=1,framerate=2147483647/1,"
    "interlace-mode=mixed",
    "video/x-raw,format=NV12,framerate=25/1",
    "video/x-raw,format=I420,width=16,height=16,framerate=25/1,"
    "pixel-aspect-ratio=0/1",
    "video/x-raw,format=ENCODED,width=16,height=16,framerate=25/1",
    "video/x-raw",
  };
  guint i;
  Pair pair;

  pair_init (&pair, elements_described (particular)[__i__]);
  for (i = 0; i < G_N_ELEMENTS (caps); i++) {
    GstCaps *c = gst_caps_from_string (caps[i]);
    GstQuery *query;
    guint k;

    pair_start (&pair, "I420", 16, 16);
    push_good (&pair);
    for (k = 0; k < 2; k++) {
      query = gst_query_new_allocation (c, TRUE);
      gst_pad_peer_query (pair.h->srcpad, query);
      gst_query_unref (query);
      gst_pad_push_event (pair.h->srcpad, gst_event_new_caps (c));
    }
    /* frames of this size may be more than there is memory for */
    drop_messages (&pair);
    gst_harness_set_src_caps (pair.h, gst_video_info_to_caps (&pair.info));
    push_good (&pair);
    gst_caps_unref (c);
  }
  pair_clear (&pair);
}

TEST_MAIN (video_test_init_private, video_test_setup, video_test_teardown)
