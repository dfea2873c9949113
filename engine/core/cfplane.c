/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/core/cfplane.h"
#include "engine/core/cferror.h"

gboolean
cf_plane_validate (const CfPlane *p, GError **error)
{
  const gchar *what = NULL;

  if (p->width < 1 || p->height < 1 || p->width > CF_PLANE_SIDE_MAX
      || p->height > CF_PLANE_SIDE_MAX)
    what = "width and height must be from 1 to 16777216";
  else if (p->step < 1 || p->step > 4)
    what = "step must be 1...4";
  else if (p->channels < 1 || p->channels > p->step)
    what = "channels must be 1...step";
  else if (p->bytes != 1 && p->bytes != 2)
    what = "bytes must be 1 or 2";
  else if (p->bits < 1 || p->shift < 0 || p->bits + p->shift > 8 * p->bytes)
    what = "bits and shift must fit the sample";

  if (!what)
    return TRUE;
  g_set_error (error, CF_ERROR, CF_ERROR_INVALID,
      "Invalid plane %dx%d, step %d, %d channels, %d bits << %d in %d bytes: "
      "%s",
      p->width, p->height, p->step, p->channels, p->bits, p->shift, p->bytes,
      what);
  return FALSE;
}

gboolean
cf_plane_same_geometry (const CfPlane *a, const CfPlane *b)
{
  return a->width == b->width && a->height == b->height && a->step == b->step
         && a->channels == b->channels && a->bits == b->bits
         && a->bytes == b->bytes && a->shift == b->shift;
}
