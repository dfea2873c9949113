/* The median of a rectangle of one channel, for each size, sample width and
 * instruction set. */
#pragma once

#include "cffilter.h"

G_BEGIN_DECLS

/* Output samples of `channel` in columns left...right-1, rows top...bottom-1.
 * src and dst have the same geometry. */
typedef struct {
  const CfPlane *src, *dst;
  gint channel;
  CfBorder border;
  guint border_sample; /* as stored, shifted */
  gint left, right, top, bottom;
} CfCpuMedianJob;

typedef struct {
  void (*run) (const CfCpuMedianJob *job, guint8 *scratch);
  /* bytes of scratch for jobs of at most `width` columns */
  gsize (*scratch_size) (gint width);
  /* columns of a job that keep its scratch in the fast caches */
  gint job_width;
} CfCpuMedian;

/* The largest square window with a network. */
#define CF_CPU_NETWORK_MAX 15
#define CF_CPU_MEDIANS ((CF_CPU_NETWORK_MAX - CF_MEDIAN_SIZE_MIN) / 2 + 1)

/* [(size - 3) / 2][bytes - 1] */
typedef const CfCpuMedian *CfCpuMedianTable[CF_CPU_MEDIANS][2];

extern const CfCpuMedianTable cf_cpu_median_baseline;
#ifdef CF_CPU_X86
extern const CfCpuMedianTable cf_cpu_median_avx2;
extern const CfCpuMedianTable cf_cpu_median_avx512;
#endif

G_END_DECLS
