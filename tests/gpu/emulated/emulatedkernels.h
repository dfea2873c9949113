/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Included before headers that declare kernels: they are functions here. */
#pragma once

#define CF_DECLARE_KERNEL(name, Argument) \
  extern "C" void emulated_##name (const Argument argument);
