/* What stands for samples outside the picture. */
#pragma once

#include "engine/core/cfborderindex.h"

#include <glib.h>

G_BEGIN_DECLS

/* The constant border's stored sample for a plane of this depth and shift. */
guint cf_border_sample (gint border_value, gint bits, gint shift);

G_END_DECLS
