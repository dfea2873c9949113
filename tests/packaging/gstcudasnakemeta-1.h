/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* Contours that cudasnake attaches to frames: reads and writes them.
 *
 * A buffer carries at most one custom meta "cudasnake-contours". Its structure,
 * which element messages have too, with the frame's times:
 *
 *   width, height (int)   the frame that coordinates refer to, pixels
 *   contours              GstValueArray of a GstStructure for each target:
 *
 *     id (uint)           the target's number, which no other of the frame has
 *     points              GstValueArray of int x0, y0, x1, y1, ...: the nodes
 *     area (guint64)      pixels inside
 *     mean-in, variance-in, mean-out, variance-out (double)
 *                         of the samples inside, and of the background
 *     criterion (double)  what the search made as small as it could
 *     iterations (uint)   phases that the search took
 *     converged (gboolean)  FALSE where a limit ended it
 *     cut (double)        how much of the outline is its window's edge; frames
 *                         of old releases have no such field, which reads as 0
 *
 * What each field means is said at GstCudaSnakeContour.
 *
 * Stability: releases with the same soname run each other's programs.
 * Structures keep their size and what is in them; what is added takes of the
 * room that they reserve, which programs leave 0. Fields of the custom meta
 * keep their names, types and units; more of them may come, which readers
 * ignore.
 *
 * Bindings: GObject introspection has all of this as GstCudaSnakeMeta-1.0. */
#pragma once

#include <gst/video/video.h>

/* GST_API_EXPORT, which GStreamer has from 1.22 on */
#define GST_CUDA_SNAKE_API extern __attribute__ ((visibility ("default")))

G_BEGIN_DECLS

typedef struct _GstCudaSnakeContour GstCudaSnakeContour;
typedef struct _GstCudaSnakeContours GstCudaSnakeContours;

/**
 * GST_CUDA_SNAKE_META_NAME:
 *
 * Name of the custom meta and of its structure.
 *
 * Since: 0.1
 */
#define GST_CUDA_SNAKE_META_NAME "cudasnake-contours"

/**
 * GST_CUDA_SNAKE_META_ROI_TYPE:
 *
 * Type of the regions that gst_buffer_add_cuda_snake_regions() adds.
 *
 * Since: 0.1
 */
#define GST_CUDA_SNAKE_META_ROI_TYPE "cudasnake"

/**
 * GstCudaSnakeMetaError:
 * @GST_CUDA_SNAKE_META_ERROR_INVALID: contours that break the rules which
 *     GstCudaSnakeContour names, in memory, in a structure or in a meta
 * @GST_CUDA_SNAKE_META_ERROR_FOREIGN: the name belongs to a type of somebody
 *     else's that is no custom meta
 * @GST_CUDA_SNAKE_META_ERROR_READ_ONLY: the buffer is shared, not writable
 *
 * Since: 0.1
 */
typedef enum {
  GST_CUDA_SNAKE_META_ERROR_INVALID,
  GST_CUDA_SNAKE_META_ERROR_FOREIGN,
  GST_CUDA_SNAKE_META_ERROR_READ_ONLY
} GstCudaSnakeMetaError;

#define GST_CUDA_SNAKE_META_ERROR (gst_cuda_snake_meta_error_quark ())
GST_CUDA_SNAKE_API GQuark gst_cuda_snake_meta_error_quark (void);

/**
 * GstCudaSnakeContour:
 * @id: number of the target, the same from frame to frame while it is tracked;
 *     no two contours of a frame have the same
 * @n_points: number of nodes, at least 3
 * @points: x0, y0, x1, y1, ...: 2 * @n_points coordinates of the nodes,
 * in pixels; the last node is joined to the first. Nodes are corners of pixels:
 * (0, 0) is the frame's top left, (width, height) its bottom right corner, and
 * the square of (0, 0) and (1, 1) holds one pixel
 * @area: number of pixels inside
 * @mean_in: mean of the luma samples inside, in steps of the format's depth
 *     (0 to 255 with 8 bits, to 1023 with 10)
 * @variance_in: their variance, in steps squared
 * @mean_out: mean of the background's, in steps
 * @variance_out: their variance, in steps squared
 * @criterion: what the search made as small as it could, in nats: minus twice
 *     the logarithm of the likelihood, up to a constant of the frame
 * @iterations: number of phases that the search took
 * @converged: TRUE where it ended because no move was better, FALSE where a
 *     limit ended it
 * @cut: how much of the outline's length, 0 to 1, runs along an edge of the
 *     window that the target was looked for in, and along none of the frame's.
 *     There the window ended it, and not the picture: above 0 the target may go
 *     on beyond, and near 1 the contour is the window. 0 in frames of releases
 *     that did not have it. Since: 0.2
 *
 * A target's contour: a closed polygon, and what the search knows of it. The
 * numbers are finite, variances not negative, @cut within 0 and 1, nodes within
 * the frame.
 *
 * Since: 0.1
 */
struct _GstCudaSnakeContour {
  guint id;
  guint n_points;
  /*< private >*/ /* for bindings, which have get_points() */
  const gint *points;
  /*< public >*/
  guint64 area;
  gdouble mean_in;
  gdouble variance_in;
  gdouble mean_out;
  gdouble variance_out;
  gdouble criterion;
  guint iterations;
  gboolean converged;
  gdouble cut;

  /*< private >*/
  gpointer _gst_reserved[GST_PADDING_LARGE];
};

/**
 * GstCudaSnakeContours:
 * @width: width of the frame that the coordinates refer to, pixels
 * @height: its height, pixels
 * @n_contours: number of contours; 0 where there was no target
 * @contours: the contours
 *
 * All contours of a frame.
 *
 * Since: 0.1
 */
struct _GstCudaSnakeContours {
  gint width;
  gint height;
  guint n_contours;

  /*< private >*/
  const GstCudaSnakeContour *contours; /* in bindings get_contour() */
  gpointer _gst_reserved[GST_PADDING];
};

/* Registration */

/**
 * gst_cuda_snake_meta_register:
 * @error: return location for a #GError, or NULL
 *
 * Registers the custom meta where nobody has, whichever thread comes first.
 * gst_buffer_set_cuda_snake_contours() does so itself; reading needs no
 * registration.
 *
 * Returns: FALSE with GST_CUDA_SNAKE_META_ERROR_FOREIGN where the name is taken
 *     by something that is no custom meta.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API gboolean gst_cuda_snake_meta_register (GError **error);

/* Buffers */

/**
 * gst_buffer_set_cuda_snake_contours:
 * @buffer: a writable #GstBuffer
 * @contours: what it is to carry
 * @error: return location for a #GError, or NULL
 *
 * Attaches a copy of @contours, in place of those that are there.
 *
 * Returns: FALSE with any #GstCudaSnakeMetaError, @buffer then being as before.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API gboolean gst_buffer_set_cuda_snake_contours (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error);

/**
 * gst_buffer_get_cuda_snake_contours:
 * @buffer: a #GstBuffer
 * @contours: (out) (nullable) (transfer full): the contours that it carries;
 *     NULL where it carries none. Free with gst_cuda_snake_contours_free().
 * @error: return location for a #GError, or NULL
 *
 * Copies the contours that @buffer carries, which may then go.
 *
 * Returns: FALSE with GST_CUDA_SNAKE_META_ERROR_INVALID where there is a meta
 * of this name with anything else in it, or with
 *     GST_CUDA_SNAKE_META_ERROR_FOREIGN where there is one that is no custom
 *     meta; *@contours is then NULL.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API gboolean gst_buffer_get_cuda_snake_contours (
    GstBuffer *buffer, GstCudaSnakeContours **contours, GError **error);

/**
 * gst_buffer_add_cuda_snake_regions:
 * @buffer: a writable #GstBuffer, a frame of @contours' width and height
 * @contours: the contours
 * @error: return location for a #GError, or NULL
 *
 * Adds a #GstVideoRegionOfInterestMeta for each contour: its bounding box, in
 * pixels, with its id and the type GST_CUDA_SNAKE_META_ROI_TYPE.
 *
 * Returns: FALSE with GST_CUDA_SNAKE_META_ERROR_INVALID or
 *     GST_CUDA_SNAKE_META_ERROR_READ_ONLY, @buffer then being as before.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API gboolean gst_buffer_add_cuda_snake_regions (
    GstBuffer *buffer, const GstCudaSnakeContours *contours, GError **error);

/* Structures */

/**
 * gst_cuda_snake_contours_to_structure:
 * @contours: the contours
 * @error: return location for a #GError, or NULL
 *
 * Returns: (transfer full) (nullable): the structure that the meta has, for a
 *     message; NULL with GST_CUDA_SNAKE_META_ERROR_INVALID.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API GstStructure *gst_cuda_snake_contours_to_structure (
    const GstCudaSnakeContours *contours, GError **error);

/**
 * gst_cuda_snake_contours_from_structure:
 * @structure: a structure, of a meta or of a message
 * @error: return location for a #GError, or NULL
 *
 * Fields of other names are ignored.
 *
 * Returns: (transfer full) (nullable): the contours in it, to be freed with
 *     gst_cuda_snake_contours_free(); NULL with
 *     GST_CUDA_SNAKE_META_ERROR_INVALID where it is not of this kind: another
 *     name, a field that is missing, of another type, or out of its range.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API GstCudaSnakeContours *
gst_cuda_snake_contours_from_structure (
    const GstStructure *structure, GError **error);

/* All contours of a frame */

#define GST_TYPE_CUDA_SNAKE_CONTOURS (gst_cuda_snake_contours_get_type ())
GST_CUDA_SNAKE_API GType gst_cuda_snake_contours_get_type (void);

/**
 * gst_cuda_snake_contours_scale:
 * @contours: the contours
 * @width: width of the frame that they are wanted for, pixels
 * @height: its height, pixels
 * @error: return location for a #GError, or NULL
 *
 * Contours for a frame of another size, such as one that went through
 * videoscale (without borders). Coordinates and areas are scaled and rounded to
 * the nearest, a half upwards, so that nodes may coincide in a smaller frame;
 * everything else stays as it was measured. The same size gives a copy.
 *
 * Returns: (transfer full) (nullable): the scaled contours, to be freed with
 *     gst_cuda_snake_contours_free(); NULL with
 *     GST_CUDA_SNAKE_META_ERROR_INVALID where @contours is not valid, or a side
 *     not above 0.
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API GstCudaSnakeContours *gst_cuda_snake_contours_scale (
    const GstCudaSnakeContours *contours, gint width, gint height,
    GError **error);

/**
 * gst_cuda_snake_contours_copy:
 * @contours: contours, valid or not
 *
 * Returns: (transfer full): a copy, to be freed with
 *     gst_cuda_snake_contours_free()
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API GstCudaSnakeContours *gst_cuda_snake_contours_copy (
    const GstCudaSnakeContours *contours);

/**
 * gst_cuda_snake_contours_free:
 * @contours: (transfer full) (nullable): what a function of this library
 *     returned
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API void gst_cuda_snake_contours_free (
    GstCudaSnakeContours *contours);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (
    GstCudaSnakeContours, gst_cuda_snake_contours_free)

/**
 * gst_cuda_snake_contours_get_width:
 * @contours: the contours
 *
 * Returns: width of the frame that the coordinates refer to, pixels
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gint gst_cuda_snake_contours_get_width (
    const GstCudaSnakeContours *contours);

/**
 * gst_cuda_snake_contours_get_height:
 * @contours: the contours
 *
 * Returns: height of the frame that the coordinates refer to, pixels
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gint gst_cuda_snake_contours_get_height (
    const GstCudaSnakeContours *contours);

/**
 * gst_cuda_snake_contours_get_n_contours:
 * @contours: the contours
 *
 * Returns: their number; 0 where there was no target
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API guint gst_cuda_snake_contours_get_n_contours (
    const GstCudaSnakeContours *contours);

/**
 * gst_cuda_snake_contours_get_contour:
 * @contours: the contours
 * @index: which, from 0 on
 *
 * Returns: (transfer full) (nullable): a copy of that contour, to be freed with
 *     gst_cuda_snake_contour_free(); NULL where there are not so many
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API GstCudaSnakeContour *gst_cuda_snake_contours_get_contour (
    const GstCudaSnakeContours *contours, guint index);

/* One contour */

#define GST_TYPE_CUDA_SNAKE_CONTOUR (gst_cuda_snake_contour_get_type ())
GST_CUDA_SNAKE_API GType gst_cuda_snake_contour_get_type (void);

/**
 * gst_cuda_snake_contour_copy:
 * @contour: a contour, valid or not
 *
 * Returns: (transfer full): a copy with points of its own, to be freed with
 *     gst_cuda_snake_contour_free()
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API GstCudaSnakeContour *gst_cuda_snake_contour_copy (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_free:
 * @contour: (transfer full) (nullable): what gst_cuda_snake_contour_copy() or
 *     gst_cuda_snake_contours_get_contour() returned
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API void gst_cuda_snake_contour_free (
    GstCudaSnakeContour *contour);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstCudaSnakeContour, gst_cuda_snake_contour_free)

/**
 * gst_cuda_snake_contour_get_bounds:
 * @contour: a valid contour
 * @bounds: (out caller-allocates): the smallest rectangle of pixels that holds
 *     it
 *
 * Since: 0.1
 */
GST_CUDA_SNAKE_API void gst_cuda_snake_contour_get_bounds (
    const GstCudaSnakeContour *contour, GstVideoRectangle *bounds);

/**
 * gst_cuda_snake_contour_get_points:
 * @contour: a contour
 * @n_coordinates: (out): how many there are: twice the number of nodes
 *
 * Returns: (array length=n_coordinates) (transfer none) (nullable): x0, y0, x1,
 *     y1, ..., in pixels, as #GstCudaSnakeContour says; they live as long as
 *     @contour. NULL where there are none
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API const gint *gst_cuda_snake_contour_get_points (
    const GstCudaSnakeContour *contour, guint *n_coordinates);

/**
 * gst_cuda_snake_contour_get_id:
 * @contour: a contour
 *
 * Returns: number of the target, the same from frame to frame while it is
 *     tracked
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API guint gst_cuda_snake_contour_get_id (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_area:
 * @contour: a contour
 *
 * Returns: number of pixels inside
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API guint64 gst_cuda_snake_contour_get_area (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_mean_in:
 * @contour: a contour
 *
 * Returns: mean of the luma samples inside, in steps of the format's depth
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_mean_in (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_variance_in:
 * @contour: a contour
 *
 * Returns: variance of the luma samples inside, in steps squared
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_variance_in (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_mean_out:
 * @contour: a contour
 *
 * Returns: mean of the background's luma samples, in steps of the format's
 *     depth
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_mean_out (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_variance_out:
 * @contour: a contour
 *
 * Returns: variance of the background's luma samples, in steps squared
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_variance_out (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_criterion:
 * @contour: a contour
 *
 * Returns: what the search made as small as it could, in nats
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_criterion (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_iterations:
 * @contour: a contour
 *
 * Returns: number of phases that the search took
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API guint gst_cuda_snake_contour_get_iterations (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_converged:
 * @contour: a contour
 *
 * Returns: TRUE where the search ended because no move was better, FALSE
 *     where a limit ended it
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gboolean gst_cuda_snake_contour_get_converged (
    const GstCudaSnakeContour *contour);

/**
 * gst_cuda_snake_contour_get_cut:
 * @contour: a contour
 *
 * Returns: how much of the outline's length, 0 to 1, the window ended, and not
 *     the picture
 *
 * Since: 0.3
 */
GST_CUDA_SNAKE_API gdouble gst_cuda_snake_contour_get_cut (
    const GstCudaSnakeContour *contour);

G_END_DECLS
