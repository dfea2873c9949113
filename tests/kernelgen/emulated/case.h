/* What a kernel is asked for by words like a command line's. */
#pragma once

#include "kernelgen.h"

/* Words that are wrong end the program. */
void case_parse (KgOptions *options, gchar **words, gint n_words);
