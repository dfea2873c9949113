# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is asked of a program on its command line; no program by itself."""
import argparse
import re

from gstreamer import fail


def parser_of(text):
    """An ArgumentParser whose --help begins with this."""
    return argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def number(name, least, most, kind=float, odd=False, also=None):
    """The type of an option: a number from least to most; `also` is one besides."""
    def parsed(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or value != also and not (
                least <= value <= most and (not odd or value % 2)):
            fail('--%s must be %s %g to %g%s, not %s' % (
                name, 'an odd number from' if odd else 'from', least, most,
                '' if also is None else ', or %g' % also, text))
        return value
    return parsed


def word(name, *words):
    """The same of a word that is one of these."""
    def parsed(text):
        if text not in words:
            fail('--%s must be %s or %s, not %s' % (
                name, ', '.join(words[:-1]), words[-1], text))
        return text
    return parsed


BACKENDS = 'auto', 'cuda', 'cpu'


def filters(text):
    """The type of --filter. Caps at an end are not linked to other caps: an element is put
    in between."""
    parts = re.split(r'\s!\s', text)
    before, after = (re.match(r'\s*[\'"]?[a-z]+/[\w-]+', part) for part in (parts[0], parts[-1]))
    return 'identity ! ' * bool(before) + text + ' ! identity' * bool(after)


def add_filter(parser, default='cudadenoise', short='-f'):
    parser.add_argument(*[short] * bool(short), '--filter', default=default,
                        type=filters, metavar='ELEMENTS', help='as gst-launch-1.0 takes them; "" for '
                        'none (default: "%(default)s")')


def then(filters):
    """Elements that were asked for, in front of others; perhaps none."""
    return filters + ' ! ' if filters else ''
