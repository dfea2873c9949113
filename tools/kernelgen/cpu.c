/* Plain C: the variables of its templates. */
#include "kernelgen.h"

void
kg_median_cpu_text (KgText *text, const KgOptions *o)
{
}

void
kg_convolve_cpu_text (KgText *text, const KgOptions *o)
{
}

void
kg_epsilon_cpu_text (KgText *text, const KgOptions *o)
{
}
