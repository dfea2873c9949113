/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The driver's functions that the engine calls first, and no GPU. */
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
cuDriverGetVersion (int *version)
{
  *version = 13000;
  return 0;
}

PUBLIC int
cuGetErrorString (int result, const char **text)
{
  *text = "no CUDA-capable device is detected";
  return 0;
}
