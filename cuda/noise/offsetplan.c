/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/noise/offsetplan.h"

CfNoiseOffset *
cf_offset_plan_slot (guint8 *memory, guint frame, gint ago)
{
  const guint slot = (frame + CF_OFFSET_SLOTS - ago) % CF_OFFSET_SLOTS;

  return (CfNoiseOffset *)(memory + slot * CF_OFFSET_SLOT_SIZE);
}

CfKernelOffsetPlane *
cf_offset_plan_add (
    guint plane, const CfPlane *src, gboolean is_colour, CfOffsetLaunch *launch)
{
  CfKernelOffsetPlane *to =
      &launch->argument.plane[launch->planes.picture.n_planes];
  const gint step = cf_noise_tile_step (cf_noise_tiles (src->height));
  CfPlane tiles = *src;

  tiles.width = cf_noise_tiles (src->width);
  tiles.height = (cf_noise_tiles (src->height) + step - 1) / step;
  if (tiles.width == 0 || tiles.height == 0)
    return NULL;
  *to = (CfKernelOffsetPlane){
    .number = plane, .tile_step = step, .is_colour = is_colour
  };
  cf_cuda_launch_add_filtered (&launch->planes, &tiles, cf_cuda_surface (src),
      cf_cuda_surface (src), 0, CF_OFFSET_WARPS, 1, FALSE);
  return to;
}

void
cf_offset_plan_end (CfOffsetLaunch *launch)
{
  launch->argument.picture = launch->planes.picture;
  launch->n_blocks = launch->planes.n_blocks;
}
