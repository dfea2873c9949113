/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds planes that are the last frame's, bit by bit: threads share the rows,
 * and the first that differs ends the search. */
#include "cpu/denoise/recursive_repeat.h"

#include <string.h>

typedef struct {
  const CfCpuRecursive *self;
  const CfPlane *src;
  gint differs[2]; /* of a field; atomic */
} Search;

static guint
field_of (const CfCpuRecursive *self, guint plane)
{
  return self->filter.params.denoise.by_field ? plane % 2 : 0;
}

static void
compare_slice (gpointer data, guint slice, guint thread)
{
  Search *search = data;
  const CfCpuRecursive *self = search->self;
  const CfCpuRecursiveSlice *s =
      &g_array_index (self->slices, CfCpuRecursiveSlice, slice);
  const CfPlane *src = &search->src[s->plane];
  const CfPlane *before = &self->planes[s->plane].before;
  gint *differs = &search->differs[field_of (self, s->plane)];
  gint y;

  if (s->channel != 0)
    return;
  for (y = s->top; y < s->bottom && !g_atomic_int_get (differs); y++)
    if (memcmp (before->data + (gssize)y * before->stride,
            src->data + (gssize)y * src->stride,
            ((gsize)(src->width - 1) * src->step + src->channels) * src->bytes)
        != 0)
      g_atomic_int_set (differs, TRUE);
}

guint32
cf_cpu_recursive_find_repeats (const CfCpuRecursive *self, const CfPlane *src)
{
  Search search = { self, src };
  guint32 repeated = 0;
  guint i;

  cf_cpu_pool_run (cf_cpu_recursive_device (self)->pool, compare_slice, &search,
      self->slices->len);
  for (i = 0; i < self->filter.n_planes; i++)
    if (cf_cpu_recursive_is_filtered (self, i)
        && !search.differs[field_of (self, i)])
      repeated |= 1u << i;
  return repeated;
}
