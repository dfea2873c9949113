/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of cudainpaint share: masks, and which samples they stand
 * for, found pixel by pixel. */
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include "pngtest.h"

G_BEGIN_DECLS

/* What each test has. */
typedef struct {
  GstElement *element;
  GstBus *bus;
  gchar *folder;
} InpaintTest;

extern InpaintTest inpaint_test;

void inpaint_test_setup (void);
void inpaint_test_teardown (void);

/* A property of the element's, from text. */
void inpaint_test_set (const gchar *name, const gchar *text);

/* FALSE where the library of method=global is not on this machine, which is
 * then said. */
gboolean inpaint_test_has_global (void);

/* A byte a pixel; 255 is to be repaired, 0 is known. */
typedef struct {
  gint width, height;
  guint8 *pixels;
} InpaintMask;

/* Nothing is to be repaired. */
InpaintMask inpaint_mask_new (gint width, gint height);
/* Some pixels are, neither none nor all. */
InpaintMask inpaint_mask_random (gint width, gint height);
void inpaint_mask_add (
    InpaintMask *mask, gint left, gint top, gint width, gint height);
InpaintMask inpaint_mask_dilated (const InpaintMask *mask, gint n);
void inpaint_mask_invert (InpaintMask *mask);
void inpaint_mask_free (InpaintMask *mask);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (InpaintMask, inpaint_mask_free)

/* Files in the folder; their paths. */
gchar *inpaint_test_write_bytes (
    const gchar *name, const guint8 *bytes, gsize length);
gchar *inpaint_test_write_png (const gchar *name, const InpaintMask *mask,
    PngTestKind kind, gboolean interlaced);
/* The element's mask, by a file that always has the same name. */
void inpaint_test_set_mask (const InpaintMask *mask);

/* Which rows of the frame a buffer has, and which belong together. */
typedef struct {
  gboolean by_field;  /* two fields, interleaved */
  gboolean alternate; /* one field, */
  gint field;         /* this one */
} InpaintScan;

guint8 *inpaint_test_sample_at (GstVideoFrame *frame, guint c, gint x, gint y);

/* Copies from `result` the samples that are for any of the mask's pixels, but
 * no alpha; returns how many that changed. */
guint inpaint_test_take (const GstVideoInfo *info, GstBuffer *expected,
    GstBuffer *result, const InpaintMask *mask, const InpaintScan *scan);

/* All but the mask's samples are as they were, to the bit, and some of these
 * are not. */
void inpaint_test_check_known (const GstVideoInfo *info, GstBuffer *frame,
    GstBuffer *result, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what);

/* Pushes the frame, which it takes: the same of its result. */
void inpaint_test_check_repair (GstHarness *h, const GstVideoInfo *info,
    GstBuffer *frame, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what);

/* A frame of one value, and white where it is to be repaired. */
GstBuffer *inpaint_test_flat_frame (
    const GstVideoInfo *info, const InpaintMask *mask, const InpaintScan *scan);
/* Pushes it: all that is to be repaired gets that value. Where a plane has no
 * known sample, it stays white. */
void inpaint_test_check_flat (GstHarness *h, const GstVideoInfo *info,
    GstBuffer *frame, const InpaintMask *mask, const InpaintScan *scan,
    const gchar *what);

/* The element with grey frames of this size, and the method `harmonic`. */
GstHarness *inpaint_test_grey_harness (gint width, gint height);
/* Of such frames just what the mask says is repaired. */
void inpaint_test_check_region (
    GstHarness *h, const InpaintMask *mask, const gchar *what);

G_END_DECLS
