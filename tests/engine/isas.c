/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU backend with all its instruction sets at once, so that a reference is
 * computed once for all. */
#include "isas.h"
#include "cpu/core/cpubackend.h"
#include "cpu/core/processor.h"
#include "engine/core/cferror.h"
#include "filterclass.h"
#include "picture.h"

#define N_ISAS (CF_CPU_WIDEST + 1)

/* Of a device, and of a filter: its counterparts by instruction set, or NULL.
 */
typedef struct {
  gpointer of[N_ISAS];
} Narrower;

static const CfBackend *inner; /* of counterparts */
static GMutex lock;
static GHashTable
    *families; /* CfDevice or CfFilter -> Narrower, which it owns */

static Narrower *
family_of (gconstpointer object)
{
  Narrower *narrower;

  g_mutex_lock (&lock);
  narrower = g_hash_table_lookup (families, object);
  g_mutex_unlock (&lock);
  return narrower;
}

static Narrower *
family_new (gpointer object)
{
  Narrower *narrower = g_new0 (Narrower, 1);

  g_mutex_lock (&lock);
  g_hash_table_insert (families, object, narrower);
  g_mutex_unlock (&lock);
  return narrower;
}

static void
family_free (gpointer object)
{
  g_mutex_lock (&lock);
  g_hash_table_remove (families, object);
  g_mutex_unlock (&lock);
}

static void
device_close (CfDevice *device)
{
  const Narrower *narrower = family_of (device);

  for (guint i = 0; i < N_ISAS; i++) {
    CfDevice *other = narrower->of[i];

    if (!other)
      continue;
    g_free (other->description);
    inner->device_close (other);
  }
  family_free (device);
  cf_backend_cpu.device_close (device);
}

static CfDevice *
device_open (const CfDeviceConfig *config, GError **error)
{
  CfDevice *device = cf_backend_cpu.device_open (config, error);
  CfCpuKernels kernels;
  Narrower *narrower;
  CfCpuIsa widest, isa;

  if (!device)
    return NULL;
  narrower = family_new (device);
  widest = cf_cpu_choose_kernels (&kernels, CF_CPU_WIDEST);
  for (isa = CF_CPU_BASELINE; isa < widest; isa++) {
    CfDevice *other;

    if (cf_cpu_choose_kernels (&kernels, isa) != isa)
      continue;
    other = inner->device_open (config, error);
    if (!other) {
      g_free (device->description);
      device_close (device);
      return NULL;
    }
    other->backend = inner;
    ((CfCpuDevice *)other)->kernels = kernels;
    narrower->of[isa] = other;
  }
  return device;
}

static void
filter_free (CfFilter *filter)
{
  const Narrower *narrower = family_of (filter);

  for (guint i = 0; i < N_ISAS; i++) {
    CfFilter *other = narrower->of[i];

    if (other)
      other->klass->free (other);
  }
  family_free (filter);
  filter_class_free (filter);
}

/* TRUE where the next one is here, and to others than convolution is this one.
 */
static gboolean
is_same_but_convolution (const Narrower *devices, CfCpuIsa isa)
{
  CfCpuKernels kernels;

  return cf_cpu_isa_only_convolves (isa + 1)
         && (devices->of[isa + 1]
             || cf_cpu_choose_kernels (&kernels, CF_CPU_WIDEST) == isa + 1);
}

/* A filter's next counterpart from `isa` on, with parameters that may have
 * changed; or NULL. */
static CfFilter *
next_narrower (const CfFilter *filter, guint *isa)
{
  const Narrower *narrower = family_of (filter);
  CfFilter *other = NULL;

  for (; *isa < N_ISAS && !other; (*isa)++)
    other = narrower->of[*isa];
  if (other) {
    other->params = filter->params;
    other->n_pushed = filter->n_pushed;
    other->elapsed = filter->elapsed;
  }
  return other;
}

static gboolean
filter_set_holes (CfFilter *filter, const CfInpaintHoles *holes, GError **error)
{
  CfFilter *other;
  guint isa = 0;

  while ((other = next_narrower (filter, &isa)))
    if (!other->klass->set_holes (other, holes, error))
      return FALSE;
  return filter_class_base (filter)->set_holes (filter, holes, error);
}

static gboolean
filter_push (
    CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error)
{
  CfFilter *other;
  guint isa = 0;

  while ((other = next_narrower (filter, &isa)))
    if (!other->klass->push (other, stream, src, error))
      return FALSE;
  return filter_class_base (filter)->push (filter, stream, src, error);
}

static void
filter_reset (CfFilter *filter)
{
  CfFilter *other;
  guint isa = 0;

  while ((other = next_narrower (filter, &isa)))
    other->klass->reset (other);
  filter_class_base (filter)->reset (filter);
}

static void
filter_skip (CfFilter *filter)
{
  CfFilter *other;
  guint isa = 0;

  while ((other = next_narrower (filter, &isa)))
    other->klass->skip (other);
  filter_class_base (filter)->skip (filter);
}

/* Copies the samples of planes, and nothing between them, to packed bytes or
 * from them. */
static void
copy_samples (const CfFilter *filter, const CfPlane *planes, guint8 *packed,
    gboolean to_planes)
{
  for (guint i = 0; i < filter->n_planes; i++) {
    const CfPlane *p = &planes[i];
    const gboolean whole = p->step == p->channels;
    const gsize run = (whole ? p->width : 1) * (gsize)p->channels * p->bytes;

    for (gint y = 0; y < p->height; y++)
      for (gint x = 0; x < (whole ? 1 : p->width); x++) {
        guint8 *samples = sample_address (p, x, y, 0);

        if (to_planes)
          memcpy (samples, packed, run);
        else
          memcpy (packed, samples, run);
        packed += run;
      }
  }
}

static gsize
count_bytes (const CfFilter *filter, const CfPlane *planes)
{
  gsize n = 0;

  for (guint i = 0; i < filter->n_planes; i++)
    n += (gsize)planes[i].width * planes[i].height * planes[i].channels
         * planes[i].bytes;
  return n;
}

static gboolean
filter_run (CfFilter *filter, CfStream *stream, const CfPlane *src,
    const CfPlane *dst, GError **error)
{
  const gsize size = count_bytes (filter, dst);
  guint8 *const before = g_malloc (size), *const right = g_malloc (size);
  guint8 *results[N_ISAS] = { NULL };
  CfFilter *other;
  guint isa = 0;
  gboolean ok = TRUE;

  copy_samples (filter, dst, before, FALSE);
  while (ok && (other = next_narrower (filter, &isa))) {
    guint8 *result = results[isa - 1] = g_malloc (size);

    ok = other->klass->run (other, stream, src, dst, error);
    copy_samples (filter, dst, result, FALSE);
    copy_samples (filter, dst, before, TRUE);
  }
  ok = ok && filter_class_base (filter)->run (filter, stream, src, dst, error);
  copy_samples (filter, dst, right, FALSE);
  for (isa = 0; isa < N_ISAS; isa++) {
    if (ok && results[isa] && memcmp (results[isa], right, size) != 0) {
      g_set_error (error, CF_ERROR, CF_ERROR_DEVICE_LOST,
          "%s make another result than the widest instruction set",
          cf_cpu_isa_text (isa));
      ok = FALSE;
    }
    g_free (results[isa]);
  }
  g_free (before);
  g_free (right);
  return ok;
}

/* No noise is so strong. */
#define NO_SIGMA G_MAXUINT32

static gboolean
filter_get_noise (CfFilter *filter, guint plane, CfNoise *noise)
{
  CfNoise of_other = { 0 };
  gboolean is_known;
  CfFilter *other;
  guint isa = 0;

  *noise = of_other;
  is_known = filter_class_base (filter)->get_noise (filter, plane, noise);
  while ((other = next_narrower (filter, &isa)))
    if (other->klass->get_noise (other, plane, &of_other) != is_known
        || (is_known && memcmp (&of_other, noise, sizeof of_other) != 0)) {
      noise->sigma = NO_SIGMA;
      return TRUE;
    }
  return is_known;
}

static const CfFilterClass filter_class = { .free = filter_free,
  .run = filter_run,
  .push = filter_push,
  .skip = filter_skip,
  .reset = filter_reset,
  .set_holes = filter_set_holes,
  .get_noise = filter_get_noise };

static CfFilter *
filter_new (const CfFilter *description, GError **error)
{
  CfFilter *filter = cf_backend_cpu.filter_new (description, error);
  CfFilterClass *klass = filter_class_wrap (filter);
  const Narrower *devices = family_of (description->device);
  Narrower *narrower;
  CfCpuIsa isa;

  if (!filter)
    return NULL;
  narrower = family_new (filter);
  for (isa = 0; isa < N_ISAS; isa++) {
    CfFilter other = *description;

    if (!devices->of[isa]
        || (description->params.op != CF_OP_CONVOLVE
            && is_same_but_convolution (devices, isa)))
      continue;
    other.device = devices->of[isa];
    narrower->of[isa] = inner->filter_new (&other, error);
    if (!narrower->of[isa]) {
      filter_free (filter);
      return NULL;
    }
  }
  *klass = filter_class_common (&filter_class, klass);
  return filter;
}

void
isas_install (void)
{
  static CfBackend table;

  families = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  inner = cf_backend_override (CF_BACKEND_CPU, &table);
  if (!inner)
    inner = &cf_backend_cpu;
  table = cf_backend_cpu;
  table.device_open = device_open;
  table.device_close = device_close;
  table.filter_new = filter_new;
}
