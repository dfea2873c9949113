/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables for people. */
#pragma once

#include "group.h"
#include "machine.h"

G_BEGIN_DECLS

/* What all tables have in common. */
void report_header (const Options *options, const Machine *machine);

/* One table. */
void report_group (const Group *group);

G_END_DECLS
