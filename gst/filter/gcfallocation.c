/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ALLOCATION query.
 *
 * An element that takes our memory with its contents on the device says so with
 * an allocation meta, of a type for each CUDA context. The query passes through
 * queues, and through a tee whose branches all say so, which drops metas with
 * parameters. */
#include "gst/filter/gcfallocation.h"

#include "gst/memory/gcfbufferpool.h"
#include "gst/cuda/gcfcuda.h"
#include "gst/frame/gcfslots.h"
#include "gst/nvmm/gcfnvmmpool.h"

/* There are no such metas on buffers: the API is for queries alone. */
static GType
on_device_api (CfDevice *device)
{
  static GMutex mutex;
  static const gchar *tags[] = { NULL };
  gchar *name =
      g_strdup_printf ("GstCudaFilterOnDevice%" G_GSIZE_MODIFIER "xAPI",
          GPOINTER_TO_SIZE (cf_device_get_context (device)));
  GType type;

  g_mutex_lock (&mutex);
  type = g_type_from_name (name);
  if (!type)
    type = gst_meta_api_type_register (name, tags);
  g_mutex_unlock (&mutex);
  g_free (name);
  return type;
}

/* Returns how many buffers a pool has at least. If there are fewer, a buffer is
 * needed again while the device still works on it: a frame then waits for one
 * on another stream, and the copies that wait hold up later ones:
 * lab/research/chains-gpu.md. */
static guint
enough_buffers (gsize size)
{
  return CLAMP (((gsize)512 << 20) / size, 2, GCF_N_SLOTS);
}

/* Pools of ours have no limit: one would dead-lock with whoever keeps that many
 * frames. */
static GstBufferPool *
new_pool (const GcfMemories *memories, GstCaps *caps, guint *size, guint min)
{
  GstBufferPool *pool;
  GstStructure *config;

  if (gcf_caps_are_cuda (caps))
    return memories->device->context
               ? gcf_cuda_pool_new (memories->device->context,
                   memories->cuda_stream, caps, size, min)
               : NULL;

  pool = gcf_buffer_pool_new (memories->allocator);
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, *size, min, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config))
    gst_clear_object (&pool);
  return pool;
}

/* FALSE where they are of no frame: in a query anything may be asked. */
static gboolean
parse_caps (GstCaps *caps, GstVideoInfo *info)
{
  return caps && gst_video_info_from_caps (info, caps)
         && GST_VIDEO_INFO_SIZE (info) > 0;
}

gboolean
gcf_propose_memory (const GcfMemories *memories, GstQuery *query, guint n_kept)
{
  CfDevice *device = memories->device->device;
  GstBufferPool *pool = NULL;
  GstVideoInfo info;
  gboolean need_pool, cuda;
  GstCaps *caps;
  guint size, min = 0;

  gst_query_parse_allocation (query, &caps, &need_pool);
  if (!parse_caps (caps, &info))
    return FALSE;
  /* of which upstream has its own */
  if (gcf_caps_are_nvmm (caps))
    return TRUE;
  cuda = gcf_caps_are_cuda (caps);
  size = GST_VIDEO_INFO_SIZE (&info);
  if (!cf_device_is_unified (device))
    min = enough_buffers (size);
  min += n_kept;

  if (need_pool) {
    pool = new_pool (memories, caps, &size, min);
    if (!pool && !cuda)
      return FALSE;
  }
  if (pool || !cuda)
    gst_query_add_allocation_pool (query, pool, size, min, 0);
  if (!cuda)
    gst_query_add_allocation_param (query, memories->allocator, NULL);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (!cf_device_is_unified (device))
    gst_query_add_allocation_meta (query, on_device_api (device), NULL);
  gst_clear_object (&pool);
  return TRUE;
}

static gboolean
takes_device_memory (CfDevice *device, GstQuery *query)
{
  return !cf_device_is_unified (device)
         && gst_query_find_allocation_meta (
             query, on_device_api (device), NULL);
}

/* A pool of GStreamer's own kinds hands out ordinary memory: nothing is lost
 * where ours replaces it, nor where it replaces a neighbour's of our kind
 * (`ours` proposed it): that takes CUDAMemory on any stream, and ours is then
 * the stream that frames come on. Any other has a reason to be used. */
static gboolean
is_replaceable (const GcfMemories *memories, GstBufferPool *pool, gboolean cuda,
    gboolean ours)
{
  GstAllocator *allocator = NULL;
  GstStructure *config;
  gboolean ordinary;

  if (cuda)
    return ours || !gcf_cuda_is_pool (pool, memories->device->context);
  if (GCF_IS_BUFFER_POOL (pool))
    return TRUE;
  if (G_OBJECT_TYPE (pool) != GST_TYPE_BUFFER_POOL
      && G_OBJECT_TYPE (pool) != GST_TYPE_VIDEO_BUFFER_POOL)
    return FALSE;
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_allocator (config, &allocator, NULL);
  ordinary =
      !allocator || g_strcmp0 (allocator->mem_type, GST_ALLOCATOR_SYSMEM) == 0;
  gst_structure_free (config);
  return ordinary;
}

static void
drop_params (GstQuery *query)
{
  while (gst_query_get_n_allocation_params (query) > 0)
    gst_query_remove_nth_allocation_param (query, 0);
}

/* The alignment, prefix and padding that downstream wants of any memory, in its
 * answer or of its pool, or NULL. */
static GstAllocationParams
find_params (GstQuery *query, GstBufferPool *pool)
{
  GstAllocationParams params, of_pool;
  GstStructure *config;

  gst_allocation_params_init (&params);
  if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_parse_nth_allocation_param (query, 0, NULL, &params);
  if (!pool)
    return params;

  gst_allocation_params_init (&of_pool);
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_allocator (config, NULL, &of_pool);
  gst_structure_free (config);
  params.flags |= of_pool.flags;
  params.align |= of_pool.align;
  params.prefix = MAX (params.prefix, of_pool.prefix);
  params.padding = MAX (params.padding, of_pool.padding);
  return params;
}

/* Frames like those that come, whatever downstream offers. */
static void
decide_nvmm (GstQuery *query, GstCaps *caps)
{
  GstBufferPool *pool = gcf_nvmm_pool_new (caps);
  const guint size = gcf_nvmm_pool_get_size ();

  while (gst_query_get_n_allocation_pools (query) > 0)
    gst_query_remove_nth_allocation_pool (query, 0);
  drop_params (query);
  gst_query_add_allocation_pool (query, pool, size, 0, 0);
  gst_object_unref (pool);
}

gboolean
gcf_decide_memory (
    const GcfMemories *memories, GstQuery *query, gboolean *on_device)
{
  GstBufferPool *pool = NULL;
  guint size = 0, min = 0, max = 0;
  gboolean has_pool = gst_query_get_n_allocation_pools (query) > 0;
  GstVideoInfo info;
  gboolean cuda, ours;
  GstAllocationParams params;
  GstCaps *caps;

  gst_query_parse_allocation (query, &caps, NULL);
  if (!parse_caps (caps, &info))
    return FALSE;
  if (gcf_caps_are_nvmm (caps)) {
    *on_device = FALSE;
    decide_nvmm (query, caps);
    return TRUE;
  }
  cuda = gcf_caps_are_cuda (caps);
  ours = takes_device_memory (memories->device->device, query);
  *on_device = !cuda && ours;

  if (has_pool)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);
  if (pool && !is_replaceable (memories, pool, cuda, ours)) {
    *on_device = FALSE;
    gst_object_unref (pool);
    return TRUE;
  }

  params = find_params (query, pool);
  gst_clear_object (&pool);
  size = MAX (size, GST_VIDEO_INFO_SIZE (&info));
  if (!cf_device_is_unified (memories->device->device))
    min = MAX (min, enough_buffers (size));
  pool = new_pool (memories, caps, &size, min);
  if (!pool)
    return FALSE;
  if (has_pool)
    gst_query_set_nth_allocation_pool (query, 0, pool, size, min, 0);
  else
    gst_query_add_allocation_pool (query, pool, size, min, 0);
  gst_object_unref (pool);

  if (cuda) /* its allocator is the pool's own */
    drop_params (query);
  else if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_set_nth_allocation_param (query, 0, memories->allocator, &params);
  else
    gst_query_add_allocation_param (query, memories->allocator, &params);
  return TRUE;
}

gboolean
gcf_pass_memory (const GcfMemories *memories, GstQuery *query)
{
  CfDevice *device = memories->device->device;
  gboolean on_device;
  GstCaps *caps;

  /* NVMM is neighbours' business, and on the CPU CUDAMemory */
  gst_query_parse_allocation (query, &caps, NULL);
  if (caps
      && (gcf_caps_are_nvmm (caps)
          || (gcf_caps_are_cuda (caps) && !memories->device->context)))
    return TRUE;
  if (!gcf_decide_memory (memories, query, &on_device))
    return FALSE;
  /* who maps it downstream has it downloaded then */
  if (!cf_device_is_unified (device)
      && !gst_query_find_allocation_meta (query, on_device_api (device), NULL))
    gst_query_add_allocation_meta (query, on_device_api (device), NULL);
  return TRUE;
}

/* Who crops by a meta alone leaves the frame in a larger picture, of which
 * nobody here looks for the part. */
void
gcf_limit_metas (GstQuery *query)
{
  guint i;

  while (
      gst_query_find_allocation_meta (query, GST_VIDEO_CROP_META_API_TYPE, &i))
    gst_query_remove_nth_allocation_meta (query, i);
}
