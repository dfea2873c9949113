/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kernelpictures.h"

#include <math.h>

#define SMOOTH_SIGMA (10 / 255.0) /* of full scale */
#define WAVE (1 << 14)
#define NOISE (1 << 16)

/* What moving pictures are made of. */
typedef struct {
  guint16 wave[WAVE];
  gint16 noise[NOISE];
  guint first; /* of the noise, another one in each picture */
} Waves;

static void
waves_init (Waves *self, const KernelBench *b, GRand *random)
{
  const gint step = 1 << (b->bits - 8);
  gint k;

  for (k = 0; k < WAVE; k++)
    self->wave[k] = step
                    * (60 + 30 * sin (k * 2 * G_PI * 97 / WAVE)
                        + 20 * sin (k * 2 * G_PI * 331 / WAVE));
  for (k = 0; k < NOISE; k++)
    self->noise[k] = step * g_rand_int_range (random, -17, 18);
}

/* Of picture i, in all bits of its bytes. */
static gint
moving_value (const KernelBench *b, const Waves *waves, guint i, gint x, gint y)
{
  const gint down = 8 * b->bytes - b->bits;
  const gint v = waves->wave[(4 * x + 13 * i) % WAVE]
                 + waves->wave[(4 * y + 7 * i) % WAVE]
                 + waves->noise[(waves->first + y * 40503u + x) % NOISE];

  return CLAMP (v, 0, (1 << b->bits) - 1) << down;
}

static gint
smooth_value (const KernelBench *b, GRand *random, gsize i)
{
  const gsize row = b->stride / b->bytes;
  gdouble v = (gdouble)(i % row) / row;
  gint k;

  /* twelve uniform numbers make a normal one */
  for (k = 0; k < 12; k++)
    v += SMOOTH_SIGMA * (g_rand_double (random) - 0.5);
  return CLAMP (v, 0, 1) * ((1 << b->bits) - 1);
}

static gint
gradient_value (const KernelBench *b, GRand *random, gint x, gint y)
{
  const gint most = (1 << b->bits) - 1, noise = (most + 1) / 16;

  return (gint64)(most - noise) * CLAMP (x + y, 0, b->width + b->height)
             / (b->width + b->height)
         + g_rand_int_range (random, 0, noise);
}

/* Picture i with its margins. */
static void
fill (const KernelBench *b, KernelPicture picture, Waves *waves, guint i,
    GRand *random, guint8 *data)
{
  const gsize row = b->stride / b->bytes;
  gsize k;

  if (waves)
    waves->first = g_rand_int (random);
  for (k = 0; k < b->size / b->bytes; k++) {
    const gint x = (gint)(k % row) - b->margin, y = (gint)(k / row) - b->margin;
    gint v;

    if (picture == KERNEL_SMOOTH)
      v = smooth_value (b, random, k);
    else if (picture == KERNEL_GRADIENT)
      v = gradient_value (b, random, x, y);
    else
      v = x < 0 || y < 0 || x >= b->width || y >= b->height
              ? 0
              : moving_value (b, waves, i, x, y);
    if (b->bytes == 2)
      ((guint16 *)data)[k] = v;
    else
      data[k] = v;
  }
}

/* All bits of a word at once. */
static void
fill_random (const KernelBench *b, GRand *random, guint32 *data)
{
  const guint32 mask =
      ((1u << b->bits) - 1) * (b->bytes == 2 ? 0x10001 : 0x1010101);
  gsize i;

  for (i = 0; i <= b->size / 4; i++)
    data[i] = g_rand_int (random) & mask;
}

static void
make_pictures (KernelBench *b)
{
  GError *error = NULL;

  b->src = cf_device_alloc (b->device, b->size * b->n, &error);
  b->dst = b->src ? cf_device_alloc (b->device, b->size * b->n, &error) : NULL;
  if (!b->dst)
    kernel_die ("no memory for pictures", error);
}

void
kernel_pictures_fill (KernelBench *b, KernelPicture picture)
{
  static const gchar *const names[] = { "random", "smooth", "smooth",
    "moving" };
  GRand *random = g_rand_new_with_seed (b->width * b->bytes);
  Waves *waves = picture == KERNEL_MOVING ? g_new (Waves, 1) : NULL;
  guint8 *data = g_malloc (b->size + 4);
  GError *error = NULL;
  guint i;

  if (!b->src)
    make_pictures (b);
  b->picture = names[picture];
  if (waves)
    waves_init (waves, b, random);
  for (i = 0; i < b->n; i++) {
    /* but for moving ones they are all the same */
    if (picture == KERNEL_RANDOM && i == 0)
      fill_random (b, random, (guint32 *)data);
    else if (picture == KERNEL_MOVING || i == 0)
      fill (b, picture, waves, i, random, data);
    if (!cf_stream_upload (b->stream, b->src + i * b->size, b->size, data,
            b->size, b->size, 1, &error)
        || !cf_stream_synchronize (b->stream, &error))
      kernel_die ("upload", error);
  }
  g_free (data);
  g_free (waves);
  g_rand_free (random);
}

void
kernel_pictures_free (KernelBench *b)
{
  cf_device_free (b->device, b->src);
  cf_device_free (b->device, b->dst);
  b->src = b->dst = NULL;
}
