/* The test image. */
#include "kernelgen.h"
