/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scale of a frame's 8 bits against the reference: which samples tell, and
 * what becomes of values. */
#include "cpu/motion/scale.h"
#include "engine/denoise/cfdenoise.h"
#include "picture.h"
#include "reference_scale.h"
#include "tests.h"

/* Values of all of a range, of a part, or of few: some cut off at either end,
 * and some far away. */
static void
fill (const CfPlane *p, Random *random)
{
  const gint most = (1 << p->bits) - 1;
  const gint span = most >> random_range (random, 0, p->bits);
  const gint base = random_range (random, 0, most - span);
  const gint scene_change_off =
      random_range (random, 0, 1) ? random_range (random, 0, 100) : 0;
  const gint far = random_range (random, 0, 20);

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width; x++)
      for (gint c = 0; c < p->channels; c++) {
        gint v = base + random_range (random, 0, span);

        if (random_range (random, 0, 99) < far)
          v = random_range (random, 0, most);
        if (random_range (random, 0, 99) < scene_change_off)
          v = random_range (random, 0, 1) * most;
        sample_store (p, x, y, c,
            (guint)v << p->shift
                | random_range (random, 0, (1 << p->shift) - 1));
      }
}

static void
check_values (Tester *t, CfDenoiseScale scale, ReferenceScale right)
{
  gint wrong = 0, v;

  for (v = 0; v < 65536; v++) {
    g_autofree guint8 *byte = reference_scale_bytes (right, &v, 1);

    wrong += cf_denoise_scaled (v, scale) != *byte;
  }
  tester_check (t, wrong == 0, "%d values of scale %d, %d", wrong, scale.base,
      scale.shift);
}

TEST (denoise_scale, TEST_CPU)
{
  gint shifts[9] = { 0 }, i;

  for (i = 0; i < 600; i++) {
    const gint bits = random_range (&t->random, i % 20 ? 9 : 1, 16);
    const gint bytes = bits > 8 ? 2 : random_range (&t->random, 1, 2);
    const gint channels = random_range (&t->random, 1, 4);
    const gint sigma = random_range (&t->random, 0, 1)
                           ? random_range (&t->random, 0, 2500)
                           : 0;
    CfPlane p = { .width = random_range (&t->random, 1, 200),
      .height = random_range (&t->random, 1, 200),
      .channels = channels,
      .step = random_range (&t->random, channels, 4),
      .bytes = bytes,
      .bits = bits,
      .shift = random_range (&t->random, 0, 1) ? 8 * bytes - bits : 0 };
    CfDenoiseScale scale;
    ReferenceScale right;
    g_autofree gint *samples = NULL;

    p.stride = (gssize)p.width * p.step * p.bytes;
    p.data = g_malloc0 (p.stride * p.height);
    fill (&p, &t->random);
    samples = channel_samples (&p, cf_denoise_guide_channel (p.channels));
    scale = cf_cpu_denoise_scale (&p, sigma);
    right = reference_scale_of (samples, p.width, p.height, bits, sigma);
    tester_check (t, scale.base == right.base && 1 << scale.shift == right.step,
        "%dx%d of %d bits, sigma %d: base %d, shift %d, not %d, step %d",
        p.width, p.height, bits, sigma, scale.base, scale.shift, right.base,
        right.step);
    tester_check (t,
        cf_denoise_scaled_sigma (sigma, scale)
            == (guint)reference_scale_sigma (right, sigma),
        "sigma %d of shift %d", sigma, scale.shift);
    if (i % 20 == 0)
      check_values (t, scale, right);
    shifts[scale.shift]++;
    g_free (p.data);
  }
  for (i = 0; i < 9; i++)
    tester_check (t, shifts[i] > 5, "%d scales of shift %d", shifts[i], i);
}
