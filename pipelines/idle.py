# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Properties of our elements that count for nothing, as the others are set."""

# A property counts with any one of these, which name others, and their values, as
# gst-launch-1.0 has them
NOT_MEDIAN = 'recursive average compensated'
OF_SEVERAL = {
    'border-value': [{'border': 'constant'}],
    'divisor': [{'normalize': 'manual'}],
    'bias': [{'normalize': 'manual'}],
    'rectangles': [{'init': 'rectangle'}],
    'draw-color': [{'draw': 'true'}],
    'draw-width': [{'draw': 'true'}],
}
OF_ONE = {
    'cudadenoise': {
        'quality': [{'method': 'compensated'}],
        'future': [{'method': 'average median'},
                   {'method': 'compensated', 'quality': 'high best'}],
        'window': [{'method': 'median'}],
        'sigma': [{'method': NOT_MEDIAN}],
        'noise-profile': [{'method': NOT_MEDIAN, 'sigma': '-1'}],
        'strength': [{'method': NOT_MEDIAN}],
        'chroma-strength': [{'method': NOT_MEDIAN}],
        'spatial': [{'method': 'recursive compensated'}]},
    'cudainpaint': {
        'iterations': [{'method': 'local global'}],
        'threshold-start': [{'method': 'local global'}],
        'threshold-end': [{'method': 'local global'}],
        'schedule': [{'method': 'local global'}],
        'block-size': [{'method': 'local'}],
        'track': [{'method': 'local'}],
        'future': [{'temporal': 'true'}]},
}


def conditions(element, names):
    """Of those of its properties that count only with values of others."""
    ways_of = {**OF_SEVERAL, **OF_ONE.get(element, {})}
    return {name: ways for name, ways in ways_of.items()
            if {name, *(other for each in ways for other in each)} <= set(names)}


def idle(element, values):
    """{property: what it counts with}, of those that count for nothing. VALUES are texts."""
    return {name: 'Counts with ' + ', or with '.join(
        ' and '.join('%s=%s' % (other, words.replace(' ', '|'))
                     for other, words in each.items()) for each in ways) + '.'
            for name, ways in conditions(element, values).items()
            if not any(all(values[other] in words.split() for other, words in each.items())
                       for each in ways)}
