/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Releases for Linux include this before all else (tools/linux-sysroot): of
 * functions that glibc 2.31 does not have, or has under an older version, they
 * take what it has. */
#ifndef __ASSEMBLER__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/stat.h>

#ifdef __x86_64__
#define CF_GLIBC "GLIBC_2.2.5"
#define CF_STAT_VERSION 1
#else
#define CF_GLIBC "GLIBC_2.17"
#define CF_STAT_VERSION 0
#endif
__asm__(".symver dlopen, dlopen@" CF_GLIBC);
__asm__(".symver dlclose, dlclose@" CF_GLIBC);
__asm__(".symver dlsym, dlsym@" CF_GLIBC);
__asm__(".symver dlerror, dlerror@" CF_GLIBC);
__asm__(".symver hypot, hypot@" CF_GLIBC);
__asm__(".symver __xstat64, __xstat64@" CF_GLIBC);
__asm__(".symver __fxstat64, __fxstat64@" CF_GLIBC);

/* as glibc's headers had it before 2.33 */
extern int cf_xstat (int, const char *, struct stat *) __asm__("__xstat64");
extern int cf_fxstat (int, int, struct stat *) __asm__("__fxstat64");
#define stat(path, s) cf_xstat (CF_STAT_VERSION, path, s)
#define fstat(fd, s) cf_fxstat (CF_STAT_VERSION, fd, s)
#endif
