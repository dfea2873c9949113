/* The scratch of iterations, where they need any. Freeing GPU memory waits for
 * the work that uses it. */
#pragma once

#include "iterations.h"

G_BEGIN_DECLS

gboolean cf_cuda_iterations_alloc (CfCudaIterations *self, GError **error);
void cf_cuda_iterations_free (CfCudaIterations *self);

G_END_DECLS
