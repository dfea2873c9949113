/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Both kinds of medians share this. */
#pragma once

#include "kernelgen.h"
#include "networktext.h"

G_BEGIN_DECLS

/* Sets a variable to a part of a network, in lines that begin with `indent`. */
void kg_set_network (KgText *text, const gchar *name, const Network *network,
    NetworkPart part, const gchar *indent);

G_END_DECLS
