#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes templates as a C table, without the lines that begin with @@#:
embed.py OUTPUT TEMPLATE..."""
import os
import sys


def literal(text):
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    lines = [line for line in lines if not line.startswith("@@#")]
    return "\n".join(
        '  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"' for line in lines)


with open(sys.argv[1], "w") as out:
    out.write('#include "kgtext.h"\n\nconst KgTemplate kg_templates[] = {\n')
    for path in sys.argv[2:]:
        with open(path) as template:
            out.write('  { "%s",\n%s },\n' % (os.path.basename(path), literal(template.read())))
    out.write("  { NULL, NULL }\n};\n")
