/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of libcuda.so.1 the backend looks up itself: one device's context. */
#define EXPORT __attribute__ ((visibility ("default")))

typedef void *Context;

EXPORT int cuInit (unsigned flags);
EXPORT int cuGetErrorString (int result, const char **text);
EXPORT int cuDevicePrimaryCtxRetain (Context *context, int device);
EXPORT int cuDevicePrimaryCtxRelease_v2 (int device);
EXPORT int cuCtxPushCurrent_v2 (Context context);
EXPORT int cuCtxPopCurrent_v2 (Context *context);

int
cuInit (unsigned flags)
{
  return 0;
}

int
cuGetErrorString (int result, const char **text)
{
  *text = "refused by the fake driver";
  return 0;
}

int
cuDevicePrimaryCtxRetain (Context *context, int device)
{
  static int primary;

  *context = &primary;
  return 0;
}

int
cuDevicePrimaryCtxRelease_v2 (int device)
{
  return 0;
}

int
cuCtxPushCurrent_v2 (Context context)
{
  return 0;
}

int
cuCtxPopCurrent_v2 (Context *context)
{
  return 0;
}
