/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The machine that is measured. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gchar *date;      /* when it was made, in UTC */
  gchar *cpu;       /* its model */
  guint processors; /* that this program may use */
  gchar *os;
  gchar *gpu;    /* NULL: there is none */
  gchar *driver; /* version of the NVIDIA driver, or NULL */
} Machine;

/* `gpu`: the name of the GPU that is used, or NULL. */
Machine *machine_new (const gchar *gpu);
void machine_free (Machine *self);

G_END_DECLS
