/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deliberate faults between the engine and the CPU backend, to prove that the
 * tests see them. */
#pragma once

#include <glib.h>

typedef enum {
  FAULT_NONE,
  FAULT_SAMPLE,    /* one bit of one sample is wrong */
  FAULT_UNWRITTEN, /* one sample is never written */
  FAULT_BEFORE,    /* a byte before the picture is written */
  FAULT_BEHIND,    /* a byte behind it */
  FAULT_PADDING,   /* a byte behind a row */
  FAULT_NEIGHBOUR, /* a sample between those of the plane */
  FAULT_SOURCE,    /* a sample of the source is changed */
  FAULT_ERROR,     /* run fails */
  FAULT_TRANSFER,  /* uploads and downloads lose a byte */
  N_FAULTS
} Fault;

const gchar *fault_name (Fault fault);
/* -1 where there is none of this name */
gint fault_from_name (const gchar *name);

/* From now on devices of the CPU backend have this fault. */
void fault_install (Fault fault);
/* How often it happened since. */
guint fault_count (void);
/* The bytes that belong to the destination of the next run. */
void fault_set_picture (guint8 *bytes, gsize size);

/* No fault, but the same way: devices of the CPU backend say that filters do
 * not work on host memory, so that tests go as they do on a GPU. */
void fault_separate_memory (void);
