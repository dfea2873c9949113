/* The processor's name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* As /proc/cpuinfo has it, "unknown" where it has none; to be freed. */
gchar *cf_cpu_model (void);

G_END_DECLS
