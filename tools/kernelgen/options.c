/* What may be asked for. */
#include "kernelgen.h"

#include "cferror.h"

gboolean
kg_options_parse (
    KgOptions *options, const gchar *const *args, gint n_args, GError **error)
{
  return cf_refuse (error, "not yet");
}

void
kg_options_init (KgOptions *o, KgFilter filter)
{
  *o = (KgOptions){ filter, FALSE, 8, 0, 90, 5, CF_BORDER_REPLICATE, 0 };
}

void
kg_options_clear (KgOptions *o)
{
  g_free (o->command);
}

gint
kg_pixels_max (const KgOptions *o)
{
  if (o->filter == KG_MEDIAN)
    return o->size == 3 ? 64 : 32;
  return 64;
}

gint
kg_pixels_default (const KgOptions *o)
{
  return kg_pixels_max (o);
}
