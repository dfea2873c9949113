/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decides which targets a frame has. */
#include "gst/elements/snake/gcfsnaketracker.h"

#include "gst/elements/snake/gcfsnakehistory.h"
#include "gstcudasnakemeta.h"

#include <math.h>

/* Intervals from one frame to the next, of which the usual one is the median */
#define N_INTERVALS 5
#define INTERVALS_ENOUGH 3

/* A contour's outline may be its window's edge so far, for a rectangle that has
 * lost a target to begin another with it */
#define CUT_MAX 0.25

typedef struct {
  GcfSnakeFound found; /* in the last frame that had it; while it is away,
                        * moved to where it is expected */
  GcfSnakeHistory history;
  guint n_away; /* frames */
} Target;

struct _GcfSnakeTracker {
  GArray *targets; /* of Target */
  GArray *found;   /* the frame's, of GcfSnakeFound */
  guint last_id;
  GstClockTime last_time; /* of a frame, or NONE */
  GstClockTime intervals[N_INTERVALS];
  guint n_intervals;                        /* that there were */
  gboolean lost_whole[CF_SNAKE_STARTS_MAX]; /* its window did not limit */

  /* the frame */
  GcfSnakePlaces places;
  gboolean
      tried[CF_SNAKE_STARTS_MAX]; /* boxes; the first stands for a search */
  gboolean begun;                 /* the first starts are out */
  guint n_lost;

  /* the starts that are out: those of `n_tracked` targets come first, then
   * those of boxes */
  guint n_starts, n_tracked;
  gint boxes[CF_SNAKE_STARTS_MAX];
  gboolean lost_some;
};

static void
clear_target (gpointer data)
{
  g_free ((CfSnakePoint *)((Target *)data)->found.contour.points);
}

GcfSnakeTracker *
gcf_snake_tracker_new (void)
{
  GcfSnakeTracker *self = g_new0 (GcfSnakeTracker, 1);

  self->found = g_array_new (FALSE, FALSE, sizeof (GcfSnakeFound));
  self->targets = g_array_new (FALSE, FALSE, sizeof (Target));
  g_array_set_clear_func (self->targets, clear_target);
  self->last_time = GST_CLOCK_TIME_NONE;
  return self;
}

void
gcf_snake_tracker_free (GcfSnakeTracker *self)
{
  g_array_unref (self->targets);
  g_array_unref (self->found);
  g_free (self);
}

void
gcf_snake_tracker_reset (GcfSnakeTracker *self)
{
  g_array_set_size (self->targets, 0);
  self->last_time = GST_CLOCK_TIME_NONE;
  self->n_intervals = 0;
  memset (self->lost_whole, 0, sizeof (self->lost_whole));
}

static CfSnakePoint *
copy_points (const CfSnakeContour *contour)
{
  return g_memdup2 (contour->points, sizeof (CfSnakePoint) * contour->n_points);
}

static Target *
target (GcfSnakeTracker *self, guint i)
{
  return &g_array_index (self->targets, Target, i);
}

void
gcf_snake_tracker_reset_windows (GcfSnakeTracker *self)
{
  guint i;

  for (i = 0; i < self->targets->len; i++)
    target (self, i)->found.contour.window_width =
        target (self, i)->found.contour.window_height = 0;
}

void
gcf_snake_tracker_reset_histories (GcfSnakeTracker *self)
{
  guint i;

  for (i = 0; i < self->targets->len; i++)
    target (self, i)->history = (GcfSnakeHistory){ .n_looks = 0 };
}

static void
lose (GcfSnakeTracker *self, guint i)
{
  const GcfSnakeFound *found = &target (self, i)->found;

  if (found->box >= 0 && found->contour.cut <= CUT_MAX)
    self->lost_whole[found->box] = TRUE;
  g_array_remove_index (self->targets, i);
  self->n_lost++;
}

/* Returns how far to move so that low...high stays within 0...side */
static gint
keep_within (gdouble by, gint low, gint high, gint side)
{
  return CLAMP (by, -low, side - high);
}

/* One more frame without it: to where it is expected in the next. */
static void
move_on (GcfSnakeTracker *self, Target *t)
{
  const GstCudaSnakeContour contour = { .n_points = t->found.contour.n_points,
    .points = (const gint *)t->found.contour.points };
  CfSnakePoint *points = (CfSnakePoint *)t->found.contour.points;
  GstVideoRectangle box;
  gdouble x, y;
  gint dx, dy;
  guint i;

  gst_cuda_snake_contour_get_bounds (&contour, &box);
  gcf_snake_history_get_speed (&t->history, &x, &y);
  /* whole pixels altogether, not frame by frame */
  dx = keep_within (
      floor (x * (t->n_away + 1) + 0.5) - floor (x * t->n_away + 0.5), box.x,
      box.x + box.w, self->places.width);
  dy = keep_within (
      floor (y * (t->n_away + 1) + 0.5) - floor (y * t->n_away + 0.5), box.y,
      box.y + box.h, self->places.height);
  for (i = 0; i < t->found.contour.n_points; i++) {
    points[i].x += dx;
    points[i].y += dy;
  }
  t->n_away++;
}

/* 0 before there are enough of them */
static GstClockTime
usual_interval (const GcfSnakeTracker *self)
{
  const guint n = MIN (self->n_intervals, N_INTERVALS);
  GstClockTime sorted[N_INTERVALS];
  guint i, j;

  if (n < INTERVALS_ENOUGH)
    return 0;
  for (i = 0; i < n; i++) {
    for (j = i; j > 0 && sorted[j - 1] > self->intervals[i]; j--)
      sorted[j] = sorted[j - 1];
    sorted[j] = self->intervals[i];
  }
  return sorted[n / 2];
}

/* Frames that are missing before the one of this time; none where that is
 * another place in the stream. */
static guint
count_missing (GcfSnakeTracker *self, GstClockTime time)
{
  const GstClockTime last = self->last_time, usual = usual_interval (self);
  guint64 n;

  self->last_time = time;
  if (!GST_CLOCK_TIME_IS_VALID (last) || !GST_CLOCK_TIME_IS_VALID (time)
      || time <= last)
    return 0;
  self->intervals[self->n_intervals++ % N_INTERVALS] = time - last;
  n = usual > 0 ? (time - last + usual / 2) / usual : 0;
  return n > 1 && n <= GCF_SNAKE_AWAY_MAX ? n - 1 : 0;
}

void
gcf_snake_tracker_begin (GcfSnakeTracker *self, const GcfSnakePlaces *places)
{
  const guint n_missing = count_missing (self, places->time);
  guint i, k;

  self->places = *places;
  self->places.n_boxes = MIN (places->n_boxes, CF_SNAKE_STARTS_MAX);
  memset (self->tried, 0, sizeof (self->tried));
  self->begun = FALSE;
  self->n_lost = 0;
  if (!places->track)
    gcf_snake_tracker_reset (self);
  for (i = self->targets->len; i-- > 0;)
    if (target (self, i)->found.contour.n_points > places->max_nodes
        || (target (self, i)->n_away > 0
            && target (self, i)->history.n_looks == 0))
      lose (self, i);
  for (i = 0; i < self->targets->len; i++)
    for (k = 0; k < n_missing; k++)
      move_on (self, target (self, i));
}

/* TRUE if a target is where the box is: half of the smaller one is in both. */
static gboolean
is_at (const CfSnakeContour *c, const GstVideoRectangle *box)
{
  const GstCudaSnakeContour contour = { .n_points = c->n_points,
    .points = (const gint *)c->points };
  gint64 width, height, smaller;
  GstVideoRectangle b;

  gst_cuda_snake_contour_get_bounds (&contour, &b);
  width = MIN (b.x + b.w, box->x + box->w) - MAX (b.x, box->x);
  height = MIN (b.y + b.h, box->y + box->h) - MAX (b.y, box->y);
  smaller = MIN ((gint64)b.w * b.h, (gint64)box->w * box->h);
  return width > 0 && height > 0 && 2 * width * height >= smaller;
}

static gboolean
is_taken (GcfSnakeTracker *self, gint box)
{
  guint i;

  for (i = 0; i < self->targets->len; i++)
    switch (self->places.init) {
      case GST_CUDA_SNAKE_INIT_SEARCH:
        return TRUE;
      case GST_CUDA_SNAKE_INIT_RECTANGLE:
        if (target (self, i)->found.box == box)
          return TRUE;
        break;
      case GST_CUDA_SNAKE_INIT_ROI:
        if (is_at (&target (self, i)->found.contour, &self->places.boxes[box]))
          return TRUE;
        break;
    }
  return FALSE;
}

static void
start_from_box (GcfSnakeTracker *self, gint box, CfSnakeStart *start)
{
  *start = (CfSnakeStart){ .init = CF_SNAKE_SEARCH };
  if (self->places.init != GST_CUDA_SNAKE_INIT_SEARCH) {
    const GstVideoRectangle *b = &self->places.boxes[box];

    start->init = CF_SNAKE_RECTANGLE;
    start->x = b->x;
    start->y = b->y;
    start->width = b->w;
    start->height = b->h;
  }
}

guint
gcf_snake_tracker_next (GcfSnakeTracker *self, CfSnakeStart *starts)
{
  const gboolean search = self->places.init == GST_CUDA_SNAKE_INIT_SEARCH;
  const gint n_boxes = search ? 1 : self->places.n_boxes;
  guint n_free, i;
  gint box;

  self->n_starts = self->n_tracked = 0;
  if (self->begun && !self->lost_some)
    return 0;
  if (!self->begun) {
    for (i = 0; i < self->targets->len; i++) {
      const CfSnakeContour *c = &target (self, i)->found.contour;

      starts[i] = (CfSnakeStart){ .init = CF_SNAKE_POLYGON,
        .points = c->points,
        .n_points = c->n_points,
        .window_width = c->window_width,
        .window_height = c->window_height };
    }
    self->n_starts = self->n_tracked = self->targets->len;
  }
  n_free = CF_SNAKE_STARTS_MAX - self->targets->len;
  for (box = 0; box < n_boxes && n_free > 0; box++) {
    if (self->tried[box] || is_taken (self, box)
        || (!search
            && (self->places.boxes[box].w < 1
                || self->places.boxes[box].h < 1)))
      continue;
    self->tried[box] = TRUE;
    self->boxes[self->n_starts] = box;
    start_from_box (self, box, &starts[self->n_starts++]);
    n_free--;
  }
  self->begun = TRUE;
  self->lost_some = FALSE;
  return self->n_starts;
}

/* Decides about a target where this contour was found, or none (NULL): FALSE,
 * it is lost. */
static gboolean
go_on (GcfSnakeTracker *self, Target *t, const CfSnakeContour *contour)
{
  if (contour
      && gcf_snake_history_explains (&t->history, contour, t->n_away + 1)) {
    gcf_snake_history_add (&t->history, contour);
    clear_target (t);
    t->found.contour = *contour;
    t->found.contour.points = copy_points (contour);
    t->n_away = 0;
    return !self->places.must_settle
           || !gcf_snake_history_is_unsettled (&t->history);
  }
  if (!contour && t->n_away == 0)
    return FALSE;
  move_on (self, t);
  return t->n_away <= GCF_SNAKE_AWAY_MAX;
}

static void
begin_target (GcfSnakeTracker *self, gint box, const CfSnakeContour *contour)
{
  Target new = {
    .found = { .contour = *contour, .box = -1, .since = self->places.time }
  };

  if (self->places.init == GST_CUDA_SNAKE_INIT_RECTANGLE) {
    new.found.box = box;
    if (self->lost_whole[box] && contour->cut > CUT_MAX)
      return;
  }
  new.found.id = self->places.track ? ++self->last_id : (guint)box + 1;
  new.found.contour.points = copy_points (contour);
  gcf_snake_history_add (&new.history, contour);
  g_array_append_val (self->targets, new);
}

void
gcf_snake_tracker_add (GcfSnakeTracker *self, const CfSnakeResult *result)
{
  const CfSnakeContour *tracked[CF_SNAKE_STARTS_MAX] = { NULL };
  guint i;

  for (i = 0; i < result->n_contours; i++) {
    const CfSnakeContour *c = &result->contours[i];

    if (c->start < self->n_tracked)
      tracked[c->start] = c;
    else
      begin_target (self, self->boxes[c->start], c);
  }
  for (i = self->n_tracked; i-- > 0;)
    if (!go_on (self, target (self, i), tracked[i])) {
      lose (self, i);
      self->lost_some = TRUE;
    }
}

const GcfSnakeFound *
gcf_snake_tracker_get (GcfSnakeTracker *self, guint *n_found)
{
  guint i;

  g_array_set_size (self->found, 0);
  for (i = 0; i < self->targets->len; i++)
    if (target (self, i)->n_away == 0)
      g_array_append_val (self->found, target (self, i)->found);
  *n_found = self->found->len;
  return (const GcfSnakeFound *)self->found->data;
}

guint
gcf_snake_tracker_get_n_lost (GcfSnakeTracker *self)
{
  return self->n_lost;
}
