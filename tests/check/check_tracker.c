/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The parts of cudasnake that know no buffers: which targets a frame has, the
 * text of rectangles, and outlines. */
#include "suite.h"
#include <math.h>

#include "engine/core/cferror.h"
#include "gst/elements/snake/gcfsnakefill.h"
#include "gst/elements/snake/gcfsnakeoutline.h"
#include "gst/filter/gcfrectangles.h"
#include "gst/elements/snake/gcfsnaketracker.h"

static GcfSnakeTracker *tracker;
static CfSnakeStart starts[CF_SNAKE_STARTS_MAX];

static void
setup (void)
{
  tracker = gcf_snake_tracker_new ();
}

static void
teardown (void)
{
  gcf_snake_tracker_free (tracker);
}

static guint
begin (GstCudaSnakeInit init, gboolean track, const GstVideoRectangle *boxes,
    guint n_boxes)
{
  const GcfSnakePlaces places = { init, track, 512, boxes, n_boxes };

  gcf_snake_tracker_begin (tracker, &places);
  return gcf_snake_tracker_next (tracker, starts);
}

/* Start i found a square at (x, y), of 10 pixels. Points are gone when this
 * returns, as after another run. */
typedef struct {
  guint start;
  gint x, y;
} Square;

static void
add (const Square *squares, guint n)
{
  CfSnakeContour contours[CF_SNAKE_STARTS_MAX];
  CfSnakePoint points[CF_SNAKE_STARTS_MAX][4];
  const CfSnakeResult result = { contours, n };

  for (guint i = 0; i < n; i++) {
    const gint x = squares[i].x, y = squares[i].y;

    points[i][0] = (CfSnakePoint){ x, y };
    points[i][1] = (CfSnakePoint){ x, y + 10 };
    points[i][2] = (CfSnakePoint){ x + 10, y + 10 };
    points[i][3] = (CfSnakePoint){ x + 10, y };
    contours[i] = (CfSnakeContour){ .start = squares[i].start,
      .points = points[i],
      .n_points = 4,
      .window_width = 40 + x,
      .window_height = 50 + y };
  }
  gcf_snake_tracker_add (tracker, &result);
  memset (points, 0, sizeof (points));
}

static void
check_target (guint index, guint n, guint id, gint x)
{
  guint n_found;
  const GcfSnakeFound *found = gcf_snake_tracker_get (tracker, &n_found);

  assert_equals_int (n_found, n);
  assert_equals_int (found[index].id, id);
  assert_equals_int (found[index].contour.points[0].x, x);
}

static void
check_no_target (void)
{
  guint n_found;

  gcf_snake_tracker_get (tracker, &n_found);
  assert_equals_int (n_found, 0);
}

/* The engine's, for all who match it by name. */
TEST (test_error_domain)
{
  assert_equals_string (g_quark_to_string (CF_ERROR), "cf-error-quark");
}

/* A target is followed, with the window that it has; where it is lost the frame
 * is searched, and what is found then is another. */
TEST (test_search)
{
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
  add (NULL, 0);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_no_target ();
  for (gint i = 0; i < 5; i++) {
    assert_equals_int (begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0), 1);
    assert_equals_int (
        starts[0].init, i == 0 ? CF_SNAKE_SEARCH : CF_SNAKE_POLYGON);
    if (i > 0) {
      assert_equals_int (starts[0].n_points, 4);
      assert_equals_int (starts[0].points[2].x, i - 1 + 10);
      assert_equals_int (starts[0].window_width, 40 + i - 1);
      assert_equals_int (starts[0].window_height, 50 + 7);
    }
    add (&(Square){ 0, i, 7 }, 1);
    assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
    check_target (0, 1, 1, i);
    assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 0);
  }

  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0), 1);
  add (NULL, 0);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
  add (&(Square){ 0, 99, 0 }, 1);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (0, 1, 2, 99);
  assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 1);
}

/* A target knows the time of its first frame, which its last one does not
 * change. */
TEST (test_since)
{
  const GstVideoRectangle boxes[] = { { 0, 0, 10, 10 }, { 50, 0, 10, 10 } };
  const GstClockTime times[] = { 0, 40, 80, GST_CLOCK_TIME_NONE };
  guint i, n;

  for (i = 0; i < G_N_ELEMENTS (times); i++) {
    const GcfSnakePlaces places = { .init = GST_CUDA_SNAKE_INIT_RECTANGLE,
      .track = TRUE,
      .max_nodes = 512,
      .boxes = boxes,
      .n_boxes = 2,
      .time = times[i] };
    const Square squares[] = { { 0, 0, 0 }, { 1, 50, 0 } };
    const GcfSnakeFound *found;

    /* the second is there from the third frame on */
    gcf_snake_tracker_begin (tracker, &places);
    assert_equals_int (gcf_snake_tracker_next (tracker, starts), 2);
    add (squares, i < 2 ? 1 : 2);
    found = gcf_snake_tracker_get (tracker, &n);
    assert_equals_int (n, i < 2 ? 1 : 2);
    assert_equals_uint64 (found[0].since, 0);
    if (i >= 2)
      assert_equals_uint64 (found[1].since, 80);
  }
}

/* Each rectangle has a target of its own, and is tried again where that is
 * lost, in the same frame and in every one that follows. */
TEST (test_rectangles)
{
  const GstVideoRectangle boxes[] = { { 0, 0, 10, 10 }, { 0, 0, 0, 0 },
    { 50, 0, 10, 10 }, { 90, 0, 10, 10 } };
  const Square first[] = { { 0, 1, 1 }, { 2, 91, 1 } };
  const Square second[] = { { 1, 92, 1 }, { 2, 52, 2 } };
  const Square again[] = { { 0, 3, 3 } };

  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_RECTANGLE, TRUE, boxes, 4), 3);
  for (guint i = 0; i < 3; i++)
    assert_equals_int (starts[i].init, CF_SNAKE_RECTANGLE);
  assert_equals_int (starts[1].x, 50);
  assert_equals_int (starts[1].width, 10);
  add (first, 2);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (0, 2, 1, 1);
  check_target (1, 2, 2, 91);

  /* two are followed, the third is tried; the first is lost, tried, not found
   */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_RECTANGLE, TRUE, boxes, 4), 3);
  assert_equals_int (starts[0].init, CF_SNAKE_POLYGON);
  assert_equals_int (starts[1].init, CF_SNAKE_POLYGON);
  assert_equals_int (starts[2].init, CF_SNAKE_RECTANGLE);
  assert_equals_int (starts[2].x, 50);
  add (second, 2);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_RECTANGLE);
  assert_equals_int (starts[0].x, 0);
  add (NULL, 0);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (0, 2, 2, 92);
  check_target (1, 2, 3, 52);

  /* there again, it is a new one */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_RECTANGLE, TRUE, boxes, 4), 3);
  assert_equals_int (starts[2].init, CF_SNAKE_RECTANGLE);
  add (((Square[]){ { 0, 93, 1 }, { 1, 53, 2 }, { 2, 3, 3 } }), 3);
  check_target (2, 3, 4, 3);

  /* without tracking each frame is for itself, and boxes are numbers */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_RECTANGLE, FALSE, boxes, 4), 3);
  add (((Square[]){ { 0, 0, 0 }, { 2, 90, 0 } }), 2);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (0, 2, 1, 0);
  check_target (1, 2, 4, 90);
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_RECTANGLE, FALSE, boxes, 4), 3);
  add (again, 1);
  check_target (0, 1, 1, 3);
}

/* Regions begin targets where there are none yet. Those that are gone leave
 * their targets; those of lost ones begin new ones. */
TEST (test_regions)
{
  const GstVideoRectangle two[] = { { 0, 0, 12, 12 }, { 50, 0, 12, 12 } };
  const GstVideoRectangle moved[] = { { 53, 2, 12, 12 }, { 3, 3, 12, 12 },
    { 80, 0, 12, 12 } };

  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, NULL, 0), 0);
  check_no_target ();
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, two, 2), 2);
  add (((Square[]){ { 0, 1, 1 }, { 1, 51, 1 } }), 2);
  /* the same, nearby, in another order, and a new one */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, moved, 3), 3);
  assert_equals_int (starts[1].init, CF_SNAKE_POLYGON);
  assert_equals_int (starts[2].init, CF_SNAKE_RECTANGLE);
  assert_equals_int (starts[2].x, 80);
  add (((Square[]){ { 0, 4, 4 }, { 1, 54, 2 }, { 2, 81, 1 } }), 3);
  check_target (0, 3, 1, 4);
  check_target (1, 3, 2, 54);
  check_target (2, 3, 3, 81);
  /* no regions: all go on; the middle one is lost */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, NULL, 0), 3);
  add (((Square[]){ { 0, 4, 4 }, { 2, 81, 1 } }), 2);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (1, 2, 3, 81);
  /* its region is back; another target is lost while its region is there */
  assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, moved, 3), 3);
  assert_equals_int (starts[2].x, 53);
  add (((Square[]){ { 1, 82, 1 }, { 2, 53, 2 } }), 2);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].x, 3);
  add (&(Square){ 0, 5, 5 }, 1);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 0);
  check_target (0, 3, 3, 82);
  check_target (1, 3, 4, 53);
  check_target (2, 3, 5, 5);
}

/* Never more starts, nor targets, than the engine takes. */
TEST (test_many)
{
  GstVideoRectangle boxes[2][CF_SNAKE_STARTS_MAX];
  Square squares[CF_SNAKE_STARTS_MAX];
  guint i, n_found, frame;

  for (i = 0; i < CF_SNAKE_STARTS_MAX; i++) {
    boxes[0][i] = (GstVideoRectangle){ 20 * i, 0, 10, 10 };
    boxes[1][i] = (GstVideoRectangle){ 20 * i, 100, 10, 10 };
    squares[i] = (Square){ i, 20 * i, 0 };
  }
  for (frame = 0; frame < 3; frame++) {
    assert_equals_int (begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, boxes[frame > 0],
                           CF_SNAKE_STARTS_MAX),
        CF_SNAKE_STARTS_MAX);
    add (squares, CF_SNAKE_STARTS_MAX);
    gcf_snake_tracker_get (tracker, &n_found);
    assert_equals_int (n_found, CF_SNAKE_STARTS_MAX);
  }
  /* one is lost, and makes room for one */
  begin (GST_CUDA_SNAKE_INIT_ROI, TRUE, boxes[1], CF_SNAKE_STARTS_MAX);
  add (squares, CF_SNAKE_STARTS_MAX - 1);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].y, 100);
  add (&(Square){ 0, 0, 100 }, 1);
  check_target (
      CF_SNAKE_STARTS_MAX - 1, CF_SNAKE_STARTS_MAX, CF_SNAKE_STARTS_MAX + 1, 0);
}

/* After a reset targets are new; windows alone can be made anew; a polygon of
 * too many nodes is none to go on from. */
TEST (test_resets)
{
  GcfSnakePlaces places = { .track = TRUE, .max_nodes = 4 };

  begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0);
  add (&(Square){ 0, 1, 1 }, 1);
  gcf_snake_tracker_reset_windows (tracker);
  begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0);
  assert_equals_int (starts[0].init, CF_SNAKE_POLYGON);
  assert_equals_int (starts[0].window_width, 0);
  assert_equals_int (starts[0].window_height, 0);
  add (&(Square){ 0, 1, 1 }, 1);
  check_target (0, 1, 1, 1);

  gcf_snake_tracker_reset (tracker);
  begin (GST_CUDA_SNAKE_INIT_SEARCH, TRUE, NULL, 0);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
  add (&(Square){ 0, 1, 1 }, 1);
  check_target (0, 1, 2, 1);

  gcf_snake_tracker_begin (tracker, &places);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_POLYGON);
  add (&(Square){ 0, 1, 1 }, 1);
  places.max_nodes = 3;
  gcf_snake_tracker_begin (tracker, &places);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
}

/* Targets that go */

/* A square of `side` pixels there, with these means; noise of 4 steps. */
typedef struct {
  gint x, y, side;
  gdouble mean_in, mean_out, cut;
  gboolean limited;
} Look;

/* The first node that the last frame's target started with */
static CfSnakePoint started_at;

static const Look usual = { 100, 80, 20, 50, 150, 0, FALSE };

/* A frame of 320x240 with a target that looks like this, or none (NULL), at
 * start 0: how many starts there are then. */
static guint
see_in (const GcfSnakePlaces *places, const Look *look)
{
  CfSnakePoint points[4];
  CfSnakeContour contour = { .points = points, .n_points = 4 };
  const CfSnakeResult result = { &contour, look != NULL };

  gcf_snake_tracker_begin (tracker, places);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  if (starts[0].init == CF_SNAKE_POLYGON)
    started_at = starts[0].points[0];
  if (look) {
    points[0] = (CfSnakePoint){ look->x, look->y };
    points[1] = (CfSnakePoint){ look->x, look->y + look->side };
    points[2] = (CfSnakePoint){ look->x + look->side, look->y + look->side };
    points[3] = (CfSnakePoint){ look->x + look->side, look->y };
    contour.area = look->side * look->side;
    contour.mean_in = look->mean_in;
    contour.mean_out = look->mean_out;
    contour.variance_in = contour.variance_out = 16;
    contour.converged = !look->limited;
    contour.cut = look->cut;
  }
  gcf_snake_tracker_add (tracker, &result);
  return gcf_snake_tracker_next (tracker, starts);
}

static const GcfSnakePlaces searched = { .track = TRUE,
  .max_nodes = 512,
  .must_settle = TRUE,
  .width = 320,
  .height = 240 };

static guint
see (const Look *look)
{
  return see_in (&searched, look);
}

static guint
only_id (void)
{
  guint n_found;
  const GcfSnakeFound *found = gcf_snake_tracker_get (tracker, &n_found);

  fail_unless (n_found <= 1);
  return n_found ? found[0].id : 0;
}

static void
see_steady (guint n)
{
  while (n-- > 0) {
    assert_equals_int (see (&usual), 0);
    assert_equals_int (only_id (), 1);
  }
}

/* What else is found in a target's place: it is away, and nothing begins there.
 */
TEST_LOOP (test_jumps, 7)
{
  static const Look others[] = {
    { 100, 80, 20, 110, 150, 0, FALSE }, /* grey values */
    { 100, 80, 20, 150, 50, 0, FALSE }, { 100, 80, 20, 10, 50, 0, FALSE },
    { 85, 65, 50, 50, 150, 0, FALSE }, /* size: 1 : 6 */
    { 106, 86, 8, 50, 150, 0, FALSE },
    { 118, 80, 20, 50, 150, 0, FALSE }, /* place */
    { 90, 70, 32, 75, 150, 0, FALSE },  /* a little of all */
  };
  const Look *other = &others[__i__];

  see_steady (__i__ % 2 ? 1 : 30);
  for (guint i = 0; i < 3; i++) {
    assert_equals_int (see (other), 0);
    assert_equals_int (only_id (), 0);
    assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 0);
  }
  /* back again */
  assert_equals_int (see (&usual), 0);
  assert_equals_int (started_at.x, usual.x);
  assert_equals_int (started_at.y, usual.y);
  assert_equals_int (only_id (), 1);
  /* it stays away, whether there is something else or nothing; then it is lost,
   * and the search begins another */
  for (guint i = 0; i < GCF_SNAKE_AWAY_MAX; i++) {
    assert_equals_int (see (i % 2 ? NULL : other), 0);
    assert_equals_int (only_id (), 0);
  }
  assert_equals_int (see (other), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
  assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 1);
  add (&(Square){ 0, 9, 9 }, 1);
  assert_equals_int (only_id (), 2);
}

/* What a target's own history explains is no jump: it grows, moves fast, jumps
 * about, and the light changes; nor is what follows new parameters. */
TEST (test_changes)
{
  Look look = usual;

  for (guint i = 0; i < 60; i++) {
    look.x = 40 + 4 * i;
    look.y = 100 + (i % 2 ? 6 : 0);
    look.side = 24 + 10 * sin (i * 0.3);
    look.mean_in = 50 + i;
    look.mean_out = 150 + i / 2.0;
    assert_equals_int (see (&look), 0);
    assert_equals_int (only_id (), 1);
  }
  gcf_snake_tracker_reset_histories (tracker);
  look.mean_in *= 256;
  look.mean_out *= 256;
  assert_equals_int (see (&look), 0);
  assert_equals_int (only_id (), 1);
  /* one that is away is not known any more */
  look.mean_in = look.mean_out;
  assert_equals_int (see (&look), 0);
  assert_equals_int (only_id (), 0);
  gcf_snake_tracker_reset_histories (tracker);
  gcf_snake_tracker_begin (tracker, &searched);
  assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 1);
  assert_equals_int (gcf_snake_tracker_next (tracker, starts), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
}

/* Where frames are missing, a target is looked for where its speed has taken
 * it; where the stream is at another place, where it was. */
TEST_LOOP (test_missing, 3)
{
  static const guint missing[] = { 0, 9, 60 };
  const guint n = missing[__i__];
  GcfSnakePlaces places = searched;
  Look look = usual;

  look.x = 20;
  for (guint i = 0; i < 12; i++) {
    places.time = i * 40 * GST_MSECOND;
    see_in (&places, &look);
    assert_equals_int (only_id (), 1);
    look.x += 6;
  }
  places.time += (n + 1) * 40 * GST_MSECOND;
  if (n < 60)
    look.x += 6 * n;
  assert_equals_int (see_in (&places, &look), 0);
  assert_equals_int (started_at.x, look.x - 6);
  assert_equals_int (only_id (), 1);
  /* fewer frames from now on: that is usual soon */
  for (guint i = 0; i < 6; i++) {
    look.x += 18;
    places.time += 120 * GST_MSECOND;
    see_in (&places, &look);
    assert_equals_int (only_id (), 1);
  }
  assert_equals_int (started_at.x, look.x - 18);
}

/* Meanwhile a target goes on at its speed, as far as the frame goes. */
TEST (test_speed)
{
  Look look = usual, other = { 0, 0, 70, 145, 150, 0, FALSE };

  for (guint i = 0; i < 20; i++) {
    look.x = 40 + 2 * i + i / 2; /* 2 or 3: the median is one of both */
    look.y = 220 - 5 * i;
    see (&look);
    assert_equals_int (only_id (), 1);
  }
  for (guint i = 0; i < 24; i++) {
    see (&other);
    assert_equals_int (only_id (), 0);
  }
  gcf_snake_tracker_begin (tracker, &searched);
  gcf_snake_tracker_next (tracker, starts);
  fail_unless (starts[0].points[0].x >= look.x + 48
               && starts[0].points[0].x <= look.x + 72);
  assert_equals_int (starts[0].points[0].y, MAX (look.y - 24 * 5, 0));
  assert_equals_int (starts[0].points[1].y, starts[0].points[0].y + 20);
}

/* One that does not converge for long is none, unless limits are low. */
TEST (test_unsettled)
{
  GcfSnakePlaces places = searched;
  Look limited = usual;

  limited.limited = TRUE;
  see_steady (1);
  for (guint i = 1; i < 100; i++) {
    assert_equals_int (see (i % 50 ? &limited : &usual), 0);
    assert_equals_int (only_id (), 1);
  }
  see_steady (1);
  for (guint i = 1; i < 50; i++)
    assert_equals_int (see (&limited), 0);
  assert_equals_int (only_id (), 1);
  assert_equals_int (see (&limited), 1);
  assert_equals_int (starts[0].init, CF_SNAKE_SEARCH);
  assert_equals_int (gcf_snake_tracker_get_n_lost (tracker), 1);
  assert_equals_int (only_id (), 0);

  places.must_settle = FALSE;
  for (guint i = 0; i < 200; i++)
    see_in (&places, &limited);
  assert_equals_int (only_id (), 2);
}

/* A rectangle that lost a whole target begins none that its window cuts; one
 * that was cut begins as it did. */
TEST (test_cut)
{
  const GstVideoRectangle box = { 100, 80, 20, 20 };
  GcfSnakePlaces places = searched;
  Look look = usual;

  places.init = GST_CUDA_SNAKE_INIT_RECTANGLE;
  places.boxes = &box;
  places.n_boxes = 1;
  for (guint i = 0; i < 2; i++) {
    look.cut = 0.5;
    see_in (&places, &look);
    assert_equals_int (only_id (), 2 * i + 1);
    /* nothing is there, the rectangle is tried in the same frame */
    assert_equals_int (see_in (&places, NULL), 1);
    assert_equals_int (starts[0].init, CF_SNAKE_RECTANGLE);
    look.cut = 0.2;
    see_in (&places, &look);
    assert_equals_int (only_id (), 2 * i + 2);
    see_in (&places, NULL);
    look.cut = 0.5;
    see_in (&places, &look);
    assert_equals_int (only_id (), 0);
    gcf_snake_tracker_reset (tracker);
  }
}

/* The text of rectangles */

static void
check_boxes (const gchar *text, const GstVideoRectangle *expected, guint n)
{
  GError *error = NULL;
  g_autoptr (GArray) boxes = gcf_rectangles_parse (text, &error);

  fail_unless (boxes != NULL, "\"%s\": %s", text, error ? error->message : "");
  assert_equals_int (boxes->len, n);
  for (guint i = 0; i < n; i++)
    fail_unless (memcmp (&g_array_index (boxes, GstVideoRectangle, i),
                     &expected[i], sizeof (*expected))
                     == 0,
        "\"%s\"", text);
}

TEST (test_text)
{
  static const GstVideoRectangle one[] = { { 1, 2, 3, 4 } };
  static const GstVideoRectangle two[] = { { 0, 0, 1, 1 },
    { 32768, 9, 7, 32768 } };
  static const gchar *const bad[] = { "1", "1,2,3", "1,2,3,4,5", "1,2,3,",
    "1,2,3,x", "1,2,3,0", "1,2,0,4", "-1,2,3,4", "1,-2,3,4", "1,2,-3,4",
    "1.5,2,3,4", "nan,2,3,4", "1,2,3,inf", "1,2,3,99999999999999999999",
    "32769,0,1,1", "0x1,2,3,4", "1,2,3,4 5", "1,2,3,4; 5", "1 2 3 4", ",,,",
    "1,2,3,4;;x", "+1,2,3,4\n5", "1,2,3,4,", "–1,2,3,4", "\x1b[31m",
    "\xff,2,3,4", "1,2,3,\xff\n",
    "a text that is a good deal longer than all rectangles" };
  GString *many = g_string_new (NULL);

  check_boxes ("", NULL, 0);
  check_boxes (" ; ;; ", NULL, 0);
  check_boxes ("1,2,3,4", one, 1);
  check_boxes ("  1 , 2,\t3 , 4 ; ", one, 1);
  check_boxes ("0,0,1,1;32768,9,7,32768", two, 2);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    fail_if (gcf_rectangles_parse (bad[i], &error), "\"%s\"", bad[i]);
    fail_unless (g_error_matches (error, CF_ERROR, CF_ERROR_INVALID));
    fail_unless (strstr (error->message, "rectangle") != NULL, "\"%s\": %s",
        bad[i], error->message);
    /* it can be shown, whatever is in the text */
    fail_unless (g_utf8_validate (error->message, -1, NULL)
                     && strpbrk (error->message, "\n\x1b") == NULL
                     && strlen (error->message) < 150,
        "%s", error->message);
  }
  for (guint i = 0; i < CF_SNAKE_STARTS_MAX; i++)
    g_string_append (many, "1,1,1,1;");
  g_array_unref (gcf_rectangles_parse (many->str, NULL));
  g_string_append (many, "1,1,1,1");
  fail_if (gcf_rectangles_parse (many->str, NULL));
  g_string_free (many, TRUE);
}

/* Outlines */

static gdouble
distance (gdouble x, gdouble y, const gdouble *a, const gdouble *b)
{
  const gdouble dx = b[0] - a[0], dy = b[1] - a[1];
  const gdouble square = dx * dx + dy * dy;
  gdouble t = square > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / square : 0;

  t = CLAMP (t, 0, 1);
  return hypot (x - a[0] - t * dx, y - a[1] - t * dy);
}

/* Every pixel by its distance to every segment, which a picture of spans has to
 * agree with but for what rounding decides. */
static void
check_outline (const CfSnakePoint *points, guint n, gint line_width, gint width,
    gint height)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (CfSpan));
  g_autofree guint8 *picture = g_malloc0 ((gsize)width * height);
  const gdouble shift = line_width % 2 ? 0.5 : 0;

  gcf_snake_outline_add (spans, points, n, line_width, width, height);
  gcf_snake_outline_merge (spans);
  for (guint i = 0; i < spans->len; i++) {
    const CfSpan s = g_array_index (spans, CfSpan, i);

    fail_unless (s.x >= 0 && s.length >= 1 && s.x + s.length <= width
                 && s.y >= 0 && s.y < height);
    if (i > 0) {
      const CfSpan *last = &g_array_index (spans, CfSpan, i - 1);

      fail_unless (
          last->y < s.y || (last->y == s.y && last->x + last->length < s.x));
    }
    memset (picture + (gsize)s.y * width + s.x, 1, s.length);
  }
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++) {
      gdouble least = G_MAXDOUBLE;

      for (guint i = 0; i < n; i++) {
        const CfSnakePoint p = points[i], q = points[(i + 1) % n];
        const gdouble a[2] = { MIN (p.x + shift, width - shift),
          MIN (p.y + shift, height - shift) };
        const gdouble b[2] = { MIN (q.x + shift, width - shift),
          MIN (q.y + shift, height - shift) };

        least = MIN (least, distance (x + 0.5, y + 0.5, a, b));
      }
      if (fabs (least - line_width / 2.0) > 1e-9)
        fail_unless (picture[y * width + x] == (least < line_width / 2.0),
            "pixel %d,%d of %dx%d, %d wide", x, y, width, height, line_width);
    }
}

TEST (test_outlines)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (gint i = 0; i < 400; i++) {
    const gint width = g_rand_int_range (rand, 1, 60);
    const gint height = g_rand_int_range (rand, 1, 60);
    const guint n = g_rand_int_range (rand, 3, 9);
    CfSnakePoint points[9];

    for (guint k = 0; k < n; k++)
      points[k] = (CfSnakePoint){ g_rand_int_range (rand, 0, width + 1),
        g_rand_int_range (rand, 0, height + 1) };
    check_outline (points, n, i % 5 == 4 ? 30 : 1 + i % 5, width, height);
  }
}

/* A rectangle's lines are exactly as wide as they should be, and at the frame's
 * border still there. */
TEST (test_outline_widths)
{
  const CfSnakePoint points[4] = { { 8, 8 }, { 8, 24 }, { 32, 24 }, { 32, 8 } };
  const CfSnakePoint border[4] = { { 0, 0 }, { 0, 32 }, { 40, 32 }, { 40, 0 } };
  gint line_width, i;

  for (line_width = 1; line_width <= 6; line_width++) {
    GArray *spans = g_array_new (FALSE, FALSE, sizeof (CfSpan));
    gint in_row = 0, rows[32] = { 0 };
    guint k;

    gcf_snake_outline_add (spans, points, 4, line_width, 40, 32);
    gcf_snake_outline_merge (spans);
    for (k = 0; k < spans->len; k++) {
      const CfSpan s = g_array_index (spans, CfSpan, k);

      if (s.y == 16)
        in_row += s.length;
      rows[s.y] += s.length > 20;
    }
    assert_equals_int (in_row, 2 * line_width);
    for (i = 0, k = 0; i < 32; i++)
      k += rows[i];
    assert_equals_int (k, 2 * line_width);

    g_array_set_size (spans, 0);
    gcf_snake_outline_add (spans, border, 4, line_width, 40, 32);
    gcf_snake_outline_merge (spans);
    assert_equals_int (g_array_index (spans, CfSpan, 0).length, 40);
    assert_equals_int (
        g_array_index (spans, CfSpan, spans->len - 1).length, 40);
    assert_equals_int (g_array_index (spans, CfSpan, spans->len - 1).y, 31);
    g_array_unref (spans);
  }
}

/* Fills */

/* By the exact rule, in integers: of the segments that a pixel's row crosses
 * half way down, the pixel's middle is right of an odd number, or on one. */
static gboolean
is_in (const CfSnakePoint *points, guint n, gint x, gint y)
{
  gboolean in = FALSE;

  for (guint i = 0; i < n; i++) {
    const CfSnakePoint p = points[i], q = points[(i + 1) % n];
    const CfSnakePoint a = p.y < q.y ? p : q, b = p.y < q.y ? q : p;

    if (a.y <= y && y < b.y
        && (2 * x + 1 - 2 * (gint64)a.x) * (b.y - a.y)
               >= (2 * (y - a.y) + 1) * ((gint64)b.x - a.x))
      in = !in;
  }
  return in;
}

static void
check_fill (const CfSnakePoint *points, guint n, gint width, gint height)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (CfSpan));
  g_autofree guint8 *picture = g_malloc0 ((gsize)width * height);

  gcf_snake_fill_add (spans, points, n);
  for (guint i = 0; i < spans->len; i++) {
    const CfSpan s = g_array_index (spans, CfSpan, i);

    fail_unless (s.x >= 0 && s.length >= 1 && s.x + s.length <= width
                 && s.y >= 0 && s.y < height);
    if (i > 0) {
      const CfSpan *last = &g_array_index (spans, CfSpan, i - 1);

      fail_unless (
          last->y < s.y || (last->y == s.y && last->x + last->length <= s.x));
    }
    memset (picture + (gsize)s.y * width + s.x, 1, s.length);
  }
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      fail_unless (picture[(gsize)y * width + x] == is_in (points, n, x, y),
          "pixel %d,%d of %dx%d", x, y, width, height);
}

TEST (test_fills)
{
  /* slopes of one half and more go through middles of pixels */
  const CfSnakePoint diagonal[] = { { 0, 0 }, { 0, 6 }, { 6, 6 } };
  const CfSnakePoint steep[] = { { 7, 0 }, { 4, 6 }, { 7, 6 }, { 9, 3 } };
  const CfSnakePoint comb[] = { { 0, 0 }, { 0, 9 }, { 9, 9 }, { 9, 0 },
    { 7, 0 }, { 6, 7 }, { 5, 0 }, { 4, 0 }, { 3, 7 }, { 2, 0 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  check_fill (diagonal, G_N_ELEMENTS (diagonal), 8, 8);
  check_fill (steep, G_N_ELEMENTS (steep), 9, 6);
  check_fill (comb, G_N_ELEMENTS (comb), 9, 9);
  /* even where they cross themselves, which contours do not */
  for (gint i = 0; i < 2000; i++) {
    const gint width = g_rand_int_range (rand, 1, 40);
    const gint height = g_rand_int_range (rand, 1, 40);
    const guint n = g_rand_int_range (rand, 3, 12);
    CfSnakePoint points[12];

    for (guint k = 0; k < n; k++)
      points[k] = (CfSnakePoint){ g_rand_int_range (rand, 0, width + 1),
        g_rand_int_range (rand, 0, height + 1) };
    check_fill (points, n, width, height);
  }
}

TEST_MAIN (gst_check_init, setup, teardown)
