# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Commands in Markdown: blocks of code, and what the comment before one says of it.

A fenced block names its language, indented text has none. Marks are the comment in
the line before a block, blank lines aside: <!-- needs: WORD... -->, <!-- run by: TEST -->.
"""
import re

# commands; a block of any other language is something else
COMMANDS = ('', 'sh')


class Block:
    """Lines of code that stand together; LINE is the first one's number."""

    def __init__(self, line, language, marks):
        self.line, self.language, self.lines = line, language, []
        self.needs = set(' '.join(re.findall(r'needs: ([\w ]+?) *-->', marks)).split())
        self.run_by = re.findall(r'run by: (\S+)', marks)

    @property
    def text(self):
        return '\n'.join(self.lines).rstrip()


def read(text):
    """The blocks of a page, and its other lines: (number, line)."""
    blocks, others = [], []
    block = fence = None
    marks, before_blank = '', True
    for number, line in enumerate(text.splitlines(), 1):
        opening = re.match(r' *(```+)(.*)', line)
        if fence:
            if line.strip() == fence:
                block = fence = None
                marks, before_blank = '', True
            else:
                block.lines.append(line)
        elif opening:
            fence = opening.group(1)
            block = Block(number + 1, opening.group(2).strip(), marks)
            blocks.append(block)
        elif line.startswith('    ') and (block or before_blank):
            if not block:
                block = Block(number, '', marks)
                blocks.append(block)
            block.lines.append(line[4:])
        elif block and not line.strip():
            block.lines.append('')
        else:
            if line.strip():
                block = None
                marks = line if line.startswith('<!--') else ''
            before_blank = not line.strip() or line.startswith('<!--')
            others.append((number, line))
    return blocks, others
