/* The machine that is measured. */
#pragma once

#include "gpu.h"

G_BEGIN_DECLS

typedef struct {
  gchar *cpu;       /* its model */
  guint processors; /* that this program may use */
  gchar *os;
  gchar *gpu;    /* NULL: there is none */
  gchar *driver; /* version of the NVIDIA driver, or NULL */
} Machine;

Machine *machine_new (Gpu *gpu);
void machine_free (Machine *self);

G_END_DECLS
