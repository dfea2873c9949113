/* The same samples as others give: the CPU backend, and OpenCV. */
#include "opencv.h"
#include "tests.h"

/* Medium and large pictures, which the naive reference is too slow for. Size 0
 * stands for windows of any sides and percentile. */
void
test_cross (Tester *t, gint size)
{
  static const gint large[][2] = { { 1921, 1083 }, { 3840, 2160 },
    { 4099, 257 } };
  Target cpu;
  GError *error = NULL;
  gint depth, border, i = 0;

  if (!target_open (&cpu, CF_BACKEND_CPU, t->options->threads, &error)) {
    tester_no_error (t, FALSE, error, "opening the CPU backend");
    return;
  }
  for (depth = 0; depth < N_DEPTHS; depth++) {
    for (border = 0; border <= CF_BORDER_CONSTANT; border++, i++) {
      gboolean is_large = i % 8 == 0;
      const Layout *layout =
          is_large ? &layouts[LAYOUT_GREY]
                   : &layouts[random_range (&t->random, 0, N_LAYOUTS - 1)];
      FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
        .filtered = layout->filtered,
        .fill = border == 0 ? FILL_RANDOM
                            : random_range (&t->random, 0, N_FILLS - 1),
        .dirty = TRUE,
        .seed = random_next (&t->random) };

      if (size > 0)
        median_params_set_size (&fc.params.median, size);
      else
        median_params_draw_window (
            &fc.params.median, CF_MEDIAN_SIZE_MAX, &t->random);
      fc.params.median.iterations = is_large ? 1 : 1 + i % 3;
      fc.params.median.border = border;
      fc.params.median.border_value = random_range (&t->random, 0, 255);
      picture_spec_init (&fc.spec, layout, &depths[depth],
          is_large ? large[i / 8][0] : random_range (&t->random, 41, 900),
          is_large ? large[i / 8][1] : random_range (&t->random, 41, 600));
      tester_filter_case (t, &fc, oracle_target, &cpu);
    }
  }
  target_close (&cpu);
}

static gboolean
oracle_opencv (const FilterCase *fc, const CfPlane *src, const CfPlane *dst,
    gpointer data, GString *why)
{
  const OpenCVPeer *peer = data;

  if (peer->median (src->data, src->stride, dst->data, dst->stride, src->width,
          src->height, src->channels, src->bytes, fc->params.median.width))
    return TRUE;
  g_string_append (why, "OpenCV refused");
  return FALSE;
}

/* What medianBlur takes: 8 bits in every size, 16 bits up to 5; 1, 3 or 4
 * channels; the replicate border. */
void
test_opencv (Tester *t, gint size)
{
  static const gint layout_of[] = { LAYOUT_GREY, LAYOUT_RGB, LAYOUT_FOUR };
  const OpenCVPeer *peer = opencv_get ();
  gint i, bytes;

  if (!peer) {
    tester_skip (t, "OpenCV or its module opencvpeer.so is not there");
    return;
  }
  for (bytes = 1; bytes <= (size <= 5 ? 2 : 1); bytes++) {
    for (i = 0; i < 60; i++) {
      gboolean is_large = i < 3;
      FilterCase fc = { .params = { .op = CF_OP_MEDIAN },
        .filtered = 1,
        .fill =
            i < 20 ? FILL_RANDOM : random_range (&t->random, 0, N_FILLS - 1),
        .seed = random_next (&t->random) };

      median_params_set_size (&fc.params.median, size);
      fc.params.median.iterations = 1;
      fc.params.median.border = CF_BORDER_REPLICATE;
      picture_spec_init (&fc.spec, &layouts[layout_of[i % 3]],
          &depths[bytes == 1 ? DEPTH_8 : DEPTH_16],
          is_large ? 1283 - i : random_range (&t->random, 1, 300),
          is_large ? 721 + i : random_range (&t->random, 1, 200));
      tester_filter_case (t, &fc, oracle_opencv, (gpointer)peer);
    }
  }
}
