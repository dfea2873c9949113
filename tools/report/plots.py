# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Draws charts (charts.py) with matplotlib."""
import io
import textwrap

import matplotlib
matplotlib.use('Agg')
from matplotlib import pyplot, ticker

OURS = ['#2a7d2e', '#1f5fa8', '#6a3d9a', '#0f8b8d', '#5c7a29', '#3f51b5']
PEERS = ['#d98200', '#b3261e', '#a0522d', '#c2185b', '#8a6d00']
MARKERS = ['o', 's', '^', 'D', 'v', 'P']
TICKS = (3, 5, 7, 9, 11, 15, 21, 31, 51, 75, 101, 127, 255)


def colours(chart):
    """{series: (colour, number among its kind)}: greens and blues are ours."""
    found, ours, peers = {}, 0, 0
    for name in chart.series:
        if name in chart.peers:
            found[name] = PEERS[peers % len(PEERS)], peers
            peers += 1
        else:
            found[name] = OURS[ours % len(OURS)], ours
            ours += 1
    return found


def lines(axes, chart):
    for name, (colour, n) in colours(chart).items():
        xs = sorted(chart.series[name])
        axes.plot(xs, [chart.series[name][x] for x in xs], color=colour,
                  linestyle='--' if name in chart.peers else '-', marker=MARKERS[n % len(MARKERS)],
                  markersize=4, linewidth=1.6, label=name)
    xs = chart.xs()
    axes.set_xscale('log')
    axes.set_yscale('log')
    axes.xaxis.set_major_locator(ticker.FixedLocator([x for x in TICKS if x in xs] or xs))
    axes.xaxis.set_major_formatter(lambda x, _: '%g' % x)
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_major_formatter(lambda y, _: '%g' % y)
    axes.set_xlabel(chart.what)
    axes.set_ylabel(chart.unit)
    axes.grid(which='major', color='#dddddd', linewidth=0.6)


def bars(axes, chart):
    xs = chart.xs()
    height = 0.8 / len(chart.series)
    every = [y for points in chart.series.values() for y in points.values() if y > 0]
    for n, (name, (colour, _)) in enumerate(colours(chart).items()):
        for k, x in enumerate(xs):
            y = chart.series[name].get(x)
            if y is None:
                continue
            at = k + (n - (len(chart.series) - 1) / 2) * height
            axes.barh(at, y, height * 0.92, color=colour,
                      label=name if x == next(iter(chart.series[name])) else None)
            axes.annotate(short(y), (y, at), xytext=(3, 0), textcoords='offset points',
                          va='center', fontsize=7.5, color='#333333')
    axes.set_yticks(range(len(xs)), xs, fontsize=8.5)
    axes.invert_yaxis()
    if every and max(every) > 8 * min(every):
        axes.set_xscale('log')
        axes.set_xlim(min(every) / 2, max(every) * 3)
        axes.xaxis.set_major_formatter(lambda y, _: '%g' % y)
    else:
        axes.set_xlim(0, max(every, default=1) * 1.18)
    axes.set_xlabel(chart.unit)
    axes.grid(axis='x', color='#dddddd', linewidth=0.6)


def short(value):
    """Three digits, two below 1, as in the tables."""
    if value >= 100:
        return '%.0f' % value
    if value >= 1:
        return '%.*f' % (2 if value < 10 else 1, value)
    return '%.2g' % value


def figure_of(chart, subtitle='', width=8.0):
    """With the title, what was measured, and the legend around the axes."""
    said = textwrap.wrap(subtitle, int(16.5 * width))
    rows = -(-len(chart.series) // 3) if len(chart.series) > 1 else 0
    above, below = 0.36 + 0.16 * len(said), 0.22 * rows + 0.05
    inside = 3.5 if chart.kind == 'lines' else 0.75 + 0.24 * sum(
        x in points for points in chart.series.values() for x in chart.xs())
    height = above + inside + below
    figure, axes = pyplot.subplots(figsize=(width, height), layout='constrained')
    figure.get_layout_engine().set(rect=(0, below / height, 1, inside / height))
    (lines if chart.kind == 'lines' else bars)(axes, chart)
    axes.set_axisbelow(True)
    for side in ('top', 'right'):
        axes.spines[side].set_visible(False)
    figure.text(0.08 / width, 1 - 0.1 / height, chart.title, fontsize=11, weight='bold', va='top')
    figure.text(0.08 / width, 1 - 0.34 / height, '\n'.join(said), fontsize=8, color='#444444',
                va='top')
    if rows:
        handles = figure.legend(loc='lower center', ncols=min(3, len(chart.series)), fontsize=8,
                                frameon=False)
        handles.set_in_layout(False)
    return figure


def save(figure, kind, **options):
    """The bytes of an image, the same for the same figures."""
    matplotlib.rcParams['svg.hashsalt'] = 'cudafilters'
    data = io.BytesIO()
    figure.savefig(data, format=kind, **options)
    pyplot.close(figure)
    return data.getvalue()


def svg(chart):
    return save(figure_of(chart), 'svg', metadata={'Date': None})
