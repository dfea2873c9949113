/* --thesis: the tables of the thesis's chapter on the median, measured here. */
#include "thesis.h"

#include "machine.h"
#include "thesisbench.h"
#include "thesisjson.h"
#include "thesisreport.h"

static GPtrArray *
measure (
    const Options *options, CfDevice *device, const gint *sides, GError **error)
{
  GPtrArray *pictures =
      g_ptr_array_new_with_free_func ((GDestroyNotify)thesis_picture_free);
  guint i;

  for (i = 0; i < THESIS_SIDES * THESIS_DEPTHS; i++) {
    gint side = sides[i / THESIS_DEPTHS], bits = 8 + 8 * (i % THESIS_DEPTHS);
    ThesisPicture *picture =
        thesis_picture_new (device, options, side, bits, error);

    if (!picture) {
      g_prefix_error (error, "%dx%d, %d bits: ", side, side, bits);
      g_ptr_array_unref (pictures);
      return NULL;
    }
    g_ptr_array_add (pictures, picture);
  }
  return pictures;
}

gboolean
thesis_run_on (
    const Options *options, CfDevice *device, const gint *sides, GError **error)
{
  GDateTime *now = g_date_time_new_now_utc ();
  gchar *date = g_date_time_format_iso8601 (now);
  Machine *machine = machine_new (cf_device_get_description (device));
  GPtrArray *pictures = NULL;
  gboolean ok = cf_device_enter (device, error);

  if (ok) {
    pictures = measure (options, device, sides, error);
    cf_device_leave (device);
    ok = pictures != NULL;
  }
  if (pictures) {
    thesis_report (options, machine, pictures);
    if (options->json
        && !thesis_json_write (options, machine, date, pictures, error))
      ok = FALSE;
    g_ptr_array_unref (pictures);
  }
  machine_free (machine);
  g_free (date);
  g_date_time_unref (now);
  return ok;
}

gboolean
thesis_run (const Options *options)
{
  CfDeviceConfig config = { .type = CF_BACKEND_CUDA, .id = -1 };
  GError *error = NULL;
  CfDevice *device = cf_device_open (&config, &error);
  gboolean ok = FALSE;

  if (!device) {
    g_printerr ("--thesis needs an NVIDIA GPU: %s\n", error->message);
  } else {
    ok = thesis_run_on (options, device, thesis_sides, &error);
    if (!ok)
      g_printerr ("%s\n", error->message);
    cf_device_unref (device);
  }
  g_clear_error (&error);
  return ok;
}
