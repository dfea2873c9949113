# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page: one HTML file that needs no other, from a report's JSON alone. It is
XML too, every element closed, so that programs can read it."""
import base64
import html
import re

from report import charts, plots

STYLE = '''
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .4rem; padding-top: .8rem; border-top: 1px solid #ddd; }
h3 { font-size: 1.02rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0; }
.about { color: #555; }
.note { color: #555; font-size: .88rem; }
img { width: 100%; min-width: 34rem; max-width: 50rem; height: auto; display: block; }
.wide { overflow-x: auto; margin: .4rem 0 .8rem; }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
th, td { padding: .22rem .6rem; border-bottom: 1px solid #e4e4e4; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: #fff; }
thead th { border-bottom: 2px solid #bbb; }
tr.times td, td.times { color: #1b5e20; }
.facts td, .facts th { text-align: left; white-space: normal; }
.facts td { overflow-wrap: anywhere; }
.facts th { font-weight: 600; vertical-align: top; white-space: nowrap; }
pre { background: #f5f5f3; padding: .6rem .8rem; overflow-x: auto; font-size: .8rem;
  border-radius: 4px; }
details { margin: .4rem 0; }
summary { cursor: pointer; color: #555; font-size: .88rem; }
@media (max-width: 44rem) {
  .figures th:first-child, .figures td:first-child { white-space: normal; min-width: 7rem; }
}
.failed { border-left: 4px solid #b3261e; background: #fdf0ef; padding: .4rem .8rem; }
.missing { border-left: 4px solid #d98200; background: #fdf6ea; padding: .4rem .8rem; }
nav li { display: flex; align-items: baseline; }
.state { flex: 0 0 5.2em; font-size: .88rem; }
.state.bad { color: #b3261e; font-weight: 600; }
.state.out { color: #8a5a00; }
nav ul { list-style: none; padding: 0; margin: .4rem 0; }
'''


def text(value):
    """Without what XML cannot hold."""
    return html.escape(re.sub(r'[^\t\n\x20-\ud7ff\ue000-\ufffd]', '?', str(value)))


def when(date):
    return date.replace('T', ' ')[:16] + ' UTC'


def image(chart):
    """Data URIs of SVG can be scaled, and are smaller than PNG."""
    return '<div class="wide"><img alt="Plot: %s" src="data:image/svg+xml;base64,%s"/></div>' % (
        text(chart.title), base64.b64encode(plots.svg(chart)).decode('ascii'))


def row(tag, items, kind=''):
    return '<tr%s>%s</tr>' % (kind and ' class="%s"' % kind, ''.join(
        '<%s>%s</%s>' % (tag, item, tag) for item in items))


def figure(value):
    return '–' if value is None else plots.short(value)


def partners(chart):
    """(ours, the peer's) of series that are the same but for who made them."""
    return [(ours, peer) for peer in chart.series if peer in chart.peers
            for ours in chart.series if ours not in chart.peers
            and ours.partition(', ')[2] in ('', peer.partition(', ')[2])]


def times(chart, ours, peer, x):
    a, b = chart.series[ours].get(x), chart.series[peer].get(x)
    if not a or not b:
        return None
    return b / a if chart.unit in ('ms', 'us') else a / b


def table(chart):
    """Rows of series where these are over windows, else columns."""
    xs = chart.xs()
    quotients = [(peer, ours) for ours, peer in partners(chart)]
    columns = [(text(name), '', [figure(points.get(x)) for x in xs])
               for name, points in chart.series.items()]
    columns += [('times %s' % text(peer), 'times', [
        figure(times(chart, ours, peer, x)) for x in xs]) for peer, ours in quotients]
    columns += [('%s, %% of the %s' % (text(name), text(chart.base)), 'times', [
        figure(points.get(x) and 100 * points[x] / points[chart.base]) for x in xs])
                for name, points in chart.series.items() if chart.base in points]
    if chart.kind == 'lines':
        lines = [row('th', [text(chart.unit)] + ['%g' % x for x in xs])]
        body = [row('td', [name] + cells, kind) for name, kind, cells in columns]
    else:
        lines = [row('th', [text(chart.unit)] + [name for name, _, _ in columns])]
        body = [row('td', [text(x)] + [cells[n] for _, _, cells in columns])
                for n, x in enumerate(xs)]
    return '<div class="wide"><table id="table-%s" class="figures">' \
        '<thead>%s</thead><tbody>%s</tbody></table></div>' % (
            text(chart.name), ''.join(lines), ''.join(body))


def facts(pairs):
    return '<div class="wide"><table class="facts"><tbody>%s</tbody></table></div>' % ''.join(
        '<tr><th>%s</th><td>%s</td></tr>' % (text(name), text(value))
        for name, value in pairs if value not in (None, '', []))


def commands(part):
    if not part['commands']:
        return ''
    distinct = list(dict.fromkeys(part['commands']))
    shown = distinct[:40]
    more = '\n… and %d more' % (len(distinct) - len(shown)) if len(distinct) > len(shown) else ''
    return '<details><summary>%s, %g s, from %s</summary><pre>%s</pre></details>' % (
        'The command' if len(distinct) == 1 else 'The commands', part['seconds'],
        when(part['date']), text('\n'.join(shown) + more))


def section(part):
    out = ['<section id="%s"><h2>%s</h2>' % (text(part['name']), text(part['title']))]
    if part['outcome'] == 'failed':
        out.append('<div class="failed"><p>This failed; there are no figures.</p>'
                   '<pre>%s</pre></div>' % text(part['error']))
    elif part['outcome'] == 'left out':
        out.append('<p class="missing">Left out: %s</p>' % text(part['error']))
    else:
        made = charts.make(part['name'], part['data'])
        for chart in made:
            if len(made) > 1:
                out.append('<h3>%s</h3>' % text(chart.title))
            out += ['<p class="note">%s</p>' % text(note) for note in chart.notes]
            out += [image(chart), table(chart)]
    out.append(commands(part))
    out.append('</section>')
    return ''.join(out)


def in_order(report):
    """What was left out comes last."""
    return sorted(report['parts'], key=lambda part: part['outcome'] == 'left out')


def contents(report):
    states = {'measured': '', 'failed': ' bad', 'left out': ' out'}
    return '<nav><ul>%s</ul></nav>' % ''.join(
        '<li><span class="state%s">%s</span> <a href="#%s">%s</a></li>' % (
            states[part['outcome']], text(part['outcome']), text(part['name']),
            text(part['title'])) for part in in_order(report))


def missing(report):
    if not report['missing']:
        return ''
    return '<div class="missing"><p>Not installed, so not compared with:</p><ul>%s</ul></div>' \
        % ''.join('<li><b>%s</b>: %s</li>' % (text(item['what']), text(item['install']))
                  for item in report['missing'])


def make(report):
    machine = report['machine']
    failed = [part['title'] for part in report['parts'] if part['outcome'] == 'failed']
    gpu = ', '.join(machine['gpus'])
    return '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>gst-cuda-filters on %s</title><style>%s</style></head><body><main>
<h1>gst-cuda-filters: how fast it is here</h1>
<p class="about">%s · %s</p>%s%s%s
<p class="note">Figures of one table were measured by turns in one run, medians unless said. Compare
those; on a machine that does other work only their quotients mean much. Load before: %s.</p>
%s
%s
<section id="about"><h2>Machine, versions, command</h2>%s
<p class="note">This page was made from the report's JSON alone, and can be again:
<code>tools/cudafilters-report --from FILE.json --html FILE.html</code>.</p></section>
</main></body></html>
''' % (text(machine['gpus'][0].split(',')[0] if machine['gpus'] else machine['cpu']), STYLE,
       text(machine['gpus'][0].split(',')[0] if machine['gpus'] else 'no GPU'),
       text('%s, %d processors · %s' % (machine['cpu'], machine['processors'],
                                        when(report['date']))),
       '<div class="failed"><p>%d of %d benchmarks failed: %s</p></div>' % (
           len(failed), len(report['parts']), text(', '.join(failed))) if failed else '',
       missing(report), '<p class="note">Quick: short runs of small pictures. Only to see that '
       'everything works.</p>' if report['quick'] else '', text(machine['load_before']),
       contents(report), '\n'.join(section(part) for part in in_order(report)),
       facts([('GPU', gpu), ('CPU', machine['cpu']), ('processors', machine['processors']),
              ('memory, GiB', machine['memory_gib']), ('system', machine['os']),
              ('kernel', machine['kernel'])]
             + list(report['versions'].items()) + [('command', report['command'])]))
