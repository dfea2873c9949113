/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that are valid alone and not together: they are judged once for
 * all that are set at a time, and take effect, or are put back, together. */
#pragma once

#include "gst/filter/gcfparam.h"

G_BEGIN_DECLS

typedef struct {
  const GcfParam *properties; /* the element's rows */
  gpointer now, good; /* the values, as they are set, and the last good ones */
  void (*copy) (gpointer to, gconstpointer from);
  /* Puts `now` in force, or says what is wrong with it; *is_new, FALSE before,
   * where that changes anything. Called with the object lock held. */
  gboolean (*apply) (GObject *object, gboolean *is_new, GError **error);
  /* Tells of what is new, without the lock; or NULL. */
  void (*notify) (GObject *object);
  guint32 changed; /* in which rows `now` and `good` may differ, of 32 */
} GcfTransaction;

/* set() and changed() call this, with the object lock held: `now` has a new
 * value of this property. */
static inline void
gcf_transaction_change (GcfTransaction *self, GParamSpec *spec)
{
  self->changed |= 1u << (gcf_param_of (spec) - self->properties);
}

G_END_DECLS
