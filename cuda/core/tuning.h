/* The choices of the CUDA backend on a device. */
#pragma once

#include "cuda/core/choices.h"

G_BEGIN_DECLS

extern const CfChoices cf_cuda_choices;

G_END_DECLS
