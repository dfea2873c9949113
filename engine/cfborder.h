/* What stands for samples outside the picture. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Samples outside the picture, for indices i < 0 or i >= n of a row of n:
 * REPLICATE: the nearest sample                            aaa|abcd|ddd
 * MIRROR:    reflected, the edge sample not repeated, folded again where the
 *            window is larger than the picture             dcb|abcd|cba
 * CONSTANT:  border_value, scaled to the sample's depth */
typedef enum {
  CF_BORDER_REPLICATE,
  CF_BORDER_MIRROR,
  CF_BORDER_CONSTANT
} CfBorder;

/* Index of the sample that stands for index i of n (n >= 1), or -1 for the
 * constant. */
gssize cf_border_index (gssize i, gssize n, CfBorder border);

/* The constant border's stored sample for a plane of this depth and shift. */
guint cf_border_sample (gint border_value, gint bits, gint shift);

G_END_DECLS
