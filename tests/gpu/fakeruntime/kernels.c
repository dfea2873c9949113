/* The kernels: what the launchers take the addresses of. */
#include "kernelnames.h"

#define KERNEL(name) \
  void cf_kernel_##name (void); \
  void cf_kernel_##name (void) {}

KERNELS (KERNEL)
