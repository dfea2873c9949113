/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's search for motion beside the reference: fields, dominant vectors
 * and cuts, frame after frame, by one thread and by three. */
#include "cpu/motion/motion.h"
#include "cpu/motion/motion_kernel.h"
#include "reference_denoise_motion.h"
#include "tests.h"

#include <string.h>

#define DEVICES 2

typedef struct {
  Tester *t;
  gint width, height;
  guint8 *frame, *result;
  ReferenceMotion reference;
  Target targets[DEVICES];
  CfCpuMotion *motions[DEVICES];
} Scene;

static gboolean
scene_init (Scene *s, Tester *t, gint width, gint height)
{
  static const guint threads[DEVICES] = { 1, 3 };

  *s = (Scene){ t, width, height };
  s->frame = g_malloc ((gsize)width * height);
  s->result = g_malloc ((gsize)width * height);
  s->reference.field = g_new0 (
      CfMotionVector, cf_motion_blocks (width) * cf_motion_blocks (height));
  for (gint i = 0; i < DEVICES; i++) {
    GError *error = NULL;

    if (target_open (&s->targets[i], CF_BACKEND_CPU, threads[i], &error))
      s->motions[i] = cf_cpu_motion_new (
          (CfCpuDevice *)s->targets[i].device, width, height, &error);
    if (!s->motions[i]) {
      tester_no_error (t, FALSE, error, "a search for motion");
      return FALSE;
    }
  }
  return TRUE;
}

static void
scene_clear (Scene *s)
{
  for (gint i = 0; i < DEVICES; i++) {
    cf_cpu_motion_free (s->motions[i]);
    if (s->targets[i].device)
      target_close (&s->targets[i]);
  }
  g_free (s->reference.field);
  g_free (s->frame);
  g_free (s->result);
}

static void
fill (const Scene *s, guint8 *to, gsize stride, const guint8 *from)
{
  for (gint y = 0; y < s->height; y++)
    memcpy (to + y * stride, from + (gsize)y * s->width, s->width);
}

/* What the frame is, where the last one was no flash. */
static gint
change_of (ReferenceMotionSceneChange scene_change)
{
  return scene_change.is_scene_change ? CF_SCENE_CHANGE
         : scene_change.is_other_luma ? CF_SCENE_FLASH
                                      : CF_SCENE_GOES_ON;
}

/* One frame on all; returns whether it was a cut. */
static gboolean
compare (Scene *s, gint sigma, const gchar *what)
{
  const ReferenceMotionSceneChange scene_change = reference_denoise_motion (
      s->frame, s->result, s->width, s->height, sigma, &s->reference);
  const CfMotionVector d = s->reference.dominant;

  for (gint i = 0; i < DEVICES; i++) {
    CfCpuMotion *m = s->motions[i];
    const CfMotionVector *field;
    gint across, down, wrong = 0;
    CfMotionVector dominant;
    gint change;
    guint8 *samples;
    gsize stride;

    samples = cf_cpu_motion_get_frame (m, &stride);
    fill (s, samples, stride, s->frame);
    samples = cf_cpu_motion_get_result (m, &stride);
    fill (s, samples, stride, s->result);
    change = cf_cpu_motion_search (m, sigma);
    field = cf_cpu_motion_get_field (m, &across, &down);
    dominant = cf_cpu_motion_get_dominant (m);
    for (gint b = 0; b < across * down; b++)
      wrong += field[b].x != s->reference.field[b].x
               || field[b].y != s->reference.field[b].y;
    tester_check (s->t,
        wrong == 0 && across == cf_motion_blocks (s->width)
            && down == cf_motion_blocks (s->height) && dominant.x == d.x
            && dominant.y == d.y && change == change_of (scene_change),
        "%s, %dx%d, sigma %d: %d vectors differ; dominant %d,%d, expected "
        "%d,%d; change %d, expected %d",
        what, s->width, s->height, sigma, wrong, dominant.x, dominant.y, d.x,
        d.y, change, change_of (scene_change));
  }
  return scene_change.is_scene_change;
}

static void
reset (Scene *s)
{
  memset (s->reference.field, 0,
      cf_motion_blocks (s->width) * cf_motion_blocks (s->height)
          * sizeof *s->reference.field);
  s->reference.dominant = (CfMotionVector){ 0, 0 };
  for (gint i = 0; i < DEVICES; i++)
    cf_cpu_motion_reset (s->motions[i]);
}

/* --- pictures --- */

/* A sample of a random texture: between random numbers `cell` quarters apart.
 */
static gint
texture (guint32 seed, gint x, gint y, gint cell)
{
  const gint i = (x + (1 << 20)) / cell, j = (y + (1 << 20)) / cell;
  const gint fx = (x + (1 << 20)) % cell, fy = (y + (1 << 20)) % cell;
  gint n[4];

  for (gint k = 0; k < 4; k++) {
    guint32 h = seed + (i + k % 2) * 2654435761u + (j + k / 2) * 2246822519u;

    h = (h ^ h >> 15) * 2654435761u;
    n[k] = (h ^ h >> 13) >> 8 & 255;
  }
  return ((n[0] * (cell - fx) + n[1] * fx) * (cell - fy)
             + (n[2] * (cell - fx) + n[3] * fx) * fy)
         / (cell * cell);
}

/* From (x4, y4) on, in quarters of a sample, and uniform noise. */
static void
draw (
    Scene *s, guint8 *to, guint32 seed, gint cell, gint x4, gint y4, gint noise)
{
  for (gint y = 0; y < s->height; y++)
    for (gint x = 0; x < s->width; x++) {
      const gint v = texture (seed, 4 * x + x4, 4 * y + y4, cell)
                     + random_range (&s->t->random, -noise, noise);

      to[(gsize)y * s->width + x] = CLAMP (v, 0, 255);
    }
}

/* --- tests --- */

/* A background that moves, and squares that do not; several frames in a row. */
TEST (motion_shifts, TEST_CPU)
{
  gint n_moving = 0, n_still = 0;

  for (gint i = 0; i < 24; i++) {
    const gint width = random_range (&t->random, 60, 220);
    const gint height = random_range (&t->random, 60, 150);
    const gint most = i % 4 == 0 ? 120 : i % 4 == 1 ? 30 : 5;
    const gint dx = i % 6 == 5 ? 0 : random_range (&t->random, -most, most);
    const gint dy = i % 6 == 5 ? 0 : random_range (&t->random, -most, most);
    const gint cell = random_range (&t->random, 6, 40);
    const gint noise = i % 3 == 0 ? 0 : random_range (&t->random, 1, 40);
    const gint sigma = noise * 256 * 3 / 5 + random_range (&t->random, 0, 100);
    const guint32 seed = random_next (&t->random);
    Scene s;

    if (scene_init (&s, t, width, height))
      for (gint frame = 0; frame < 4; frame++) {
        draw (&s, s.result, seed, cell, frame * dx, frame * dy, noise / 4);
        draw (
            &s, s.frame, seed, cell, (frame + 1) * dx, (frame + 1) * dy, noise);
        for (gint y = 0; y < height; y++)
          for (gint x = 0; x < width; x++)
            if ((x / 40 + y / 40) % 3 == 1)
              s.frame[y * width + x] = s.result[y * width + x];
        compare (&s, sigma, "shifted");
        n_moving += s.reference.dominant.x != 0 || s.reference.dominant.y != 0;
        n_still += s.reference.dominant.x == 0 && s.reference.dominant.y == 0;
      }
    scene_clear (&s);
  }
  tester_check (t, n_moving > 20 && n_still > 5,
      "%d fields with a dominant vector and %d without: enough of both",
      n_moving, n_still);
}

/* Levels of one sample and more, blocks that are cut off. */
TEST (motion_sizes, TEST_CPU)
{
  static const gint sides[] = { 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65,
    100 };

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (sides); j++) {
      const gint dx = random_range (&t->random, -40, 40);
      const gint dy = random_range (&t->random, -40, 40);
      Scene s;

      if (scene_init (&s, t, sides[i], sides[j]))
        for (gint frame = 0; frame < 2; frame++) {
          draw (&s, s.result, i * 20 + j, 14, frame * dx, frame * dy, 1);
          draw (
              &s, s.frame, i * 20 + j, 14, frame * dx + dx, frame * dy + dy, 3);
          compare (&s, 512, "a size");
        }
      scene_clear (&s);
    }
}

/* Faster and faster, until vectors lead beyond what is around a picture. */
TEST (motion_far, TEST_CPU)
{
  static const gint ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 },
    { 1, 1 }, { -1, -1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++) {
    gint x = 0, y = 0, most = 0;
    Scene s;

    if (scene_init (&s, t, 203, 181))
      for (gint speed = 20; speed < 110; speed += 6) {
        draw (&s, s.result, 7, 24, x, y, 0);
        x += 4 * speed * ways[i][0];
        y += 4 * speed * ways[i][1];
        draw (&s, s.frame, 7, 24, x, y, 2);
        compare (&s, 256, "fast");
        most = MAX (most, ABS (s.reference.dominant.x));
        most = MAX (most, ABS (s.reference.dominant.y));
      }
    scene_clear (&s);
    tester_check (t, most > 4 * (CF_CPU_MOTION_MARGIN + 16),
        "way %d: up to %d quarters: far enough", (gint)i, most);
  }
}

/* Cuts, with what was known kept or forgotten, and changes of light. */
TEST (motion_cuts, TEST_CPU)
{
  gint n_scene_changes = 0, n_others = 0;

  for (gint i = 0; i < 12; i++) {
    Scene s;

    if (scene_init (&s, t, 163, 122))
      for (gint frame = 0; frame < 5; frame++) {
        const guint32 seed = frame % 2 == 0 ? 1000 : 1000 + i;

        draw (&s, s.result, 1000, 30, 12 * frame, 0, 1);
        draw (&s, s.frame, seed, 30, 12 * frame + 12, 0, 4);
        if (frame % 2 == 1)
          for (gint k = 0; k < s.width * s.height; k++)
            s.frame[k] = s.frame[k] / (1 + i % 3);
        if (compare (&s, 640, "a cut"))
          n_scene_changes++;
        else
          n_others++;
        if (i % 2 == 0 && frame % 2 == 1)
          reset (&s);
      }
    scene_clear (&s);
  }
  tester_check (t, n_scene_changes > 5 && n_others > 20,
      "%d cuts and %d others: enough of both", n_scene_changes, n_others);
}

/* Noise alone, and flat pictures, at all sigmas. */
TEST (motion_noise, TEST_CPU)
{
  static const gint sigmas[] = { 0, 1, 64, 256, 1000, 5000, 16384 };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (sigmas); i++) {
    Scene s;

    if (scene_init (&s, t, 150, 90))
      for (gint frame = 0; frame < 3; frame++) {
        memset (s.result, 50 * frame, s.width * s.height);
        memset (s.frame, 255, s.width * s.height);
        if (i % 2 == 0)
          random_bytes (&t->random, s.result, s.width * s.height);
        if (frame > 0)
          random_bytes (&t->random, s.frame, s.width * s.height);
        compare (&s, sigmas[i / 2], "noise");
      }
    scene_clear (&s);
  }
}
