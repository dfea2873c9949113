/* The thesis's tables with our figures beside theirs, for people. */
#include "thesisreport.h"

#include <math.h>

#define LABEL_WIDTH 26

/* Whether our figure is so many times better than theirs. */
typedef enum { NO_COMPARISON, LOWER_IS_BETTER, HIGHER_IS_BETTER } Comparison;

static void
print_columns (const gchar *const *columns, guint n)
{
  guint i;

  g_print ("%*s", LABEL_WIDTH, "");
  for (i = 0; i < n; i++)
    g_print (" %26s", columns[i]);
  g_print ("\n%*s", LABEL_WIDTH, "");
  for (i = 0; i < n; i++)
    g_print (" %9s %9s %6s", "thesis", "here", "times");
  g_print ("\n");
}

static void
print_heading (ThesisTable table, const gchar *const *columns, guint n)
{
  const ThesisTableName *name = &thesis_tables[table];

  g_print ("\nTable %s (chapter5.tex, lines %s): %s\n", name->label,
      name->lines, name->title);
  print_columns (columns, n);
}

/* A number, or "-" where there is none. */
static void
print_number (gint width, gint digits, gdouble value)
{
  if (isnan (value))
    g_print (" %*s", width, "-");
  else
    g_print (" %*.*f", width, digits, value);
}

static void
print_row (const gchar *label, const gdouble *theirs, const gdouble *ours,
    guint n, gint digits, Comparison comparison)
{
  guint i;

  g_print ("%-*s", LABEL_WIDTH, label);
  for (i = 0; i < n; i++) {
    gdouble times = NAN;

    if (comparison == LOWER_IS_BETTER)
      times = theirs[i] / ours[i];
    else if (comparison == HIGHER_IS_BETTER)
      times = ours[i] / theirs[i];
    g_print (" ");
    print_number (8, digits, theirs[i]);
    /* our milliseconds are fewer */
    print_number (9, digits > 0 ? digits + 2 : digits, ours[i]);
    print_number (6, times < 100 ? 1 : 0, times);
  }
  g_print ("\n");
}

static const ThesisPicture *
picture_at (const GPtrArray *pictures, guint side, guint depth)
{
  return g_ptr_array_index (pictures, side * THESIS_DEPTHS + depth);
}

static ThesisFigures
ours_of (const ThesisPicture *picture)
{
  ThesisFigures figures;

  thesis_figures_from_times (
      &picture->times, thesis_picture_get_pixels (picture), &figures);
  return figures;
}

/* A row of a picture: "512x512    8 bits". */
static void
print_picture (const ThesisPicture *picture, const gchar *what,
    const gdouble *theirs, const gdouble *ours, guint n, gint digits,
    Comparison comparison)
{
  gchar *size = g_strdup_printf ("%dx%d", picture->side, picture->side);
  gchar *label = g_strdup_printf ("%-10s %s", size, what);

  print_row (label, theirs, ours, n, digits, comparison);
  g_free (label);
  g_free (size);
}

static const gchar *const depths[THESIS_DEPTHS] = { "8 bits", "16 bits" };
static const gchar *const windows[THESIS_WINDOWS] = { "3x3", "5x5", "7x7" };
static const gdouble nothing[] = { NAN, NAN, NAN };

static void
report_transfers (const GPtrArray *pictures)
{
  static const gchar *const columns[] = { "CPU to GPU", "GPU to CPU", "both",
    "both, global / pageable" };
  guint s, d;

  print_heading (THESIS_TRANSFERS, columns, G_N_ELEMENTS (columns));
  for (s = 0; s < THESIS_SIDES; s++) {
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisPicture *picture = picture_at (pictures, s, d);
      const ThesisFigures *t = &thesis_figures[s][d], o = ours_of (picture);
      gdouble theirs[] = { t->upload, t->download, t->total, t->other_total };
      gdouble ours[] = { o.upload, o.download, o.total, o.other_total };

      print_picture (picture, depths[d], theirs, ours, G_N_ELEMENTS (columns),
          2, LOWER_IS_BETTER);
    }
  }
}

static void
report_shares (const GPtrArray *pictures)
{
  guint s, d;

  print_heading (THESIS_SHARES, windows, THESIS_WINDOWS);
  for (s = 0; s < THESIS_SIDES; s++) {
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisPicture *picture = picture_at (pictures, s, d);
      ThesisFigures ours = ours_of (picture);

      print_picture (picture, depths[d], thesis_figures[s][d].share, ours.share,
          THESIS_WINDOWS, 0, NO_COMPARISON);
    }
  }
}

/* Rates of all kernels where transfers and kernels overlap. */
static void
get_overlapped (const ThesisPicture *picture, gdouble *rates)
{
  guint k;

  for (k = 0; k < THESIS_KERNELS; k++)
    rates[k] = thesis_rate (
        thesis_picture_get_pixels (picture), picture->times.overlapped[k]);
}

static void
report_rates (const GPtrArray *pictures)
{
  static const gchar *const times[] = { "t (ms)", "t (ms), 16 bits" };
  static const gchar *const rates[] = { "T8 (Mpix/s)", "T16 (Mpix/s)" };
  static const gchar *const more[] = { "T8, overlapped", "T16, overlapped" };
  guint s, d;

  print_heading (THESIS_RATES, windows, THESIS_WINDOWS);
  for (s = 0; s < THESIS_SIDES; s++) {
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisPicture *picture = picture_at (pictures, s, d);
      ThesisFigures ours = ours_of (picture);

      print_picture (picture, times[d], thesis_figures[s][d].kernel,
          ours.kernel, THESIS_WINDOWS, 2, LOWER_IS_BETTER);
    }
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisPicture *picture = picture_at (pictures, s, d);
      ThesisFigures ours = ours_of (picture);
      gdouble overlapped[THESIS_KERNELS];

      get_overlapped (picture, overlapped);
      print_picture (picture, rates[d], thesis_figures[s][d].rate, ours.rate,
          THESIS_WINDOWS, 0, HIGHER_IS_BETTER);
      print_picture (picture, more[d], nothing, overlapped + THESIS_MEDIAN,
          THESIS_WINDOWS, 0, NO_COMPARISON);
    }
  }
}

static void
report_limits (const GPtrArray *pictures)
{
  static const gchar *const columns[THESIS_DEPTHS] = { "T8", "T16" };
  guint s, d;

  print_heading (THESIS_LIMITS, columns, THESIS_DEPTHS);
  for (s = 0; s < THESIS_SIDES; s++) {
    const ThesisPicture *picture = NULL;
    gdouble theirs[THESIS_DEPTHS], ours[THESIS_DEPTHS], more[THESIS_DEPTHS];

    for (d = 0; d < THESIS_DEPTHS; d++) {
      gdouble overlapped[THESIS_KERNELS];

      picture = picture_at (pictures, s, d);
      get_overlapped (picture, overlapped);
      theirs[d] = thesis_figures[s][d].limit;
      ours[d] = ours_of (picture).limit;
      more[d] = overlapped[THESIS_IDENTITY];
    }
    print_picture (
        picture, "", theirs, ours, THESIS_DEPTHS, 0, HIGHER_IS_BETTER);
    print_picture (
        picture, "overlapped", nothing, more, THESIS_DEPTHS, 0, NO_COMPARISON);
  }
}

/* What the last two tables amount to. */
static void
report_reached (const GPtrArray *pictures)
{
  guint s, d, w;

  g_print ("\nThroughput of the median over that of the kernel that only "
           "copies (from the last two tables), %%\n");
  print_columns (windows, THESIS_WINDOWS);
  for (s = 0; s < THESIS_SIDES; s++) {
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisPicture *picture = picture_at (pictures, s, d);
      const ThesisFigures *t = &thesis_figures[s][d], o = ours_of (picture);
      gdouble theirs[THESIS_WINDOWS], ours[THESIS_WINDOWS];
      gdouble more[THESIS_WINDOWS], overlapped[THESIS_KERNELS];

      get_overlapped (picture, overlapped);
      for (w = 0; w < THESIS_WINDOWS; w++) {
        theirs[w] = 100 * t->rate[w] / t->limit;
        ours[w] = 100 * o.rate[w] / o.limit;
        more[w] =
            100 * overlapped[THESIS_MEDIAN + w] / overlapped[THESIS_IDENTITY];
      }
      print_picture (
          picture, depths[d], theirs, ours, THESIS_WINDOWS, 0, NO_COMPARISON);
      print_picture (picture, "overlapped", nothing, more, THESIS_WINDOWS, 0,
          NO_COMPARISON);
    }
  }
}

void
thesis_report (
    const Options *options, const Machine *machine, const GPtrArray *pictures)
{
  g_print ("here: %s, driver %s, %s, %u processors, %s\n", machine->gpu,
      machine->driver ? machine->driver : "unknown", machine->cpu,
      machine->processors, machine->os);
  g_print ("thesis: Gilles Perrot, chapter 5; NVIDIA C2070\n");
  g_print ("medians of %d, each the mean of as many runs in a row as take %g s "
           "(3 to 1000)\n",
      options->repeats, options->seconds);
  if (options->repeats < 5)
    g_print ("Fewer than 5 repeats: these medians prove little.\n");
  report_transfers (pictures);
  report_shares (pictures);
  report_rates (pictures);
  report_limits (pictures);
  report_reached (pictures);
}
