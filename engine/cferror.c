/* The engine's one error domain. */
#include "cferror.h"

G_DEFINE_QUARK (cf - error - quark, cf_error)
