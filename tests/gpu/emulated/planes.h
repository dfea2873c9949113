/* Pictures that streams of frames are made of, for kernels on the CPU: planes
 * of any layout, each in memory of its own. */
#pragma once

#include "engine/core/cfplane.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace
{

inline gint
draw (GRand *random, gint first, gint last)
{
  return g_rand_int_range (random, first, last + 1);
}

/* A picture's planes, each in memory that ends with its last sample. */
struct Picture {
  std::vector<CfPlane> planes;
  std::vector<guint8 *> memory;

  Picture (GRand *random, const std::vector<CfPlane> &geometry)
      : planes (geometry)
  {
    for (CfPlane &p : planes) {
      const gsize row = ((gsize)(p.width - 1) * p.step + p.channels) * p.bytes;
      const gsize dense = (gsize)p.width * p.step * p.bytes;
      const gint kind = draw (random, 0, 4);
      const gsize unit = kind < 2    ? 16
                         : kind == 2 ? 8
                         : kind == 3 ? 4
                                     : p.bytes;
      const gsize offset = unit * draw (random, 0, 3);
      guint8 *at;

      p.stride = (dense + unit - 1) / unit * unit + unit * draw (random, 0, 2);
      if (posix_memalign (
              (void **)&at, 256, offset + (p.height - 1) * p.stride + row)
          != 0)
        abort ();
      memset (at, 0x5a, offset + (p.height - 1) * p.stride + row);
      p.data = at + offset;
      memory.push_back (at);
    }
  }

  ~Picture ()
  {
    for (guint8 *m : memory)
      free (m);
  }

  Picture (const Picture &) = delete;
};

inline guint
get (const CfPlane &p, gint x, gint y, gint c)
{
  const guint8 *at =
      p.data + (gssize)y * p.stride + ((gssize)x * p.step + c) * p.bytes;

  return p.bytes == 1 ? *at : *(const guint16 *)at;
}

inline void
set (const CfPlane &p, gint x, gint y, gint c, guint v)
{
  guint8 *at =
      p.data + (gssize)y * p.stride + ((gssize)x * p.step + c) * p.bytes;

  if (p.bytes == 1)
    *at = v;
  else
    *(guint16 *)at = v;
}

/* Bytes between a plane's samples are as they were. */
inline bool
check_gaps (const Picture &picture)
{
  for (const CfPlane &p : picture.planes)
    for (gint y = 0; y < p.height; y++)
      for (gint x = 0; x < p.width - 1; x++)
        for (gint c = p.channels; c < p.step; c++)
          if (get (p, x, y, c) != (p.bytes == 1 ? 0x5a : 0x5a5a)) {
            printf ("a sample between those of the plane was written\n");
            return false;
          }
  return true;
}

} // namespace
