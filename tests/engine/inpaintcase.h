/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One case of inpainting: a filter, pictures and holes in turn, and the check
 * of every byte after each.
 *
 * What must come out is what the CPU backend's plainest code (no instruction
 * set beyond the baseline's, one thread) makes of the values alone, two bytes
 * to a sample and no gaps: bit for bit, on every backend. Known samples must be
 * as they were, whatever that code says. */
#pragma once

#include "holes.h"
#include "tester.h"

typedef struct {
  FilterCase fc;
  CfFilter *filter, *peer_filter;
  Target *target, *peer;
} InpaintCase;

/* FALSE, with a failed case, where it does not open. */
gboolean inpaint_peer_open (Tester *t, Target *peer);

/* Prepares both filters. */
gboolean inpaint_case_init (InpaintCase *ic, const FilterCase *fc,
    Target *target, Target *peer, GString *why);
void inpaint_case_clear (InpaintCase *ic);

/* A picture with these holes; `seed` draws its samples. FALSE with the first
 * difference in `why`. */
gboolean inpaint_case_run (
    InpaintCase *ic, const Holes *holes, guint64 seed, GString *why);

/* A case of the tester: one picture. */
void tester_inpaint_case (Tester *t, Target *peer, const FilterCase *fc,
    const Holes *holes, const gchar *kind);

/* Of LOCAL or HARMONIC, any, of few iterations often. */
CfInpaintParams inpaint_params_draw (Random *random);
