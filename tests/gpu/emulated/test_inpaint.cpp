/* Inpainting by the CUDA kernels, run on the CPU, beside the CPU backend's: the
 * same bytes. A device of its own runs the kernels, as cuda/inpaint/inpaint.c
 * does on a GPU. */
#include "block.h"
#include "cuda/inpaint/inpaintplan.h"
#include "cuda/inpaint/inpaintstate.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <vector>

namespace
{

struct EmulatedInpaint {
  CfFilter filter;
  CfInpaintPlan plan;
  CfInpaintMemory memory;
};

CfInpaintLaunch launch;

void
run_kernel ()
{
  static void (*const kernels[]) (
      const CfKernelInpaint) = { cf_kernel_inpaint_mark, cf_kernel_inpaint_load,
    cf_kernel_inpaint_down, cf_kernel_inpaint_coarse, cf_kernel_inpaint_sweep,
    cf_kernel_inpaint_start, cf_kernel_inpaint_shrink_16,
    cf_kernel_inpaint_shrink_32, cf_kernel_inpaint_shrink_64,
    cf_kernel_inpaint_combine_16, cf_kernel_inpaint_combine_32,
    cf_kernel_inpaint_combine_64, cf_kernel_inpaint_store };

  kernels[launch.kernel](launch.argument);
}

guint8 *
poisoned (gsize size)
{
  return (guint8 *)memset (g_malloc (size + 1), 0xa5, size + 1);
}

CfFilter *
inpaint_new (const CfFilter *description, GError **)
{
  EmulatedInpaint *self = g_new0 (EmulatedInpaint, 1);

  self->filter = *description;
  cf_inpaint_plan_init (&self->plan, &self->filter);
  for (gint i = 0; i < CF_INPAINT_WAYS; i++) {
    const CfInpaintWay way = (CfInpaintWay)i;
    gfloat *thresholds =
        (gfloat *)g_malloc (cf_inpaint_plan_thresholds_size (&self->plan, way));

    cf_inpaint_plan_thresholds (&self->plan, way, thresholds);
    self->memory.thresholds[i] = thresholds;
  }
  return &self->filter;
}

void
inpaint_free (CfFilter *filter)
{
  EmulatedInpaint *self = (EmulatedInpaint *)filter;

  g_free (self->memory.kept);
  g_free (self->memory.scratch);
  g_free (self->memory.state);
  for (const gfloat *thresholds : self->memory.thresholds)
    g_free ((gpointer)thresholds);
  g_free (self);
}

gboolean
set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **)
{
  EmulatedInpaint *self = (EmulatedInpaint *)filter;
  CfInpaintPlan *plan = &self->plan;

  cf_inpaint_plan_set_holes (plan, holes);
  if (!self->memory.kept)
    self->memory.kept = poisoned (plan->kept_size);
  g_free (self->memory.scratch);
  self->memory.scratch = poisoned (plan->scratch_size);
  g_free (self->memory.state);
  self->memory.state = poisoned (plan->state_size);
  for (guint i = 0; i < plan->n_planes; i++) {
    const CfInpaintPlanPlane *plane = &plan->planes[i];
    const CfPlane *p = &filter->planes[plane->plane];
    const gsize size = (gsize)CF_INPAINT_WORDS (p->width) * p->height * 4;

    if (holes[plane->plane].bits)
      memcpy (
          self->memory.kept + plane->bits_at, holes[plane->plane].bits, size);
    else
      memset (self->memory.kept + plane->bits_at, 0, size);
  }
  return TRUE;
}

gboolean
inpaint_run (CfFilter *filter, CfStream *, const CfPlane *src,
    const CfPlane *dst, GError **)
{
  EmulatedInpaint *self = (EmulatedInpaint *)filter;

  for (guint i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &filter->planes[i];

    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < p->width; x++)
        memcpy (
            dst[i].data + y * dst[i].stride + (gssize)x * p->step * p->bytes,
            src[i].data + y * src[i].stride + (gssize)x * p->step * p->bytes,
            p->channels * p->bytes);
  }
  memset (self->memory.state, 0, self->plan.state_size);
  for (guint i = 0; i < self->plan.n_batches; i++) {
    guint step = 0;

    while (cf_inpaint_plan_next (
        &self->plan, i, &self->memory, src, dst, &step, &launch)) {
      /* or its kernel would not have been loaded */
      if (!cf_inpaint_plan_uses (&self->plan, launch.kernel))
        return FALSE;
      emulated_run (
          launch.n_blocks, launch.n_threads, launch.shared, run_kernel);
    }
  }
  cf_inpaint_plan_done (&self->plan);
  return TRUE;
}

gint
draw (GRand *random, gint first, gint last)
{
  return g_rand_int_range (random, first, last + 1);
}

CfPlane
draw_plane (GRand *random, gint side)
{
  CfPlane p = {};

  p.width = draw (random, 1, side);
  p.height = draw (random, 1, side);
  p.step = draw (random, 1, 4);
  p.channels = draw (random, 1, p.step);
  p.bits = draw (random, 0, 1) ? 8 : draw (random, 1, 16);
  p.bytes = p.bits > 8 ? 2 : 1;
  p.shift = draw (random, 0, 8 * p.bytes - p.bits);
  p.stride = p.width * p.step * p.bytes + 2 * draw (random, 0, 9);
  return p;
}

/* A slope with texture, and a line for alpha. */
void
fill_plane (GRand *random, const CfPlane *p)
{
  const gint most = (1 << p->bits) - 1, noise = draw (random, 0, most / 3);
  guint16 *words = (guint16 *)p->data;

  for (gint y = 0; y < p->height; y++)
    for (gint x = 0; x < p->width * p->step; x++) {
      gint v = x * most / (p->width * p->step) + draw (random, 0, noise);

      v = CLAMP (v, 0, most);
      if (draw (random, 0, 9) == 0)
        v = 0;
      /* bits below a value mean nothing */
      v = v << p->shift | draw (random, 0, (1 << p->shift) - 1);
      if (p->bytes == 1)
        p->data[y * p->stride + x] = v;
      else
        words[y * p->stride / 2 + x] = v;
    }
}

/* Random bits, rectangles, everything, or nothing; the box a little too large.
 */
void
draw_holes (GRand *random, const CfPlane *p, CfInpaintHoles *h)
{
  const gint words = CF_INPAINT_WORDS (p->width);
  guint32 *bits = g_new0 (guint32, (gsize)words * p->height);
  const gboolean all = draw (random, 0, 2) == 0;
  const gint left = all ? 0 : draw (random, 0, p->width - 1);
  const gint top = all ? 0 : draw (random, 0, p->height - 1);
  const gint right = all ? p->width : draw (random, left, p->width);
  const gint bottom = all ? p->height : draw (random, top, p->height);
  const gint density = all ? 0 : draw (random, 0, 3);

  for (gint y = top; y < bottom; y++)
    for (gint x = left; x < right; x++)
      if (density == 0 || draw (random, 0, density) == 0)
        bits[y * words + x / 32] |= 1u << x % 32;
  *h = CfInpaintHoles{ bits, left, top, right, bottom, -1 };
  if (left >= right || top >= bottom || draw (random, 0, 9) == 0) {
    g_free (bits);
    h->bits = NULL;
  }
}

struct Picture {
  CfPlane planes[3];
  guint n;
};

Picture
allocate (const Picture *geometry)
{
  Picture p = *geometry;

  for (guint i = 0; i < p.n; i++)
    p.planes[i].data = poisoned (p.planes[i].stride * p.planes[i].height);
  return p;
}

void
release (Picture *p)
{
  for (guint i = 0; i < p->n; i++)
    g_free (p->planes[i].data);
}

CfFilterParams
draw_params (GRand *random)
{
  CfFilterParams params = {};
  CfInpaintParams *p = &params.inpaint;

  params.op = CF_OP_INPAINT;
  p->method = draw (random, 0, 3) ? CF_INPAINT_LOCAL : CF_INPAINT_HARMONIC;
  p->iterations = draw (random, 0, 2) ? draw (random, 1, 4) : 0;
  p->schedule = (CfInpaintSchedule)draw (random, 0, 2);
  p->threshold_start = draw (random, 0, 1) ? -1 : draw (random, 0, 300);
  p->threshold_end = draw (random, 0, 1) ? -1 : draw (random, 0, 30);
  p->block_size = draw (random, 0, 1) ? 0 : 16 << draw (random, 0, 2);
  p->track = draw (random, 0, 1);
  return params;
}

/* A few pictures, with changing holes, by both backends. */
gboolean
run_case (GRand *random, CfDevice *cpu, CfDevice *emulated, gint side)
{
  const CfFilterParams params = draw_params (random);
  CfStream *stream = cf_stream_new (cpu, NULL);
  CfFilter *filters[2] = {};
  Picture geometry = {}, src, dst[2];
  gboolean same = TRUE, with_alpha;
  GError *error = NULL;
  guint32 filtered;

  geometry.n = draw (random, 1, 2);
  for (guint i = 0; i < geometry.n; i++)
    geometry.planes[i] = draw_plane (random, side);
  with_alpha = draw (random, 0, 3) == 0;
  if (with_alpha) {
    geometry.planes[geometry.n] = geometry.planes[0];
    geometry.planes[geometry.n].step = geometry.planes[geometry.n].channels = 1;
    geometry.n++;
  }
  filtered = draw (random, 0, 3) ? 3 : 1;
  src = allocate (&geometry);
  dst[0] = allocate (&geometry);
  dst[1] = allocate (&geometry);
  filters[0] = cf_filter_new (
      cpu, &params, geometry.planes, geometry.n, filtered, &error);
  filters[1] = filters[0] ? cf_filter_new (emulated, &params, geometry.planes,
                   geometry.n, filtered, &error)
                          : NULL;
  for (gint picture = 0; picture < 3 && filters[1] && same; picture++) {
    CfInpaintHoles holes[3] = {};

    for (guint i = 0; i < geometry.n; i++) {
      fill_plane (random, &src.planes[i]);
      draw_holes (random, &geometry.planes[i], &holes[i]);
    }
    if (with_alpha) {
      const CfPlane *alpha = &src.planes[geometry.n - 1];

      holes[0].alpha = geometry.n - 1;
      if (draw (random, 0, 2) == 0)
        memset (alpha->data, 0, alpha->stride * alpha->height);
    }
    for (gint k = 0; k < 2 && same; k++)
      same = cf_filter_set_holes (filters[k], holes, &error);
    for (gint k = 0; k < 2 && same; k++)
      same =
          cf_filter_run (filters[k], stream, src.planes, dst[k].planes, &error);
    for (guint i = 0; i < geometry.n && same; i++)
      same = memcmp (dst[0].planes[i].data, dst[1].planes[i].data,
                 geometry.planes[i].stride * geometry.planes[i].height)
             == 0;
    for (guint i = 0; i < geometry.n; i++)
      g_free ((gpointer)holes[i].bits);
    if (!same)
      printf ("picture %d: ", picture);
  }
  if (!filters[1])
    same = FALSE;
  if (!same)
    printf ("%dx%d, %d bits, step %d, %d channels, method %d, block %d, track "
            "%d, alpha %d: not the same %s\n",
        geometry.planes[0].width, geometry.planes[0].height,
        geometry.planes[0].bits, geometry.planes[0].step,
        geometry.planes[0].channels, params.inpaint.method,
        params.inpaint.block_size, params.inpaint.track, with_alpha,
        error ? error->message : "");
  g_clear_error (&error);
  cf_filter_free (filters[0]);
  cf_filter_free (filters[1]);
  cf_stream_free (stream);
  release (&src);
  release (&dst[0]);
  release (&dst[1]);
  return same;
}

/* Memory of which little is touched. */
gpointer
reserve (gsize size)
{
  gpointer memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

/* The blocks over some holes at the lower right edge of a plane that is that
 * large, with floats of this region. */
std::vector<float>
shrink_at_edge (
    const CfKernelInpaintPart *large, CfKernelInpaintBox region, gint size)
{
  const gint width = region.right - region.left, area = size * size;
  const gint kind = size == 16 ? 0 : size == 32 ? 1 : 2;
  const gint n_blocks = 64;
  std::vector<float> blocks (n_blocks * 8 * area);
  std::vector<float> thresholds (CF_INPAINT_ENDS, 3.0f);
  CfInpaintState state = {};
  CfKernelInpaintPart *p = &launch.argument.part[0];
  const gsize bytes =
      (gsize)width * (region.bottom - region.top) * sizeof (float);
  float *samples = (float *)reserve (bytes);

  launch.argument = {};
  launch.argument.n_parts = 1;
  launch.argument.shift_x = launch.argument.shift_y = 3;
  launch.kernel = CF_INPAINT_LAUNCH_SHRINK_16 + kind;
  *p = *large;
  p->region = region;
  p->samples = samples;
  p->blocks = blocks.data ();
  p->iterations = 1;
  p->thresholds = thresholds.data ();
  p->state = (uint8_t *)&state;
  for (gint y = p->holes.top - 2 * size; y < p->plane_height; y++)
    for (gint x = p->holes.left - 2 * size; x < p->plane_width; x++)
      samples[(gsize)(y - region.top) * width + (x - region.left)] =
          (x * 7 + y * 13) % 31;
  emulated_run (n_blocks, CF_INPAINT_SHRINK_THREADS (size), 0, run_kernel);
  munmap (samples, bytes);
  return blocks;
}

/* Offsets of more than 2^31 samples. */
gboolean
run_large (gint size)
{
  CfKernelInpaintPart p = {};
  CfKernelInpaintBox whole, near;
  gsize mask_bytes;
  gboolean same;

  p.plane_width = 1 << 20;
  p.plane_height = (1 << 11) + 40;
  p.words = CF_INPAINT_WORDS (p.plane_width);
  mask_bytes = (gsize)p.words * p.plane_height * sizeof (uint32_t);
  p.mask = (uint32_t *)reserve (mask_bytes);
  p.holes = { p.plane_width - 20, p.plane_height - 10, p.plane_width,
    p.plane_height };
  for (gint y = p.holes.top; y < p.plane_height; y++)
    p.mask[(gsize)y * p.words + p.words - 1] = 0xfffff000;
  whole = { 0, 0, p.plane_width, p.plane_height };
  near = { p.plane_width - 300, p.plane_height - 300, p.plane_width,
    p.plane_height };
  same = shrink_at_edge (&p, whole, size) == shrink_at_edge (&p, near, size);
  munmap (p.mask, mask_bytes);
  if (!same)
    printf ("blocks of %d at the edge of a large plane: not the same\n", size);
  return same;
}

} // namespace

int
main (int argc, char **argv)
{
  const gint n = argc > 1 ? atoi (argv[1]) : 100;
  const guint seed = argc > 2 ? atoi (argv[2]) : 1;
  CfDeviceConfig config = {};
  CfBackend backend = {};
  CfDevice emulated = {};
  CfDevice *cpu = cf_device_open (&config, NULL);
  GRand *random = g_rand_new_with_seed (seed);
  gint failed = 0;

  backend.filter_new = inpaint_new;
  backend.filter_free = inpaint_free;
  backend.filter_set_holes = set_holes;
  backend.filter_run = inpaint_run;
  emulated.backend = &backend;
  emulated.ref_count = 1;
  /* some are large enough for levels that no block makes alone; small ones are
   * quick, and have rare holes as often */
  for (gint i = 0; i < n; i++)
    failed += !run_case (random, cpu, &emulated,
        i % 16 == 15 ? 110
        : i % 4 == 3 ? 48
                     : 5);
  for (gint size = 16; size <= 64; size *= 2)
    failed += !run_large (size);
  g_rand_free (random);
  cf_device_unref (cpu);
  printf ("%d passed, %d failed, 0 skipped\n", n + 3 - failed, failed);
  return failed != 0;
}
