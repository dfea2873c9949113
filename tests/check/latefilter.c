/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A filter of the CPU's for a device that does its work later. */
#include "latefilter.h"

#include "tests/engine/filterclass.h"

typedef struct {
  CfFilter parent; /* whose parameters are the next work's */
  CfFilterClass klass;
  CfFilter *cpu; /* whose parameters are those of the work that is done */
} LateFilter;

static CfFilter *
cpu_of (CfFilter *filter)
{
  return ((LateFilter *)filter)->cpu;
}

CfFilter *
late_filter_new (
    const CfFilter *description, const CfFilterClass *klass, GError **error)
{
  CfFilter *cpu = cf_backend_cpu.filter_new (description, error);
  LateFilter *self;

  if (!cpu)
    return NULL;
  self = g_new0 (LateFilter, 1);
  self->parent = *description;
  self->parent.klass = &self->klass;
  self->klass = filter_class_common (klass, cpu->klass);
  self->cpu = cpu;
  return &self->parent;
}

void
late_filter_free (CfFilter *filter)
{
  CfFilter *cpu = cpu_of (filter);

  cpu->klass->free (cpu);
  g_free (filter);
}

gboolean
late_filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  CfFilter *cpu = cpu_of (filter);

  return cpu->klass->get_noise (cpu, plane, noise);
}

void
late_filter_reset (CfFilter *filter)
{
  CfFilter *cpu = cpu_of (filter);

  cpu->klass->reset (cpu);
}

void
late_filter_skip (CfFilter *filter)
{
  CfFilter *cpu = cpu_of (filter);

  cpu->klass->skip (cpu);
}

gboolean
late_filter_set_holes (
    CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  CfFilter *cpu = cpu_of (filter);

  return cpu->klass->set_holes (cpu, holes, error);
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
    cpu->klass->push (cpu, stream, src, NULL);
  else
    cpu->klass->run (cpu, stream, src, dst, NULL);
}
