/* Temporal repair by the CUDA kernels, run on the CPU, beside the CPU
 * backend's: the same bytes. What fills from space is the CPU's on both sides;
 * the rest runs as cuda/inpaint/temporal.c does it on a GPU. */
#include "block.h"
#include "cuda/inpaint/temporalplan.h"
#include "planes.h"

#include <cmath>

namespace
{

CfTemporalLaunch launch;

void
run_kernel ()
{
  static void (*const passes[]) (const CfKernelMotion) = { NULL,
    cf_kernel_motion_coarsest, cf_kernel_motion_finer, cf_kernel_motion_finer,
    cf_kernel_motion_quarters, cf_kernel_motion_smooth, cf_kernel_motion_smooth,
    cf_kernel_motion_dominant, cf_kernel_motion_trust };

  switch (launch.kernel) {
    case CF_TEMPORAL_LAUNCH_STATES:
      cf_kernel_temporal_states (launch.samples);
      break;
    case CF_TEMPORAL_LAUNCH_LEAD:
      cf_kernel_temporal_lead (launch.lead);
      break;
    case CF_TEMPORAL_LAUNCH_CHOOSE:
      cf_kernel_temporal_choose (launch.blocks);
      break;
    case CF_TEMPORAL_LAUNCH_REPAIR:
      cf_kernel_temporal_repair (launch.samples);
      break;
    default:
      (launch.pass != CF_MOTION_PYRAMID ? passes[launch.pass]
          : launch.search.bytes == 1
              ? cf_kernel_motion_pyramid_1
              : cf_kernel_motion_pyramid_2) (launch.search.argument);
  }
}

void
run_launch ()
{
  if (launch.n_blocks > 0)
    emulated_run (launch.n_blocks,
        launch.kernel == CF_TEMPORAL_LAUNCH_SEARCH ? launch.search.n_threads
                                                   : CF_TEMPORAL_THREADS,
        0, run_kernel);
}

/* The kernels' side of a stream. */
struct Emulated {
  CfFilter filter;
  CfTemporalPlan plan;
  CfFilter *fill;
  CfStream *stream;
  guint cuts;

  Emulated (CfDevice *device, CfStream *stream, const CfFilterParams &params,
      const std::vector<CfPlane> &planes, guint32 filtered)
      : filter (), fill (NULL), stream (stream), cuts (0)
  {
    CfFilterParams of_fill = params;
    GError *error = NULL;

    filter.params = params;
    filter.n_planes = planes.size ();
    filter.filtered = filtered & ((1u << planes.size ()) - 1);
    for (guint i = 0; i < planes.size (); i++)
      filter.planes[i] = planes[i];
    cf_temporal_plan_init (&plan, &filter);
    if (posix_memalign ((void **)&plan.memory, 128, plan.size) != 0)
      abort ();
    memset (plan.memory, 0xa5, plan.cleared_at);
    memset (plan.memory + plan.cleared_at, 0, plan.size - plan.cleared_at);
    of_fill.inpaint.temporal = FALSE;
    of_fill.inpaint.future = 0;
    fill = cf_filter_new (
        device, &of_fill, planes.data (), planes.size (), filtered, &error);
    if (!fill)
      g_error ("%s", error->message);
  }

  ~Emulated ()
  {
    free (plan.memory);
    cf_filter_free (fill);
  }

  void
  set_holes (const CfInpaintHoles *holes)
  {
    cf_filter_set_holes (fill, holes, NULL);
    cf_temporal_plan_set_holes (&plan, holes, plan.memory);
  }

  void
  push (const CfPlane *src)
  {
    CfPlane planes[CF_MAX_PLANES];

    cf_temporal_plan_place (&plan, plan.n_pushed, planes);
    cf_filter_run (fill, stream, src, planes, NULL);
    cf_temporal_plan_states (&plan, &launch);
    run_launch ();
    cf_temporal_plan_pushed (&plan);
  }

  /* The frame's planes, until the next call. */
  void
  run (CfPlane *planes)
  {
    guint step = 0;

    while (cf_temporal_plan_next (&plan, &step, &launch)) {
      run_launch ();
      if (launch.kernel == CF_TEMPORAL_LAUNCH_CHOOSE)
        cuts += *launch.blocks.cut;
    }
    cf_temporal_plan_place (&plan, 0, planes);
    cf_temporal_plan_done (&plan);
  }
};

/* --- streams --- */

CfPlane
draw_plane (GRand *random, gint width, gint height, gint bits)
{
  CfPlane p = {};

  p.width = width;
  p.height = height;
  p.step = draw (random, 1, 4);
  p.channels = draw (random, 1, p.step);
  p.bits = bits;
  p.bytes = bits > 8 ? 2 : 1;
  p.shift = draw (random, 0, 8 * p.bytes - bits);
  return p;
}

/* Waves that move by `at` quarters of a sample, and noise. */
void
fill_plane (GRand *random, const CfPlane &p, gint at, gint scene, gint leader)
{
  const gint most = (1 << p.bits) - 1;
  const gdouble scale = (gdouble)leader / p.width;

  for (gint y = 0; y < p.height; y++)
    for (gint x = 0; x < p.width; x++)
      for (gint c = 0; c < p.channels; c++) {
        const gdouble u = x * scale + at / 4.0 + 100 * scene;
        const gdouble v = y * scale + at / 8.0;
        const gdouble wave = sin (u / (3 + scene % 3)) * cos (v / 5 + u / 17)
                             + sin (v / (4 + scene % 2) + c);
        const gint value = (gint)(most * (wave + 2) / 4)
                           + draw (random, -most / 80, most / 80);

        set (p, x, y, c,
            (guint)CLAMP (value, 0, most) << p.shift
                | (guint)draw (random, 0, (1 << p.shift) - 1));
      }
}

/* Columns, boxes or random samples. */
void
draw_holes (GRand *random, const CfPlane &p, CfInpaintHoles *h)
{
  const gint words = CF_INPAINT_WORDS (p.width), kind = draw (random, 0, 4);
  guint32 *bits = g_new0 (guint32, (gsize)words * p.height);
  const gint left = draw (random, 0, p.width - 1);
  const gint top = kind < 2 ? 0 : draw (random, 0, p.height - 1);
  const gint right = kind < 2 ? MIN (left + 3, p.width)
                              : draw (random, left, MIN (left + 90, p.width));
  const gint bottom = kind < 2 ? p.height : draw (random, top, p.height);

  for (gint y = top; y < bottom; y++)
    for (gint x = left; x < right; x++)
      if (kind < 4 || draw (random, 0, 3) == 0)
        bits[y * words + x / 32] |= 1u << x % 32;
  *h = CfInpaintHoles{ bits, left, top, right, bottom, -1 };
  if (left >= right || top >= bottom) {
    g_free (bits);
    h->bits = NULL;
  }
}

struct Seen {
  guint of_time, cuts;
};

bool
is_same (const Picture &dst, const CfPlane *own)
{
  for (guint i = 0; i < dst.planes.size (); i++) {
    const CfPlane &p = dst.planes[i];

    for (gint y = 0; y < p.height; y++)
      for (gint x = 0; x < p.width; x++)
        for (gint c = 0; c < p.channels; c++)
          if (get (p, x, y, c) != get (own[i], x, y, c)) {
            printf ("plane %u, %d,%d, channel %d: %u, not %u; ", i, x, y, c,
                get (own[i], x, y, c), get (p, x, y, c));
            return false;
          }
  }
  return true;
}

std::vector<CfPlane>
draw_planes (GRand *random, bool with_alpha, bool by_field)
{
  const gint width =
      draw (random, 0, 3) ? draw (random, 60, 200) : draw (random, 1, 40);
  const gint height = draw (random, 1, 110);
  const gint bits = draw (random, 0, 1) ? 8 : draw (random, 1, 16);
  const gint sx = draw (random, 0, 2), sy = draw (random, 0, 2);
  std::vector<CfPlane> planes;

  for (gint field = 0; field <= by_field; field++)
    planes.push_back (draw_plane (random, width, height, bits));
  for (gint field = 0; field <= by_field; field++)
    planes.push_back (draw_plane (random, (width + (1 << sx) - 1) >> sx,
        (height + (1 << sy) - 1) >> sy, bits));
  if (with_alpha) {
    planes.push_back (draw_plane (random, width, height, bits));
    planes.back ().step = planes.back ().channels = 1;
  }
  return planes;
}

bool
run_stream (GRand *random, CfDevice *device, Seen *seen)
{
  CfStream *stream = cf_stream_new (device, NULL);
  const bool with_alpha = draw (random, 0, 4) == 0;
  const bool by_field = !with_alpha && draw (random, 0, 3) == 0;
  const std::vector<CfPlane> geometry =
      draw_planes (random, with_alpha, by_field);
  const guint32 filtered = with_alpha ? 3 : by_field ? 15 : 3;
  CfFilterParams params = {};
  GError *error = NULL;
  gint scene = draw (random, 0, 9), at = 0, pending = 0;
  bool same = true;

  params.op = CF_OP_INPAINT;
  params.inpaint = CF_INPAINT_PARAMS_DEFAULT;
  params.inpaint.method = CF_INPAINT_HARMONIC;
  params.inpaint.temporal = TRUE;
  params.inpaint.future = draw (random, 0, 1) ? draw (random, 1, 4) : 0;
  params.inpaint.by_field = by_field;

  Emulated own (device, stream, params, geometry, filtered);
  CfFilter *filter = cf_filter_new (
      device, &params, geometry.data (), geometry.size (), filtered, &error);

  if (!filter)
    g_error ("%s", error->message);
  for (gint frame = 0; same && (frame < 5 || pending > 0); frame++) {
    const gboolean comes = frame < 5;
    CfInpaintHoles holes[CF_MAX_PLANES] = {};
    CfPlane planes[CF_MAX_PLANES];
    Picture src (random, geometry), dst (random, geometry);

    if (comes && draw (random, 0, 9) == 0) {
      cf_filter_forget (filter);
      cf_temporal_plan_forget (&own.plan);
      pending = 0;
    }
    if (comes) {
      scene += draw (random, 0, 7) == 0;
      at += draw (random, -5, 30);
      for (guint i = 0; i < geometry.size (); i++) {
        fill_plane (random, src.planes[i], at, scene, geometry[0].width);
        draw_holes (random, geometry[i], &holes[i]);
      }
      if (with_alpha)
        holes[0].alpha = geometry.size () - 1;
      cf_filter_set_holes (filter, holes, &error);
      own.set_holes (holes);
      own.push (src.planes.data ());
      pending++;
    }
    if (params.inpaint.future > 0 && comes)
      cf_filter_push (filter, stream, src.planes.data (), &error);
    if (!comes || pending > params.inpaint.future) {
      cf_filter_run (filter, stream,
          params.inpaint.future > 0 ? NULL : src.planes.data (),
          dst.planes.data (), &error);
      own.run (planes);
      pending--;
      if (error)
        g_error ("%s", error->message);
      same = is_same (dst, planes) && check_gaps (dst);
      for (guint i = 0; i < own.plan.filter->n_planes; i++)
        for (gint k = 0; own.plan.planes[i].leader >= 0
                         && k < geometry[i].width * geometry[i].height;
             k++)
          seen->of_time +=
              (own.plan.memory + own.plan.slots_at
                  + (own.plan.next - 1) % own.plan.n_slots * own.plan.slot_size
                  + own.plan.planes[i].states_at)[k]
              == CF_TEMPORAL_TIME;
    }
    for (guint i = 0; i < geometry.size (); i++)
      g_free ((gpointer)holes[i].bits);
  }
  if (!same)
    printf ("%dx%d, %d bits, future %d, alpha %d, fields %d: not the same\n",
        geometry[0].width, geometry[0].height, geometry[0].bits,
        params.inpaint.future, with_alpha, by_field);
  seen->cuts += own.cuts;
  cf_filter_free (filter);
  cf_stream_free (stream);
  return same;
}

} // namespace

int
main (int argc, char **argv)
{
  const gint n = argc > 1 ? atoi (argv[1]) : 40;
  const guint32 seed = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  GRand *random = g_rand_new_with_seed (seed);
  CfDeviceConfig config = {};
  GError *error = NULL;
  Seen seen = {};

  config.type = CF_BACKEND_CPU;
  config.threads = 1;

  CfDevice *device = cf_device_open (&config, &error);

  if (!device)
    g_error ("%s", error->message);
  for (gint i = 0; i < n; i++)
    if (!run_stream (random, device, &seen)) {
      printf ("stream %d of seed %u\n", i, seed);
      return 1;
    }
  cf_device_unref (device);
  g_rand_free (random);
  printf (
      "%d streams, %u samples of time, %u cuts\n", n, seen.of_time, seen.cuts);
  return seen.of_time > 1000u * n / 4 && seen.cuts > 0 ? 0 : 1;
}
