/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host code and the kernel of the Wiener stage share this. */
#pragma once

#include "cuda/core/picturekernels.h"
#include "cuda/noise/noisekernels.h"
#include "engine/denoise/cfwiener.h"
#include "engine/denoise/cfwienerterms.h"
#include "engine/noise/cfnoiseoffset.h"

/* A block has so many windows side by side, a lane for each column of them, and
 * makes the samples whose windows it has. */
#define CF_WIENER_ACROSS 32
#define CF_WIENER_THREADS (CF_WIENER_ACROSS * CF_WIENER_SIDE)
#define CF_WIENER_WIDTH(step) ((CF_WIENER_ACROSS + 1) * (step)-CF_WIENER_SIDE)

/* A channel's pictures, one behind the other, of 16 bits, but for counts of 8.
 * Of two of a kind one is the last frame's. */
enum {
  CF_WIENER_PILOTS,
  CF_WIENER_STATES = CF_WIENER_PILOTS + 2,
  CF_WIENER_RESULTS = CF_WIENER_STATES + 2,
  CF_WIENER_COUNTS, /* both are as large as one other picture */
  CF_WIENER_PICTURES
};

/* What is kept of a plane, from its first channel's first picture on. */
typedef struct {
  uint8_t *at;              /* or NULL */
  int64_t picture, channel; /* bytes, to the next one */
  const uint32_t *last;     /* CF_WIENER_LAST... */
  int32_t stride;           /* samples */
} CfKernelWienerKept;

/* Bit 0: which of two pictures is the last frame's; and whether there is one.
 */
#define CF_WIENER_LAST 1u
#define CF_WIENER_HAS_LAST 2u

/* With a frame ahead a channel's pictures are these, each in turns by the
 * frame's number; after them those of results, of which there is one more than
 * frames are ahead. */
#define CF_WIENER_AHEAD_PILOTS 3
#define CF_WIENER_AHEAD_FRAMES 3 /* CfKernelWienerFrame */
enum {
  CF_WIENER_AHEAD_STATES = CF_WIENER_AHEAD_PILOTS,
  CF_WIENER_AHEAD_COUNTS = CF_WIENER_AHEAD_STATES + 2, /* of both */
  CF_WIENER_AHEAD_SAMPLES,
  CF_WIENER_AHEAD_RESULTS = CF_WIENER_AHEAD_SAMPLES + 2
};

/* What is kept of a frame's plane until the next one has its pilot. */
typedef struct {
  uint32_t sigma[CF_WIENER_LEVELS]; /* as it is used */
  int32_t lighter[4][CF_WIENER_LEVELS];
  uint32_t coarse, flags;
} CfKernelWienerFrame;

#define CF_WIENER_GOES_ON 1u
#define CF_WIENER_FLASH 2u
#define CF_WIENER_REPEATS 4u
#define CF_WIENER_HISTORY 8u /* there is one, if noise is enough */

/* What a plane's pilot is made of: results of the recursive mean, and their
 * counts behind them, from its first channel on. */
typedef struct {
  const uint8_t *at;
  int64_t counts, channel; /* bytes: to the counts, and to the next channel */
  int32_t stride;          /* samples */
} CfKernelWienerMean;

/* And of the picture, where a frame is ahead. */
typedef struct {
  CfKernelWienerFrame *now; /* NULL: cf_kernel_wiener_keep () keeps pilots alone
                             */
  const CfKernelWienerFrame *next; /* or NULL */
  /* of the next frame, or NULL: nothing moves; cf_kernel_wiener_keep () writes
   * this frame's there */
  CfMotionVector *next_field;
} CfKernelWienerFrames;

/* What windows tell those of colour: levels, and x of cfwiener.h, row by row.
 */
typedef struct {
  uint8_t *levels, *apart; /* or NULL; as far behind them that of the frame
                            * ahead */
  int32_t width, height;
} CfKernelWienerMap;

/* Colour's pilots go by luma's where that has no map yet. */
typedef struct {
  const uint16_t *at; /* or NULL */
  int32_t stride, width, height;
} CfKernelWienerLuma;

typedef struct {
  CfKernelWienerKept kept;
  uint32_t *next_last; /* `last` of the next frame */
  union {
    CfKernelWienerMean mean;
    CfKernelWienerFrames frames;
  };
  union {
    CfKernelWienerMap own;
    CfKernelWienerLuma luma_pilot; /* of colour */
  };
  CfKernelWienerMap luma;
  const CfMotionVector *field; /* the guide plane's, or NULL: nothing moves */
  const uint32_t *differs;     /* NULL, or 0 where the frame is the last one */
  int32_t field_width, field_height;
  uint32_t number;
  uint32_t strength;          /* 256ths */
  CfKernelGivenNoise given;   /* classes of the noise itself */
  uint16_t coarse;            /* of given noise */
  uint8_t halved_x, halved_y; /* from the guide plane's size */
  uint8_t luma_halved_x, luma_halved_y;
} CfKernelWienerPlane;

typedef struct {
  CfKernelPicture picture;
  CfKernelWienerPlane plane[CF_KERNEL_PLANES];
  const uint32_t *estimates; /* sigma by number, where it is not given */
  const uint32_t *spectra;   /* and CF_NOISE_SPECTRUM () by classes */
  const CfNoiseOffset *offsets[CF_NOISE_OFFSET_FRAMES]; /* as of
                                                         * CfKernelRecursive */
  const uint32_t *scene_change;                         /* likewise */
  uint32_t past;                                        /* frames */
  int32_t edge;                                         /* cf_wiener_edge () */
  uint32_t rows;    /* of a block, a multiple of CF_WIENER_STEP_HIGH */
  uint8_t is_first; /* nothing is known of a last frame */
  /* with a frame ahead, which of the pictures */
  uint8_t pilot, last_pilot, next_pilot, state, next_samples;
  uint8_t results, last_results;
} CfKernelWiener;

CF_DECLARE_KERNEL (wiener_4, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_2, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_pilot_4, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_pilot_2, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_ahead_4, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_ahead_2, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_keep, CfKernelWiener)
CF_DECLARE_KERNEL (wiener_store, CfKernelPicture)
