/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One of many pipelines: a source, a chain of our elements, a sink. Its results
 * are those of the same chain alone, on the CPU, whatever others do. Calls are
 * from any thread, one at a time. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Where its elements find a GstCudaContext. */
typedef enum {
  SLOT_SHARES,  /* that of all slots of this kind on the same device */
  SLOT_OWN,     /* one of the pipeline's own */
  SLOT_CHOOSES, /* likewise, and its elements by cuda-device-id */
  N_SLOT_CONTEXTS
} SlotContext;

typedef struct _Slot Slot;

/* Works out what comes of its frames. Files are for properties. */
Slot *slot_new (guint number, guint n_devices, const gchar *folder);
void slot_free (Slot *self);

gboolean slot_is_running (Slot *self);
void slot_start (Slot *self, GRand *rand);
/* A seek, a pause, a change of a property, or a stop. */
void slot_disturb (Slot *self, GRand *rand);
void slot_stop (Slot *self);

/* Of all slots. */
typedef struct {
  gint running, most_running; /* at a time */
  gint starts, disturbances, frames, compared;
} SlotCounts;
extern SlotCounts slot_counts;

G_END_DECLS
