/* How strong noise is, as naively as possible: engine/denoise/cfdenoisenoise.h,
 * tile by tile. */
#pragma once

#include "engine/core/cffilter.h"

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

/* What tells the light of colour: samples of 16 bits, whose sides were halved
 * so often. */
typedef struct {
  ReferenceChannel channel;
  gint halved_x, halved_y;
} ReferenceLight;

/* Adds v's tiles (of ReferenceTile), compared with r: `counts` are eighths, or
 * NULL where all are `count`, of 0 nothing is compared. Samples have so many
 * bits. Of colour `light` tells a tile's class, where its channel has samples;
 * else it is NULL. */
void reference_noise_add (GArray *tiles, const ReferenceChannel *v,
    const ReferenceChannel *r, const gint *counts, gint count, gint bits,
    const ReferenceLight *light);

/* The plane that tells a plane of colour its light, of which the sides are set
 * in `light`, or -1. */
gint reference_noise_find_light (const CfDenoiseParams *p,
    const CfPlane *planes, guint32 filtered, guint plane,
    ReferenceLight *light);

/* The estimate by all of a plane's tiles, whose last one was `last`, in 1/256
 * of a step of 8 bits. */
guint reference_noise_next (const GArray *tiles, guint last);
