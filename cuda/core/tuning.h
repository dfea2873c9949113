/* The choices of the CUDA backend on a device. */
#pragma once

#include "cuda/core/choices.h"

G_BEGIN_DECLS

extern const CfChoices cf_cuda_choices;

/* What the current context's device is like; of what the runtime does not tell
 * the reference's. */
void cf_cuda_read_model (CfCudaModel *model);

G_END_DECLS
