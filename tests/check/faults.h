/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Faults in turn at every place that can have one: who may fail (a wrapped
 * backend, a driver, memory) has sites, which count their calls; one call of
 * one site at a time is made to fail. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  FAULT_MEMORY,  /* this call has no memory */
  FAULT_REFUSED, /* this call is not supported */
  FAULT_BRIEF,   /* this call fails as a lost device would, the next do not */
  FAULT_LOST,    /* the device is lost until it is opened again */
  N_FAULT_KINDS
} FaultKind;

#define FAULT_MASK(kind) (1u << (kind))
#define FAULT_ONCE (FAULT_MASK (FAULT_MEMORY) | FAULT_MASK (FAULT_BRIEF))

typedef struct {
  const gchar *name;
  guint kinds; /* FAULT_MASK of those that it can have */
  guint count; /* calls since the last arm */
} FaultSite;

/* Once a program for each name; never freed. */
FaultSite *fault_site_new (const gchar *name, guint kinds);
guint fault_n_sites (void);
FaultSite *fault_site_get (guint index);
const gchar *fault_kind_name (FaultKind kind);

/* All counts begin anew, and the call-th from now on of this site is to fail;
 * a site of NULL is none. Whatever was lost is there again. */
void fault_arm (FaultSite *site, guint call, FaultKind kind);
/* A fault has come since. */
gboolean fault_came (void);

/* For sites: counts a call, TRUE where it is to fail, in this way. */
gboolean fault_strikes (FaultSite *site, FaultKind *kind);
/* The device is opened. */
void fault_heal (void);

G_END_DECLS
