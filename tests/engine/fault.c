/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deliberate faults between the engine and the CPU backend, to prove that the
 * tests see them. */
#include "fault.h"
#include "engine/core/cfbackend.h"
#include "engine/core/cferror.h"
#include "filterclass.h"
#include "picture.h"

static Fault current;
static guint n_faults;
static guint8 *picture_begin, *picture_limit;
static Random faults;

const gchar *
fault_name (Fault fault)
{
  static const gchar *names[N_FAULTS] = { "none", "sample", "unwritten",
    "before", "behind", "padding", "neighbour", "source", "error", "transfer" };

  return names[fault];
}

gint
fault_from_name (const gchar *name)
{
  for (gint i = 0; i < N_FAULTS; i++)
    if (g_str_equal (name, fault_name (i)))
      return i;
  return -1;
}

guint
fault_count (void)
{
  return n_faults;
}

void
fault_set_picture (guint8 *bytes, gsize size)
{
  if (current == FAULT_NONE)
    return;
  picture_begin = bytes;
  picture_limit = bytes + size;
}

/* Changes a byte if it belongs to the picture. */
static void
spoil (guint8 *byte)
{
  if (byte < picture_begin || byte >= picture_limit)
    return;
  *byte ^= 0x10;
  n_faults++;
}

static gboolean
faulty_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  guint i = random_range (&faults, 0, filter->n_planes - 1);
  const CfPlane *p = &dst[i];
  gint x = random_range (&faults, 0, p->width - 1);
  gint y = random_range (&faults, 0, p->height - 1);
  gint c = random_range (&faults, 0, p->channels - 1);
  guint before = sample_load (p, x, y, c);

  if (!filter_class_base (filter)->run (filter, stream, src, dst, error))
    return FALSE;

  switch (current) {
    case FAULT_SAMPLE:
      sample_store (p, x, y, c,
          sample_load (p, x, y, c)
              ^ 1u << random_range (&faults, 0, 8 * p->bytes - 1));
      n_faults++;
      break;
    case FAULT_UNWRITTEN:
      sample_store (p, x, y, c, before);
      n_faults++;
      break;
    case FAULT_BEFORE:
      spoil (dst[0].data - 1);
      break;
    case FAULT_BEHIND:
      spoil (picture_limit - 1);
      break;
    case FAULT_PADDING:
      spoil (sample_address (p, p->width - 1, y, p->channels - 1) + p->bytes);
      break;
    case FAULT_NEIGHBOUR:
      if (p->channels < p->step)
        spoil (sample_address (p, x, y, p->channels));
      break;
    case FAULT_SOURCE:
      *sample_address (&src[i], x, y, c) ^= 1;
      n_faults++;
      break;
    case FAULT_ERROR:
      g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST, "A planted error");
      n_faults++;
      return FALSE;
    default:
      break;
  }
  return TRUE;
}

static CfFilter *
faulty_new (const CfFilter *description, GError **error)
{
  CfFilter *filter = cf_backend_cpu.filter_new (description, error);
  CfFilterClass *klass = filter_class_wrap (filter);

  if (klass)
    klass->run = faulty_run;
  return filter;
}

static gboolean
faulty_transfer (CfStream *stream, gboolean to_device, guint8 *dst,
    gssize dst_stride, const guint8 *src, gssize src_stride, gsize row_bytes,
    gsize rows, GError **error)
{
  guint8 *last = dst + (rows - 1) * dst_stride + row_bytes - 1;
  guint8 before = *last;

  if (!cf_backend_cpu.stream_transfer (stream, to_device, dst, dst_stride, src,
          src_stride, row_bytes, rows, error))
    return FALSE;
  if (current == FAULT_TRANSFER && *last != before) {
    *last = before;
    n_faults++;
  }
  return TRUE;
}

void
fault_install (Fault fault)
{
  static CfBackend faulty;

  faulty = cf_backend_cpu;
  faulty.filter_new = faulty_new;
  faulty.stream_transfer = faulty_transfer;
  current = fault;
  n_faults = 0;
  random_init (&faults, fault, "fault");
  cf_backend_override (CF_BACKEND_CPU, fault == FAULT_NONE ? NULL : &faulty);
}

void
fault_separate_memory (void)
{
  static CfBackend separate;

  separate = cf_backend_cpu;
  separate.unified = FALSE;
  cf_backend_override (CF_BACKEND_CPU, &separate);
}
