/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tests of contours share: pictures on the device, and runs. */
#pragma once

#include "engine/snake/cfsnake.h"
#include "snakescene.h"
#include "tester.h"

extern const CfSnakeParams snake_defaults;
extern const CfSnakeStart snake_search;

CfPlane snake_plane (gint width, gint height);

/* A prepared contour and memory for one picture. Errors are the test's. Where
 * pictures are not in host memory, every run is made on the CPU too. */
typedef struct {
  Tester *t;
  CfSnake *snake;
  CfPlane plane; /* on the device */
  gsize size;    /* bytes */
  Target cpu;
  CfSnake *on_cpu; /* or NULL */
} SnakeCase;

/* FALSE where it cannot be prepared: the test's failure, or where the backend
 * has no contours, skipped. */
gboolean snake_case_open (SnakeCase *sc, Tester *t, const CfSnakeParams *params,
    const CfPlane *geometry);
void snake_case_close (SnakeCase *sc);

/* Segments width x height samples, with no bytes between rows. FALSE and a
 * reason where that fails, a contour is not as every contour has to be, or the
 * CPU finds another. */
gboolean snake_case_run (SnakeCase *sc, gconstpointer samples,
    const CfSnakeStart *starts, guint n_starts, CfSnakeResult *result,
    GString *why);
