/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Choices between ways to the same results: methods, tiles, instruction sets,
 * thresholds. A backend says which it has, and picks by what a device is like.
 * A file in the user's cache folder, which `cudafilters-bench --tune` writes,
 * says what was measured on that device and overrules the picks. */
#pragma once

#include "engine/core/cffilter.h"

G_BEGIN_DECLS

typedef struct {
  const gchar *name;              /* letters, digits and '-' */
  const gchar *const *candidates; /* texts; NULL after the last */
} CfTunable;

/* A trial compares a tunable's candidates: a filter runs on pictures of one
 * plane. CF_OP_INPAINT's lack the middle, an eighth as wide and high. */
typedef struct {
  CfFilterParams params;
  gboolean is_contour; /* no filter: the contour of a disk is searched for */
  gint width, height;  /* pixels; 0: what somebody who measures likes */
  gint channels, bits;
  gboolean is_smooth; /* neighbours are alike; else samples are random */
} CfTrial;

/* A backend's tunables. Each is known by its number. */
typedef struct {
  guint n;
  const CfTunable *tunables;
  /* Returns the device, its driver and what of it is used: results of
   * measurements hold for these. To be freed. */
  gchar *(*identify) (CfDevice *device);
  /* Not all candidates are there on all devices. Where one that is chosen is
   * not, another takes its place: to ask may take milliseconds. */
  gboolean (*has) (CfDevice *device, guint tunable, guint candidate);
  guint (*pick) (CfDevice *device, guint tunable);
  /* The i-th trial of a tunable, from 0; FALSE: there are no more. */
  gboolean (*trial) (guint tunable, guint i, CfTrial *trial);
  /* Hears that a candidate was chosen; or NULL. */
  void (*apply) (CfDevice *device);
} CfAutotune;

/* Returns NULL where the device's backend has no tunables. */
const CfAutotune *cf_device_get_autotune (CfDevice *device);
/* The candidate that is in force. */
guint cf_device_get_tuned (CfDevice *device, guint tunable);
/* Filters that are made and run from now on take the candidate; earlier ones
 * may or may not. No filter may be made or run during the call. */
void cf_device_set_tuned (CfDevice *device, guint tunable, guint candidate);

/* The file for a device, to be freed. */
gchar *cf_tuning_path (CfDevice *device);
/* Returns the file's text for `chosen`, to be freed. */
gchar *cf_tuning_write (CfDevice *device, const guint *chosen, gsize *length);
/* Takes over what a file says, or nothing of it. FALSE without an error: there
 * is no such file. CF_ERROR_INVALID: it is of another device, driver or release
 * of the plugin, or damaged. */
gboolean cf_tuning_read (CfDevice *device, const gchar *path, GError **error);

/* cf_device_open() calls this. It makes the picks, then reads the file unless
 * the environment variable CUDAFILTERS_TUNING is "off". A file that is not
 * usable gives a message, once. */
void cf_tuning_init (CfDevice *device);

G_END_DECLS
