/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The epsilon filter on one instruction set (-DCF_ISA=name), for 8- and 16-bit
 * samples.
 *
 * With `low` the smallest value that counts around a sample, and `reach` how
 * far the largest lies above it, v counts if v - low, modulo the lane, is at
 * most reach: below low it is a large number. Sums are of these differences,
 * and low is added to their mean. Where the threshold is small they are, and
 * several make a sum in a lane of one sample before it has to be widened.
 * Bound: arithmetic, four instructions a sample of the window with AVX-512 and
 * six before it. */
#include "cpu/core/kernel.h"
#include "cpu/core/vector.h"

#include "cpu/core/line.h"
#include "cpu/core/line_out.h"

/* A register block: rows of results, which share what they load, and vectors
 * of each. As fast as fewer or faster, with any of the instruction sets. */
#define CF_ROWS 2
#define CF_VECTORS 2

typedef float CfVectorFloat __attribute__ ((vector_size (CF_VECTOR_BYTES)));
typedef guint32 CfVectorU32 __attribute__ ((vector_size (CF_VECTOR_BYTES)));

/* floor ((2 sum + n) / (2 n)). Below 2^24 a float is exact, and a quotient of
 * less than 2^9 by less than 2^11 that is no integer is more than 2^-11 below
 * the next one, which rounding to 24 bits does not reach: 8 bits need no
 * `correction`. With 16 bits 2 sum + n is less than 2^27, and its rounding and
 * the quotient's move less than 2^17 by less than 2^-5: by at most one after
 * truncation, which the remainder tells. */
CF_INLINE CfVector32
epsilon_mean (CfVector32 sum, CfVector32 n, gboolean correction)
{
  const CfVector32 dividend = 2 * sum + n, divisor = 2 * n;
  CfVector32 quotient = __builtin_convertvector(
      __builtin_convertvector(dividend, CfVectorFloat)
          / __builtin_convertvector(divisor, CfVectorFloat),
      CfVector32);

  if (correction) {
    const CfVector32 rest = dividend - quotient * divisor;

    /* true lanes are -1 */
    quotient += (CfVector32)(rest < 0) - (CfVector32)(rest >= divisor);
  }
  return quotient;
}

#define CF_BITS 8
#define CF_SAMPLE guint8
#define CF_WIDE guint16
#include "cpu/epsilon/epsilon_template.h"

#define CF_BITS 16
#define CF_SAMPLE guint16
#define CF_WIDE guint32
#include "cpu/epsilon/epsilon_template.h"
