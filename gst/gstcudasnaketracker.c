/* Which targets a frame has. */
#include "gstcudasnaketracker.h"

#include "gstcudasnakemeta.h"

struct _GstCudaSnakeTracker {
  GArray *targets; /* of GstCudaSnakeFound */
  guint last_id;

  /* the frame */
  GstCudaSnakePlaces places;
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
  g_free ((CfSnakePoint *)((GstCudaSnakeFound *)data)->contour.points);
}

GstCudaSnakeTracker *
gst_cuda_snake_tracker_new (void)
{
  GstCudaSnakeTracker *self = g_new0 (GstCudaSnakeTracker, 1);

  self->targets = g_array_new (FALSE, FALSE, sizeof (GstCudaSnakeFound));
  g_array_set_clear_func (self->targets, clear_target);
  return self;
}

void
gst_cuda_snake_tracker_free (GstCudaSnakeTracker *self)
{
  g_array_unref (self->targets);
  g_free (self);
}

void
gst_cuda_snake_tracker_reset (GstCudaSnakeTracker *self)
{
  g_array_set_size (self->targets, 0);
}

static GstCudaSnakeFound *
target (GstCudaSnakeTracker *self, guint i)
{
  return &g_array_index (self->targets, GstCudaSnakeFound, i);
}

void
gst_cuda_snake_tracker_reset_windows (GstCudaSnakeTracker *self)
{
  guint i;

  for (i = 0; i < self->targets->len; i++)
    target (self, i)->contour.window_width =
        target (self, i)->contour.window_height = 0;
}

void
gst_cuda_snake_tracker_begin (
    GstCudaSnakeTracker *self, const GstCudaSnakePlaces *places)
{
  guint i;

  self->places = *places;
  self->places.n_boxes = MIN (places->n_boxes, CF_SNAKE_STARTS_MAX);
  memset (self->tried, 0, sizeof (self->tried));
  self->begun = FALSE;
  self->n_lost = 0;
  if (!places->track)
    gst_cuda_snake_tracker_reset (self);
  for (i = self->targets->len; i-- > 0;)
    if (target (self, i)->contour.n_points > places->max_nodes) {
      g_array_remove_index (self->targets, i);
      self->n_lost++;
    }
}

/* Whether a target is where the box is: half of the smaller one is in both. */
static gboolean
is_at (const GstCudaSnakeFound *found, const GstVideoRectangle *box)
{
  const GstCudaSnakeContour contour = { .n_points = found->contour.n_points,
    .points = (const gint *)found->contour.points };
  gint64 width, height, smaller;
  GstVideoRectangle b;

  gst_cuda_snake_contour_get_bounds (&contour, &b);
  width = MIN (b.x + b.w, box->x + box->w) - MAX (b.x, box->x);
  height = MIN (b.y + b.h, box->y + box->h) - MAX (b.y, box->y);
  smaller = MIN ((gint64)b.w * b.h, (gint64)box->w * box->h);
  return width > 0 && height > 0 && 2 * width * height >= smaller;
}

static gboolean
is_taken (GstCudaSnakeTracker *self, gint box)
{
  guint i;

  for (i = 0; i < self->targets->len; i++)
    switch (self->places.init) {
      case GST_CUDA_SNAKE_INIT_SEARCH:
        return TRUE;
      case GST_CUDA_SNAKE_INIT_RECTANGLE:
        if (target (self, i)->box == box)
          return TRUE;
        break;
      case GST_CUDA_SNAKE_INIT_ROI:
        if (is_at (target (self, i), &self->places.boxes[box]))
          return TRUE;
        break;
    }
  return FALSE;
}

static void
start_from_box (GstCudaSnakeTracker *self, gint box, CfSnakeStart *start)
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
gst_cuda_snake_tracker_next (GstCudaSnakeTracker *self, CfSnakeStart *starts)
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
      const CfSnakeContour *c = &target (self, i)->contour;

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

void
gst_cuda_snake_tracker_add (
    GstCudaSnakeTracker *self, const CfSnakeResult *result)
{
  gboolean kept[CF_SNAKE_STARTS_MAX] = { FALSE };
  guint i;

  for (i = 0; i < result->n_contours; i++) {
    const CfSnakeContour *c = &result->contours[i];
    CfSnakePoint *points =
        g_memdup2 (c->points, sizeof (CfSnakePoint) * c->n_points);

    if (c->start < self->n_tracked) {
      GstCudaSnakeFound *found = target (self, c->start);

      kept[c->start] = TRUE;
      clear_target (found);
      found->contour = *c;
      found->contour.points = points;
    } else {
      GstCudaSnakeFound found = { .contour = *c, .box = -1 };
      const gint box = self->boxes[c->start];

      found.contour.points = points;
      found.id = self->places.track ? ++self->last_id : (guint)box + 1;
      if (self->places.init == GST_CUDA_SNAKE_INIT_RECTANGLE)
        found.box = box;
      g_array_append_val (self->targets, found);
    }
  }
  for (i = self->n_tracked; i-- > 0;)
    if (!kept[i]) {
      g_array_remove_index (self->targets, i);
      self->n_lost++;
      self->lost_some = TRUE;
    }
}

const GstCudaSnakeFound *
gst_cuda_snake_tracker_get (GstCudaSnakeTracker *self, guint *n_found)
{
  *n_found = self->targets->len;
  return (const GstCudaSnakeFound *)self->targets->data;
}

guint
gst_cuda_snake_tracker_get_n_lost (GstCudaSnakeTracker *self)
{
  return self->n_lost;
}
