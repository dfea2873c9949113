/* Convolutions: the variables of their templates. */
#include "kernelgen.h"

void
kg_convolve_text (KgText *text, const KgOptions *o)
{
}
