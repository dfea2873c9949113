/* How strong noise is, as naively as possible: engine/denoise/cfdenoisenoise.h,
 * tile by tile. */
#pragma once

#include <glib.h>

/* Samples of 16 bits. */
typedef struct {
  const gint *at;
  gint width, height;
} ReferenceChannel;

/* Those outside are replicated. */
static inline gint
reference_channel_get (const ReferenceChannel *c, gint x, gint y)
{
  return c->at[(gsize)CLAMP (y, 0, c->height - 1) * c->width
               + CLAMP (x, 0, c->width - 1)];
}

typedef struct {
  gint sum, light; /* its class */
} ReferenceTile;

/* Adds v's tiles (of ReferenceTile), compared with r: `counts` are eighths, or
 * NULL where all are `count`, of 0 nothing is compared. Samples have so many
 * bits.
 */
void reference_noise_add (GArray *tiles, const ReferenceChannel *v,
    const ReferenceChannel *r, const gint *counts, gint count, gint bits);

/* The estimate by all of a plane's tiles, whose last one was `last`, in 1/256
 * of a step of 8 bits. */
guint reference_noise_next (
    const GArray *tiles, gboolean is_colour, guint last);
