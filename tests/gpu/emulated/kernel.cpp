/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* One kernel, compiled for the CPU. */
#include "emulated.h"

#include CF_SOURCE
