/* The scratch of iterations, where they need any. */
#pragma once

#include "cuda/core/iterations.h"

G_BEGIN_DECLS

gboolean cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error);
void cf_cuda_iterations_free (CfCudaIterations *self);

G_END_DECLS
