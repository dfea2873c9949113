/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are prepared for a picture's shape, by parameters. */
#include "gst/frame/gstcudafilterprepared.h"

#include "engine/core/cferror.h"

#define UNKNOWN_MASK G_MAXUINT64

/* A frame of a shape follows another up to this distance, where filters judge
 * what they take from it, and where they do not. */
#define FRAMES_JUDGED 8
#define FRAMES_UNJUDGED 3

/* A number tells masks from each other: 0 is that nothing is to be repaired, as
 * in a new filter. */
typedef struct {
  CfFilter *filter; /* NULL until a frame needs it */
  guint64 masked;   /* by which mask its holes are */
  guint64 last;     /* the last frame that it was for */
} Filter;

/* A picture's shape, and the filters that are prepared for it. */
typedef struct {
  GstCudaFilterPicture picture;
  gint field; /* which, where buffers are fields */
  Filter filters[GST_CUDA_FILTER_N_PREPARED];
  CfRegions *regions[GST_CUDA_FILTER_N_PREPARED]; /* NULL until needed */
  GstCudaFilterHoles holes;
  guint64 holes_of; /* which mask's these are */
  guint64 seen;     /* the last frame's number in the stream, from 1 */
  guint64 place;    /* the same with those that are missing */
} Shape;

/* A filter of earlier parameters, and what it is for. */
typedef struct {
  Filter filter;
  const Shape *shape;
  guint stream;
  CfFilterParams params;
  GstCudaFilterPlanes planes;
} Kept;

struct _GstCudaFilterPrepared {
  GstCudaFilterDevice *device;
  guint n_kept;
  GstCudaFilterPreparedWait wait;
  gpointer data;

  GstVideoInfo info;
  Shape shapes[GST_CUDA_FILTER_N_SHAPES];
  CfFilterParams params;
  GstCudaFilterPlanes planes;
  guint64 n_seen; /* frames of the stream */
  guint64 place;  /* and those that are missing */
  GQueue kept;    /* of Kept, the newest first */
  gpointer mask;  /* or NULL; a reference */
  GstCudaFilterHolesInit init_holes;
  guint64 mask_number, n_masks;
};

/* The end of filters */

static void
end_filter (GstCudaFilterPrepared *self, Filter *filter)
{
  if (filter->filter)
    self->wait (filter->last, self->data);
  g_clear_pointer (&filter->filter, cf_filter_free);
  filter->masked = 0;
}

static void
end_filters (GstCudaFilterPrepared *self, Shape *shape)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_PREPARED; i++)
    end_filter (self, &shape->filters[i]);
}

static void
end_kept (GstCudaFilterPrepared *self, guint n_left)
{
  while (self->kept.length > n_left) {
    Kept *oldest = g_queue_pop_tail (&self->kept);

    end_filter (self, &oldest->filter);
    g_free (oldest);
  }
}

/* When no frame is in work. */
static void
drop_regions (GstCudaFilterPrepared *self)
{
  guint i, k;

  for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++)
    for (k = 0; k < GST_CUDA_FILTER_N_PREPARED; k++)
      g_clear_pointer (&self->shapes[i].regions[k], cf_regions_free);
}

static void
end_all_filters (GstCudaFilterPrepared *self)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++)
    end_filters (self, &self->shapes[i]);
  end_kept (self, 0);
}

/* Filters of earlier parameters */

static void
keep_filters (GstCudaFilterPrepared *self, Shape *shape)
{
  guint i;

  if (cf_filter_params_are_costly (&self->params)) {
    end_filters (self, shape);
    return;
  }
  for (i = 0; i < GST_CUDA_FILTER_N_PREPARED; i++) {
    Filter *filter = &shape->filters[i];
    Kept *kept;

    if (!filter->filter)
      continue;
    kept = g_new0 (Kept, 1);
    kept->filter = *filter;
    kept->shape = shape;
    kept->stream = i;
    kept->params = self->params;
    kept->planes = self->planes;
    g_queue_push_head (&self->kept, kept);
    filter->filter = NULL;
  }
}

/* One that was in force before, with the same parameters. */
static gboolean
take_kept (GstCudaFilterPrepared *self, Shape *shape, guint stream)
{
  GList *link;

  for (link = self->kept.head; link; link = link->next) {
    Kept *kept = link->data;

    if (kept->shape == shape && kept->stream == stream
        && kept->planes == self->planes
        && cf_filter_params_equal (&kept->params, &self->params)) {
      shape->filters[stream] = kept->filter;
      g_queue_delete_link (&self->kept, link);
      g_free (kept);
      return TRUE;
    }
  }
  return FALSE;
}

/* Masks */

static void
clear_holes (GstCudaFilterHoles *holes)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    g_clear_pointer (&holes->bits[i], g_free);
}

/* The mask as holes of the picture's planes. */
static const CfInpaintHoles *
ensure_holes (GstCudaFilterPrepared *self, Shape *shape)
{
  if (shape->holes_of != self->mask_number) {
    clear_holes (&shape->holes);
    self->init_holes (
        &shape->holes, &shape->picture, &self->info, shape->field, self->mask);
    shape->holes_of = self->mask_number;
  }
  return shape->holes.planes;
}

static gboolean
ensure_masked (
    GstCudaFilterPrepared *self, Shape *shape, Filter *filter, GError **error)
{
  if (!cf_filter_params_have_holes (&self->params)
      || filter->masked == self->mask_number)
    return TRUE;
  /* after a failure nobody knows which it has */
  filter->masked = UNKNOWN_MASK;
  if (!cf_filter_set_holes (filter->filter, ensure_holes (self, shape), error))
    return FALSE;
  filter->masked = self->mask_number;
  return TRUE;
}

static void
drop_mask (GstCudaFilterPrepared *self)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++) {
    clear_holes (&self->shapes[i].holes);
    self->shapes[i].holes_of = 0;
  }
  g_clear_pointer (&self->mask, g_atomic_rc_box_release);
  self->mask_number = 0;
}

void
gst_cuda_filter_prepared_set_mask (
    GstCudaFilterPrepared *self, gpointer mask, GstCudaFilterHolesInit init)
{
  self->init_holes = init;
  if (mask == self->mask)
    return;
  g_clear_pointer (&self->mask, g_atomic_rc_box_release);
  if (mask) {
    self->mask = g_atomic_rc_box_acquire (mask);
    self->mask_number = ++self->n_masks;
  } else {
    self->mask_number = 0;
  }
}

/* Filters */

/* Adds what the picture says of its planes. */
static CfFilterParams
params_of_shape (GstCudaFilterPrepared *self, const Shape *shape)
{
  CfFilterParams params = self->params;
  const CfPlaneKinds kinds = {
    .chroma = gst_cuda_filter_picture_filtered (
        &shape->picture, GST_CUDA_FILTER_PLANES_CHROMA),
    .by_field = shape == &self->shapes[GST_CUDA_FILTER_SHAPE_BY_FIELD],
  };

  cf_filter_params_set_kinds (&params, &kinds);
  return params;
}

static void
list_planes (const GstCudaFilterPicture *picture, CfPlane *planes)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++)
    planes[i] = picture->planes[i].geometry;
}

static CfFilter *
make_filter (GstCudaFilterPrepared *self, Shape *shape, GError **error)
{
  const GstCudaFilterPicture *picture = &shape->picture;
  const CfFilterParams params = params_of_shape (self, shape);
  CfPlane planes[CF_MAX_PLANES];

  list_planes (picture, planes);
  return cf_filter_new (self->device->device, &params, planes,
      picture->n_planes,
      gst_cuda_filter_picture_filtered (picture, self->planes), error);
}

/* Kept filters give way where there is no memory for something else: TRUE, with
 * no error, where it may be tried again. */
static gboolean
make_room (GstCudaFilterPrepared *self, GError **error)
{
  if (self->kept.length == 0
      || !g_error_matches (*error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY))
    return FALSE;
  g_clear_error (error);
  end_kept (self, 0);
  return TRUE;
}

static gboolean
make_filter_or_room (
    GstCudaFilterPrepared *self, Shape *shape, Filter *filter, GError **error)
{
  GError *reason = NULL;

  filter->filter = make_filter (self, shape, &reason);
  if (!filter->filter && make_room (self, &reason))
    filter->filter = make_filter (self, shape, &reason);
  if (reason)
    g_propagate_error (error, reason);
  return filter->filter != NULL;
}

CfFilter *
gst_cuda_filter_prepared_get (GstCudaFilterPrepared *self,
    GstCudaFilterShape which, guint stream, guint64 frame, GError **error)
{
  Shape *shape = &self->shapes[which];
  Filter *filter =
      &shape->filters[cf_filter_params_have_history (&self->params) ? 0
                                                                    : stream];

  stream = filter - shape->filters;
  if (!filter->filter && !take_kept (self, shape, stream)
      && !make_filter_or_room (self, shape, filter, error))
    return NULL;
  filter->last = frame;
  return ensure_masked (self, shape, filter, error) ? filter->filter : NULL;
}

static CfRegions *
make_regions (GstCudaFilterPrepared *self, const Shape *shape, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];

  list_planes (&shape->picture, planes);
  return cf_regions_new (
      self->device->device, planes, shape->picture.n_planes, error);
}

CfRegions *
gst_cuda_filter_prepared_get_regions (GstCudaFilterPrepared *self,
    GstCudaFilterShape which, guint stream, GError **error)
{
  Shape *shape = &self->shapes[which];
  CfRegions **regions = &shape->regions[stream];
  GError *reason = NULL;

  if (!*regions)
    *regions = make_regions (self, shape, &reason);
  if (!*regions && make_room (self, &reason))
    *regions = make_regions (self, shape, &reason);
  if (reason)
    g_propagate_error (error, reason);
  return *regions;
}

/* Returns the filter of the last frame, or NULL. */
static CfFilter *
last_filter (const Shape *shape)
{
  const Filter *last = NULL;
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_PREPARED; i++) {
    const Filter *filter = &shape->filters[i];

    if (filter->filter && (!last || filter->last > last->last))
      last = filter;
  }
  return last ? last->filter : NULL;
}

gboolean
gst_cuda_filter_prepared_get_noise (GstCudaFilterPrepared *self,
    GstCudaFilterShape which, GstCudaFilterPlanes kinds, CfNoise *noise)
{
  const Shape *shape = &self->shapes[which];
  CfFilter *filter = last_filter (shape);
  const guint32 planes =
      gst_cuda_filter_picture_filtered (&shape->picture, kinds);
  gboolean is_known = FALSE;
  guint i;

  for (i = 0; filter && i < shape->picture.n_planes; i++) {
    CfNoise of_plane;

    if (!(planes >> i & 1) || !cf_filter_get_noise (filter, i, &of_plane))
      continue;
    if (!is_known || of_plane.sigma > noise->sigma)
      *noise = of_plane;
    is_known = TRUE;
  }
  return is_known;
}

const GstCudaFilterPicture *
gst_cuda_filter_prepared_get_picture (
    GstCudaFilterPrepared *self, GstCudaFilterShape shape)
{
  return &self->shapes[shape].picture;
}

/* Histories */

CfHistory
gst_cuda_filter_prepared_get_history (GstCudaFilterPrepared *self)
{
  return cf_filter_params_history (&self->params);
}

static void
forget_shape (Shape *shape)
{
  guint i;

  for (i = 0; i < GST_CUDA_FILTER_N_PREPARED; i++)
    if (shape->filters[i].filter)
      cf_filter_forget (shape->filters[i].filter);
}

void
gst_cuda_filter_prepared_forget (GstCudaFilterPrepared *self)
{
  const CfHistory history = cf_filter_params_history (&self->params);
  guint i;

  if (history.tracks)
    end_all_filters (self);
  else if (history.is_kept)
    for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++)
      forget_shape (&self->shapes[i]);
}

void
gst_cuda_filter_prepared_next (
    GstCudaFilterPrepared *self, GstCudaFilterShape which, guint n_missing)
{
  Shape *shape = &self->shapes[which];
  const guint64 distance = GST_VIDEO_INFO_INTERLACE_MODE (&self->info)
                                   == GST_VIDEO_INTERLACE_MODE_ALTERNATE
                               ? 2
                               : 1;
  const CfHistory history = cf_filter_params_history (&self->params);
  const guint frames = history.is_blind ? FRAMES_UNJUDGED : FRAMES_JUDGED;

  if (history.is_kept && shape->seen + frames * distance < self->n_seen + 1)
    forget_shape (shape);
  shape->seen = ++self->n_seen;
  self->place += 1 + n_missing;
  if (shape->filters[0].filter)
    cf_filter_set_elapsed (shape->filters[0].filter,
        (self->place - shape->place + distance / 2) / distance);
  shape->place = self->place;
}

/* Parameters */

gboolean
gst_cuda_filter_prepared_skip (
    GstCudaFilterPrepared *self, GstCudaFilterShape which)
{
  CfFilter *filter = self->shapes[which].filters[0].filter;

  return filter && cf_filter_skip (filter);
}

static gboolean
share_history (GstCudaFilterPrepared *self, const CfFilterParams *params,
    GstCudaFilterPlanes planes)
{
  return planes == self->planes
         && cf_filter_params_share_history (&self->params, params);
}

gboolean
gst_cuda_filter_prepared_goes_on (GstCudaFilterPrepared *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes)
{
  return (cf_filter_params_future (&self->params) == 0
             && cf_filter_params_future (params) == 0)
         || share_history (self, params, planes);
}

/* Takes parameters that share the history. A filter that does not take them is
 * made anew. */
static void
adopt (GstCudaFilterPrepared *self, const CfFilterParams *params)
{
  guint i;

  self->params = *params;
  for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++) {
    Shape *shape = &self->shapes[i];
    Filter *filter = &shape->filters[0];
    const CfFilterParams own = params_of_shape (self, shape);

    if (filter->filter && !cf_filter_adopt (filter->filter, &own))
      end_filter (self, filter);
  }
}

void
gst_cuda_filter_prepared_adopt (
    GstCudaFilterPrepared *self, const CfFilterParams *params)
{
  CfFilterParams mixed = self->params;

  if (cf_filter_params_mix (&mixed, params))
    adopt (self, &mixed);
}

gboolean
gst_cuda_filter_prepared_set_params (GstCudaFilterPrepared *self,
    const CfFilterParams *params, GstCudaFilterPlanes planes)
{
  static const CfFilterParams copy = { .op = CF_OP_COPY };
  const GstCudaFilterPicture *picture =
      &self->shapes[GST_CUDA_FILTER_SHAPE_PROGRESSIVE].picture;
  gboolean is_identity = cf_filter_params_is_identity (
      params, gst_cuda_filter_picture_filtered (picture, planes));
  guint i;

  /* Frames that cannot pass through, as they go into other memory, keep every
   * bit all the same. Those that were pushed are with their filter. */
  if (is_identity && cf_filter_params_future (params) == 0)
    params = &copy;
  if (share_history (self, params, planes)) {
    adopt (self, params);
    return is_identity;
  }
  /* tracking ends even where the same is said again */
  if (planes == self->planes && !cf_filter_params_history (&self->params).tracks
      && cf_filter_params_equal (params, &self->params))
    return is_identity;
  for (i = 0; i < GST_CUDA_FILTER_N_SHAPES; i++)
    keep_filters (self, &self->shapes[i]);
  end_kept (self, self->n_kept);
  self->params = *params;
  self->planes = planes;
  return is_identity;
}

void
gst_cuda_filter_prepared_set_info (
    GstCudaFilterPrepared *self, const GstVideoInfo *info)
{
  Shape *shapes = self->shapes;

  if (gst_cuda_filter_picture_is_same (&self->info, info)) {
    self->info = *info;
    return;
  }
  end_all_filters (self);
  drop_regions (self);
  drop_mask (self);
  self->info = *info;
  gst_cuda_filter_picture_init (
      &shapes[GST_CUDA_FILTER_SHAPE_PROGRESSIVE].picture, info, FALSE);
  gst_cuda_filter_picture_init (
      &shapes[GST_CUDA_FILTER_SHAPE_BY_FIELD].picture, info, TRUE);
  gst_cuda_filter_picture_init (
      &shapes[GST_CUDA_FILTER_SHAPE_SECOND_FIELD].picture, info, FALSE);
  shapes[GST_CUDA_FILTER_SHAPE_SECOND_FIELD].field = 1;
}

GstCudaFilterPrepared *
gst_cuda_filter_prepared_new (GstCudaFilterDevice *device, guint n_kept,
    GstCudaFilterPreparedWait wait, gpointer data)
{
  GstCudaFilterPrepared *self = g_new0 (GstCudaFilterPrepared, 1);

  self->device = gst_cuda_filter_device_ref (device);
  self->n_kept = n_kept;
  self->wait = wait;
  self->data = data;
  return self;
}

void
gst_cuda_filter_prepared_free (GstCudaFilterPrepared *self)
{
  end_all_filters (self);
  drop_regions (self);
  drop_mask (self);
  gst_cuda_filter_device_unref (self->device);
  g_free (self);
}
