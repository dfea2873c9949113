/* --thesis: the tables of the thesis's chapter on the median, measured here. */
#pragma once

#include "engine/core/cfdevice.h"
#include "options.h"

G_BEGIN_DECLS

/* Measures on the first GPU, prints, and writes the JSON file if there is to be
 * one. FALSE: what is missing or failed has been said. */
gboolean thesis_run (const Options *options);

/* The same on any device, with pictures of other sides (THESIS_SIDES of them);
 * the machine then has no GPU, but the device's description. */
gboolean thesis_run_on (const Options *options, CfDevice *device,
    const gint *sides, GError **error);

G_END_DECLS
