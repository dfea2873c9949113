/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements under test, and the device that they work on. */
#include "backend.h"

#include "elements.h"
#include "verdict.h"

#ifdef TEST_STAGED
#include "fakecuda.h"
#endif
#ifdef TEST_FAKEDRIVER
#include "gst/cuda/gstcudacompat.h"

#include "driverbackend.h"
#include "fakedriver.h"
#endif

static const gchar *chosen;

#if defined TEST_STAGED

void
backend_setup (const gchar *name)
{
  chosen = "cuda";
  elements_register ();
  fake_cuda_install ();
}

/* Not events: a device that is shared keeps those that were needed at a time,
 * until the last element lets go of it. */
guint
backend_n_held (void)
{
  return fake_cuda.devices + fake_cuda.streams + fake_cuda.filters
         + fake_cuda.snakes + fake_cuda.device_blocks + fake_cuda.host_blocks
         + fake_cuda.registered;
}

static void
check_nothing_held (void)
{
  verdict_check (fake_cuda.violations == 0,
      "%u times memory of the wrong kind was used", fake_cuda.violations);
  verdict_check (backend_n_held () + fake_cuda.events == 0,
      "%u blocks, streams and filters, and %u events are left on the device",
      backend_n_held (), (guint)fake_cuda.events);
  if (verdict_n_failed () == 0)
    fake_cuda_uninstall ();
}

#elif defined TEST_FAKEDRIVER

static guint held_at_start, events_at_start;

/* Not events, as above. */
static guint
count_held (void)
{
  FakeDriverBlocks b = fake_driver_blocks ();

  return b.device_blocks + b.host_blocks + b.contexts + b.pushed + b.streams
         + b.lost;
}

void
backend_setup (const gchar *name)
{
  chosen = "cuda";
  elements_register ();
  verdict_expect (gst_cuda_load_library (), "there is no fake driver");
  gst_cuda_memory_init_once ();
  driver_backend_install ();
  held_at_start = count_held ();
  events_at_start = fake_driver_blocks ().events;
}

guint
backend_n_held (void)
{
  return count_held () - held_at_start;
}

static void
check_nothing_held (void)
{
  verdict_check (backend_n_held () == 0,
      "%u blocks, contexts and streams are left on the driver",
      backend_n_held ());
  verdict_check (fake_driver_blocks ().events == events_at_start,
      "%u events are left on the driver",
      fake_driver_blocks ().events - events_at_start);
  if (verdict_n_failed () == 0)
    driver_backend_uninstall ();
}

#else

void
backend_setup (const gchar *name)
{
  chosen = g_intern_string (name);
}

guint
backend_n_held (void)
{
  return 0;
}

static void
check_nothing_held (void)
{
}

#endif

const gchar *
backend_name (void)
{
  return chosen;
}

static GstElement *
make (const gchar *name, const gchar *backend)
{
  GstElement *element = gst_element_factory_make (name, NULL);

  if (!element)
    g_error ("there is no element %s: is GST_PLUGIN_PATH right?", name);
  gst_util_set_object_arg (G_OBJECT (element), "backend", backend);
  return element;
}

GstElement *
backend_element (const gchar *name)
{
  return make (name, chosen);
}

GstElement *
backend_element_on_cpu (const gchar *name)
{
  return make (name, "cpu");
}

/* Contexts */

static GstElement *keeper; /* of the context */

void
backend_make_context (void)
{
  if (g_str_equal (chosen, "cpu"))
    return;
  keeper = gst_object_ref_sink (backend_element ("cudamedian"));
  if (gst_element_set_state (keeper, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_SUCCESS)
    g_error ("there is no GPU, or no driver for it");
}

GstContext *
backend_context (void)
{
  return keeper ? gst_element_get_context (keeper, "gst.cuda.context") : NULL;
}

void
backend_share_context (GstElement *bin)
{
  GstContext *context = backend_context ();

  if (context)
    gst_element_set_context (bin, context);
  g_clear_pointer (&context, gst_context_unref);
}

void
backend_teardown (void)
{
  if (keeper)
    gst_element_set_state (keeper, GST_STATE_NULL);
  gst_clear_object (&keeper);
  check_nothing_held ();
}

gboolean
backend_is_gpu (void)
{
#if defined TEST_STAGED || defined TEST_FAKEDRIVER
  return FALSE;
#else
  return g_str_equal (backend_name (), "cuda");
#endif
}
