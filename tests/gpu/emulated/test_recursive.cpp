/* The recursive mean of the CUDA kernels, COMPENSATED too, run on the CPU,
 * beside the naive reference: the same samples and the same estimates of the
 * noise, whatever the planes' layouts and what changes between two frames. A
 * device of its own runs the kernels, as cuda/denoise/recursive.c does on a
 * GPU. */
#include "block.h"
#include "cuda/denoise/recursiveplan.h"
#include "planes.h"

extern "C" {
#include "reference_recursive.h"
}

#include <cmath>

namespace
{

struct EmulatedRecursive {
  CfFilter filter;
  CfRecursivePlan plan;
  guint cuts, cuts_in_place, moving; /* frames */
};

/* What the kernel that runs is, and its argument. */
template <typename Argument> struct Launch {
  static void (*kernel) (Argument);
  static const Argument *argument;

  static void
  run ()
  {
    kernel (*argument);
  }
};

template <typename Argument> void (*Launch<Argument>::kernel) (Argument);
template <typename Argument> const Argument *Launch<Argument>::argument;

template <typename Argument>
void
run_kernel (void (*kernel) (Argument), const Argument &argument, guint n_blocks,
    guint n_threads = CF_KERNEL_THREADS)
{
  Launch<Argument>::kernel = kernel;
  Launch<Argument>::argument = &argument;
  if (n_blocks > 0)
    emulated_run (n_blocks, n_threads, 0, Launch<Argument>::run);
}

CfFilter *
recursive_new (const CfFilter *description, guint n_resident)
{
  EmulatedRecursive *self = g_new0 (EmulatedRecursive, 1);
  CfRecursivePlan *plan = &self->plan;

  self->filter = *description;
  cf_recursive_plan_init (plan, &self->filter);
  plan->n_resident = n_resident;
  if (posix_memalign ((void **)&plan->memory, 128, plan->size) != 0)
    abort ();
  /* what a first frame does not look at */
  memset (plan->memory, 0, plan->size);
  memset (plan->memory, 0xa5, plan->noise_at);
  plan->noise.told = g_new0 (guint32, CF_MAX_PLANES);
  return &self->filter;
}

void
recursive_free (CfFilter *filter)
{
  EmulatedRecursive *self = (EmulatedRecursive *)filter;

  free (self->plan.memory);
  g_free (self->plan.noise.told);
  g_free (self);
}

void
estimate_noise (EmulatedRecursive *self, gboolean again, const CfPlane *src)
{
  static void (*const kernels[]) (
      const CfKernelRecursive) = { cf_kernel_noise_1, cf_kernel_noise_2 };
  CfRecursiveLaunch launch;

  for (gint bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_noise (&self->plan, bytes, again, src, &launch);
    run_kernel (kernels[bytes - 1], launch.argument, launch.n_blocks);
  }
}

void
move (EmulatedRecursive *self, const CfPlane *src)
{
  static void (*const kernels[]) (const CfKernelMotion) = { NULL,
    cf_kernel_motion_coarsest, cf_kernel_motion_finer, cf_kernel_motion_finer,
    cf_kernel_motion_quarters, cf_kernel_motion_smooth, cf_kernel_motion_smooth,
    cf_kernel_motion_dominant, cf_kernel_motion_trust };
  CfMoveLaunch moves;

  for (guint i = 0; i < self->plan.cut.n_leaders; i++)
    for (gint pass = 0; pass < CF_MOTION_PASSES; pass++) {
      CfMotionLaunch launch;

      cf_recursive_plan_search (&self->plan, i, pass, src, &launch);
      run_kernel (pass != CF_MOTION_PYRAMID ? kernels[pass]
                  : launch.bytes == 1       ? cf_kernel_motion_pyramid_1
                                            : cf_kernel_motion_pyramid_2,
          launch.argument, launch.n_blocks, launch.n_threads);
      if (pass == CF_MOTION_DOMINANT) {
        self->cuts += *launch.argument.cut;
        self->moving += launch.argument.dominant->x != 0;
      }
    }
  estimate_noise (self, TRUE, src);
  cf_recursive_plan_move (&self->plan, &moves);
  run_kernel (cf_kernel_move, moves.argument, moves.n_blocks);
}

void
look_for_cut (EmulatedRecursive *self, const CfPlane *src)
{
  CfCutLaunch launch;

  cf_recursive_plan_look (&self->plan, src, &launch);
  run_kernel (cf_kernel_cut, launch.argument, launch.n_blocks);
  self->cuts_in_place += *launch.argument.cut;
}

gboolean
recursive_run (CfFilter *filter, CfStream *, const CfPlane *src,
    const CfPlane *dst, GError **)
{
  static void (*const means[][2]) (const CfKernelRecursive) = {
    { cf_kernel_recursive_1, cf_kernel_recursive_2 },
    { cf_kernel_recursive_space_1, cf_kernel_recursive_space_2 }
  };
  EmulatedRecursive *self = (EmulatedRecursive *)filter;
  CfRecursiveLaunch launch;

  if (cf_recursive_plan_looks (&self->plan))
    look_for_cut (self, src);
  estimate_noise (self, FALSE, src);
  if (cf_recursive_plan_searches (&self->plan))
    move (self, src);
  for (gint bytes = 1; bytes <= 2; bytes++) {
    cf_recursive_plan_run (&self->plan, bytes, src, dst, &launch);
    run_kernel (means[filter->params.denoise.spatial > 0][bytes - 1],
        launch.argument, launch.n_blocks);
  }
  cf_recursive_plan_done (&self->plan);
  return TRUE;
}

void
recursive_forget (CfFilter *filter)
{
  cf_recursive_plan_forget (&((EmulatedRecursive *)filter)->plan);
}

/* A scene with noise that stands still, or has parts that do not, or is
 * anything at all; what is clipped; bits below values mean nothing. */
struct Scene {
  gint kind, noise; /* 65536ths of the greatest value */
  gint offset;
  gint pan_x, pan_y; /* quarters of a sample of the first plane */

  explicit Scene (GRand *random)
      : kind (draw (random, 0, 9)),
        noise (draw (random, 0, 2) ? draw (random, 0, 2500)
                                   : draw (random, 0, 30000)),
        offset (draw (random, 0, 99)), pan_x (draw (random, -30, 30)),
        pan_y (draw (random, -9, 9))
  {
  }

  void
  fill (GRand *random, const Picture &picture, guint n) const
  {
    for (const CfPlane &p : picture.planes) {
      const gint most = (1 << p.bits) - 1;
      const gint scale = MAX (1, picture.planes[0].width / p.width);

      for (gint y = 0; y < p.height; y++)
        for (gint x = 0; x < p.width; x++)
          for (gint c = 0; c < p.channels; c++) {
            const gint junk =
                p.shift ? draw (random, 0, (1 << p.shift) - 1) : 0;

            set (p, x, y, c,
                value (random, x * scale, y * scale, c, n, most) << p.shift
                    | junk);
          }
    }
  }

private:
  gdouble
  wave (gint x, gint quarters, gdouble slowness, gint c) const
  {
    return sin ((x + quarters / 4.0 + offset + c) / slowness);
  }

  gint
  value (GRand *random, gint x, gint y, gint c, gint n, gint most) const
  {
    const gint moved = kind == 1 && y % 20 < 9 ? 3 * n : 0;
    const gint64 step =
        (((x + moved) / 11 * 7 + y / 9 * 13 + c * 31) + offset) % 97;
    gdouble v = step * most / 97.0;

    if (kind >= 6) /* all of it moves */
      v = most
          * (0.5 + 0.2 * wave (x, n * pan_x, 3.1, c)
              + 0.2 * wave (y, n * pan_y, 4.3, c)
              + 0.1 * wave (x + y, n * (pan_x + pan_y), 9.7, c));
    if (kind == 0)
      return draw (random, 0, most);
    if (kind == 2) /* much is black or white */
      v = 2 * v - most / 2.0;
    if (kind == 3)
      v = offset * most / 99.0;
    for (gint i = 0; i < 3; i++)
      v += noise * (g_rand_double (random) - 0.5) * most / 65536;
    return CLAMP ((gint)v, 0, most);
  }
};

bool
check_plane (const CfPlane &p, const CfPlane &right, const char *what)
{
  for (gint y = 0; y < p.height; y++)
    for (gint x = 0; x < p.width; x++)
      for (gint c = 0; c < p.channels; c++)
        if (get (p, x, y, c) != get (right, x, y, c)) {
          printf ("%s of %dx%d, %d bits << %d, step %d, %d channels: at "
                  "%d,%d,%d %u, not %u\n",
              what, p.width, p.height, p.bits, p.shift, p.step, p.channels, x,
              y, c, get (p, x, y, c), get (right, x, y, c));
          return false;
        }
  return true;
}

/* --- cases --- */

gint
draw_side (GRand *random, gint warp)
{
  switch (draw (random, 0, 4)) {
    case 0:
      return draw (random, 1, 6);
    case 1:
      return draw (random, 7, 60);
    case 2: /* what fills a warp, or nearly */
      return warp * draw (random, 1, 2) + draw (random, -2, 2);
    case 3:
      return 4 * draw (random, 4, 40);
    default:
      return draw (random, 18, 150);
  }
}

CfPlane
draw_plane (GRand *random)
{
  CfPlane p = {};

  p.step = draw (random, 0, 2) ? draw (random, 1, 2) : draw (random, 1, 4);
  p.channels = draw (random, 0, 3) ? p.step : draw (random, 1, p.step);
  p.width = draw_side (
      random, p.step == 1 ? CF_RECURSIVE_WIDTH : CF_RECURSIVE_PAIR_WIDTH);
  p.height = draw (random, 0, 4)
                 ? draw (random, 1, 40)
                 : draw_side (random, CF_KERNEL_WARPS * CF_RECURSIVE_ROWS);
  if (draw (random, 0, 9) == 0) { /* tiles take turns */
    p.width = draw (random, 18, 40);
    p.height = draw (random, 9 * 16 + 2, 200);
    p.step = p.channels = 1;
  }
  p.bits = draw (random, 0, 1)   ? 8
           : draw (random, 0, 7) ? draw (random, 8, 16)
                                 : draw (random, 1, 7);
  p.bytes = p.bits > 8 ? 2 : draw (random, 0, 7) ? 1 : 2;
  p.shift = draw (random, 0, 1) ? 0 : draw (random, 0, 8 * p.bytes - p.bits);
  return p;
}

CfDenoiseParams
draw_params (GRand *random)
{
  CfDenoiseParams p = {};

  p.method =
      draw (random, 0, 2) ? CF_DENOISE_COMPENSATED : CF_DENOISE_RECURSIVE;
  p.by_field = draw (random, 0, 3) == 0;
  p.past = draw (random, 0, 2) ? 8 : draw (random, 0, 8);
  p.window = 1;
  p.sigma = draw (random, 0, 1)   ? -1
            : draw (random, 0, 3) ? draw (random, 0, 20 * 256)
                                  : draw (random, 0, CF_DENOISE_SIGMA_MAX);
  p.strength = draw (random, 0, 2) ? 256 : draw (random, 0, 1024);
  p.chroma_strength = draw (random, 0, 2) ? 300 : draw (random, 0, 1024);
  p.spatial = draw (random, 0, 2) ? draw (random, 1, 1024) : 0;
  p.chroma = draw (random, 0, 7);
  return p;
}

/* What may change while frames stay. */
void
change (GRand *random, CfFilter *filter)
{
  const CfDenoiseParams drawn = draw_params (random);
  CfDenoiseParams *p = &filter->params.denoise;

  p->sigma = drawn.sigma;
  p->strength = drawn.strength;
  p->chroma_strength = drawn.chroma_strength;
  p->spatial = drawn.spatial;
}

bool
check (const CfFilter *filter, const Picture &src, const Picture &result,
    const Picture &right, const ReferenceRecursive *reference)
{
  for (guint i = 0; i < filter->n_planes; i++) {
    const bool filtered = filter->filtered >> i & 1;
    const guint sigma =
        cf_noise_plan_sigma (&((EmulatedRecursive *)filter)->plan.noise, i);

    if (!check_plane (result.planes[i],
            filtered ? right.planes[i] : src.planes[i],
            filtered ? "a plane" : "a copy"))
      return false;
    if (filter->params.denoise.sigma < 0
        && sigma != (filtered ? reference_recursive_sigma (reference, i) : 0)) {
      printf ("an estimate of %u, not %u\n", sigma,
          reference_recursive_sigma (reference, i));
      return false;
    }
  }
  return check_gaps (result);
}

/* What cases had, so that none is left out for good. */
struct Seen {
  guint frames, estimates, forgets, pairs, averaged, cuts, cuts_in_place,
      moving;
};

bool
run_case (GRand *random, Seen *seen)
{
  CfFilter description = {};
  CfFilter *filter;
  std::vector<CfPlane> geometry;
  ReferenceRecursive *reference;
  Scene scene (random);
  bool ok = true;

  description.params.op = CF_OP_DENOISE;
  description.params.denoise = draw_params (random);
  description.n_planes = draw (random, 1, 3);
  description.filtered =
      draw (random, 0, 3)
          ? (1u << description.n_planes) - 1
          : draw (random, 0, 7) & ((1u << description.n_planes) - 1);
  for (guint i = 0; i < description.n_planes; i++) {
    CfPlane p = draw_plane (random);

    if (i > 0 && draw (random, 0, 3)) { /* a plane that has another's motion */
      const gint halved_x = draw (random, 0, 2), halved_y = draw (random, 0, 2);

      p.width = MAX (1, (geometry[0].width + (gint)i) >> halved_x);
      p.height = MAX (1, (geometry[0].height + (gint)i) >> halved_y);
    }
    geometry.push_back (p);
    description.planes[i] = geometry[i];
    seen->pairs += geometry[i].channels == 2 && geometry[i].step == 2;
  }
  filter = recursive_new (&description, draw (random, 1, 9));
  reference = reference_recursive_new (
      geometry.data (), description.n_planes, description.filtered);

  for (gint i = 0, n = draw (random, 1, 7); ok && i < n; i++) {
    Picture src (random, geometry), dst (random, geometry),
        right (random, geometry);

    if (draw (random, 0, 4) == 0)
      change (random, filter);
    if (draw (random, 0, 6) == 0) { /* a cut, which is told or is not */
      scene = Scene (random);
      if (draw (random, 0, 1)) {
        recursive_forget (filter);
        reference_recursive_forget (reference);
        seen->forgets++;
      }
    }
    scene.fill (random, src, i);
    recursive_run (filter, NULL, src.planes.data (), dst.planes.data (), NULL);
    reference_recursive_run (reference, &filter->params.denoise,
        src.planes.data (), right.planes.data ());
    ok = check (filter, src, dst, right, reference);
    if (!ok)
      printf (
          "sigma %d, strength %d and %d, spatial %d, frame %d of scene %d\n",
          filter->params.denoise.sigma, filter->params.denoise.strength,
          filter->params.denoise.chroma_strength,
          filter->params.denoise.spatial, i, scene.kind);
    seen->frames++;
    seen->estimates += reference_recursive_sigma (reference, 0) > 0;
    seen->averaged += i > 0
                      && memcmp (right.planes[0].data, src.planes[0].data,
                             src.planes[0].bytes * src.planes[0].width)
                             != 0;
  }
  seen->cuts += ((EmulatedRecursive *)filter)->cuts;
  seen->cuts_in_place += ((EmulatedRecursive *)filter)->cuts_in_place;
  seen->moving += ((EmulatedRecursive *)filter)->moving;
  reference_recursive_free (reference);
  recursive_free (filter);
  return ok;
}

} // namespace

int
main (int argc, char **argv)
{
  const gint n = argc > 1 ? atoi (argv[1]) : 100;
  const guint seed = argc > 2 ? atoi (argv[2]) : 1;
  Seen seen = {};
  gint failed = 0;

  for (gint i = 0; i < n; i++) {
    GRand *random = g_rand_new_with_seed (seed * 100003 + i);

    if (!run_case (random, &seen)) {
      printf ("FAILED case %d of seed %u\n", i, seed);
      failed++;
    }
    g_rand_free (random);
  }
  if (n >= 100
      && (seen.estimates < seen.frames / 8 || seen.averaged < seen.frames / 8
          || seen.forgets == 0 || seen.pairs == 0 || seen.cuts == 0
          || seen.cuts_in_place == 0 || seen.moving == 0)) {
    printf (
        "FAILED: %u frames, %u with an estimate, %u averaged, %u forgotten, "
        "%u planes of pairs, %u cuts, %u in place, %u moving\n",
        seen.frames, seen.estimates, seen.averaged, seen.forgets, seen.pairs,
        seen.cuts, seen.cuts_in_place, seen.moving);
    failed++;
  }
  printf ("%d passed, %d failed, 0 skipped\n", n - failed, failed);
  return failed != 0;
}
