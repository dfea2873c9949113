/* Epsilon filters: the variables of their templates. */
#include "kernelgen.h"

void
kg_epsilon_text (KgText *text, const KgOptions *o)
{
}
