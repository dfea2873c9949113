/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions of interest, whose numbers anybody may have written, and a rectangle
 * or none: cudainpaint's mask of a frame has their pixels and no others. The
 * input is numbers. */
#include <gst/video/video.h>
#include <string.h>

#include "engine/inpaint/cfinpaint.h"
#include "fuzz.h"
#include "gst/elements/inpaint/gcfinpaintframe.h"
#include "gst/filter/gcfroi.h"

#define NUMBERS 14     /* a frame's size, two regions and a rectangle */
#define SIDE_MAX 32768 /* of a rectangle */

static void
make (GRand *rand, GByteArray *input)
{
  static const guint32 extremes[] = { 0, 1, 31, 32, 33, G_MAXINT, G_MAXUINT,
    1u << 31, (1u << 31) + 1 };

  for (gint i = 0; i < NUMBERS; i++) {
    const guint32 number =
        g_rand_int_range (rand, 0, 3) == 0
            ? extremes[g_rand_int_range (rand, 0, G_N_ELEMENTS (extremes))]
            : (guint32)g_rand_int_range (rand, 0, 100);

    g_byte_array_append (input, (const guint8 *)&number, sizeof number);
  }
}

static gboolean
is_within (const GstVideoRegionOfInterestMeta *roi, guint x, guint y)
{
  return x >= roi->x && (guint64)x < (guint64)roi->x + roi->w && y >= roi->y
         && (guint64)y < (guint64)roi->y + roi->h;
}

static gboolean
is_in_rectangle (const GstVideoRectangle *r, gint x, gint y)
{
  return x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h;
}

static void
check_mask (const GcfInpaintMask *mask,
    GstVideoRegionOfInterestMeta *const *rois, const GstVideoRectangle *r,
    gint width, gint height)
{
  fuzz_check (!mask || (mask->width == width && mask->height == height),
      "the mask has another size");
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++) {
      const gboolean is_set =
          mask && (mask->bits[(gsize)y * mask->words + x / 32] >> x % 32 & 1);

      fuzz_check (is_set
                      == (is_within (rois[0], x, y) || is_within (rois[1], x, y)
                          || is_in_rectangle (r, x, y)),
          "the mask has other pixels");
    }
}

static gboolean
try (const guint8 *bytes, gsize n)
{
  guint32 numbers[NUMBERS] = { 0 };
  GcfInpaintFrame frame = { 0 };
  GstVideoRegionOfInterestMeta *rois[2];
  GstBuffer *buffer = gst_buffer_new ();
  GArray *rectangles = g_array_new (FALSE, FALSE, sizeof (GstVideoRectangle));
  GstVideoRectangle r;
  GcfInpaintMask *mask;
  gint width, height, i;
  gboolean any;

  memcpy (numbers, bytes, MIN (n, sizeof numbers));
  width = 1 + numbers[0] % 100;
  height = 1 + numbers[1] % 50;
  for (i = 0; i < 2; i++) {
    const guint32 *r = numbers + 2 + 4 * i;

    rois[i] = gst_buffer_add_video_region_of_interest_meta (
        buffer, "any", r[0], r[1], r[2], r[3]);
  }
  r.x = numbers[10] % SIDE_MAX;
  r.y = numbers[11] % SIDE_MAX;
  r.w = numbers[12] % SIDE_MAX;
  r.h = numbers[13] % SIDE_MAX;
  if (r.w > 0 && r.h > 0)
    g_array_append_val (rectangles, r);
  mask = gcf_inpaint_frame_get_mask (&frame, buffer,
      g_quark_from_static_string (GCF_ROI_ANY_TYPE), NULL, NULL, rectangles,
      FALSE, width, height);
  g_array_unref (rectangles);
  check_mask (mask, rois, &r, width, height);
  any = mask != NULL;
  g_clear_pointer (&mask, gcf_inpaint_mask_unref);
  gcf_inpaint_frame_clear (&frame);
  gst_buffer_unref (buffer);
  return any;
}

static void
prepare (void)
{
  gst_init (NULL, NULL);
}

const Fuzzer fuzzer = { .prepare = prepare, .make = make, .try = try };
