#include "scratch.h"
#include "cudabackend.h"

gboolean
cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error)
{
  if (self->size == 0)
    return TRUE;
  self->memory = cf_cuda_device_alloc (self->filter->device, self->size, error);
  return self->memory != NULL;
}

void
cf_cuda_iterations_free (CfCudaIterations *self)
{
  if (self->memory)
    cf_cuda_device_free (self->filter->device, self->memory);
}
