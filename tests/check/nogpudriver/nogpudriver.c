/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The driver's functions that the engine looks up, and no GPU. */
#define PUBLIC __attribute__ ((visibility ("default")))
#define NO_DEVICE 100 /* CUDA_ERROR_NO_DEVICE */

/* For a program to see that it has this one. */
PUBLIC const int no_gpu_driver = 1;

PUBLIC int
cuInit (unsigned flags)
{
  return NO_DEVICE;
}

PUBLIC int
cuGetErrorString (int result, const char **text)
{
  *text = "no CUDA-capable device is detected";
  return 0;
}

PUBLIC int
cuDevicePrimaryCtxRetain (void **context, int device)
{
  return NO_DEVICE;
}

PUBLIC int
cuDevicePrimaryCtxRelease_v2 (int device)
{
  return NO_DEVICE;
}

PUBLIC int
cuCtxPushCurrent_v2 (void *context)
{
  return NO_DEVICE;
}

PUBLIC int
cuCtxPopCurrent_v2 (void **context)
{
  return NO_DEVICE;
}
