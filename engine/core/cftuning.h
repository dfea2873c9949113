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
  const gchar *const *candidates; /* texts; NULL behind the last */
} CfChoice;

/* What tells a choice's candidates apart: a filter, run on pictures of one
 * plane. Of CF_OP_INPAINT the middle is missing, an eighth as wide and high. */
typedef struct {
  CfFilterParams params;
  gboolean is_contour; /* no filter: the contour of a disk is searched for */
  gint width, height;  /* pixels; 0: what somebody who measures likes */
  gint channels, bits;
  gboolean is_smooth; /* neighbours are alike; else samples are random */
} CfTrial;

/* A backend's. Choices are told by their number. */
typedef struct {
  guint n;
  const CfChoice *choices;
  /* What results of measurements hold for: the device, its driver, what of it
   * is used. To be freed. */
  gchar *(*identify) (CfDevice *device);
  /* Not all candidates are there on all devices. Where one that is chosen is
   * not, another takes its place: to ask may take milliseconds. */
  gboolean (*has) (CfDevice *device, guint choice, guint candidate);
  guint (*pick) (CfDevice *device, guint choice);
  /* The i-th trial of a choice, from 0; FALSE: there are no more. */
  gboolean (*trial) (guint choice, guint i, CfTrial *trial);
  /* What is chosen has changed; or NULL. */
  void (*apply) (CfDevice *device);
} CfChoices;

/* Of a device; NULL: its backend has none. */
const CfChoices *cf_device_get_choices (CfDevice *device);
/* The candidate that is in force. */
guint cf_device_get_choice (CfDevice *device, guint choice);
/* For filters that are made and run from now on: those that were made before
 * take it or not. None is made or run meanwhile. */
void cf_device_set_choice (CfDevice *device, guint choice, guint candidate);

/* The file for a device, to be freed. */
gchar *cf_tuning_path (CfDevice *device);
/* What it holds where `chosen` is in force, to be freed. */
gchar *cf_tuning_write (CfDevice *device, const guint *chosen, gsize *length);
/* Takes over what a file says, or nothing of it. FALSE without an error: there
 * is no such file. CF_ERROR_INVALID: it is of another device, driver or release
 * of the plugin, or damaged. */
gboolean cf_tuning_read (CfDevice *device, const gchar *path, GError **error);

/* For cf_device_open(): makes the picks, then reads the file, unless the
 * environment variable CUDAFILTERS_TUNING is "off". A file that is not usable
 * gives a message, once. */
void cf_tuning_init (CfDevice *device);

G_END_DECLS
