/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random values for every property that may change while frames flow. What
 * there is to change is asked of the element, so that new properties are
 * covered by themselves. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* What texts of properties may refer to. */
typedef struct {
  GRand *rand;
  gint width, height;   /* of frames */
  const gchar *folder;  /* with the files of values_write_files() */
  gboolean of_any_size; /* masks of another size are refused, and no error */
} Values;

/* Files for properties that are paths, good ones and bad ones: masks of this
 * size too. */
void values_write_files (const gchar *folder, gint width, gint height);

/* Those of the element that may change in PLAYING, up to a NULL. */
GParamSpec **values_properties (GstElement *element);

/* A value of the property's range, or a text that may be valid or not; TRUE
 * where it is an extreme one, that may cost much time. */
gboolean values_draw (Values *self, GParamSpec *spec, GValue *value);

G_END_DECLS
