/* The tables of the thesis's chapter on the median filter. */
#include "thesistables.h"

const gint thesis_sides[THESIS_SIDES] = { 512, 1024, 2048, 4096 };
const gint thesis_windows[THESIS_WINDOWS] = { 3, 5, 7 };

const ThesisTableName thesis_tables[THESIS_N_TABLES] = {
  [THESIS_TRANSFERS] = { "tab-median-memcpy", "34-57",
      "Temps de transfert vers et depuis le GPU, en fonction de la dimension "
      "de l'image et de la profondeur des niveaux de gris. La colonne "
      "\"Mémoire globale\" donne les temps mesurés lorsque cette seule mémoire "
      "est employée.",
      "time of transfers to and from the GPU, ms a picture" },
  [THESIS_SHARES] = { "tab-median-coutcpy", "159-182",
      "Pourcentage du temps d'exécution pris par les transferts de données en "
      "fonction de la taille de fenêtre du filtre, pour les profondeurs 8 et "
      "16 bits sur GPU C2070.",
      "transfers in the whole time, %" },
  [THESIS_RATES] = { "tab-median-chronos", "189-214",
      "Performances des filtres médians rapides en fonction des tailles "
      "d'image et de fenêtre du filtre, en variantes 8 et 16 bits de "
      "profondeur sur GPU C2070.",
      "time t of the kernel, and throughput T with transfers" },
  [THESIS_LIMITS] = { "tab-median-debitmax", "216-231",
      "Débits maximum effectifs T8 and T16 (en MP/s), respectivement pour les "
      "variantes 8 et 16 bits sur C2070.",
      "throughput with transfers of a kernel that only copies, Mpixel/s" },
};

/* The share of 59 % (2048x2048, 16 bits, 5x5) is as printed; the other tables
 * give 50. */
const ThesisFigures thesis_figures[THESIS_SIDES][THESIS_DEPTHS] = {
  /* 512x512 */
  {
      { 0.08, 0.06, 0.14, 0.23, { 73, 44, 20 }, { 0.05, 0.19, 0.60 },
          { 1291, 773, 348 }, 1598 },
      { 0.14, 0.10, 0.24, 0.42, { 82, 57, 29 }, { 0.05, 0.19, 0.60 },
          { 865, 607, 307 }, 975 },
  },
  /* 1024x1024 */
  {
      { 0.24, 0.19, 0.43, 0.81, { 68, 37, 15 }, { 0.20, 0.74, 2.39 },
          { 1644, 889, 371 }, 2101 },
      { 0.45, 0.35, 0.80, 1.23, { 80, 53, 25 }, { 0.20, 0.74, 2.39 },
          { 1045, 692, 329 }, 1200 },
  },
  /* 2048x2048 */
  {
      { 0.85, 0.68, 1.53, 2.15, { 66, 34, 14 }, { 0.79, 2.95, 9.53 },
          { 1805, 936, 379 }, 2359 },
      { 1.59, 1.32, 2.91, 3.83, { 79, 59, 23 }, { 0.79, 2.95, 9.53 },
          { 1130, 729, 338 }, 1308 },
  },
  /* 4096x4096 */
  {
      { 3.27, 2.61, 5.88, 7.10, { 65, 33, 13 }, { 3.17, 11.77, 38.06 },
          { 1854, 951, 382 }, 2444 },
      { 6.21, 5.21, 11.42, 13.16, { 78, 50, 23 }, { 3.17, 11.77, 38.06 },
          { 1151, 738, 340 }, 1335 },
  },
};

gdouble
thesis_rate (gint64 pixels, gdouble ms)
{
  return pixels / ms / 1e3;
}

void
thesis_figures_from_times (
    const ThesisTimes *times, gint64 pixels, ThesisFigures *figures)
{
  guint w;

  figures->upload = times->upload;
  figures->download = times->download;
  figures->total = times->upload + times->download;
  figures->other_total = times->pageable_upload + times->pageable_download;
  figures->limit = thesis_rate (pixels, times->sequence[THESIS_IDENTITY]);
  for (w = 0; w < THESIS_WINDOWS; w++) {
    gdouble kernel = times->kernel[THESIS_MEDIAN + w];

    figures->share[w] = 100 * figures->total / (figures->total + kernel);
    figures->kernel[w] = kernel;
    figures->rate[w] = thesis_rate (pixels, times->sequence[THESIS_MEDIAN + w]);
  }
}
