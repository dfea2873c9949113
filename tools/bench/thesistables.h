/* The tables of the thesis's chapter on the median filter: what they say, and
 * the same from our own times.
 *
 * Gilles Perrot's thesis, chapter 5, Chapters/chapter5/chapter5.tex of
 * https://bilbo.iut-bm.univ-fcomte.fr/and/gitweb/these_gilles.git. It was
 * measured on an NVIDIA C2070, grey pictures, averages of 1000 runs. Tables are
 * named by their labels and lines there: it is the text before it was printed,
 * which has no page numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define THESIS_SIDES 4   /* square pictures of 512 to 4096 pixels a side */
#define THESIS_DEPTHS 2  /* 8 and 16 bits */
#define THESIS_WINDOWS 3 /* 3x3, 5x5, 7x7 */

extern const gint thesis_sides[THESIS_SIDES];
extern const gint thesis_windows[THESIS_WINDOWS];

typedef enum {
  THESIS_TRANSFERS,
  THESIS_SHARES,
  THESIS_RATES,
  THESIS_LIMITS,
  THESIS_N_TABLES
} ThesisTable;

typedef struct {
  const gchar *label, *lines; /* in chapter5.tex */
  const gchar *caption;       /* as it stands there, without its markup */
  const gchar *title;         /* what that means */
} ThesisTableName;

extern const ThesisTableName thesis_tables[THESIS_N_TABLES];

/* What the tables say of one picture size and depth. */
typedef struct {
  /* TRANSFERS, in ms: to the GPU, from it, both (from ordinary to texture
   * memory, back to page-locked memory); and both with global memory alone, for
   * us with ordinary (pageable) host memory both ways. */
  gdouble upload, download, total, other_total;
  gdouble share[THESIS_WINDOWS];  /* SHARES: transfers in the whole, in % */
  gdouble kernel[THESIS_WINDOWS]; /* RATES: in ms; theirs for both depths */
  gdouble rate[THESIS_WINDOWS];   /* RATES: with transfers, in Mpixel/s */
  gdouble limit;                  /* LIMITS: of an identity kernel, likewise */
} ThesisFigures;

extern const ThesisFigures thesis_figures[THESIS_SIDES][THESIS_DEPTHS];

/* Times of one picture, in ms. A kernel is the identity or the median of a
 * window of thesis_windows[]. */
typedef enum { THESIS_IDENTITY, THESIS_MEDIAN } ThesisKernel;
#define THESIS_KERNELS (THESIS_MEDIAN + THESIS_WINDOWS)

typedef struct {
  gdouble upload, download;                   /* page-locked host memory */
  gdouble pageable_upload, pageable_download; /* ordinary memory */
  gdouble kernel[THESIS_KERNELS];
  gdouble sequence[THESIS_KERNELS];   /* up, kernel, down: one by one */
  gdouble overlapped[THESIS_KERNELS]; /* the same on several streams */
} ThesisTimes;

/* The tables' figures from times of pictures of so many pixels: the share is
 * (up + down) / (up + kernel + down), as theirs is, and rates are those of the
 * sequence. */
void thesis_figures_from_times (
    const ThesisTimes *times, gint64 pixels, ThesisFigures *figures);

/* 10^6 pixels a second, of a picture that takes so long. */
gdouble thesis_rate (gint64 pixels, gdouble ms);

G_END_DECLS
