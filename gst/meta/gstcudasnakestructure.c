/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours as a GstStructure: the one place that names its fields. Flat arrays,
 * because Python's bindings cannot read nested ones. */
#include "gstcudasnakestructure.h"

#include "gstcudasnakecontours.h"

/* A contour's fields besides its points. Fields that the contract got later may
 * be missing, and are then 0. */
static const struct {
  const gchar *name;
  GType type;
  gsize offset;
  gboolean may_be_missing;
} fields[] = {
#define FIELD(name, type, member) \
  { \
    name, type, G_STRUCT_OFFSET (GstCudaSnakeContour, member), FALSE \
  }
#define ADDED(name, type, member) \
  { \
    name, type, G_STRUCT_OFFSET (GstCudaSnakeContour, member), TRUE \
  }
  FIELD ("id", G_TYPE_UINT, id),
  FIELD ("area", G_TYPE_UINT64, area),
  FIELD ("mean-in", G_TYPE_DOUBLE, mean_in),
  FIELD ("variance-in", G_TYPE_DOUBLE, variance_in),
  FIELD ("mean-out", G_TYPE_DOUBLE, mean_out),
  FIELD ("variance-out", G_TYPE_DOUBLE, variance_out),
  FIELD ("criterion", G_TYPE_DOUBLE, criterion),
  FIELD ("iterations", G_TYPE_UINT, iterations),
  FIELD ("converged", G_TYPE_BOOLEAN, converged),
  ADDED ("cut", G_TYPE_DOUBLE, cut),
#undef ADDED
#undef FIELD
};

/* Writing */

static void
take_points (GstStructure *structure, const GstCudaSnakeContour *contour)
{
  GValue array = G_VALUE_INIT;
  guint i, n = 2 * contour->n_points;

  gst_value_array_init (&array, n);
  for (i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    g_value_init (&value, G_TYPE_INT);
    g_value_set_int (&value, contour->points[i]);
    gst_value_array_append_and_take_value (&array, &value);
  }
  gst_structure_take_value (structure, "points", &array);
}

static GstStructure *
contour_to_structure (const GstCudaSnakeContour *contour)
{
  GstStructure *structure = gst_structure_new_empty ("contour");
  guint i;

  take_points (structure, contour);
  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    gconstpointer member = (const guint8 *)contour + fields[i].offset;
    GValue value = G_VALUE_INIT;

    g_value_init (&value, fields[i].type);
    switch (fields[i].type) {
      case G_TYPE_UINT:
        g_value_set_uint (&value, *(const guint *)member);
        break;
      case G_TYPE_UINT64:
        g_value_set_uint64 (&value, *(const guint64 *)member);
        break;
      case G_TYPE_DOUBLE:
        g_value_set_double (&value, *(const gdouble *)member);
        break;
      case G_TYPE_BOOLEAN:
        g_value_set_boolean (&value, *(const gboolean *)member);
        break;
      default:
        g_assert_not_reached ();
    }
    gst_structure_take_value (structure, fields[i].name, &value);
  }
  return structure;
}

void
gst_cuda_snake_structure_fill (
    GstStructure *structure, const GstCudaSnakeContours *contours)
{
  GValue array = G_VALUE_INIT;
  guint i;

  gst_value_array_init (&array, contours->n_contours);
  for (i = 0; i < contours->n_contours; i++) {
    GValue value = G_VALUE_INIT;

    g_value_init (&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed (&value, contour_to_structure (&contours->contours[i]));
    gst_value_array_append_and_take_value (&array, &value);
  }
  gst_structure_set (structure, "width", G_TYPE_INT, contours->width, "height",
      G_TYPE_INT, contours->height, NULL);
  gst_structure_take_value (structure, "contours", &array);
}

GstStructure *
gst_cuda_snake_contours_to_structure (
    const GstCudaSnakeContours *contours, GError **error)
{
  GstStructure *structure;

  g_return_val_if_fail (contours != NULL, NULL);

  if (!gst_cuda_snake_contours_check (contours, error))
    return NULL;
  structure = gst_structure_new_empty (GST_CUDA_SNAKE_META_NAME);
  gst_cuda_snake_structure_fill (structure, contours);
  return structure;
}

/* Reading: types here; what values may be is checked as when writing. */

static const GValue *
get_array (const GstStructure *structure, const gchar *name)
{
  const GValue *array = gst_structure_get_value (structure, name);

  return array && GST_VALUE_HOLDS_ARRAY (array) ? array : NULL;
}

static gboolean
read_points (const GstStructure *structure, GstCudaSnakeContour *contour,
    guint index, GError **error)
{
  const GValue *array = get_array (structure, "points");
  gint *points;
  guint i, n;

  if (!array)
    return gst_cuda_snake_contours_refuse (
        error, "contour %u: there is no array points", index);
  n = gst_value_array_get_size (array);
  if (n % 2)
    return gst_cuda_snake_contours_refuse (
        error, "contour %u: the last of its points has no y", index);
  contour->points = points = g_new (gint, n);
  contour->n_points = n / 2;
  for (i = 0; i < n; i++) {
    const GValue *value = gst_value_array_get_value (array, i);

    if (!G_VALUE_HOLDS_INT (value))
      return gst_cuda_snake_contours_refuse (error,
          "contour %u: a coordinate of node %u is of type %s instead of gint",
          index, i / 2, G_VALUE_TYPE_NAME (value));
    points[i] = g_value_get_int (value);
  }
  return TRUE;
}

static gboolean
read_contour (const GValue *value, GstCudaSnakeContour *contour, guint index,
    GError **error)
{
  const GstStructure *structure = GST_VALUE_HOLDS_STRUCTURE (value)
                                      ? gst_value_get_structure (value)
                                      : NULL;
  guint i;

  if (!structure)
    return gst_cuda_snake_contours_refuse (
        error, "contour %u is no structure", index);
  for (i = 0; i < G_N_ELEMENTS (fields); i++) {
    if (fields[i].may_be_missing
        && !gst_structure_has_field (structure, fields[i].name))
      continue;
    if (!gst_structure_get (structure, fields[i].name, fields[i].type,
            (guint8 *)contour + fields[i].offset, NULL))
      return gst_cuda_snake_contours_refuse (error,
          "contour %u: there is no %s of type %s", index, fields[i].name,
          g_type_name (fields[i].type));
  }
  return read_points (structure, contour, index, error);
}

GstCudaSnakeContours *
gst_cuda_snake_contours_from_structure (
    const GstStructure *structure, GError **error)
{
  GstCudaSnakeContours *contours;
  GstCudaSnakeContour *contour;
  const GValue *array;
  gint width, height;
  gboolean ok = TRUE;
  guint i, n;

  g_return_val_if_fail (structure != NULL, NULL);

  if (!gst_structure_has_name (structure, GST_CUDA_SNAKE_META_NAME)) {
    gst_cuda_snake_contours_refuse (error,
        "a structure %s is no " GST_CUDA_SNAKE_META_NAME,
        gst_structure_get_name (structure));
    return NULL;
  }
  array = get_array (structure, "contours");
  if (!array
      || !gst_structure_get (structure, "width", G_TYPE_INT, &width, "height",
          G_TYPE_INT, &height, NULL)) {
    gst_cuda_snake_contours_refuse (error,
        "there is no array contours, or no width or height of type gint");
    return NULL;
  }

  n = gst_value_array_get_size (array);
  contours = gst_cuda_snake_contours_alloc (width, height, n, &contour);
  for (i = 0; i < n && ok; i++)
    ok = read_contour (
        gst_value_array_get_value (array, i), &contour[i], i, error);
  if (!ok || !gst_cuda_snake_contours_check (contours, error))
    g_clear_pointer (&contours, gst_cuda_snake_contours_free);
  return contours;
}
