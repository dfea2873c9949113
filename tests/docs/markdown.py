# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Commands in Markdown: blocks of code, and what the comment before one says of it.

A fenced block names its language, indented text has none. Marks are the comment in
the line before a block, blank lines aside: <!-- needs: WORD... -->, <!-- run by: TEST -->.
README has no comments: what its blocks need is in commands.txt, by their first lines.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
# how commands in lines of text are proved
TABLES = [ROOT / 'tests' / 'docs' / 'commands.txt', ROOT / 'lab' / 'commands.txt']

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


def table():
    """Of each commands.txt: how commands are proved."""
    proofs = {}
    lines = [line for path in TABLES if path.exists()
             for line in path.read_text(encoding='utf-8').splitlines()]
    for line in lines:
        if line.strip() and not line.startswith('#'):
            command, how, what = (re.split(r'  +', line, maxsplit=2) + ['', ''])[:3]
            proofs[command] = (how, what)
    return proofs


def read_page(path):
    """The same, of a file."""
    path = pathlib.Path(path)
    blocks, others = read(path.read_text(encoding='utf-8'))
    if path.name == 'README.md' and path.resolve().parent == ROOT:
        proofs = table()
        for block in blocks:
            how, what = proofs.get(block.lines[0], ('', ''))
            if how == 'needs':
                block.needs |= set(what.replace(',', ' ').split())
    return blocks, others
