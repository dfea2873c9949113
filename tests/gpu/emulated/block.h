/* Runs a kernel's blocks one after the other. */
#pragma once

void emulated_run (unsigned n_blocks, unsigned n_threads, void (*kernel) ());
