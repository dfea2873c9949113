/* The thesis's tables with our figures beside theirs, for people. */
#pragma once

#include "machine.h"
#include "thesisbench.h"

G_BEGIN_DECLS

/* `pictures`: those of each side of thesis_sides[], 8 bits before 16. */
void thesis_report (
    const Options *options, const Machine *machine, const GPtrArray *pictures);

G_END_DECLS
