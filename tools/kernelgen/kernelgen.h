/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The generator: from options to a folder's files. */
#pragma once

#include <glib.h>

#include "engine/convolve/cfconvolve.h"
#include "engine/epsilon/cfepsilon.h"
#include "kgtext.h"

G_BEGIN_DECLS

#define KG_SIZE_MAX 15 /* of windows and masks */

typedef enum { KG_MEDIAN, KG_CONVOLVE, KG_EPSILON } KgFilter;

typedef struct {
  KgFilter filter;
  gboolean cpu; /* plain C instead of CUDA */
  gint bits;    /* of a sample: 8...16; above 8 it is two bytes */
  gint pixels;  /* that a thread makes, on the CPU a lane of a vector: see
                   kg_pixels_allowed() */
  gint arch;    /* compute capability, times 10: 75, 80, 90... */
  gint size;    /* median: of the window, odd, 3...KG_SIZE_MAX */
  CfBorder border;
  gint border_value;         /* 0...255, times 2^(bits - 8) */
  CfConvolveParams convolve; /* but for border and border_value */
  CfEpsilonParams epsilon;   /* likewise; iterations is 1 */
  gchar *command;            /* that asks for this, for a comment */
} KgOptions;

/* Sets what a command line does not say: every member is valid, pixels 0. */
void kg_options_init (KgOptions *options, KgFilter filter);
void kg_options_clear (KgOptions *options);
/* Reads a command line without the program's name: FILTER and options. Not -o
 * and --force, which are of the command. CF_ERROR_INVALID says in one line what
 * is wrong. `options` need no clearing then. */
gboolean kg_options_parse (
    KgOptions *options, const gchar *const *args, gint n_args, GError **error);

/* The width and height of the filter's window. */
void kg_window (const KgOptions *options, gint *width, gint *height);
/* Returns how many pixels a thread may make: powers of two up to this one, and
 * what is taken where nothing is said, which measuring chose. */
gint kg_pixels_max (const KgOptions *options);
gint kg_pixels_default (const KgOptions *options);
/* TRUE if the architecture has minima of two samples in a register: as integers
 * or, up to 14 bits, as bits of half-precision numbers. */
gboolean kg_has_pairs (const KgOptions *options);

/* A file of a folder; not all are text. */
typedef struct {
  gchar *name;
  guint8 *data;
  gsize length;
} KgFile;

/* The test image, a PGM; to be freed. */
guint8 *kg_image_new (gint bits, gsize *length);

/* All files, KgFile's: the array frees them. `options` are valid. */
GPtrArray *kg_generate (const KgOptions *options);

/* Makes a thread make so many pixels, width x height: sets THREAD_W, THREAD_H,
 * what kg_set_block() does, SHARED_BYTES of dynamic shared memory to 0, and for
 * store.cu.in ROW_BYTES, and ROW_VECTORS of the type ROW_VECTOR. */
void kg_set_thread (
    KgText *text, const KgOptions *options, gint width, gint height);
/* Sets ACROSS, DOWN, BLOCK_W and BLOCK_H of a block whose threads make width x
 * height pixels, `across` of each 32 in a row. Where nothing is said it has 4
 * rows of 32. */
void kg_set_block (
    KgText *text, gint width, gint height, gint across, gint down);

/* Sets TITLE and DEFINITION: what the filter is, in a line, and its formula, as
 * lines of a comment. */
void kg_define (KgText *text, const KgOptions *options);
/* The integers of a convolution, in one pass; to be freed. */
CfConvolvePlan *kg_convolve_plan (const KgOptions *options);

/* Each sets the variables of its filter's templates, CUDA's. ARGUMENTS is among
 * them: further arguments of the kernel, each after a comma. */
void kg_median_text (KgText *text, const KgOptions *options);
void kg_convolve_text (KgText *text, const KgOptions *options);
void kg_epsilon_text (KgText *text, const KgOptions *options);
/* These do the same for plain C. */
void kg_median_cpu_text (KgText *text, const KgOptions *options);
void kg_convolve_cpu_text (KgText *text, const KgOptions *options);
void kg_epsilon_cpu_text (KgText *text, const KgOptions *options);
/* Sets those of main.c and README. */
void kg_naive_text (KgText *text, const KgOptions *options);

G_END_DECLS
