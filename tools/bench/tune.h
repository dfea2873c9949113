/* --tune: which candidate of each choice is the fastest on this machine. */
#pragma once

#include "options.h"

G_BEGIN_DECLS

/* Measures, prints, and writes what the elements read from now on. FALSE:
 * something failed, which was printed. */
gboolean tune (const Options *options);

G_END_DECLS
