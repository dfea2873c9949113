/* The kernels that others stand for on an architecture: no test starts them. */
#include "stoodfor.h" /* generated */

#include <stdlib.h>

#define KERNEL(name) \
  void cf_kernel_##name (void); \
  void cf_kernel_##name (void) { abort (); }

CF_STOOD_FOR (KERNEL)
