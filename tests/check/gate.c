/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A place in a thread's way where a test holds it up. */
#include "gate.h"

static GMutex lock; /* of what follows */
static GCond changed;
static GThread *held; /* who is to stop, NULL: nobody */
static gboolean there;

static GThreadFunc way;
static gpointer way_data;
static GThread *thread;

static gpointer
go (gpointer unused)
{
  g_mutex_lock (&lock);
  held = g_thread_self ();
  g_mutex_unlock (&lock);
  return way (way_data);
}

void
gate_start (GThreadFunc func, gpointer data)
{
  way = func;
  way_data = data;
  there = FALSE;
  thread = g_thread_new ("held up", go, NULL);
  g_mutex_lock (&lock);
  while (!there)
    g_cond_wait (&changed, &lock);
  g_mutex_unlock (&lock);
}

void
gate_pass (void)
{
  g_mutex_lock (&lock);
  if (held == g_thread_self ()) {
    there = TRUE;
    g_cond_broadcast (&changed);
    while (held)
      g_cond_wait (&changed, &lock);
  }
  g_mutex_unlock (&lock);
}

void
gate_finish (void)
{
  g_mutex_lock (&lock);
  held = NULL;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
  g_thread_join (thread);
}
