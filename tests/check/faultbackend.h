/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A backend's table with sites for faults (faults.h) in front of each function
 * that can fail. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* Behind it is what the engine had for CF_BACKEND_CUDA until now. Once a
 * program. */
void fault_backend_install (void);
/* Gives the engine that back. */
void fault_backend_uninstall (void);

G_END_DECLS
