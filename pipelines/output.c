/* How the examples write a video. */
#include "output.h"

#include <string.h>

static const struct {
  const gchar *end, *elements[3], *options, *package;
} outputs[] = {
  { ".webm", { "vp8enc", "webmmux" },
      "deadline=1 cpu-used=4 threads=4 end-usage=cq cq-level=16 "
      "target-bitrate=20000000",
      "gstreamer1.0-plugins-good" },
  { ".mkv", { "avenc_ffv1", "matroskamux" }, "",
      "gstreamer1.0-libav gstreamer1.0-plugins-good" },
  { ".y4m", { "y4menc" }, "", "gstreamer1.0-plugins-good" },
};

/* Its number; that of all where it is none. */
static guint
find_output (const gchar *path)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (g_str_has_suffix (path, outputs[i].end))
      break;
  return i;
}

gboolean
output_is_video (const gchar *path)
{
  return find_output (path) < G_N_ELEMENTS (outputs);
}

static gboolean
is_installed (const gchar *element)
{
  GstElementFactory *factory = gst_element_factory_find (element);

  if (!factory)
    return FALSE;
  gst_object_unref (factory);
  return TRUE;
}

gchar *
output_describe (const gchar *path, const gchar *name, GError **error)
{
  gchar *encode, *text;
  guint i, j;

  if (!path)
    return g_strdup ("videoconvert ! autovideosink");
  i = find_output (path);
  if (i == G_N_ELEMENTS (outputs)) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
        "%s must end in .webm or .mkv, or .y4m", path);
    return NULL;
  }
  for (j = 0; outputs[i].elements[j]; j++)
    if (!is_installed (outputs[i].elements[j])) {
      g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
          "there is no element %s, which %s needs (Debian: %s)",
          outputs[i].elements[j], outputs[i].end, outputs[i].package);
      return NULL;
    }
  encode = g_strjoinv (" ! ", (gchar **)outputs[i].elements);
  text = g_strdup_printf ("videoconvert ! %s %s%s ! filesink name=%s",
      outputs[i].elements[0], outputs[i].options,
      encode + strlen (outputs[i].elements[0]), name);
  g_free (encode);
  return text;
}
