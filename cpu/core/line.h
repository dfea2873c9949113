/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of one channel between a picture and dense lines, for both sample
 * widths: line_template.h, which says what CF_VALUE is. */
#pragma once

#define CF_BITS 8
#define CF_SAMPLE guint8
#include "cpu/core/line_template.h"
#undef CF_BITS
#undef CF_SAMPLE

#define CF_BITS 16
#define CF_SAMPLE guint16
#include "cpu/core/line_template.h"
#undef CF_BITS
#undef CF_SAMPLE
