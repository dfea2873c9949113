/* The thesis's tables and our figures as a JSON file: docs/BENCHMARK.md says
 * what its fields mean. */
#pragma once

#include "machine.h"
#include "thesisbench.h"

G_BEGIN_DECLS

/* `pictures` as for thesis_report(). */
gboolean thesis_json_write (const Options *options, const Machine *machine,
    const gchar *date, const GPtrArray *pictures, GError **error);

G_END_DECLS
