/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* How pictures lie in memory: the layouts of video formats, and odd ones. */
#include "layout.h"

const Depth depths[N_DEPTHS] = { { "8-bit", 8, 1, 0 }, { "10-bit", 10, 2, 0 },
  { "12-bit", 12, 2, 0 }, { "16-bit", 16, 2, 0 }, { "10-bit<<6", 10, 2, 6 },
  { "12-bit<<4", 12, 2, 4 }, { "15-bit", 15, 2, 0 }, { "5-bit<<3", 5, 1, 3 } };

const Layout layouts[N_ALL_LAYOUTS] = { { "grey", 1, 1,
                                            { { 0, 0, 1, 1, 1, 1 } } },
  { "1-of-2", 1, 1, { { 0, 1, 2, 1, 1, 1 } } },
  { "1-of-3", 1, 1, { { 0, 2, 3, 1, 1, 1 } } },
  { "2-of-4", 1, 1, { { 0, 1, 4, 2, 1, 1 } } },
  { "uv", 1, 1, { { 0, 0, 2, 2, 1, 1 } } },
  { "rgb", 1, 1, { { 0, 0, 3, 3, 1, 1 } } },
  { "rgbx", 1, 1, { { 0, 0, 4, 3, 1, 1 } } },
  { "rgba", 1, 2, { { 0, 0, 4, 3, 1, 1 }, { 0, 3, 4, 1, 1, 1 } } },
  { "argb", 1, 2, { { 0, 1, 4, 3, 1, 1 }, { 0, 0, 4, 1, 1, 1 } } },
  { "four", 1, 1, { { 0, 0, 4, 4, 1, 1 } } },
  { "yuy2", 7, 3,
      { { 0, 0, 2, 1, 1, 1 }, { 0, 1, 4, 1, 2, 1 }, { 0, 3, 4, 1, 2, 1 } } },
  { "uyvy", 7, 3,
      { { 0, 1, 2, 1, 1, 1 }, { 0, 0, 4, 1, 2, 1 }, { 0, 2, 4, 1, 2, 1 } } },
  { "i420", 7, 3,
      { { 0, 0, 1, 1, 1, 1 }, { 1, 0, 1, 1, 2, 2 }, { 2, 0, 1, 1, 2, 2 } } },
  { "nv12", 3, 2, { { 0, 0, 1, 1, 1, 1 }, { 1, 0, 2, 2, 2, 2 } } },
  { "a422", 7, 4,
      { { 0, 0, 1, 1, 1, 1 }, { 1, 0, 1, 1, 2, 1 }, { 2, 0, 1, 1, 2, 1 },
          { 3, 0, 1, 1, 1, 1 } } },
  { "v308", 3, 2, { { 0, 0, 3, 1, 1, 1 }, { 0, 1, 3, 2, 1, 1 } } },
  { "ayuv", 3, 3,
      { { 0, 1, 4, 1, 1, 1 }, { 0, 2, 4, 2, 1, 1 }, { 0, 0, 4, 1, 1, 1 } } },
  { "a420", 7, 4,
      { { 0, 0, 1, 1, 1, 1 }, { 1, 0, 1, 1, 2, 2 }, { 2, 0, 1, 1, 2, 2 },
          { 3, 0, 1, 1, 1, 1 } } } };

void
picture_spec_init (PictureSpec *spec, const Layout *layout, const Depth *depth,
    gint width, gint height)
{
  *spec = (PictureSpec){ .n_planes = layout->n_planes };
  g_strlcpy (spec->name, layout->name, sizeof (spec->name));
  for (guint i = 0; i < layout->n_planes; i++) {
    gint dx = layout->planes[i].divide_x, dy = layout->planes[i].divide_y;

    spec->planes[i] = (PlaneSpec){ .geometry = { .width = (width + dx - 1) / dx,
                                       .height = (height + dy - 1) / dy,
                                       .step = layout->planes[i].step,
                                       .channels = layout->planes[i].channels,
                                       .bits = depth->bits,
                                       .bytes = depth->bytes,
                                       .shift = depth->shift },
      .block = layout->planes[i].block,
      .offset = layout->planes[i].offset,
      .row_step = 1 };
    spec->n_blocks = MAX (spec->n_blocks, (guint)spec->planes[i].block + 1);
  }
}

void
picture_spec_split_fields (PictureSpec *spec)
{
  PictureSpec whole = *spec;

  g_strlcat (spec->name, "-fields", sizeof (spec->name));
  spec->n_planes = 0;
  for (guint i = 0; i < whole.n_planes; i++) {
    for (gint field = 0; field < 2; field++) {
      PlaneSpec plane = whole.planes[i];

      plane.row = field;
      plane.row_step = 2;
      plane.geometry.height = (plane.geometry.height + 1 - field) / 2;
      if (plane.geometry.height > 0)
        spec->planes[spec->n_planes++] = plane;
    }
  }
}
