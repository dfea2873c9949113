/* Noise reduction over time by the CUDA kernels, run on the CPU, beside its
 * definition in cfdenoise.h: the same bytes, whatever the planes' layouts, the
 * frames that there are, and what changes between two of them. A device of its
 * own runs the kernels, as cuda/denoise/denoise.c does on a GPU. */
#include "block.h"
#include "cuda/denoise/denoiseplan.h"
#include "engine/denoise/cfdenoiseaverage.h"
#include "planes.h"

extern "C" {
#include "reference_cut.h"
#include "reference_noise.h"
}

#include <algorithm>

namespace
{

struct EmulatedDenoise {
  CfFilter filter;
  CfDenoisePlan plan;
};

CfDenoiseLaunch launch;
CfRecursiveLaunch noise;
CfCudaLaunch copies;
CfCutLaunch look;
void (*kernel) (const CfKernelDenoise);
void (*noise_kernel) (const CfKernelRecursive);

struct Average {
  gint past, future;
  void (*kernel[2]) (const CfKernelDenoise);
};

#define AVERAGE(past, future) \
  { past, future, \
    { cf_kernel_denoise_average_##past##_##future##_1, \
        cf_kernel_denoise_average_##past##_##future##_2 } },
const Average averages[] = { CF_DENOISE_AVERAGES (AVERAGE) };

#define MEDIAN(frames) \
  { cf_kernel_denoise_median_##frames##_1, \
    cf_kernel_denoise_median_##frames##_2 },
#define WINDOW(frames) \
  { cf_kernel_denoise_window_##frames##_1, \
    cf_kernel_denoise_window_##frames##_2 },
void (*const medians[2][4][2]) (const CfKernelDenoise) = {
  { CF_DENOISE_MEDIANS (MEDIAN) }, { CF_DENOISE_MEDIANS (WINDOW) }
};

void
run_kernel ()
{
  kernel (launch.argument);
}

void
run_noise ()
{
  noise_kernel (noise.argument);
}

void
run_look ()
{
  cf_kernel_cut (look.argument);
}

void
run_copy ()
{
  cf_kernel_copy (copies.picture);
}

CfFilter *
denoise_new (const CfFilter *description, GError **)
{
  EmulatedDenoise *self = g_new0 (EmulatedDenoise, 1);

  self->filter = *description;
  cf_denoise_plan_init (&self->plan, &self->filter);
  if (posix_memalign ((void **)&self->plan.memory, 128, self->plan.size) != 0)
    abort ();
  memset (self->plan.memory, 0xa5, self->plan.noise_at);
  memset (self->plan.memory + self->plan.noise_at, 0,
      self->plan.size - self->plan.noise_at);
  self->plan.noise.told = g_new0 (guint32, CF_MAX_PLANES);
  return &self->filter;
}

void
denoise_free (CfFilter *filter)
{
  EmulatedDenoise *self = (EmulatedDenoise *)filter;

  free (self->plan.memory);
  g_free (self->plan.noise.told);
  g_free (self);
}

void
keep (EmulatedDenoise *self, const CfPlane *src)
{
  cf_denoise_plan_keep (&self->plan, src, &copies);
  emulated_run (copies.n_blocks, CF_KERNEL_THREADS, 0, run_copy);
}

void
look_for_cut (EmulatedDenoise *self, const CfPlane *src)
{
  cf_denoise_plan_look (&self->plan, src, &look);
  if (look.n_blocks > 0)
    emulated_run (look.n_blocks, CF_KERNEL_THREADS, 0, run_look);
}

gboolean
denoise_push (CfFilter *filter, CfStream *, const CfPlane *src, GError **)
{
  EmulatedDenoise *self = (EmulatedDenoise *)filter;

  look_for_cut (self, src);
  keep (self, src);
  cf_denoise_plan_kept (&self->plan);
  return TRUE;
}

void
denoise_forget (CfFilter *filter)
{
  cf_denoise_plan_forget (&((EmulatedDenoise *)filter)->plan);
}

/* The smallest kernel that has room, or a larger one. */
void
choose (const EmulatedDenoise *self, gint bytes, guint larger)
{
  const CfDenoiseParams *p = &self->filter.params.denoise;
  const Average *a = averages;

  if (p->method == CF_DENOISE_MEDIAN) {
    kernel = medians[p->window > 1][cf_denoise_plan_n_frames (&self->plan) / 2]
                    [bytes - 1];
    return;
  }
  while (a->past < p->past || a->future < p->future)
    a++;
  if (larger % 3 == 0)
    a = averages + G_N_ELEMENTS (averages) - 1;
  kernel = a->kernel[bytes - 1];
}

gboolean
denoise_run (CfFilter *filter, CfStream *, const CfPlane *src,
    const CfPlane *dst, GError **)
{
  EmulatedDenoise *self = (EmulatedDenoise *)filter;

  if (src)
    look_for_cut (self, src);
  if (src && cf_denoise_plan_keeps_first (&self->plan))
    keep (self, src);
  for (gint bytes = 1; bytes <= 2; bytes++) {
    for (gint again = 0; again < 2; again++) {
      memset (&noise, 0xa5, sizeof noise);
      cf_denoise_plan_noise (&self->plan, bytes, again, src, &noise);
      noise_kernel =
          bytes == 1 ? cf_kernel_noise_frames_1 : cf_kernel_noise_frames_2;
      if (noise.n_blocks > 0)
        emulated_run (noise.n_blocks, CF_KERNEL_THREADS, 0, run_noise);
    }
    memset (&launch, 0xa5, sizeof launch);
    cf_denoise_plan_run (&self->plan, bytes, src, dst, &launch);
    choose (self, bytes, self->plan.now);
    emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_kernel);
    if (cf_denoise_plan_is_near_cut (&self->plan)) {
      kernel = bytes == 1 ? cf_kernel_denoise_near_cut_1
                          : cf_kernel_denoise_near_cut_2;
      emulated_run (launch.n_blocks, CF_KERNEL_THREADS, 0, run_kernel);
    }
  }
  cf_denoise_plan_done (&self->plan);
  return TRUE;
}

/* Squares that differ in light and noise. */
guint
draw_patch (GRand *random, const CfPlane &p, gint x, gint y)
{
  const guint hash = (x / 16 * 73 + y / 16 * 151 + p.width) * 2654435761u >> 8;
  const gint most = (1 << p.bits) - 1;
  const gint noise = hash / 256 % 256 * most / 256 / 6 + 1;

  return CLAMP (
      (gint)(hash % 256 * most / 255) + draw (random, -noise, noise), 0, most);
}

/* What moves by a little, or by much, or not at all; bits below values mean
 * nothing. Scenes but the first have no value in common with those beside them.
 */
void
fill (GRand *random, const Picture &picture, guint n, guint scene)
{
  const bool patches = draw (random, 0, 2) == 0;

  for (const CfPlane &p : picture.planes) {
    const gint most = (1 << p.bits) - 1;
    const gint noise = draw (random, 0, 3) ? most / draw (random, 3, 30) : most;
    const gint kind = draw (random, 0, 4);

    for (gint y = 0; y < p.height; y++)
      for (gint x = 0; x < p.width; x++)
        for (gint c = 0; c < p.channels; c++) {
          gint v = (x * 7 + y * 13 + c * 31 + (gint)scene * 53) * most / 97
                   % (most + 1);

          if (patches)
            v = draw_patch (random, p, x, y);
          else if (kind == 0)
            v = draw (random, 0, 1) * most;
          else if (kind == 1 && draw (random, 0, 9) == 0)
            v = most - v;
          else
            v += draw (random, -noise, noise) / (1 + (gint)(n % 3));
          v = CLAMP (v, 0, most);
          if (scene > 0)
            v = scene % 2 ? v * 2 / 5 : most - v * 2 / 5;
          set (p, x, y, c,
              (guint)v << p.shift
                  | (p.shift ? draw (random, 0, (1 << p.shift) - 1) : 0));
        }
  }
}

/* --- the definition --- */

/* A plane's values, as they came. */
typedef std::vector<guint> Values;

struct Reference {
  std::vector<std::vector<Values> > frames; /* of each plane */
  gint first = 0, now = 0;
  guint sigma[3] = {};    /* estimated */
  guint age = 0;          /* frames in the history of estimates */
  std::vector<bool> cuts; /* before each frame */

  void
  add (const Picture &picture, const CfFilter *filter)
  {
    std::vector<Values> values;

    for (const CfPlane &p : picture.planes) {
      Values v;

      for (gint y = 0; y < p.height; y++)
        for (gint x = 0; x < p.width; x++)
          for (gint c = 0; c < p.channels; c++)
            v.push_back (get (p, x, y, c));
      values.push_back (v);
    }
    frames.push_back (values);
    cuts.push_back (is_cut (picture, filter));
  }

  std::vector<guint8>
  bytes_of (const CfPlane &p, const Values &values) const
  {
    const gint c = p.channels >= 3 ? 1 : 0;
    std::vector<guint8> bytes;

    for (gsize i = c; i < values.size (); i += p.channels)
      bytes.push_back (values[i] >> p.shift << (16 - p.bits) >> 8);
    return bytes;
  }

  /* Before the newest frame, by the planes that lead. */
  bool
  is_cut (const Picture &picture, const CfFilter *filter) const
  {
    const CfDenoiseParams *params = &filter->params.denoise;
    const gint n = frames.size ();
    bool found[2] = {}, cut = false;

    if (n - 1 <= first || params->past + params->future == 0)
      return false;
    for (guint i = 0; i < picture.planes.size (); i++) {
      const CfPlane &p = picture.planes[i];
      const guint field = params->by_field ? i % 2 : 0;

      if (!(filter->filtered >> i & 1) || found[field])
        continue;
      found[field] = true;
      cut |= reference_cut (bytes_of (p, frames[n - 1][i]).data (),
          bytes_of (p, frames[n - 2][i]).data (), p.width, p.height,
          std::max (params->sigma, 0))
                 .is_cut;
    }
    return cut;
  }

  bool
  has (gint frame) const
  {
    return frame >= first && frame < (gint)frames.size ();
  }

  /* On the same side of all cuts as the one that has its result now. */
  bool
  sees (gint frame) const
  {
    if (!has (frame))
      return false;
    for (gint i = MIN (frame, now) + 1; i <= MAX (frame, now); i++)
      if (cuts[i])
        return false;
    return true;
  }
};

guint
value_at (const CfPlane &p, const Values &values, gint x, gint y, gint c)
{
  x = CLAMP (x, 0, p.width - 1);
  y = CLAMP (y, 0, p.height - 1);
  return values[(y * p.width + x) * p.channels + c] >> p.shift;
}

std::vector<gint>
channel_of (const CfPlane &p, const Values &values, gint c)
{
  std::vector<gint> samples;

  for (gint y = 0; y < p.height; y++)
    for (gint x = 0; x < p.width; x++)
      samples.push_back (value_at (p, values, x, y, c) << (16 - p.bits));
  return samples;
}

/* By the frame before the one that has its result now, or the one behind. */
void
estimate (
    Reference &r, const CfFilter *filter, const CfPlane *planes, guint plane)
{
  const CfDenoiseParams *params = &filter->params.denoise;
  const CfPlane &p = planes[plane];
  const gint other = params->past > 0 && r.sees (r.now - 1)    ? r.now - 1
                     : params->future > 0 && r.has (r.now + 1) ? r.now + 1
                                                               : r.now;
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (ReferenceTile));
  std::vector<gint> lights;
  ReferenceLight light;
  const gint from = reference_noise_find_light (
      params, planes, filter->filtered, plane, &light);

  if (from >= 0)
    lights = channel_of (planes[from], r.frames[r.now][from], 0);
  light.channel.at = from >= 0 ? lights.data () : NULL;
  for (gint c = 0; c < p.channels; c++) {
    const std::vector<gint> now = channel_of (p, r.frames[r.now][plane], c);
    const std::vector<gint> then = channel_of (p, r.frames[other][plane], c);
    const ReferenceChannel v = { now.data (), p.width, p.height };
    const ReferenceChannel w = { then.data (), p.width, p.height };

    reference_noise_add (tiles, &v, &w, NULL, other != r.now ? 8 : 0, p.bits,
        params->chroma >> plane & 1 ? &light : NULL);
  }
  r.sigma[plane] = reference_noise_next (tiles, r.sigma[plane]);
  g_array_unref (tiles);
}

guint
average (const Reference &r, const CfDenoiseParams *params, const CfPlane &p,
    guint plane, gint x, gint y, gint c)
{
  const gint v = value_at (p, r.frames[r.now][plane], x, y, c);
  gint one, most;
  gint64 sum = v, n = 1;

  cf_denoise_average_limits (
      cf_denoise_effective_sigma (params,
          params->sigma < 0 ? (gint)r.sigma[plane] : params->sigma, plane),
      p.bits, &one, &most);
  for (gint side = -1; side <= 1; side += 2) {
    gint64 differences = 0;

    for (gint k = 1; k <= (side < 0 ? params->past : params->future); k++) {
      if (!r.sees (r.now + side * k))
        break;

      const gint q = value_at (p, r.frames[r.now + side * k][plane], x, y, c);
      const gint d = ABS (v - q);

      differences += d;
      if (d > one || differences > most)
        break;
      sum += q;
      n++;
    }
  }
  return (2 * sum + n) / (2 * n);
}

guint
median (const Reference &r, const CfDenoiseParams *params, const CfPlane &p,
    guint plane, gint x, gint y, gint c)
{
  const gint radius = params->window / 2;
  std::vector<gint> frames = { r.now };
  std::vector<guint> samples;

  for (gint k = 1; k <= 8; k++) {
    if (k <= params->past && r.sees (r.now - k))
      frames.push_back (r.now - k);
    if (k <= params->future && r.sees (r.now + k))
      frames.push_back (r.now + k);
  }
  if (frames.size () > CF_DENOISE_MEDIAN_FRAMES_MAX)
    frames.resize (CF_DENOISE_MEDIAN_FRAMES_MAX);
  if (frames.size () % 2 == 0)
    frames.pop_back ();
  for (gint frame : frames)
    for (gint j = -radius; j <= radius; j++)
      for (gint i = -radius; i <= radius; i++)
        samples.push_back (
            value_at (p, r.frames[frame][plane], x + i, y + j, c));
  std::sort (samples.begin (), samples.end ());
  return samples[samples.size () / 2];
}

/* The estimates that are told. */
bool
check_sigma (Reference &r, const CfFilter *filter, const Picture &result)
{
  const CfDenoiseParams *params = &filter->params.denoise;

  if (params->sigma >= 0 || r.cuts[r.now]) {
    std::fill (std::begin (r.sigma), std::end (r.sigma), 0);
    r.age = 0;
  }
  if (params->method != CF_DENOISE_AVERAGE || params->sigma >= 0)
    return true;

  const bool is_due = r.age <= 8 || r.age % 4 == 0;

  r.age++;
  for (guint i = 0; i < filter->n_planes; i++) {
    const guint sigma =
        cf_noise_plan_sigma (&((EmulatedDenoise *)filter)->plan.noise, i);

    if ((filter->filtered >> i & 1) && is_due)
      estimate (r, filter, result.planes.data (), i);
    if (sigma != r.sigma[i]) {
      printf ("an estimate of %u, not %u\n", sigma, r.sigma[i]);
      return false;
    }
  }
  return true;
}

bool
check (Reference &r, const CfFilter *filter, const Picture &result)
{
  const CfDenoiseParams *params = &filter->params.denoise;

  if (!check_sigma (r, filter, result))
    return false;
  for (guint i = 0; i < filter->n_planes; i++) {
    const CfPlane &p = result.planes[i];

    for (gint y = 0; y < p.height; y++)
      for (gint x = 0; x < p.width; x++)
        for (gint c = 0; c < p.channels; c++) {
          const guint got = get (p, x, y, c);
          const guint right =
              !(filter->filtered >> i & 1)
                  ? r.frames[r.now][i][(y * p.width + x) * p.channels + c]
              : params->method == CF_DENOISE_AVERAGE
                  ? average (r, params, p, i, x, y, c) << p.shift
                  : median (r, params, p, i, x, y, c) << p.shift;

          if (got != right) {
            printf ("plane %u of %dx%d, %d bits << %d, step %d, %d channels: "
                    "at %d,%d,%d %u, not %u\n",
                i, p.width, p.height, p.bits, p.shift, p.step, p.channels, x, y,
                c, got, right);
            return false;
          }
        }
  }
  return true;
}

/* --- cases --- */

CfPlane
draw_plane (GRand *random)
{
  CfPlane p = {};

  p.width = draw (random, 0, 3) ? draw (random, 1, 90) : draw (random, 1, 5);
  p.height = draw (random, 1, 9);
  if (draw (random, 0, 3) == 0) { /* tiles, which may take turns */
    p.width = draw (random, 18, 60);
    p.height = draw (random, 0, 5) ? draw (random, 18, 34) : 9 * 16 + 2;
  }
  p.step = draw (random, 1, 4);
  p.channels = draw (random, 0, 1) ? p.step : draw (random, 1, p.step);
  p.bits = draw (random, 0, 1) ? 8 : draw (random, 1, 16);
  p.bytes = p.bits > 8 ? 2 : draw (random, 0, 7) ? 1 : 2;
  p.shift = draw (random, 0, 1) ? 0 : draw (random, 0, 8 * p.bytes - p.bits);
  return p;
}

/* Whose sides were halved some times, so that luma tells colour's light. */
CfPlane
draw_colour (GRand *random, const CfPlane &luma)
{
  const gint x = draw (random, 0, 2), y = draw (random, 0, 2);
  CfPlane p = luma;

  p.width = (p.width + (1 << x) - 1) >> x;
  p.height = (p.height + (1 << y) - 1) >> y;
  p.step = draw (random, 1, 4);
  p.channels = draw (random, 1, p.step);
  return p;
}

CfDenoiseParams
draw_params (GRand *random)
{
  CfDenoiseParams p = {};

  p.method = draw (random, 0, 1) ? CF_DENOISE_AVERAGE : CF_DENOISE_MEDIAN;
  p.past = draw (random, 0, 8);
  p.future = draw (random, 0, 1) ? 0 : draw (random, 0, 8);
  p.window = draw (random, 0, 2) ? 1 : 3;
  p.sigma = draw (random, 0, 1) ? draw (random, 0, 20 * 256)
                                : draw (random, 0, CF_DENOISE_SIGMA_MAX);
  if (draw (random, 0, 2) == 0)
    p.sigma = -1;
  p.strength = draw (random, 0, 3) ? 256 : draw (random, 0, 1024);
  p.chroma_strength = draw (random, 0, 1024);
  p.chroma = draw (random, 0, 7);
  p.by_field = draw (random, 0, 3) == 0;
  return p;
}

/* What may change while frames stay. */
void
change (GRand *random, CfFilter *filter)
{
  CfFilterParams params = filter->params;
  const CfDenoiseParams drawn = draw_params (random);

  params.denoise.sigma = drawn.sigma;
  params.denoise.strength = drawn.strength;
  params.denoise.window = drawn.window;
  if (!cf_filter_adopt (filter, &params))
    abort ();
}

/* What cases had, so that none is left out for good. */
struct Seen {
  guint frames, estimates, cuts, cuts_of_windows, alone;
};

bool
run_case (GRand *random, CfDevice *device, Seen *seen)
{
  CfFilterParams params = {};
  std::vector<CfPlane> geometry;
  Reference reference;
  bool ok = true;

  params.op = CF_OP_DENOISE;
  params.denoise = draw_params (random);
  for (gint i = draw (random, 1, 3); i > 0; i--)
    geometry.push_back (draw_plane (random));
  if (draw (random, 0, 9) == 0) {
    geometry[0].width = draw (random, 36, 90);
    geometry[0].height = draw (random, 36, 70);
    params.denoise.chroma = 6;
    params.denoise.sigma = -1;
    params.denoise.past = draw (random, 0, 2); /* it takes its time */
    for (gsize i = 1; i < geometry.size (); i++)
      geometry[i] = draw_colour (random, geometry[0]);
  }

  const gint future = params.denoise.future, n = draw (random, 1, 22);
  guint scene = draw (random, 0, 1);
  CfFilter *filter = cf_filter_new (device, &params, geometry.data (),
      geometry.size (), draw (random, 0, 7), NULL);

  for (gint i = 0; ok && reference.now < n; i++) {
    Picture src (random, geometry), dst (random, geometry);

    if (draw (random, 0, 5) == 0)
      change (random, filter);
    if (draw (random, 0, 9) == 0) { /* a cut */
      cf_filter_forget (filter);
      reference.first = reference.now = reference.frames.size ();
      std::fill (std::begin (reference.sigma), std::end (reference.sigma), 0);
      reference.age = 0;
    }
    if ((gint)reference.frames.size () < n) {
      if (scene > 0 && draw (random, 0, 4) == 0)
        scene++;
      fill (random, src, i, scene);
      reference.add (src, filter);
      seen->cuts += reference.cuts.back ();
      if (future > 0)
        ok = cf_filter_push (filter, NULL, src.planes.data (), NULL);
    } else if (reference.now >= n) {
      break;
    }
    if ((gint)reference.frames.size () < n
        && (gint)reference.frames.size () - reference.now <= future)
      continue; /* until the frames behind are there */
    ok = ok
         && cf_filter_run (filter, NULL, future > 0 ? NULL : src.planes.data (),
             dst.planes.data (), NULL)
         && check (reference, filter, dst) && check_gaps (dst);
    reference.now++;
    seen->frames++;
    seen->estimates += filter->params.denoise.sigma < 0
                       && filter->params.denoise.method == CF_DENOISE_AVERAGE
                       && reference.sigma[0] > 0;
    seen->cuts_of_windows +=
        cf_denoise_plan_is_near_cut (&((EmulatedDenoise *)filter)->plan)
        && reference.cuts[reference.now - 1];
  }
  if (!ok)
    printf ("method %d, frames %d and %d, window %d, sigma %d, frame %d of %zu "
            "from %d\n",
        filter->params.denoise.method, params.denoise.past, future,
        filter->params.denoise.window, filter->params.denoise.sigma,
        reference.now, reference.frames.size (), reference.first);
  cf_filter_free (filter);
  return ok;
}

/* The noise of a picture alone, as the epsilon filter asks for it: from where
 * the picture lies. */
bool
run_picture (GRand *random, CfDevice *device, Seen *seen)
{
  CfFilterParams params = {};
  std::vector<CfPlane> geometry;
  std::vector<guint32> memory (CF_NOISE_PLAN_SIZE / sizeof (guint32));
  guint32 told[CF_MAX_PLANES] = {};
  CfNoisePlan plan;
  Reference reference;
  CfFilter *filter;
  bool ok = true;

  params.op = CF_OP_DENOISE;
  params.denoise.method = CF_DENOISE_AVERAGE;
  params.denoise.window = 1;
  params.denoise.sigma = -1;
  params.denoise.chroma = draw (random, 0, 7);
  for (gint i = draw (random, 1, 3); i > 0; i--) {
    CfPlane p = draw_plane (random);

    p.width += 18;
    p.height += 18;
    geometry.push_back (p);
  }

  const CfPlaneKinds kinds = cf_denoise_plane_kinds (&params.denoise);
  Picture src (random, geometry);

  filter = cf_filter_new (
      device, &params, geometry.data (), geometry.size (), 7, NULL);
  fill (random, src, 0, 0);
  reference.add (src, filter);
  cf_noise_plan_init (&plan);
  plan.told = told;
  for (gint bytes = 1; bytes <= 2; bytes++) {
    cf_noise_plan_picture (&plan, filter, &kinds, (guint8 *)memory.data (),
        src.planes.data (), bytes, &noise);
    noise_kernel =
        bytes == 1 ? cf_kernel_noise_frames_1 : cf_kernel_noise_frames_2;
    if (noise.n_blocks > 0)
      emulated_run (noise.n_blocks, CF_KERNEL_THREADS, 0, run_noise);
  }
  cf_noise_plan_done (&plan, TRUE);
  for (guint i = 0; i < geometry.size (); i++) {
    const guint sigma = cf_noise_plan_sigma (&plan, i);

    estimate (reference, filter, src.planes.data (), i);
    seen->alone += sigma > 0;
    if (sigma != reference.sigma[i]) {
      printf ("plane %u of %dx%d: the noise of a picture alone is %u, not %u\n",
          i, geometry[i].width, geometry[i].height, sigma, reference.sigma[i]);
      ok = false;
    }
  }
  cf_filter_free (filter);
  return ok;
}

/* Every sum of every number of frames that 8 bits can have: v, then frames that
 * are v or one less, in all numbers, and limits that let them count. */
bool
run_means (CfDevice *device, gint bits)
{
  const gint width = 256;
  const CfPlane geometry = { NULL, width, width, 1, 1, 1, bits,
    bits > 8 ? 2 : 1, 0 };
  GRand *random = g_rand_new_with_seed (1);
  CfFilterParams params = {};
  bool ok = true;

  params.op = CF_OP_DENOISE;
  params.denoise.method = CF_DENOISE_AVERAGE;
  params.denoise.sigma = CF_DENOISE_SIGMA_MAX;
  params.denoise.strength = 1024;
  params.denoise.window = 1;
  for (gint past = 0; past <= 8; past++)
    for (gint future = 0; future <= (past == 8 ? 8 : 0); future += 8)
      for (gint lower = 0; ok && lower <= past + future; lower++) {
        CfFilter *filter;
        Reference reference;

        params.denoise.past = past;
        params.denoise.future = future;
        filter = cf_filter_new (device, &params, &geometry, 1, 1, NULL);
        for (gint i = 0; ok && i <= past + future; i++) {
          Picture src (random, { geometry }), dst (random, { geometry });
          const gint most = (1 << bits) - 1;

          for (gint x = 0; x < width; x++) {
            const gint v = most - x * (bits > 8 ? 97 : 1);

            set (src.planes[0], x, 0, 0,
                i != past && i - (i > past) < lower ? MAX (v - 1, 0) : v);
          }
          reference.add (src, filter);
          if (future > 0)
            cf_filter_push (filter, NULL, src.planes.data (), NULL);
          if (future > 0 && i < future)
            continue;
          cf_filter_run (filter, NULL, future ? NULL : src.planes.data (),
              dst.planes.data (), NULL);
          ok = check (reference, filter, dst);
          reference.now++;
        }
        cf_filter_free (filter);
      }
  g_rand_free (random);
  return ok;
}

} // namespace

int
main (int argc, char **argv)
{
  const gint n = argc > 1 ? atoi (argv[1]) : 100;
  const guint seed = argc > 2 ? atoi (argv[2]) : 1;
  CfBackend backend = {};
  CfDevice device = {};
  Seen seen = {};
  gint failed = 0;

  backend.filter_new = denoise_new;
  backend.filter_free = denoise_free;
  backend.filter_run = denoise_run;
  backend.filter_push = denoise_push;
  backend.filter_forget = denoise_forget;
  device.backend = &backend;
  device.ref_count = 1;
  for (gint i = 0; i < n; i++) {
    GRand *random = g_rand_new_with_seed (seed * 100003 + i);

    if (!run_case (random, &device, &seen)
        || !run_picture (random, &device, &seen)) {
      printf ("FAILED case %d of seed %u\n", i, seed);
      failed++;
    }
    g_rand_free (random);
  }
  if (n >= 100
      && (seen.estimates < seen.frames / 100 || seen.cuts < seen.frames / 100
          || seen.cuts_of_windows < seen.frames / 400
          || seen.alone < (guint)n)) {
    printf ("FAILED: %u frames, %u with an estimate, %u behind a cut, %u of "
            "windows; %u estimates of pictures alone\n",
        seen.frames, seen.estimates, seen.cuts, seen.cuts_of_windows,
        seen.alone);
    failed++;
  }
  for (gint bits : { 8, 12, 16 })
    if (!run_means (&device, bits)) {
      printf ("FAILED means of %d bits\n", bits);
      failed++;
    }
  printf ("%d passed, %d failed, 0 skipped\n", n + 3 - failed, failed);
  return failed != 0;
}
