/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU backend with all its instruction sets at once, so that a reference is
 * computed once for all. */
#pragma once

#include <glib.h>

/* From now on a filter of the CPU backend also runs with each narrower set that
 * the processor has, before, on the same memory; a run fails where a set makes
 * another sample, or estimates another noise, than the widest. What
 * fault_install() plants before this call the narrower sets alone have. */
void isas_install (void);
