/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A filter whose functions are a test's. */
#pragma once

#include "engine/core/cfbackend.h"

G_BEGIN_DECLS

/* Of a class those functions that another one has too. */
CfFilterClass filter_class_common (
    const CfFilterClass *klass, const CfFilterClass *base);

/* Gives the filter, once, a class of its own, in which functions can be
 * replaced; NULL for NULL. */
CfFilterClass *filter_class_wrap (CfFilter *filter);
/* The class that it had before. */
const CfFilterClass *filter_class_base (const CfFilter *filter);

/* What free() is at first: it frees the class too. */
void filter_class_free (CfFilter *filter);

G_END_DECLS
