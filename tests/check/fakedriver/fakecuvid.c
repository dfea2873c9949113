/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A libnvcuvid.so.1 that decodes nothing: nvcodec registers cudaupload and
 * cudadownload only where it finds that library, or NVIDIA's encoder. */
#include "unsupported.h"

UNSUPPORTED (cuvidCtxLockCreate)
UNSUPPORTED (cuvidCtxLockDestroy)
UNSUPPORTED (cuvidCtxLock)
UNSUPPORTED (cuvidCtxUnlock)
UNSUPPORTED (cuvidCreateDecoder)
UNSUPPORTED (cuvidReconfigureDecoder)
UNSUPPORTED (cuvidDestroyDecoder)
UNSUPPORTED (cuvidDecodePicture)
UNSUPPORTED (cuvidCreateVideoParser)
UNSUPPORTED (cuvidParseVideoData)
UNSUPPORTED (cuvidDestroyVideoParser)
UNSUPPORTED (cuvidMapVideoFrame)
UNSUPPORTED (cuvidUnmapVideoFrame)
UNSUPPORTED (cuvidMapVideoFrame64)
UNSUPPORTED (cuvidUnmapVideoFrame64)
UNSUPPORTED (cuvidGetDecoderCaps)
