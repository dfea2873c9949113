/* cudafilters-kernelgen: the command. */
#include "kernelgen.h"

int
main (int argc, char **argv)
{
  return 1;
}
