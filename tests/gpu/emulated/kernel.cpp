/* One kernel, compiled for the CPU. */
#include "emulated.h"

#include CF_SOURCE
