/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table that a backend fills in. Only the engine and the backends (and
 * tests that inject faults) include this.
 *
 * Every object of a backend begins with the engine's struct below, allocated
 * and freed by the backend; the engine keeps the references and does all
 * argument checks before it calls. */
#pragma once

#include "engine/fill/cffill.h"
#include "engine/core/cffilter.h"
#include "engine/core/cftuning.h"
#include "engine/snake/cfsnake.h"

G_BEGIN_DECLS

typedef struct _CfBackend CfBackend;

struct _CfDevice {
  const CfBackend *backend;
  gint ref_count;     /* atomic, the engine's */
  gchar *description; /* freed by the engine */
  gpointer context;   /* the same for devices that share memory, or NULL */
  gboolean maps_host; /* see cf_device_maps_host() */
  guint8 *chosen;     /* the engine's: a candidate for each of the backend's
                       * choices; or NULL */
};

struct _CfStream {
  CfDevice *device; /* the engine's reference */
};

struct _CfEvent {
  CfDevice *device; /* the engine's reference */
};

/* These functions work on a filter: NULL where it has no use for one. */
typedef struct {
  void (*free) (CfFilter *filter);
  /* Runs with the device entered, and reads from filter->params what may change
   * between runs. Local operations (cf_filter_params_is_local()) may get planes
   * narrower and lower than the prepared ones; planes of height 0 are left
   * out. */
  gboolean (*run) (CfFilter *filter, CfStream *stream, const CfPlane *src,
      const CfPlane *dst, GError **error);
  /* Filters that use later frames have this, with the device entered. */
  gboolean (*push) (
      CfFilter *filter, CfStream *stream, const CfPlane *src, GError **error);
  void (*skip) (CfFilter *filter); /* likewise, not entered */
  /* Filters with a history have this. */
  void (*reset) (CfFilter *filter);
  /* Filters that repair samples have this. */
  gboolean (*set_holes) (
      CfFilter *filter, const CfInpaintHoles *holes, GError **error);
  /* See cf_filter_get_noise() */
  gboolean (*get_noise) (CfFilter *filter, guint plane, CfNoise *noise);
} CfFilterClass;

struct _CfFilter {
  const CfFilterClass *klass; /* the backend's, from filter_new() on */
  CfDevice *device;           /* the engine's reference */
  CfFilterParams params;
  CfPlane planes[CF_MAX_PLANES]; /* geometry only */
  guint n_planes;
  guint32 filtered;
  guint n_pushed; /* the engine's: frames that have no result yet */
  guint elapsed;  /* what cf_filter_set_elapsed() said of the next run */
};

/* A start of a contour, as a backend gets it. */
typedef struct {
  gint left, top, right, bottom;    /* the window: target and background */
  gint window_width, window_height; /* before it was clipped to the picture */
  const CfSnakePoint *points;
  guint n_points;          /* 0: search */
  CfSnakePoint corners[4]; /* a rectangle's points */
  gboolean reverse;        /* points run clockwise */
  gboolean is_tracked;     /* from another picture's contour: pruned first */
  gint step;               /* the first; 0: by the rectangle that is found */
} CfSnakeTask;

/* The result of a run. */
typedef struct {
  const CfSnakePoint *points; /* the backend's, valid until the next run */
  guint n_points;             /* 0: no start was found */
  CfSnakeScene scene;
  CfSnakeSums inside;
  gdouble criterion;
  guint phases, levels;
  gboolean converged;
} CfSnakeOutcome;

struct _CfSnake {
  CfDevice *device; /* the engine's reference */
  CfSnakeParams params;
  CfPlane plane; /* geometry only */
  CfSnakeObserver observer;
  gpointer observer_data;
  /* the engine's, of the last run */
  CfSnakeTask tasks[CF_SNAKE_STARTS_MAX];
  CfSnakeOutcome outcomes[CF_SNAKE_STARTS_MAX];
  CfSnakeContour contours[CF_SNAKE_STARTS_MAX];
};

struct _CfBackend {
  CfBackendType type;
  const gchar *name;
  gboolean unified;

  CfDevice *(*device_open) (const CfDeviceConfig *config, GError **error);
  void (*device_close) (CfDevice *device);
  gboolean (*device_enter) (CfDevice *device, GError **error); /* or NULL */
  void (*device_leave) (void);
  const CfAutotune *autotune; /* or NULL */

  guint8 *(*device_alloc) (CfDevice *device, gsize size, GError **error);
  void (*device_free) (CfDevice *device, guint8 *data);
  guint8 *(*host_alloc) (CfDevice *device, gsize size, GError **error);
  void (*host_free) (CfDevice *device, guint8 *data);
  gboolean (*host_register) (
      CfDevice *device, guint8 *data, gsize size, GError **error);
  void (*host_unregister) (CfDevice *device, guint8 *data);
  guint8 *(*host_map) (CfDevice *device, guint8 *data); /* or NULL */

  CfStream *(*stream_new) (CfDevice *device, GError **error);
  CfStream *(*stream_new_wrapped) (
      CfDevice *device, gpointer handle, GError **error);
  void (*stream_free) (CfStream *stream); /* waits first */
  gboolean (*stream_synchronize) (CfStream *stream, GError **error);
  /* to_device: host to device, else device to host */
  gboolean (*stream_transfer) (CfStream *stream, gboolean to_device,
      guint8 *dst, gssize dst_stride, const guint8 *src, gssize src_stride,
      gsize row_bytes, gsize rows, GError **error);

  CfEvent *(*event_new) (CfDevice *device, CfEventFlags flags, GError **error);
  void (*event_free) (CfEvent *event);
  gboolean (*event_record) (CfEvent *event, CfStream *stream, GError **error);
  gboolean (*stream_wait_event) (
      CfStream *stream, CfEvent *event, GError **error);
  gboolean (*event_synchronize) (CfEvent *event, GError **error);
  gboolean (*event_elapsed) (
      CfEvent *from, CfEvent *to, guint64 *nanoseconds, GError **error);

  void (*range_push) (const gchar *name, guint64 number); /* or NULL */
  void (*range_pop) (void);

  /* `description` has all fields set but the class and the memory after it;
   * the backend allocates its own struct, copies it to the front, and says the
   * class. */
  CfFilter *(*filter_new) (const CfFilter *description, GError **error);

  /* Contours, in the same way; NULL where there are none. A run waits. */
  CfSnake *(*snake_new) (const CfSnake *description, GError **error);
  void (*snake_free) (CfSnake *snake);
  gboolean (*snake_run) (CfSnake *snake, CfStream *stream, const CfPlane *plane,
      const CfSnakeTask *tasks, guint n_tasks, CfSnakeOutcome *outcomes,
      GError **error);
  gboolean snake_observable; /* runs call the observer */

  /* May be NULL. The CPU takes any addresses, and no stream. */
  gboolean (*fill_run) (CfStream *stream, const CfPlane *plane,
      const CfSpan *spans, guint n_spans, const guint16 *values,
      GError **error);
};

extern const CfBackend cf_backend_cpu;
#ifdef HAVE_CUDA
extern const CfBackend cf_backend_cuda;
#endif

/* Tests use this: cf_device_open() then asks `backend` for devices of its type;
 * NULL restores. Returns what it asked until now, or NULL. Not thread-safe. */
const CfBackend *cf_backend_override (
    CfBackendType type, const CfBackend *backend);

G_END_DECLS
