/* Which sample stands for one outside the picture. */
#include "cfborder.h"

gssize
cf_border_index (gssize i, gssize n, CfBorder border)
{
  if (i >= 0 && i < n)
    return i;

  switch (border) {
    case CF_BORDER_REPLICATE:
      return i < 0 ? 0 : n - 1;
    case CF_BORDER_MIRROR: {
      gssize period = 2 * (n - 1);

      if (period == 0)
        return 0;
      i %= period;
      if (i < 0)
        i += period;
      return i < n ? i : period - i;
    }
    case CF_BORDER_CONSTANT:
      break;
  }
  return -1;
}

guint
cf_border_sample (gint border_value, gint bits, gint shift)
{
  guint value = bits >= 8 ? (guint)border_value << (bits - 8)
                          : (guint)border_value >> (8 - bits);

  return value << shift;
}
