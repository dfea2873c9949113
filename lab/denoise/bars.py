# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What cudadenoise has to do for pictures: the bars of quality of issues 25 and 44,
held against rows of figures."""
WHOLE = {5: 42.0, 10: 38.5, 20: 34.3}  # dB of vtest's luma, by noise
NO_FUTURE = 0.7        # dB that may be missing where no frame ahead is looked at
MOVING = 0.3           # dB below cudaepsilon's best that what moves may be
SIGMA_PERCENT = 10     # that automatic sigma may be off
AUTOMATIC = 0.3        # dB that it may cost
PANNED = 2             # dB that compensated is above average where a camera pans
GHOST = 2              # steps that a ball may leave
CODER = 'x264, crf 23'
# Told nothing, against the best told sigma of each clip:
BLIND_MEAN, BLIND_WORST = 0.4, 1.0  # dB that it may lose, in luma and in chroma
BY_LIGHT = 0.6         # dB that it gains on a camera's noise, in the mean
CLEAN = 50             # dB to its input where there is no noise
STILL_SHARE = 0.7      # of the gain in still areas of real footage, in the mean
HARM = 0.2             # dB that real footage may lose
EDGES = 0.95           # of their contrast, that edges which move keep
DEFAULT, BEST = 'cudadenoise', 'cudadenoise sigma={told}'
GOOD = ('x264', 'MJPEG')  # codecs that the noise must survive
# % that the estimate may be off: of what no codec has changed, behind the gentle ones,
# and some frames after the noise has changed
FOUND, FOUND_CODED, FOUND_STEP = 20, 35, 20
GENTLE = ('x264, crf 18', 'x264, crf 21', 'x264, crf 23', 'MJPEG, q 2', 'MJPEG, q 3')


def option(row, name):
    """An option of the chain that a row is of, or None."""
    for word in row.get('method', '').split():
        if word.startswith(name + '='):
            return word[len(name) + 1:]
    return None


def ours(row):
    """By a chain of cudadenoise that is told what an application can know."""
    return row.get('method', '').startswith('cudadenoise ') and row['method'] != BEST


def told(row):
    return ours(row) and option(row, 'sigma') != '-1'


class Bars:
    def __init__(self, rows):
        self.rows, self.checks = rows, []

    def find(self, part, test=lambda row: True, **keys):
        return [row for row in self.rows if row['part'] == part and test(row)
                and all(row.get(key) == value for key, value in keys.items())]

    def hold(self, what, value, limit, at_least=True):
        """Nothing was measured where the value is None."""
        holds = None
        if value is not None:
            value, limit = round(float(value), 4), round(float(limit), 4)
            holds = value >= limit if at_least else value <= limit
        self.checks.append({
            'what': what if value is None else '%s: %g, at %s %g' % (
                what, value, 'least' if at_least else 'most', limit),
            'value': value, 'at_least' if at_least else 'at_most': limit,
            'holds': holds})

    def whole(self):
        """The best of our chains on vtest, with frames ahead and without, and what
        moves in its result."""
        for sigma, bar in WHOLE.items():
            keys = {'clip': 'vtest', 'noise': 'gaussian', 'sigma': sigma}
            every = self.find('noise', told, **keys)
            past = [row for row in every if option(row, 'future') in (None, '0')]
            epsilon = self.find('noise', method='cudaepsilon', **keys)
            for rows, limit, name in ((every, bar, 'vtest, noise of %g'),
                                      (past, bar - NO_FUTURE,
                                       'vtest, noise of %g, no frame ahead')):
                name %= sigma
                row = max(rows, key=lambda row: row['psnr_all'], default=None)
                self.hold('dB of ' + name + (', ' + row['method'] if row else ''),
                          row and row['psnr_all'], limit)
                known = row and epsilon and 'psnr_moving' in row
                self.hold('dB where it moves of %s, against cudaepsilon' % name,
                          row['psnr_moving'] if known else None,
                          epsilon[0]['psnr_moving'] - MOVING if known else 0)

    def automatic(self):
        rows = self.find('sigma')
        worst = max(rows, key=lambda row: abs(row['error_percent']), default=None)
        self.hold('%% that automatic sigma is off at most%s' % (
            ' (%s, %g)' % (worst['picture'], worst['true']) if worst else ''),
                  worst and abs(worst['error_percent']), SIGMA_PERCENT, at_least=False)
        losses = []
        for row in self.find('noise', told, clip='vtest', noise='gaussian'):
            same = self.find('noise', clip='vtest', noise='gaussian', sigma=row['sigma'],
                             method=row['method'].replace('sigma={sigma}', 'sigma=-1'))
            losses += [row['psnr_all'] - other['psnr_all'] for other in same
                       if other is not row]
        self.hold('dB that automatic sigma costs', max(losses, default=None), AUTOMATIC,
                  at_least=False)

    def panned(self):
        for sigma in WHOLE:
            keys = {'clip': 'vtest panned', 'noise': 'gaussian', 'sigma': sigma}
            top = {method: max((row['psnr_all'] for row in self.find(
                'noise', told, **keys) if option(row, 'method') == method), default=None)
                   for method in ('compensated', 'average')}
            known = None not in top.values()
            self.hold('dB of compensated above average, panned, noise of %g' % sigma,
                      top['compensated'] - top['average'] if known else None, PANNED)

    def colour(self):
        """Chroma gains at least what luma does, in the best chain for luma."""
        for sigma in WHOLE:
            keys = {'clip': 'vtest', 'noise': 'gaussian', 'sigma': sigma}
            nothing = self.find('noise', method='nothing', **keys)
            row = max(self.find('noise', told, **keys), key=lambda row: row['psnr_all'],
                      default=None)
            gains = [row[key] - nothing[0][key] for key in ('psnr_chroma', 'psnr_all')
                     ] if row and nothing and 'psnr_chroma' in row else [None, 0]
            self.hold('dB that chroma gains, noise of %g, against luma' % sigma, *gains)

    def cut(self):
        rows = self.find('cut', told)
        self.hold('frames behind a cut that differ from the scene alone',
                  sum(row['first_differs'] for row in rows) if rows else None, 0,
                  at_least=False)

    def ball(self):
        # a faint one is within what noise may be, and in the table alone
        rows = self.find('ball', lambda row: told(row) and row['ball'] != 'faint')
        worst = max(rows, key=lambda row: row['ghost_steps'], default=None)
        self.hold('steps of a ball\'s ghost%s' % (' (%s, noise of %g, %s)' % (
            worst['ball'], worst['sigma'], worst['method']) if worst else ''),
                  worst and worst['ghost_steps'], GHOST, at_least=False)

    def encode(self):
        """Fewer bytes than of what is noisy, and nearer to the clean clip."""
        for sigma in WHOLE:
            keys = {'noise': 'gaussian', 'sigma': sigma, 'coder': CODER}
            nothing = self.find('encode', method='nothing', **keys)
            row = max(self.find('encode', told, **keys), key=lambda row: row['ssim'],
                      default=None)
            known = row and nothing
            self.hold('%% of the bytes, %s, noise of %g' % (CODER, sigma),
                      100 * row['bytes'] / nothing[0]['bytes'] if known else None, 100,
                      at_least=False)
            self.hold('SSIM, %s, noise of %g, against what is noisy' % (CODER, sigma),
                      row['ssim'] if known else None, nothing[0]['ssim'] if known else 0)

    def pairs(self, part, key, test=lambda row: True):
        """(row, the default's figure, the best told's) of each clip and treatment."""
        def case(row):
            return {name: value for name, value in row.items() if name in (
                'clip', 'noise', 'sigma', 'electrons', 'read', 'demosaicer', 'on', 'through')}
        best = [(case(row), row) for row in self.find(part, method=BEST) if key in row]
        for row in self.find(part, test, method=DEFAULT):
            for other, figures in best:
                if key in row and other == case(row):
                    yield row, row[key], figures[key]

    def blind(self):
        for part, test in (('camera', lambda row: True), ('graphics', lambda row: True),
                           ('coded', lambda row: row['through'].startswith(GOOD))):
            for key in ('psnr_all', 'psnr_chroma'):
                losses = [told - value for _, value, told in self.pairs(part, key, test)]
                for what, loss, limit in (
                        ('in the mean', losses and sum(losses) / len(losses), BLIND_MEAN),
                        ('at most', losses and max(losses), BLIND_WORST)):
                    self.hold('dB below the best told %s, %s, %s' % (what, part, key),
                              loss if losses else None, limit, at_least=False)
        gains = [value - told for _, value, told in self.pairs('camera', 'psnr_all')]
        self.hold("dB above the best told, on a camera's noise",
                  sum(gains) / len(gains) if gains else None, BY_LIGHT)

    def found(self):
        """By what the element says of the noise, in its worst case."""
        def judged(row):
            return 'error_percent' in row
        rows = [row for part in ('camera', 'graphics', 'coded')
                for row in self.find(part, judged, method=DEFAULT)]
        for what, rows, limit in (
                ('without a codec', [row for row in rows if 'through' not in row], FOUND),
                ('behind a codec', [row for row in rows if row.get('through') in GENTLE],
                 FOUND_CODED),
                ('after a step', self.find('step'), FOUND_STEP)):
            self.hold('%% that the estimate is off %s' % what, max(
                (abs(row['error_percent']) for row in rows), default=None), limit,
                      at_least=False)

    def clean(self):
        rows = self.find('clean', method=DEFAULT)
        self.hold('dB to what is clean', min((
            row['psnr_all'] for row in rows if 'through' not in row), default=None), CLEAN)
        nothing = {(row['clip'], row['through']): row['psnr_all'] for row in self.find(
            'clean', lambda row: 'through' in row, method='nothing')}
        self.hold('dB nearer to what is clean than its codec came', min((
            row['psnr_all'] - nothing[row['clip'], row['through']] for row in rows
            if 'through' in row), default=None), 0)

    def real(self):
        """Real footage, told nothing."""
        plain = {row['clip']: row for row in self.find(
            'real', lambda row: 'coder' not in row, method='nothing')}
        pairs = [(value - plain[row['clip']]['psnr_static'],
                  told - plain[row['clip']]['psnr_static'])
                 for row, value, told in self.pairs(
                     'real', 'psnr_static', lambda row: 'coder' not in row)]
        most = sum(max(told, 0) for _, told in pairs)
        self.hold("of the best told's gain on real footage, told nothing",
                  sum(value for value, _ in pairs) / most if most else None, STILL_SHARE)
        self.hold('dB gained on each', min((value for value, _ in pairs), default=None), -HARM)
        self.hold('of their contrast that edges keep', min((
            row['edges'] for row in self.find('real', method=DEFAULT) if 'edges' in row
            and 'coder' not in row), default=None), EDGES)


def judge(rows):
    """Checks: what, value, at_least or at_most, and whether it holds; None where
    nothing was measured for it."""
    bars = Bars(rows)
    for measure in (bars.whole, bars.automatic, bars.panned, bars.colour, bars.cut,
                    bars.ball, bars.encode, bars.blind, bars.found, bars.clean,
                    bars.real):
        measure()
    return bars.checks
