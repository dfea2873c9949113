/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which frames were sent, and whether they arrive. */
#include "ledger.h"

#include "verdict.h"

/* More than are ever on their way. */
#define N_REMEMBERED 8192

struct _Ledger {
  GMutex lock;
  gchar *name;
  guint64 sent; /* the number of the last one */
  GstClockTime pts[N_REMEMBERED];
  GArray *begins;      /* the first frames behind flushes, guint64 */
  guint64 lossy_until; /* frames below may be lost one by one */
  guint64 arrived;     /* the number of the last one */
  guint64 n_arrived;
};

Ledger *
ledger_new (const gchar *name)
{
  Ledger *self = g_new0 (Ledger, 1);

  g_mutex_init (&self->lock);
  self->name = g_strdup (name);
  self->begins = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
ledger_free (Ledger *self)
{
  g_array_unref (self->begins);
  g_free (self->name);
  g_mutex_clear (&self->lock);
  g_free (self);
}

guint64
ledger_next (Ledger *self)
{
  guint64 next;

  g_mutex_lock (&self->lock);
  next = self->sent + 1;
  g_mutex_unlock (&self->lock);
  return next;
}

void
ledger_sent (Ledger *self, GstClockTime pts)
{
  g_mutex_lock (&self->lock);
  self->sent++;
  self->pts[self->sent % N_REMEMBERED] = pts;
  g_mutex_unlock (&self->lock);
}

void
ledger_flushed (Ledger *self)
{
  guint64 next;

  g_mutex_lock (&self->lock);
  next = self->sent + 1;
  g_array_append_val (self->begins, next);
  if (self->lossy_until == G_MAXUINT64)
    self->lossy_until = next;
  g_mutex_unlock (&self->lock);
}

void
ledger_flush_begins (Ledger *self)
{
  g_mutex_lock (&self->lock);
  self->lossy_until = G_MAXUINT64;
  g_mutex_unlock (&self->lock);
}

/* TRUE where a frame of this number is the next one to come: the one behind the
 * last, or the first behind a flush. */
static gboolean
may_follow (Ledger *self, guint64 number)
{
  guint i;

  if (number == self->arrived + 1)
    return TRUE;
  for (i = 0; i < self->begins->len; i++)
    if (g_array_index (self->begins, guint64, i) == number)
      return number > self->arrived;
  return number > self->arrived && number < self->lossy_until;
}

/* Flushes that are past. */
static void
forget (Ledger *self)
{
  while (self->begins->len > 0
         && g_array_index (self->begins, guint64, 0) <= self->arrived)
    g_array_remove_index (self->begins, 0);
}

void
ledger_arrived (Ledger *self, guint64 number, GstClockTime pts)
{
  g_mutex_lock (&self->lock);
  if (verdict_expect (may_follow (self, number),
          "%s: frame %" G_GUINT64_FORMAT
          " comes behind frame %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT,
          self->name, number, self->arrived, self->sent))
    verdict_expect (pts == self->pts[number % N_REMEMBERED],
        "%s: frame %" G_GUINT64_FORMAT " has the time %" GST_TIME_FORMAT
        ", not %" GST_TIME_FORMAT,
        self->name, number, GST_TIME_ARGS (pts),
        GST_TIME_ARGS (self->pts[number % N_REMEMBERED]));
  self->arrived = number;
  self->n_arrived++;
  forget (self);
  g_mutex_unlock (&self->lock);
}

void
ledger_ended (Ledger *self, guint64 last)
{
  g_mutex_lock (&self->lock);
  verdict_expect (self->arrived == last || may_follow (self, last + 1),
      "%s: the stream ends behind frame %" G_GUINT64_FORMAT
      ", but frame %" G_GUINT64_FORMAT " was sent before the end",
      self->name, self->arrived, last);
  g_mutex_unlock (&self->lock);
}

guint64
ledger_n_arrived (Ledger *self)
{
  guint64 n;

  g_mutex_lock (&self->lock);
  n = self->n_arrived;
  g_mutex_unlock (&self->lock);
  return n;
}
