/* SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
 * SPDX-License-Identifier: LGPL-2.1-or-later */
/* fail_unless() in what is shared with tests/check. GstCheck's own writes each
 * check, failed or not, to a pipe that only its suites have, and of one thread;
 * here it ends the program with the verdict. */
#include <glib.h>
#include <stdlib.h>

#include "verdict.h"

/* As GstCheck calls them */
void _mark_point (const char *file, int line);
void _ck_assert_failed (
    const char *file, int line, const char *expression, ...) G_GNUC_NORETURN;

void
_mark_point (const char *file, int line)
{
}

void
_ck_assert_failed (const char *file, int line, const char *expression, ...)
{
  verdict_expect (FALSE, "%s:%d: %s", file, line, expression);
  _Exit (verdict_finish ());
}
