/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Scenes for noise reduction over time: pictures with texture that move, get
 * lighter and have noise, and others that have nothing in common with them. */
#pragma once

#include "picture.h"

typedef struct {
  guint64 seed;    /* the scene's; odd ones are bright and even ones dark */
  gint x, y;       /* where the camera looks, in samples of the first plane */
  gint luma;       /* steps of 8 bits more */
  gint noise;      /* steps of 8 bits, at most */
  gint base, span; /* of 65536: where values of 0 are, and what all values are
                    * brought to; or span is 0 */
} Scene;

/* A small part of all values, or now and then all of them. */
void scene_draw_range (Scene *scene, Random *random);

/* All planes, whose bits below the shift are random. */
void scene_fill (const Scene *scene, const Picture *picture, Random *random);
