/* What tests know of the cuFFT that does nothing. */
#pragma once

#include <stddef.h>

typedef struct {
  int made, there; /* transforms */
  size_t work;     /* bytes that each asks for */
} FakeCufft;

extern FakeCufft fake_cufft;
