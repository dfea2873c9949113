/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* A filter whose functions are a test's. */
#include "filterclass.h"

typedef struct {
  CfFilterClass own;
  const CfFilterClass *base;
} Wrapped;

CfFilterClass
filter_class_common (const CfFilterClass *klass, const CfFilterClass *base)
{
  CfFilterClass common = *klass;

#define TAKE(function) \
  if (!base->function) \
    common.function = NULL;
  TAKE (push)
  TAKE (skip)
  TAKE (reset)
  TAKE (set_holes)
  TAKE (get_noise)
#undef TAKE
  return common;
}

const CfFilterClass *
filter_class_base (const CfFilter *filter)
{
  return ((const Wrapped *)filter->klass)->base;
}

void
filter_class_free (CfFilter *filter)
{
  Wrapped *wrapped = (Wrapped *)filter->klass;

  filter->klass = wrapped->base;
  g_free (wrapped);
  filter->klass->free (filter);
}

CfFilterClass *
filter_class_wrap (CfFilter *filter)
{
  Wrapped *wrapped;

  if (!filter)
    return NULL;
  wrapped = g_new (Wrapped, 1);
  *wrapped = (Wrapped){ *filter->klass, filter->klass };
  wrapped->own.free = filter_class_free;
  filter->klass = &wrapped->own;
  return &wrapped->own;
}
