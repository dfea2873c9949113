/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the frames that a median is of near a scene change: the host, which
 * does not wait for the answer, knows only those that there are. */
#pragma once

#include "cuda/denoise/denoisekernels.h"
#include "engine/motion/cfscenechange.h"

namespace
{

struct Nearest {
  const CfKernelDenoise &d;
  int past, future, n; /* frames that count; with the frame itself, odd */
  bool is_scene_change;

  explicit __device__ __forceinline__
  Nearest (const CfKernelDenoise &d)
      : d (d)
  {
    const uint32_t around = d.scene_changes ? cf_scene_changes_around (
                                __ldg (d.scene_changes), d.scene_changes_shift)
                                            : 0;

    past = cf_scene_change_past (around, d.n_past);
    future = cf_scene_change_future (around, d.n_future);
    is_scene_change = past < d.n_past || future < d.n_future;
    n = (past + future) / 2 * 2 + 1;
  }

  /* Bytes from slot 0 to frame i of those, from 1 on. */
  __device__ __forceinline__ int64_t
  frame (int i) const
  {
    const int both = min (past, future);
    int distance, slot;

    if (i <= 2 * both)
      distance = i % 2 ? -((i + 1) / 2) : i / 2;
    else
      distance = past > future ? both - i : i - both;
    slot = d.own_slot + distance;
    slot += slot < 0 ? d.n_slots : 0;
    slot -= slot >= d.n_slots ? d.n_slots : 0;
    return slot * d.slot;
  }
};

} // namespace
