/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Copies frames between two layouts, by several threads: one thread's memcpy is
 * slower than the bus. */
#include "gst/frame/gcfcopy.h"

#include <string.h>

#define THREADS 4

/* Smaller parts are not worth another thread. */
#define PART_BYTES ((gsize)1 << 20)

typedef struct {
  const GcfPicture *picture;
  const GcfPlacement *to, *from;
  guint n_parts;

  GMutex lock; /* of what follows */
  GCond done;
  guint n_left; /* parts of other threads */
} Copy;

typedef struct {
  Copy *copy;
  guint index;
} Part;

/* Each plane is split into as many bands of rows as there are parts. */
static void
copy_part (const Copy *copy, guint index)
{
  const GcfPicture *picture = copy->picture;
  guint p;

  for (p = 0; p < picture->n_frame_planes; p++) {
    gsize first = picture->rows[p] * index / copy->n_parts;
    gsize end = picture->rows[p] * (index + 1) / copy->n_parts;
    gssize to_stride = copy->to->stride[p];
    gssize from_stride = copy->from->stride[p];
    guint8 *to = copy->to->data[p] + first * to_stride;
    const guint8 *from = copy->from->data[p] + first * from_stride;
    gsize row;

    if (to_stride == from_stride
        && to_stride == (gssize)picture->row_bytes[p]) {
      memcpy (to, from, (end - first) * to_stride);
      continue;
    }
    for (row = first; row < end; row++) {
      memcpy (to, from, picture->row_bytes[p]);
      to += to_stride;
      from += from_stride;
    }
  }
}

static void
run_part (gpointer data, gpointer user_data)
{
  Part *part = data;
  Copy *copy = part->copy;

  copy_part (copy, part->index);
  g_mutex_lock (&copy->lock);
  if (--copy->n_left == 0)
    g_cond_signal (&copy->done);
  g_mutex_unlock (&copy->lock);
}

static gpointer
create_threads (gpointer unused)
{
  return g_thread_pool_new (run_part, NULL, THREADS - 1, FALSE, NULL);
}

void
gcf_copy (
    const GcfPicture *picture, const GcfPlacement *to, const GcfPlacement *from)
{
  static GOnce once = G_ONCE_INIT;
  Copy copy = { .picture = picture, .to = to, .from = from };
  GThreadPool *threads;
  Part parts[THREADS];
  gsize bytes = 0;
  guint i;

  for (i = 0; i < picture->n_frame_planes; i++)
    bytes += picture->rows[i] * picture->row_bytes[i];
  copy.n_parts = CLAMP (bytes / PART_BYTES, 1, THREADS);
  copy.n_left = copy.n_parts - 1;
  if (copy.n_parts == 1) {
    copy_part (&copy, 0);
    return;
  }

  threads = g_once (&once, create_threads, NULL);
  g_mutex_init (&copy.lock);
  g_cond_init (&copy.done);
  for (i = 1; i < copy.n_parts; i++) {
    parts[i] = (Part){ &copy, i };
    g_thread_pool_push (threads, &parts[i], NULL);
  }
  copy_part (&copy, 0);
  g_mutex_lock (&copy.lock);
  while (copy.n_left > 0)
    g_cond_wait (&copy.done, &copy.lock);
  g_mutex_unlock (&copy.lock);
  g_cond_clear (&copy.done);
  g_mutex_clear (&copy.lock);
}
