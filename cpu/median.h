/* The median or percentile of a rectangle of one channel, for each method,
 * sample width and instruction set. */
#pragma once

#include "cffilter.h"

G_BEGIN_DECLS

/* Output samples of `channel` in columns left...right-1, rows top...bottom-1.
 * src and dst have the same geometry. */
typedef struct {
  const CfPlane *src, *dst;
  gint channel;
  CfBorder border;
  guint border_sample;                    /* as stored, shifted */
  gint window_width, window_height, rank; /* a network has its own */
  gint left, right, top, bottom;
} CfCpuMedianJob;

typedef struct {
  void (*run) (const CfCpuMedianJob *job, guint8 *scratch);
  /* bytes of scratch for jobs of at most `width` columns */
  gsize (*scratch_size) (gint width);
  /* columns of a job that keep its scratch in the fast caches */
  gint job_width;
  /* rows of a job that make the rows around it, read twice, cost little */
  gint job_height;
} CfCpuMedian;

/* The largest square window with a network. */
#define CF_CPU_NETWORK_MAX 15
#define CF_CPU_MEDIANS ((CF_CPU_NETWORK_MAX - CF_MEDIAN_SIZE_MIN) / 2 + 1)

/* All of one instruction set. */
typedef struct {
  const CfCpuMedian
      *networks[CF_CPU_MEDIANS][2]; /* [(size - 3) / 2][bytes - 1] */
  const CfCpuMedian *rank[2];       /* any window and rank: [bytes - 1] */
} CfCpuMedianTable;

extern const CfCpuMedianTable cf_cpu_median_baseline;
#ifdef CF_CPU_X86
extern const CfCpuMedianTable cf_cpu_median_avx2;
extern const CfCpuMedianTable cf_cpu_median_avx512;
#endif

G_END_DECLS
