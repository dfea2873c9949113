/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Proves that the tests see what they are there to see. */
#pragma once

#include "tester.h"

/* Runs tests on a CPU backend with each fault in turn: every case that meets
 * the fault must fail, and no other. Counts a case for each fault. */
void selftest_run (Tester *t);
