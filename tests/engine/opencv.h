/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way to the module with OpenCV's filters. */
#pragma once

#include "opencvpeer.h"

/* NULL where the module or OpenCV is not there. It is looked for beside the
 * program, or where ENGINE_TEST_OPENCV says. */
const OpenCVPeer *opencv_get (void);
