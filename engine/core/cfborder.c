#include "engine/core/cfborder.h"

guint
cf_border_sample (gint border_value, gint bits, gint shift)
{
  guint value = bits >= 8 ? (guint)border_value << (bits - 8)
                          : (guint)border_value >> (8 - bits);

  return value << shift;
}
