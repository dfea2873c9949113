/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Faults in turn at every place that can have one. */
#include "faults.h"

#define MAX_SITES 128

static GMutex lock; /* of all here, and of the sites' counts */
static FaultSite sites[MAX_SITES];
static guint n_sites;

static FaultSite *armed;
static guint armed_call;
static FaultKind armed_kind;
static gboolean came, lost;

FaultSite *
fault_site_new (const gchar *name, guint kinds)
{
  FaultSite *site;

  g_mutex_lock (&lock);
  g_assert (n_sites < MAX_SITES);
  site = &sites[n_sites++];
  site->name = name;
  site->kinds = kinds;
  g_mutex_unlock (&lock);
  return site;
}

guint
fault_n_sites (void)
{
  return n_sites;
}

FaultSite *
fault_site_get (guint index)
{
  return &sites[index];
}

const gchar *
fault_kind_name (FaultKind kind)
{
  static const gchar *const names[] = { "memory", "refused", "brief", "lost" };

  return names[kind];
}

void
fault_arm (FaultSite *site, guint call, FaultKind kind)
{
  g_mutex_lock (&lock);
  for (guint i = 0; i < n_sites; i++)
    sites[i].count = 0;
  armed = site;
  armed_call = call;
  armed_kind = kind;
  came = lost = FALSE;
  g_mutex_unlock (&lock);
}

gboolean
fault_came (void)
{
  gboolean ret;

  g_mutex_lock (&lock);
  ret = came;
  g_mutex_unlock (&lock);
  return ret;
}

gboolean
fault_strikes (FaultSite *site, FaultKind *kind)
{
  gboolean strikes;

  g_mutex_lock (&lock);
  site->count++;
  strikes = site == armed && site->count == armed_call;
  if (strikes) {
    came = TRUE;
    lost = armed_kind == FAULT_LOST;
    *kind = armed_kind;
  } else if (lost && (site->kinds & FAULT_MASK (FAULT_LOST))) {
    strikes = TRUE;
    *kind = FAULT_LOST;
  }
  g_mutex_unlock (&lock);
  return strikes;
}

void
fault_heal (void)
{
  g_mutex_lock (&lock);
  lost = FALSE;
  g_mutex_unlock (&lock);
}
