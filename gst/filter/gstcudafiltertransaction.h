/* Properties that are valid alone and not together: they are judged once for
 * all that are set at a time, and take effect, or are put back, together. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct {
  GParamSpec *const *properties; /* by id, below 32 */
  gpointer now, good; /* the values, as they are set, and the last good ones */
  void (*copy) (gpointer to, gconstpointer from);
  /* Puts `now` in force, or says what is wrong with it; *is_new, FALSE before,
   * where that changes anything. Called with the object lock held. */
  gboolean (*apply) (GObject *object, gboolean *is_new, GError **error);
  /* Tells of what is new, without the lock; or NULL. */
  void (*notify) (GObject *object);
  guint32 changed; /* in which `now` and `good` may differ, 1 << id */
} GstCudaFilterTransaction;

/* For set_property(), with the object lock held. */
static inline void
gst_cuda_filter_transaction_change (
    GstCudaFilterTransaction *self, guint prop_id)
{
  self->changed |= 1u << prop_id;
}

G_END_DECLS
