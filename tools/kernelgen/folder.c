/* A folder that is written as a whole or not at all. */
#include "kernelgen.h"
