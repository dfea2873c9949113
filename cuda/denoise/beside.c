#include "cuda/denoise/beside.h"

gboolean
cf_cuda_beside_init (CfCudaBeside *self, CfDevice *device, GError **error)
{
  self->stream = cf_stream_new (device, error);
  if (self->stream)
    self->begun = cf_event_new (device, 0, error);
  if (self->begun)
    self->ended = cf_event_new (device, 0, error);
  return self->ended != NULL;
}

void
cf_cuda_beside_clear (CfCudaBeside *self)
{
  if (self->stream)
    cf_stream_free (self->stream);
  if (self->begun)
    cf_event_free (self->begun);
  if (self->ended)
    cf_event_free (self->ended);
}

CfStream *
cf_cuda_beside_begin (
    const CfCudaBeside *self, CfStream *stream, GError **error)
{
  if (!cf_event_record (self->begun, stream, error)
      || !cf_stream_wait_event (self->stream, self->begun, error))
    return NULL;
  return self->stream;
}

gboolean
cf_cuda_beside_end (const CfCudaBeside *self, CfStream *stream, GError **error)
{
  return cf_event_record (self->ended, self->stream, error)
         && cf_stream_wait_event (stream, self->ended, error);
}
