/* Pictures side by side in one PNG file. GStreamer converts and encodes. */
#include "picture.h"
#include "wholefile.h"

#include <string.h>

#define GAP 8  /* pixels between two pictures; even, for the chroma */
#define ZOOM 2 /* each pixel is a square of so many */
#define CROP_WIDTH 320
#define CROP_HEIGHT 240

/* The middle of `size`, at most `most` long, from an even pixel on */
static gint
crop (gint size, gint most, gint *length)
{
  *length = MIN (size, most);
  return (size - *length) / 2 & ~1;
}

static gboolean
paste (
    GstVideoFrame *row, gint left, const GstVideoInfo *info, GstBuffer *picture)
{
  GstVideoFrame frame;
  gint width, height;
  gint from_x = crop (info->width, CROP_WIDTH, &width);
  gint from_y = crop (info->height, CROP_HEIGHT, &height);

  if (!gst_video_frame_map (&frame, info, picture, GST_MAP_READ))
    return FALSE;

  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS (info); c++) {
    const GstVideoFormatInfo *format = info->finfo;
    gint x0 = GST_VIDEO_FORMAT_INFO_SCALE_WIDTH (format, c, from_x);
    gint y0 = GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT (format, c, from_y);
    gint columns = GST_VIDEO_FORMAT_INFO_SCALE_WIDTH (format, c, width * ZOOM);
    gint rows = GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT (format, c, height * ZOOM);
    gint to_stride = GST_VIDEO_FRAME_COMP_STRIDE (row, c);
    gint from_stride = GST_VIDEO_FRAME_COMP_STRIDE (&frame, c);
    guint8 *to = (guint8 *)GST_VIDEO_FRAME_COMP_DATA (row, c)
                 + GST_VIDEO_FORMAT_INFO_SCALE_WIDTH (format, c, left);
    const guint8 *from = (const guint8 *)GST_VIDEO_FRAME_COMP_DATA (&frame, c)
                         + (gsize)y0 * from_stride + x0;

    for (gint y = 0; y < rows; y++)
      for (gint x = 0; x < columns; x++)
        to[(gsize)y * to_stride + x] =
            from[(gsize)(y / ZOOM) * from_stride + x / ZOOM];
  }
  gst_video_frame_unmap (&frame);
  return TRUE;
}

static void
fill_white (GstVideoFrame *frame)
{
  for (guint c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS (frame); c++)
    memset (GST_VIDEO_FRAME_COMP_DATA (frame, c), c == 0 ? 235 : 128,
        (gsize)GST_VIDEO_FRAME_COMP_STRIDE (frame, c)
            * GST_VIDEO_FRAME_COMP_HEIGHT (frame, c));
}

gboolean
picture_write_row (const gchar *path, const GstVideoInfo *info,
    GstBuffer **pictures, guint n, GError **error)
{
  gint width, height, pitch;
  GstVideoInfo row_info;
  GstVideoFrame row;
  GstBuffer *buffer;
  GstCaps *row_caps, *png_caps;
  GstSample *sample, *png;
  GstMapInfo map;
  gboolean ok = TRUE;

  crop (info->width, CROP_WIDTH, &width);
  crop (info->height, CROP_HEIGHT, &height);
  pitch = width * ZOOM + GAP; /* even: ZOOM is */
  gst_video_info_set_format (&row_info, GST_VIDEO_INFO_FORMAT (info),
      pitch * (n - 1) + width * ZOOM, height * ZOOM);
  row_info.colorimetry = info->colorimetry;
  row_info.chroma_site = info->chroma_site;
  row_info.par_n = info->par_n;
  row_info.par_d = info->par_d;

  buffer = gst_buffer_new_allocate (NULL, row_info.size, NULL);
  if (buffer && gst_video_frame_map (&row, &row_info, buffer, GST_MAP_WRITE)) {
    fill_white (&row);
    for (guint i = 0; i < n && ok; i++)
      ok = paste (&row, pitch * i, info, pictures[i]);
    gst_video_frame_unmap (&row);
  } else {
    ok = FALSE;
  }
  if (!ok) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_FAILED,
        "A picture of %dx%d cannot be allocated or mapped", row_info.width,
        row_info.height);
    gst_clear_buffer (&buffer);
    return FALSE;
  }

  row_caps = gst_video_info_to_caps (&row_info);
  png_caps = gst_caps_new_empty_simple ("image/png");
  sample = gst_sample_new (buffer, row_caps, NULL, NULL);
  png = gst_video_convert_sample (sample, png_caps, 60 * GST_SECOND, error);
  if (png && gst_buffer_map (gst_sample_get_buffer (png), &map, GST_MAP_READ)) {
    ok = whole_file_write (path, map.data, map.size, error);
    gst_buffer_unmap (gst_sample_get_buffer (png), &map);
  } else {
    ok = FALSE;
  }

  if (png)
    gst_sample_unref (png);
  gst_sample_unref (sample);
  gst_caps_unref (png_caps);
  gst_caps_unref (row_caps);
  gst_buffer_unref (buffer);
  return ok;
}
