/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Filters that are kept for frames of a field mode, by parameters. */
#include "gst/frame/gcffiltercache.h"

#include "engine/core/cferror.h"

#define UNKNOWN_MASK G_MAXUINT64

/* A frame of a field mode follows another up to this distance, where filters
 * judge what they take from it, and where they do not. */
#define FRAMES_JUDGED 8
#define FRAMES_UNJUDGED 3

/* A number tells masks from each other: 0 is that nothing is to be repaired, as
 * in a new filter. */
typedef struct {
  CfFilter *filter; /* NULL until a frame needs it */
  guint64 masked;   /* by which mask its holes are */
  guint64 last;     /* the last frame that it was for */
} Filter;

/* A field mode, and the filters that are kept for it. */
typedef struct {
  GcfPicture picture;
  gint field; /* which, where buffers are fields */
  Filter filters[GCF_N_FILTER_CACHES];
  CfRegions *regions[GCF_N_FILTER_CACHES]; /* NULL until needed */
  GcfHoles holes;
  guint64 holes_of; /* which mask's these are */
  guint64 seen;     /* the last frame's number in the stream, from 1 */
  guint64 place;    /* the same with those that are missing */
} ModeFilters;

/* A filter of earlier parameters, and what it is for. */
typedef struct {
  Filter filter;
  const ModeFilters *field_mode;
  guint stream;
  CfFilterParams params;
  GstCudaFilterPlanes planes;
} Pool;

struct _GcfFilterCache {
  GcfDevice *device;
  guint n_kept;
  GcfFilterCacheWait wait;
  gpointer data;

  GstVideoInfo info;
  ModeFilters field_modes[GCF_N_FIELD_MODES];
  CfFilterParams params;
  GstCudaFilterPlanes planes;
  guint64 n_seen; /* frames of the stream */
  guint64 place;  /* and those that are missing */
  GQueue kept;    /* of Kept, the newest first */
  gpointer mask;  /* or NULL; a reference */
  GcfHolesInit init_holes;
  guint64 mask_number, n_masks;
};

/* The end of filters */

static void
end_filter (GcfFilterCache *self, Filter *filter)
{
  if (filter->filter)
    self->wait (filter->last, self->data);
  g_clear_pointer (&filter->filter, cf_filter_free);
  filter->masked = 0;
}

static void
end_filters (GcfFilterCache *self, ModeFilters *field_mode)
{
  guint i;

  for (i = 0; i < GCF_N_FILTER_CACHES; i++)
    end_filter (self, &field_mode->filters[i]);
}

static void
end_kept (GcfFilterCache *self, guint n_left)
{
  while (self->kept.length > n_left) {
    Pool *oldest = g_queue_pop_tail (&self->kept);

    end_filter (self, &oldest->filter);
    g_free (oldest);
  }
}

/* When no frame is in work. */
static void
drop_regions (GcfFilterCache *self)
{
  guint i, k;

  for (i = 0; i < GCF_N_FIELD_MODES; i++)
    for (k = 0; k < GCF_N_FILTER_CACHES; k++)
      g_clear_pointer (&self->field_modes[i].regions[k], cf_regions_free);
}

static void
end_all_filters (GcfFilterCache *self)
{
  guint i;

  for (i = 0; i < GCF_N_FIELD_MODES; i++)
    end_filters (self, &self->field_modes[i]);
  end_kept (self, 0);
}

/* Filters of earlier parameters */

static void
keep_filters (GcfFilterCache *self, ModeFilters *field_mode)
{
  guint i;

  if (cf_filter_params_are_costly (&self->params)) {
    end_filters (self, field_mode);
    return;
  }
  for (i = 0; i < GCF_N_FILTER_CACHES; i++) {
    Filter *filter = &field_mode->filters[i];
    Pool *kept;

    if (!filter->filter)
      continue;
    kept = g_new0 (Pool, 1);
    kept->filter = *filter;
    kept->field_mode = field_mode;
    kept->stream = i;
    kept->params = self->params;
    kept->planes = self->planes;
    g_queue_push_head (&self->kept, kept);
    filter->filter = NULL;
  }
}

/* One that was in force before, with the same parameters. */
static gboolean
take_kept (GcfFilterCache *self, ModeFilters *field_mode, guint stream)
{
  GList *link;

  for (link = self->kept.head; link; link = link->next) {
    Pool *kept = link->data;

    if (kept->field_mode == field_mode && kept->stream == stream
        && kept->planes == self->planes
        && cf_filter_params_equal (&kept->params, &self->params)) {
      field_mode->filters[stream] = kept->filter;
      g_queue_delete_link (&self->kept, link);
      g_free (kept);
      return TRUE;
    }
  }
  return FALSE;
}

/* Masks */

static void
clear_holes (GcfHoles *holes)
{
  guint i;

  for (i = 0; i < CF_MAX_PLANES; i++)
    g_clear_pointer (&holes->bits[i], g_free);
}

/* The mask as holes of the picture's planes. */
static const CfInpaintHoles *
ensure_holes (GcfFilterCache *self, ModeFilters *field_mode)
{
  if (field_mode->holes_of != self->mask_number) {
    clear_holes (&field_mode->holes);
    self->init_holes (&field_mode->holes, &field_mode->picture, &self->info,
        field_mode->field, self->mask);
    field_mode->holes_of = self->mask_number;
  }
  return field_mode->holes.planes;
}

static gboolean
ensure_masked (GcfFilterCache *self, ModeFilters *field_mode, Filter *filter,
    GError **error)
{
  if (!cf_filter_params_have_holes (&self->params)
      || filter->masked == self->mask_number)
    return TRUE;
  /* after a failure nobody knows which it has */
  filter->masked = UNKNOWN_MASK;
  if (!cf_filter_set_holes (
          filter->filter, ensure_holes (self, field_mode), error))
    return FALSE;
  filter->masked = self->mask_number;
  return TRUE;
}

static void
drop_mask (GcfFilterCache *self)
{
  guint i;

  for (i = 0; i < GCF_N_FIELD_MODES; i++) {
    clear_holes (&self->field_modes[i].holes);
    self->field_modes[i].holes_of = 0;
  }
  g_clear_pointer (&self->mask, g_atomic_rc_box_release);
  self->mask_number = 0;
}

void
gcf_filter_cache_set_mask (
    GcfFilterCache *self, gpointer mask, GcfHolesInit init)
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
params_of_field_mode (GcfFilterCache *self, const ModeFilters *field_mode)
{
  CfFilterParams params = self->params;
  const CfPlaneKinds kinds = {
    .chroma = gcf_picture_filtered (&field_mode->picture, GCF_PLANES_CHROMA),
    .by_field = field_mode == &self->field_modes[GCF_FIELD_MODE_BY_FIELD],
  };

  cf_filter_params_set_kinds (&params, &kinds);
  return params;
}

static void
list_planes (const GcfPicture *picture, CfPlane *planes)
{
  guint i;

  for (i = 0; i < picture->n_planes; i++)
    planes[i] = picture->planes[i].geometry;
}

static CfFilter *
make_filter (GcfFilterCache *self, ModeFilters *field_mode, GError **error)
{
  const GcfPicture *picture = &field_mode->picture;
  const CfFilterParams params = params_of_field_mode (self, field_mode);
  CfPlane planes[CF_MAX_PLANES];

  list_planes (picture, planes);
  return cf_filter_new (self->device->device, &params, planes,
      picture->n_planes, gcf_picture_filtered (picture, self->planes), error);
}

/* Kept filters give way where there is no memory for something else: TRUE, with
 * no error, where it may be tried again. */
static gboolean
make_room (GcfFilterCache *self, GError **error)
{
  if (self->kept.length == 0
      || !g_error_matches (*error, CF_ERROR, CF_ERROR_OUT_OF_MEMORY))
    return FALSE;
  g_clear_error (error);
  end_kept (self, 0);
  return TRUE;
}

static gboolean
make_filter_or_room (GcfFilterCache *self, ModeFilters *field_mode,
    Filter *filter, GError **error)
{
  GError *reason = NULL;

  filter->filter = make_filter (self, field_mode, &reason);
  if (!filter->filter && make_room (self, &reason))
    filter->filter = make_filter (self, field_mode, &reason);
  if (reason)
    g_propagate_error (error, reason);
  return filter->filter != NULL;
}

CfFilter *
gcf_filter_cache_get (GcfFilterCache *self, GcfFieldMode which, guint stream,
    guint64 frame, GError **error)
{
  ModeFilters *field_mode = &self->field_modes[which];
  Filter *filter =
      &field_mode
           ->filters[cf_filter_params_have_history (&self->params) ? 0
                                                                   : stream];

  stream = filter - field_mode->filters;
  if (!filter->filter && !take_kept (self, field_mode, stream)
      && !make_filter_or_room (self, field_mode, filter, error))
    return NULL;
  filter->last = frame;
  return ensure_masked (self, field_mode, filter, error) ? filter->filter
                                                         : NULL;
}

static CfRegions *
make_regions (
    GcfFilterCache *self, const ModeFilters *field_mode, GError **error)
{
  CfPlane planes[CF_MAX_PLANES];

  list_planes (&field_mode->picture, planes);
  return cf_regions_new (
      self->device->device, planes, field_mode->picture.n_planes, error);
}

CfRegions *
gcf_filter_cache_get_regions (
    GcfFilterCache *self, GcfFieldMode which, guint stream, GError **error)
{
  ModeFilters *field_mode = &self->field_modes[which];
  CfRegions **regions = &field_mode->regions[stream];
  GError *reason = NULL;

  if (!*regions)
    *regions = make_regions (self, field_mode, &reason);
  if (!*regions && make_room (self, &reason))
    *regions = make_regions (self, field_mode, &reason);
  if (reason)
    g_propagate_error (error, reason);
  return *regions;
}

/* Returns the filter of the last frame, or NULL. */
static CfFilter *
last_filter (const ModeFilters *field_mode)
{
  const Filter *last = NULL;
  guint i;

  for (i = 0; i < GCF_N_FILTER_CACHES; i++) {
    const Filter *filter = &field_mode->filters[i];

    if (filter->filter && (!last || filter->last > last->last))
      last = filter;
  }
  return last ? last->filter : NULL;
}

gboolean
gcf_filter_cache_get_noise (GcfFilterCache *self, GcfFieldMode which,
    GstCudaFilterPlanes kinds, CfNoise *noise)
{
  const ModeFilters *field_mode = &self->field_modes[which];
  CfFilter *filter = last_filter (field_mode);
  const guint32 planes = gcf_picture_filtered (&field_mode->picture, kinds);
  gboolean is_known = FALSE;
  guint i;

  for (i = 0; filter && i < field_mode->picture.n_planes; i++) {
    CfNoise of_plane;

    if (!(planes >> i & 1) || !cf_filter_get_noise (filter, i, &of_plane))
      continue;
    if (!is_known || of_plane.sigma > noise->sigma)
      *noise = of_plane;
    is_known = TRUE;
  }
  return is_known;
}

const GcfPicture *
gcf_filter_cache_get_picture (GcfFilterCache *self, GcfFieldMode field_mode)
{
  return &self->field_modes[field_mode].picture;
}

/* Histories */

CfHistory
gcf_filter_cache_get_history (GcfFilterCache *self)
{
  return cf_filter_params_history (&self->params);
}

static void
reset_field_mode (ModeFilters *field_mode)
{
  guint i;

  for (i = 0; i < GCF_N_FILTER_CACHES; i++)
    if (field_mode->filters[i].filter)
      cf_filter_reset (field_mode->filters[i].filter);
}

void
gcf_filter_cache_reset (GcfFilterCache *self)
{
  const CfHistory history = cf_filter_params_history (&self->params);
  guint i;

  if (history.tracks)
    end_all_filters (self);
  else if (history.is_kept)
    for (i = 0; i < GCF_N_FIELD_MODES; i++)
      reset_field_mode (&self->field_modes[i]);
}

void
gcf_filter_cache_next (
    GcfFilterCache *self, GcfFieldMode which, guint n_missing)
{
  ModeFilters *field_mode = &self->field_modes[which];
  const guint64 distance = GST_VIDEO_INFO_INTERLACE_MODE (&self->info)
                                   == GST_VIDEO_INTERLACE_MODE_ALTERNATE
                               ? 2
                               : 1;
  const CfHistory history = cf_filter_params_history (&self->params);
  const guint frames = history.is_blind ? FRAMES_UNJUDGED : FRAMES_JUDGED;

  if (history.is_kept
      && field_mode->seen + frames * distance < self->n_seen + 1)
    reset_field_mode (field_mode);
  field_mode->seen = ++self->n_seen;
  self->place += 1 + n_missing;
  if (field_mode->filters[0].filter)
    cf_filter_set_elapsed (field_mode->filters[0].filter,
        (self->place - field_mode->place + distance / 2) / distance);
  field_mode->place = self->place;
}

/* Parameters */

gboolean
gcf_filter_cache_skip (GcfFilterCache *self, GcfFieldMode which)
{
  CfFilter *filter = self->field_modes[which].filters[0].filter;

  return filter && cf_filter_skip (filter);
}

static gboolean
share_history (GcfFilterCache *self, const CfFilterParams *params,
    GstCudaFilterPlanes planes)
{
  return planes == self->planes
         && cf_filter_params_share_history (&self->params, params);
}

gboolean
gcf_filter_cache_goes_on (GcfFilterCache *self, const CfFilterParams *params,
    GstCudaFilterPlanes planes)
{
  return (cf_filter_params_future (&self->params) == 0
             && cf_filter_params_future (params) == 0)
         || share_history (self, params, planes);
}

/* Takes parameters that share the history. A filter that does not take them is
 * made anew. */
static void
update (GcfFilterCache *self, const CfFilterParams *params)
{
  guint i;

  self->params = *params;
  for (i = 0; i < GCF_N_FIELD_MODES; i++) {
    ModeFilters *field_mode = &self->field_modes[i];
    Filter *filter = &field_mode->filters[0];
    const CfFilterParams own = params_of_field_mode (self, field_mode);

    if (filter->filter && !cf_filter_update (filter->filter, &own))
      end_filter (self, filter);
  }
}

void
gcf_filter_cache_update (GcfFilterCache *self, const CfFilterParams *params)
{
  CfFilterParams mixed = self->params;

  if (cf_filter_params_mix (&mixed, params))
    update (self, &mixed);
}

gboolean
gcf_filter_cache_set_params (GcfFilterCache *self, const CfFilterParams *params,
    GstCudaFilterPlanes planes)
{
  static const CfFilterParams copy = { .op = CF_OP_COPY };
  const GcfPicture *picture =
      &self->field_modes[GCF_FIELD_MODE_PROGRESSIVE].picture;
  gboolean is_identity = cf_filter_params_is_identity (
      params, gcf_picture_filtered (picture, planes));
  guint i;

  /* Frames that cannot pass through, as they go into other memory, keep every
   * bit all the same. Those that were pushed are with their filter. */
  if (is_identity && cf_filter_params_future (params) == 0)
    params = &copy;
  if (share_history (self, params, planes)) {
    update (self, params);
    return is_identity;
  }
  /* tracking ends even where the same is said again */
  if (planes == self->planes && !cf_filter_params_history (&self->params).tracks
      && cf_filter_params_equal (params, &self->params))
    return is_identity;
  for (i = 0; i < GCF_N_FIELD_MODES; i++)
    keep_filters (self, &self->field_modes[i]);
  end_kept (self, self->n_kept);
  self->params = *params;
  self->planes = planes;
  return is_identity;
}

void
gcf_filter_cache_set_info (GcfFilterCache *self, const GstVideoInfo *info)
{
  ModeFilters *field_modes = self->field_modes;

  if (gcf_picture_is_same (&self->info, info)) {
    self->info = *info;
    return;
  }
  end_all_filters (self);
  drop_regions (self);
  drop_mask (self);
  self->info = *info;
  gcf_picture_init (
      &field_modes[GCF_FIELD_MODE_PROGRESSIVE].picture, info, FALSE);
  gcf_picture_init (&field_modes[GCF_FIELD_MODE_BY_FIELD].picture, info, TRUE);
  gcf_picture_init (
      &field_modes[GCF_FIELD_MODE_SECOND_FIELD].picture, info, FALSE);
  field_modes[GCF_FIELD_MODE_SECOND_FIELD].field = 1;
}

GcfFilterCache *
gcf_filter_cache_new (
    GcfDevice *device, guint n_kept, GcfFilterCacheWait wait, gpointer data)
{
  GcfFilterCache *self = g_new0 (GcfFilterCache, 1);

  self->device = gcf_device_ref (device);
  self->n_kept = n_kept;
  self->wait = wait;
  self->data = data;
  return self;
}

void
gcf_filter_cache_free (GcfFilterCache *self)
{
  end_all_filters (self);
  drop_regions (self);
  drop_mask (self);
  gcf_device_unref (self->device);
  g_free (self);
}
