#include "cuda/core/scratch.h"
#include "cuda/core/filtermemory.h"

gboolean
cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error)
{
  if (self->size == 0)
    return TRUE;
  self->memory =
      cf_cuda_filter_memory_take (self->filter->device, self->size, error);
  return self->memory != NULL;
}

void
cf_cuda_iterations_free (CfCudaIterations *self)
{
  cf_cuda_filter_memory_give (self->filter->device, self->memory, self->size);
}
