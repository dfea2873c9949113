/* Scenes for noise reduction over time: pictures with texture that move, get
 * lighter and have noise, and others that have nothing in common with them. */
#pragma once

#include "picture.h"

typedef struct {
  guint64 seed; /* the scene's; odd ones are bright and even ones dark */
  gint x, y;    /* where the camera looks, in samples of the first plane */
  gint light;   /* steps of 8 bits more */
  gint noise;   /* steps of 8 bits, at most */
} Scene;

/* All planes, whose bits below the shift are random. */
void scene_fill (const Scene *scene, const Picture *picture, Random *random);
