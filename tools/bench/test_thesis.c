/* --thesis without a GPU: that the thesis's tables are copied and understood,
 * and all but the device, on the CPU with pictures so small that figures mean
 * nothing. Prints the tables.
 * Usage: test_thesis FILE.json */
#include <math.h>
#include <stdlib.h>

#include "thesis.h"
#include "thesistables.h"

static guint n_failed;

static void
check (gboolean good, const gchar *what, gint side, gint bits, gdouble printed,
    gdouble low, gdouble high)
{
  if (good)
    return;
  g_printerr ("%dx%d, %d bits: %s is %g, and %g to %g from the other tables\n",
      side, side, bits, what, printed, low, high);
  n_failed++;
}

/* Their figures of transfers and kernels, off by so much, as ours would be. */
static ThesisFigures
derive (
    const ThesisFigures *printed, gdouble transfers, gdouble kernels, gint side)
{
  ThesisTimes times = { .upload = printed->total + transfers };
  ThesisFigures derived;
  guint w;

  for (w = 0; w < THESIS_WINDOWS; w++) {
    gdouble kernel = printed->kernel[w] + kernels;

    times.kernel[THESIS_MEDIAN + w] = kernel;
    times.sequence[THESIS_MEDIAN + w] = times.upload + kernel;
  }
  times.sequence[THESIS_IDENTITY] = times.upload;
  thesis_figures_from_times (&times, (gint64)side * side, &derived);
  return derived;
}

/* Shares and rates follow from transfers and kernels, which are rounded to
 * 0.01 ms; the kernels of 16 bits are a little faster than those printed, which
 * rates of 16 bits tell to 2 %. One cell is a slip. */
static void
check_figures (void)
{
  guint s, d, w;

  for (s = 0; s < THESIS_SIDES; s++) {
    for (d = 0; d < THESIS_DEPTHS; d++) {
      const ThesisFigures *printed = &thesis_figures[s][d];
      gint side = thesis_sides[s], bits = 8 + 8 * d;
      ThesisFigures slow = derive (printed, 0.005, 0.005, side);
      ThesisFigures fast = derive (printed, -0.005, -0.005, side);
      ThesisFigures less = derive (printed, -0.005, 0.005, side);
      ThesisFigures more = derive (printed, 0.005, -0.005, side);

      check (fabs (printed->upload + printed->download - printed->total) < 1e-9,
          "the total", side, bits, printed->total, fast.total, slow.total);
      check (printed->limit < fast.limit, "the limit", side, bits,
          printed->limit, 0, fast.limit);
      for (w = 0; w < THESIS_WINDOWS; w++) {
        gboolean slip = side == 2048 && bits == 16 && w == 1;
        gdouble share = printed->share[w], rate = printed->rate[w];
        gboolean fits =
            share > less.share[w] - 1.5 && share < more.share[w] + 1.5;

        check (fits != slip, "a share", side, bits, share, less.share[w],
            more.share[w]);
        check (rate > 0.98 * slow.rate[w] && rate < 1.02 * fast.rate[w],
            "a rate", side, bits, rate, slow.rate[w], fast.rate[w]);
      }
    }
  }
}

int
main (int argc, char **argv)
{
  static const gint sides[THESIS_SIDES] = { 8, 17, 32, 65 };
  CfDeviceConfig config = { .type = CF_BACKEND_CPU, .threads = 1 };
  Options options = {
    .command = "test_thesis", .repeats = 3, .seconds = 0.001, .json = argv[1]
  };
  GError *error = NULL;
  CfDevice *device = cf_device_open (&config, &error);

  check_figures ();
  if (!device || !thesis_run_on (&options, device, sides, &error)) {
    g_printerr ("%s\n", error->message);
    n_failed++;
  }
  if (device)
    cf_device_unref (device);
  return n_failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
