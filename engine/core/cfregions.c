/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Regions: parts of a picture that are filtered, while the rest is copied. */
#include "engine/core/cfregions.h"

#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"

#include <string.h>

/* Views begin and end at multiples of so many columns, where vectors do. */
#define COLUMNS 16
/* Rows of scratch are at multiples of so many bytes. */
#define ROW_BYTES 64
/* A view costs two launches besides its samples, as much as so many samples. */
#define VIEW_COST 4096

struct _CfRegions {
  CfDevice *device;
  CfPlane planes[CF_MAX_PLANES]; /* geometry only */
  guint n_planes;
  CfFilter *copy;
  guint8 *scratch;
  gsize at[CF_MAX_PLANES]; /* of the planes, in it */
};

static gsize
round_up (gsize n, gsize unit)
{
  return (n + unit - 1) / unit * unit;
}

static gsize
scratch_stride (const CfPlane *p, gint width)
{
  return round_up ((gsize)width * p->step * p->bytes, ROW_BYTES);
}

CfRegions *
cf_regions_new (
    CfDevice *device, const CfPlane *planes, guint n_planes, GError **error)
{
  const CfFilterParams params = { .op = CF_OP_COPY };
  CfFilter *copy = cf_filter_new (device, &params, planes, n_planes, 0, error);
  CfRegions *self;
  gsize size = 0;
  guint i;

  if (!copy)
    return NULL;
  self = g_new0 (CfRegions, 1);
  self->device = cf_device_ref (device);
  self->copy = copy;
  self->n_planes = n_planes;
  for (i = 0; i < n_planes; i++) {
    self->planes[i] = planes[i];
    self->at[i] = size;
    size += round_up (
        scratch_stride (&planes[i], planes[i].width) * planes[i].height, 256);
  }
  self->scratch = cf_device_alloc (device, size, error);
  if (!self->scratch) {
    cf_regions_free (self);
    return NULL;
  }
  return self;
}

void
cf_regions_free (CfRegions *self)
{
  if (!self)
    return;
  if (self->scratch)
    cf_device_free (self->device, self->scratch);
  cf_filter_free (self->copy);
  cf_device_unref (self->device);
  g_free (self);
}

static gboolean
is_empty (const CfRectangle *r)
{
  return r->left >= r->right || r->top >= r->bottom;
}

static gboolean
is_within (const CfRectangle *r, const CfPlane *p)
{
  return r->left >= 0 && r->top >= 0 && r->right <= p->width
         && r->bottom <= p->height;
}

static gboolean
check (const CfRegions *self, const CfFilter *filter, const CfRegion *regions,
    guint n_regions, GError **error)
{
  guint i, k;

  if (cf_filter_params_have_holes (&filter->params))
    return cf_refuse (error, "Inpainting has holes, and not regions");
  if (filter->n_planes != self->n_planes)
    return cf_refuse (error,
        "The regions are of pictures with %u planes, and "
        "the filter of such with %u",
        self->n_planes, filter->n_planes);
  for (i = 0; i < self->n_planes; i++)
    if (!cf_plane_same_geometry (&self->planes[i], &filter->planes[i]))
      return cf_refuse (
          error, "Plane %u of the regions is not that of the filter", i);
  for (k = 0; k < n_regions; k++)
    for (i = 0; i < self->n_planes; i++) {
      const CfRectangle *r = &regions[k].planes[i];

      if (!is_empty (r) && !is_within (r, &self->planes[i]))
        return cf_refuse (error,
            "Region %u has %d,%d to %d,%d of plane %u, which is not within its "
            "%dx%d samples",
            k, r->left, r->top, r->right, r->bottom, i, self->planes[i].width,
            self->planes[i].height);
    }
  return TRUE;
}

/* The part of a picture's planes, or where that is left out none of one. */
static void
scene_change (const CfRegions *self, const CfPlane *planes,
    const CfRegion *part, CfPlane *scene_change)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    const CfRectangle *r = &part->planes[i];

    scene_change[i] = planes[i];
    if (is_empty (r)) {
      scene_change[i].height = 0;
      continue;
    }
    scene_change[i].data +=
        (gssize)r->top * planes[i].stride
        + (gssize)r->left * planes[i].step * planes[i].bytes;
    scene_change[i].width = r->right - r->left;
    scene_change[i].height = r->bottom - r->top;
  }
}

/* Scratch for this part of the planes. */
static void
place_scratch (const CfRegions *self, const CfRegion *part, CfPlane *planes)
{
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    const CfRectangle *r = &part->planes[i];

    planes[i] = self->planes[i];
    planes[i].data = self->scratch + self->at[i];
    planes[i].width = r->right - r->left;
    planes[i].height = is_empty (r) ? 0 : r->bottom - r->top;
    planes[i].stride = scratch_stride (&planes[i], planes[i].width);
  }
}

/* Finds the part of the planes that has to be filtered for a region. Where it
 * ends within a plane, the border stands for real samples, but so far away that
 * the region does not see them. */
static void
find_view (const CfRegions *self, const CfFilter *filter,
    const CfRegion *region, CfRegion *view)
{
  gint across, down;
  guint i;

  cf_filter_params_reach (&filter->params, &across, &down);
  memset (view, 0, sizeof *view);
  for (i = 0; i < self->n_planes; i++) {
    const CfRectangle *r = &region->planes[i];
    const CfPlane *p = &self->planes[i];
    const gint left = MAX (r->left - across, 0), right = r->right + across;

    if (!(filter->filtered >> i & 1) || is_empty (r))
      continue;
    view->planes[i] = (CfRectangle){
      .left = left / COLUMNS * COLUMNS,
      .top = MAX (r->top - down, 0),
      .right = MIN (round_up (right, COLUMNS), (gsize)p->width),
      .bottom = MIN (r->bottom + down, p->height),
    };
  }
}

static guint64
count_samples (const CfRegions *self, const CfRegion *part)
{
  guint64 n = 0;
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    const CfRectangle *r = &part->planes[i];

    if (!is_empty (r))
      n += (guint64)(r->right - r->left) * (r->bottom - r->top)
           * self->planes[i].channels;
  }
  return n;
}

static CfRegion
whole (const CfRegions *self)
{
  CfRegion region = { 0 };
  guint i;

  for (i = 0; i < self->n_planes; i++)
    region.planes[i] =
        (CfRectangle){ 0, 0, self->planes[i].width, self->planes[i].height };
  return region;
}

static gboolean
is_best_filtered_whole (const CfRegions *self, const CfFilter *filter,
    const CfRegion *regions, guint n_regions)
{
  const CfRegion all = whole (self);
  CfRegion view;
  guint64 half, n = 0;
  guint k;

  if (!cf_filter_params_is_local (&filter->params))
    return TRUE;
  find_view (self, filter, &all, &view);
  half = count_samples (self, &view) / 2;
  for (k = 0; k < n_regions && n <= half; k++) {
    find_view (self, filter, &regions[k], &view);
    n += VIEW_COST + count_samples (self, &view);
  }
  return n > half && n_regions > 0;
}

/* Copies from scratch that holds `view` to the picture. */
static gboolean
copy_region (CfRegions *self, const CfFilter *filter, CfStream *stream,
    const CfRegion *view, const CfPlane *dst, const CfRegion *region,
    GError **error)
{
  CfPlane scratch[CF_MAX_PLANES], from[CF_MAX_PLANES], to[CF_MAX_PLANES];
  CfRegion in_view = *region, in_picture = *region;
  guint i;

  for (i = 0; i < self->n_planes; i++) {
    const CfRectangle *v = &view->planes[i];
    CfRectangle *r = &in_view.planes[i];

    if (!(filter->filtered >> i & 1) || is_empty (r)) {
      *r = in_picture.planes[i] = (CfRectangle){ 0 };
      continue;
    }
    r->left -= v->left;
    r->right -= v->left;
    r->top -= v->top;
    r->bottom -= v->top;
  }
  place_scratch (self, view, scratch);
  scene_change (self, scratch, &in_view, from);
  scene_change (self, dst, &in_picture, to);
  return cf_filter_run_part (self->copy, stream, from, to, error);
}

static gboolean
run_whole (CfRegions *self, CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, const CfRegion *regions,
    guint n_regions, GError **error)
{
  const gboolean was_pushed = cf_filter_params_future (&filter->params) > 0;
  const CfRegion all = whole (self);
  CfPlane scratch[CF_MAX_PLANES];
  gboolean ok;
  guint k;

  place_scratch (self, &all, scratch);
  ok = cf_filter_run (filter, stream, was_pushed ? NULL : src, scratch, error);
  for (k = 0; k < n_regions && ok; k++)
    ok = copy_region (self, filter, stream, &all, dst, &regions[k], error);
  return ok;
}

static gboolean
run_view (CfRegions *self, CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, const CfRegion *region,
    GError **error)
{
  CfPlane from[CF_MAX_PLANES], scratch[CF_MAX_PLANES];
  CfRegion view;

  find_view (self, filter, region, &view);
  scene_change (self, src, &view, from);
  place_scratch (self, &view, scratch);
  return cf_filter_run_part (filter, stream, from, scratch, error)
         && copy_region (self, filter, stream, &view, dst, region, error);
}

gboolean
cf_regions_run (CfRegions *self, CfFilter *filter, CfStream *stream,
    const CfPlane *src, const CfPlane *dst, const CfRegion *regions,
    guint n_regions, GError **error)
{
  gboolean ok = check (self, filter, regions, n_regions, error)
                && cf_filter_run (self->copy, stream, src, dst, error);
  guint k;

  if (ok && is_best_filtered_whole (self, filter, regions, n_regions))
    return run_whole (
        self, filter, stream, src, dst, regions, n_regions, error);
  for (k = 0; k < n_regions && ok; k++)
    ok = run_view (self, filter, stream, src, dst, &regions[k], error);
  return ok;
}
