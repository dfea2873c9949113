/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory, transfers, streams and events. */
#include "tests.h"
#include "engine/core/cferror.h"

#include <string.h>

TEST (memory, TEST_ALWAYS)
{
  static const gsize sizes[] = { 0, 1, 255, 256, 4097, 1000003 };
  CfDevice *device = t->target.device;
  GError *error = NULL;
  guint8 *data;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    data = cf_device_alloc (device, sizes[i], &error);
    tester_no_error (
        t, data != NULL, g_steal_pointer (&error), "device memory");
    tester_check (t, ((gsize)data & 255) == 0,
        "device memory of %" G_GSIZE_FORMAT " bytes is aligned to 256",
        sizes[i]);
    cf_device_free (device, data);

    data = cf_host_alloc (device, sizes[i], &error);
    tester_no_error (t, data != NULL, g_steal_pointer (&error), "host memory");
    tester_check (t, ((gsize)data & 63) == 0,
        "host memory of %" G_GSIZE_FORMAT " bytes is aligned to 64", sizes[i]);
    if (data)
      memset (data, 0x5a, sizes[i]);
    cf_host_free (device, data);
  }

  data = cf_device_alloc (device, (gsize)1 << 60, &error);
  tester_error (t, data != NULL, g_steal_pointer (&error),
      CF_ERROR_OUT_OF_MEMORY, "2^60 bytes of device memory");
  cf_device_free (device, data);
  data = cf_host_alloc (device, (gsize)1 << 60, &error);
  tester_error (t, data != NULL, g_steal_pointer (&error),
      CF_ERROR_OUT_OF_MEMORY, "2^60 bytes of host memory");
  cf_host_free (device, data);

  cf_device_free (device, NULL);
  cf_host_free (device, NULL);
  cf_stream_free (NULL);
  cf_event_free (NULL);
  cf_filter_free (NULL);
  tester_check (t,
      cf_device_get_description (device)
          && cf_device_get_description (device)[0] != '\0',
      "the device has a description");
  tester_check (t, cf_stream_get_device (t->target.stream) == device,
      "the stream knows its device");
}

/* Rows from one buffer to another, as the transfers shall do it. */
static void
copy_rows (guint8 *dst, gsize dst_stride, const guint8 *src, gsize src_stride,
    gsize row_bytes, gsize rows)
{
  for (gsize y = 0; y < rows; y++)
    for (gsize i = 0; i < row_bytes; i++)
      dst[y * dst_stride + i] = src[y * src_stride + i];
}

/* Whole buffers are set and fetched as one row; between, rows of row_bytes go
 * up and come down with strides of their own. Every byte of all buffers is
 * compared. */
static void
check_transfer (Tester *t, gboolean pinned, gsize row_bytes, gsize rows)
{
  Random random = { random_next (&t->random) };
  CfDevice *device = t->target.device;
  CfStream *stream = t->target.stream;
  const gsize host_stride = row_bytes + random_range (&random, 0, 40);
  const gsize device_stride = row_bytes + random_range (&random, 0, 40);
  const gsize back_stride = row_bytes + random_range (&random, 0, 40);
  const gsize offset = random_range (&random, 1, 70);
  const gsize host_size = offset + rows * host_stride + 50;
  const gsize device_size = offset + rows * device_stride + 50;
  const gsize back_size = offset + rows * back_stride + 50;
  guint8 *host =
      pinned ? cf_host_alloc (device, host_size, NULL) : g_malloc (host_size);
  guint8 *back =
      pinned ? cf_host_alloc (device, back_size, NULL) : g_malloc (back_size);
  guint8 *on_device = cf_device_alloc (device, device_size, NULL);
  guint8 *on_device_expected = g_malloc (device_size);
  guint8 *fetched = g_malloc (device_size);
  guint8 *back_expected = g_malloc (back_size);
  GError *error = NULL;
  gchar *what =
      g_strdup_printf ("%s memory, %" G_GSIZE_FORMAT " rows of %" G_GSIZE_FORMAT
                       " bytes, strides %" G_GSIZE_FORMAT " -> %" G_GSIZE_FORMAT
                       " -> %" G_GSIZE_FORMAT,
          pinned ? "page-locked" : "ordinary", rows, row_bytes, host_stride,
          device_stride, back_stride);
  gboolean ok;

  if (!tester_begin (t, what))
    goto done;
  random_bytes (&random, host, host_size);
  random_bytes (&random, on_device_expected, device_size);
  random_bytes (&random, back, back_size);
  memcpy (back_expected, back, back_size);

  ok = cf_stream_upload (stream, on_device, device_size, on_device_expected,
           device_size, device_size, 1, &error)
       && cf_stream_synchronize (stream, &error)
       && cf_stream_upload (stream, on_device + offset, device_stride,
           host + offset, host_stride, row_bytes, rows, &error)
       && cf_stream_download (stream, back + offset, back_stride,
           on_device + offset, device_stride, row_bytes, rows, &error)
       && cf_stream_download (stream, fetched, device_size, on_device,
           device_size, device_size, 1, &error)
       && cf_stream_synchronize (stream, &error);
  copy_rows (on_device_expected + offset, device_stride, host + offset,
      host_stride, row_bytes, rows);
  copy_rows (back_expected + offset, back_stride, host + offset, host_stride,
      row_bytes, rows);
  if (!ok)
    tester_end (t, FALSE, error->message);
  else if (memcmp (fetched, on_device_expected, device_size) != 0)
    tester_end (t, FALSE, "device memory differs from what was uploaded");
  else
    tester_end (t, memcmp (back, back_expected, back_size) == 0,
        "host memory differs from what was downloaded");
  g_clear_error (&error);

done:
  g_free (what);
  g_free (back_expected);
  g_free (fetched);
  g_free (on_device_expected);
  cf_device_free (device, on_device);
  if (pinned) {
    cf_host_free (device, back);
    cf_host_free (device, host);
  } else {
    g_free (back);
    g_free (host);
  }
}

static void
refuse_transfer (
    Tester *t, gsize dst_stride, gsize src_stride, const gchar *what)
{
  guint8 bytes[128] = { 0 }, zeros[128] = { 0 };
  guint8 *on_device = cf_device_alloc (t->target.device, 128, NULL);
  GError *error = NULL;
  gboolean ok;

  ok = cf_stream_upload (t->target.stream, on_device, dst_stride, bytes,
      src_stride, 20, 4, &error);
  tester_error (t, ok, g_steal_pointer (&error), CF_ERROR_INVALID, what);
  ok = cf_stream_download (t->target.stream, bytes, dst_stride, on_device,
      src_stride, 20, 4, &error);
  tester_error (t, ok, g_steal_pointer (&error), CF_ERROR_INVALID, what);
  tester_check (t, memcmp (bytes, zeros, sizeof (bytes)) == 0,
      "nothing is written: %s", what);
  cf_device_free (t->target.device, on_device);
}

TEST (transfers, TEST_ALWAYS)
{
  static const gsize shapes[][2] = { { 1, 1 }, { 1, 1000 }, { 1000, 1 },
    { 13, 17 }, { 641, 367 }, { 1921, 3 }, { 4096, 64 }, { 65537, 31 },
    { 0, 5 }, { 5, 0 } };

  for (guint pinned = 0; pinned < 2; pinned++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
      check_transfer (t, pinned, shapes[i][0], shapes[i][1]);
  for (guint i = 0; i < 40; i++) {
    const gsize row_bytes = random_range (&t->random, 1, 300);
    const gsize rows = random_range (&t->random, 1, 100);

    check_transfer (t, i & 1, row_bytes, rows);
  }
  refuse_transfer (t, 19, 20, "a destination stride below the row's bytes");
  refuse_transfer (t, 20, 19, "a source stride below the row's bytes");
  refuse_transfer (t, 20, -20, "a negative stride");
}

/* Work of one stream that another continues: a median on `first`, its download
 * on `second` behind an event. */
static gboolean
run_across (const FilterCase *fc, Target *first, CfStream *second,
    CfEvent *event, const Picture *src, const Picture *dst, CfFilter *filter,
    GError **error)
{
  CfPlane src_planes[CF_MAX_PLANES], dst_planes[CF_MAX_PLANES];
  Target other = *first;

  other.stream = second;
  picture_device_planes (src, first, src_planes);
  picture_device_planes (dst, first, dst_planes);
  return picture_upload (src, first, error)
         && cf_filter_run (filter, first->stream, src_planes, dst_planes, error)
         && cf_event_record (event, first->stream, error)
         && cf_stream_wait_event (second, event, error)
         && picture_download (dst, &other, error)
         && cf_stream_synchronize (second, error)
         && cf_event_synchronize (event, error);
}

static void
check_across (Tester *t, CfStream *second, CfEvent *event)
{
  FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
    .filtered = 1,
    .seed = random_next (&t->random) };
  Picture src, dst;
  CfFilter *filter;
  GError *error = NULL;
  gboolean ok = FALSE;

  median_params_set_size (&fc.params.median, 9);
  fc.params.median.iterations = 4;
  picture_spec_init (
      &fc.spec, &layouts[LAYOUT_GREY], &depths[DEPTH_8], 801, 451);
  filter = filter_case_new_filter (&fc, t->target.device, &error);
  if (filter
      && picture_place (
          &src, &t->target, &t->target.src, &fc.spec, &t->random, &error)
      && picture_place (
          &dst, &t->target, &t->target.dst, &fc.spec, &t->random, &error)) {
    CfPlane expected = dst.planes[0];

    fill_picture (&src, FILL_RANDOM, FALSE, &t->random);
    memset (picture_bytes (&dst), 0, picture_size (&dst));
    ok =
        run_across (&fc, &t->target, second, event, &src, &dst, filter, &error);
    expected.data = g_malloc (expected.stride * expected.height);
    oracle_naive (&fc, src.planes, &expected, NULL, NULL);
    for (gint y = 0; y < expected.height; y++)
      for (gint x = 0; x < expected.width; x++)
        ok = ok
             && sample_load (&expected, x, y, 0)
                    == sample_load (&dst.planes[0], x, y, 0);
    g_free (expected.data);
  }
  cf_filter_free (filter);
  tester_no_error (t, ok, error,
      "a download on another stream waits for the filter's event");
}

/* Freeing a stream waits for its work: the download is complete afterwards. */
static void
check_free_waits (Tester *t)
{
  const gsize size = 8 << 20;
  CfDevice *device = t->target.device;
  guint8 *from = cf_host_alloc (device, size, NULL);
  guint8 *to = cf_host_alloc (device, size, NULL);
  guint8 *on_device = cf_device_alloc (device, size, NULL);
  GError *error = NULL;
  CfStream *stream = cf_stream_new (device, &error);
  gboolean ok = FALSE;

  if (from && to && on_device && stream) {
    random_bytes (&t->random, from, size);
    memset (to, 0, size);
    ok = cf_stream_upload (stream, on_device, size, from, size, size, 1, &error)
         && cf_stream_download (
             stream, to, size, on_device, size, size, 1, &error);
  }
  cf_stream_free (stream);
  tester_no_error (t, ok && memcmp (from, to, size) == 0, error,
      "freeing a stream waits for its transfers");
  cf_device_free (device, on_device);
  cf_host_free (device, to);
  cf_host_free (device, from);
}

TEST (events, TEST_ALWAYS)
{
  CfDevice *device = t->target.device;
  GError *error = NULL;
  CfStream *second = cf_stream_new (device, &error);
  CfEvent *event, *unrecorded;
  gboolean ok;

  tester_no_error (t, second != NULL, g_steal_pointer (&error), "a stream");
  event = cf_event_new (device, CF_EVENT_TIMING, &error);
  tester_no_error (t, event != NULL, g_steal_pointer (&error), "an event");
  unrecorded = cf_event_new (device, CF_EVENT_BLOCKING, &error);
  tester_no_error (
      t, unrecorded != NULL, g_steal_pointer (&error), "another event");
  if (second && event && unrecorded) {
    ok = cf_event_synchronize (unrecorded, &error);
    tester_no_error (t, ok, g_steal_pointer (&error),
        "waiting for an event that was never recorded");
    ok = cf_stream_wait_event (second, unrecorded, &error)
         && cf_stream_synchronize (second, &error);
    tester_no_error (t, ok, g_steal_pointer (&error),
        "a stream waits for an event that was never recorded");
    ok = cf_stream_synchronize (second, &error);
    tester_no_error (
        t, ok, g_steal_pointer (&error), "waiting for an empty stream");
    for (gint i = 0; i < 5; i++) /* the event is recorded again and again */
      check_across (t, second, event);
  }
  cf_event_free (event);
  cf_event_free (unrecorded);
  cf_stream_free (second);
  check_free_waits (t);
}
