/* A filter of the CPU's for a device that does its work later. */
#include "latefilter.h"

typedef struct {
  CfFilter parent; /* whose parameters are the next work's */
  CfFilter *cpu;   /* whose parameters are those of the work that is done */
} LateFilter;

static CfFilter *
cpu_of (CfFilter *filter)
{
  return ((LateFilter *)filter)->cpu;
}

CfFilter *
late_filter_new (const CfFilter *description, GError **error)
{
  CfFilter *cpu = cf_backend_cpu.filter_new (description, error);
  LateFilter *self;

  if (!cpu)
    return NULL;
  self = g_new0 (LateFilter, 1);
  self->parent = *description;
  self->cpu = cpu;
  return &self->parent;
}

void
late_filter_free (CfFilter *filter)
{
  cf_backend_cpu.filter_free (cpu_of (filter));
  g_free (filter);
}

gboolean
late_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  return cf_backend_cpu.filter_get_noise (cpu_of (filter), plane, noise);
}

void
late_filter_forget (CfFilter *filter)
{
  cf_backend_cpu.filter_forget (cpu_of (filter));
}

void
late_filter_skip (CfFilter *filter)
{
  cf_backend_cpu.filter_skip (cpu_of (filter));
}

gboolean
late_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  return cf_backend_cpu.filter_set_holes (cpu_of (filter), holes, error);
}

void
late_filter_do (CfFilter *filter, const CfFilterParams *params, guint elapsed,
    CfStream *stream, const CfPlane *src, const CfPlane *dst)
{
  CfFilter *cpu = cpu_of (filter);

  /* others never change, and may run several times at once */
  if (cf_filter_params_have_history (params)) {
    cpu->params = *params;
    cpu->elapsed = elapsed;
  }
  if (!dst)
    cf_backend_cpu.filter_push (cpu, stream, src, NULL);
  else
    cf_backend_cpu.filter_run (cpu, stream, src, dst, NULL);
}
