/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs a kernel's blocks, or clusters of them, one after the other. */
#pragma once

#include <cstddef>

/* `shared` bytes of dynamic shared memory. A barrier that not all threads of
 * the block, or of the warp, come to ends the program. */
void emulated_run (unsigned n_blocks, unsigned n_threads, std::size_t shared,
    void (*kernel) (), unsigned cluster = 1);
