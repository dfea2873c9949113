# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What measurements show, as charts: from the JSON of the benchmark programs,
whether cudafilters-report ran them or tests/gpu/run. A chart is drawn by plots.py
and written as a table by page.py; nothing else makes figures of measurements."""

class Chart:
    """Series of figures over windows (`lines`) or over names (`bars`)."""

    def __init__(self, name, title, unit, kind, what=''):
        self.name, self.title, self.unit, self.kind = name, title, unit, kind
        self.what = what    # of the x axis, for lines
        self.series = {}    # name: {x: figure}
        self.peers = set()  # names of series that are not ours
        self.base = None    # x that the others are compared with
        self.notes = []

    def add(self, series, x, figure, peer=False):
        if figure is None:
            return
        self.series.setdefault(series, {})[x] = figure
        if peer:
            self.peers.add(series)

    def xs(self):
        found = []
        for points in self.series.values():
            found += [x for x in points if x not in found]
        return sorted(found) if self.kind == 'lines' else found


def full(charts):
    return [chart for chart in charts if chart.series]


# ---- the CPU: cudafilters-bench --kernels=cpu

def of_bench(run):
    first = {**run, **run['results'][0]}  # older files say it of all
    return '%dx%d, %s samples; %s; %s' % (
        first['width'], first['height'], first.get('picture', 'random'), ', '.join(run['devices']),
        'OpenCV %s, as many threads' % run['opencv'] if run.get('opencv')
        else 'OpenCV is not installed')


WINDOW = 'width and height of the window'


def cpu_lines(run, name, title, groups, peer, what=WINDOW):
    """`groups`: name of a series: condition on a result."""
    chart = Chart(name, title, 'Mpixel/s', 'lines', what)
    chart.notes.append(of_bench(run))
    for label, holds in groups.items():
        for result in run['results']:
            if result['backend'] != 'cpu' or result.get('picture') == 'smooth' \
                    or not holds(result):
                continue
            chart.add('ours, ' + label, result['size'], result['median_mpixel_s'])
            chart.add(peer + ', ' + label, result['size'],
                      result.get('opencv_median_mpixel_s'), peer=True)
    return chart


def cpu_median(run):
    def square(bits):
        return lambda r: r['bits'] == bits and r.get('size_y', r['size']) == r['size'] \
            and r.get('percentile', 50) == 50
    return [cpu_lines(run, 'cpu-median', 'Median on the CPU', {
        '8 bits': square(8), '16 bits': square(16)}, 'OpenCV medianBlur')]


def cpu_convolve(run):
    def of(mask, bits=8):
        return lambda r: r['mask'] == mask and r['bits'] == bits
    return [
        cpu_lines(run, 'cpu-convolve', 'Convolution on the CPU, any mask',
                  {'8 bits, integers': of('integers'), '8 bits, reals': of('reals'),
                   '16 bits, reals': of('reals', 16)}, 'OpenCV filter2D'),
        cpu_lines(run, 'cpu-convolve-products',
                  'Convolution on the CPU, the product of a row and a column',
                  {'8 bits, integers': of('product of integers'),
                   '8 bits, reals': of('product of reals'),
                   '16 bits, reals': of('product of reals', 16)}, 'OpenCV sepFilter2D',
                  'values of the row, and of the column')]


def cpu_epsilon(run):
    chart = Chart('cpu-epsilon', 'Epsilon filter on the CPU', 'Mpixel/s', 'lines', WINDOW)
    chart.notes.append(of_bench(run))
    chart.notes.append('bilateralFilter is another filter for the same purpose: it weights the '
                       'samples of a disc of that diameter.')
    for result in run['results']:
        if result['backend'] != 'cpu' or result['bits'] not in (8, 16):
            continue
        chart.add('ours, %s, %d bits' % (result['mode'], result['bits']), result['size'],
                  result['median_mpixel_s'])
        chart.add('OpenCV bilateralFilter, average, %d bits' % result['bits'], result['size'],
                  result.get('opencv_median_mpixel_s') if result['mode'] == 'average' else None,
                  peer=True)
    return [chart]


def cpu_inpaint(run):
    chart = Chart('cpu-inpaint', 'Inpainting on the CPU, method=local', 'Mpixel/s', 'bars')
    chart.notes.append(of_bench(run) + ' (inpaint has one)')
    chart.notes.append('Pixels of the whole plane, in what it takes to repair the holes.')
    for result in run['results']:
        if result['backend'] != 'cpu' or result['bits'] != 8 or result['size'] != 32 \
                or result.get('name', 'inpaint local') != 'inpaint local':
            continue
        chart.add('ours', result['holes'], result['median_mpixel_s'])
        chart.add('OpenCV inpaint, ' + (result['opencv_method'] or '-'), result['holes'],
                  result.get('opencv_median_mpixel_s'), peer=True)
    return [chart]


def cpu_snake(run):
    chart = Chart('cpu-snake', 'Contours on the CPU', 'ms', 'bars')
    chart.notes.append('A contour, from the picture in memory; less is better. '
                       'Contrast-to-noise ratio 1.')
    for scene in run['results']:
        name = scene['what'].split(', 11 frames')[0]
        for result in scene['results']:
            chart.add(result['who'].replace('cudasnake', 'ours').replace('1 threads', '1 thread'),
                      name, result['median_ms'], peer='cudasnake' not in result['who'])
    return [chart]


def cpu_elements(run):
    chart = Chart('cpu-elements', 'Whole elements on the CPU, beside FFmpeg', 'frames/s', 'bars')
    chart.notes.append('%dx%d, GRAY8, random samples; %d rounds by turns; the same number of '
                       'processors for both' % (run['width'], run['height'], run['rounds']))
    for pair in run['pairs']:
        chart.add('ours', pair['what'], pair.get('ours_frames_per_s'))
        chart.add('FFmpeg', pair['what'], pair.get('ffmpeg_frames_per_s'), peer=True)
    return [chart]


# ---- the GPU: cudafilters-bench --kernels=cuda

def frame_size(figures):
    """The size that most figures are of, the larger of equals."""
    count = {}
    for figure in figures:
        key = figure['width'], figure['height']
        count[key] = count.get(key, 0) + 1
    return max(count, key=lambda key: (count[key], key[0] * key[1]))


def gpu_lines(figures, name, title, names, what=WINDOW):
    """`names`: a figure's name: (series, whether it is a peer's)."""
    size = (3840, 2160) if any(f['width'] == 3840 for f in figures) else frame_size(figures)
    chart = Chart(name, title, 'Gpixel/s', 'lines', what)
    chart.notes.append('%dx%d, random samples, the kernels alone, on a pair of pictures in the '
                       'L2 cache' % size)
    for figure in figures:
        if (figure['width'], figure['height']) != size or figure['name'] not in names \
                or figure['bits'] not in (8, 16) \
                or figure.get('picture', 'random') != 'random':
            continue
        series, peer = names[figure['name']]
        chart.add('%s, %d bits' % (series, figure['bits']), figure['size'],
                  figure['cached_gpixel_s'], peer)
    return chart


def gpu_median(figures):
    return [gpu_lines(figures, 'gpu-median', 'Median on the GPU', {
        'median': ('ours', False), 'NPP median': ('NPP', True)})]


def gpu_convolve(figures):
    return [
        gpu_lines(figures, 'gpu-convolve', 'Convolution on the GPU, one pass', {
            'integer, one pass': ('ours, integers', False),
            'real, one pass': ('ours, reals', False),
            'NPP integer, one pass': ('NPP, integers', True),
            'NPP real, one pass': ('NPP, reals', True)}),
        gpu_lines(figures, 'gpu-convolve-products',
                  'Convolution on the GPU, a row and a column', {
                      'integer product, two passes': ('ours, integers', False),
                      'real product, two passes': ('ours, reals', False),
                      'NPP integer, two passes': ('NPP, integers', True),
                      'NPP real, two passes': ('NPP, reals', True)},
                  'values of the row, and of the column')]


def gpu_epsilon(figures):
    chart = gpu_lines(figures, 'gpu-epsilon', 'Epsilon filter on the GPU', {
        'average, threshold 20': ('ours, average', False),
        'clamp, threshold 20': ('ours, clamp', False),
        'NPP bilateral': ('NPP bilateral, average', True)})
    chart.notes.append("NPP's bilateral filter is another filter for the same purpose.")
    return [chart]


HOLES = {'box': 'logo 200x100', 'half': 'half of the samples'}


def gpu_inpaint(figures):
    local = Chart('gpu-inpaint', 'Inpainting on the GPU, a frame', 'us', 'bars')
    pairs = Chart('gpu-inpaint-global', 'Inpainting on the GPU, an iteration of method=global',
                  'us', 'bars')
    pairs.notes.append('Less is better. cuFFT: a pair of R2C and C2R of the same size, the faster '
                       'of in place and not.')
    for figure in figures:
        if not figure['name'].startswith('inpaint') or 'holes' not in figure \
                or figure.get('bits', 8) != 8:
            continue  # of another operation, or of what comes first
        size = '%dx%d' % (figure['width'], figure['height'])
        holes = HOLES.get(figure['holes'], figure['holes'])
        if 'iteration_us' in figure:
            pairs.add('ours, ' + holes, size, figure['iteration_us'])
            pairs.add('cuFFT, a pair of transforms', size, min(
                figure['cufft_pair_us'], figure['cufft_pair_in_place_us']), peer=True)
        else:
            blocks = '' if 'harmonic' in figure['name'] else \
                ', blocks of %d' % figure['block_size']
            local.add('ours, ' + holes, figure['name'].replace('inpaint ', '') + blocks,
                      figure['us'])
            local.notes[:] = [size + ', 8 bits, one plane; less is better']
    return [local, pairs]


def gpu_snake(figures):
    chart = Chart('gpu-snake', 'Contours on the GPU', 'ms', 'bars')
    chart.notes.append("From the picture in the GPU's memory to the contour on the host; "
                       'less is better. Contrast-to-noise ratio 1.')
    for figure in figures:
        if not figure['name'].startswith('snake'):
            continue  # of another operation
        name = '%dx%d, %s%s' % (
            figure['width'], figure['height'],
            'searched' if figure['name'].endswith('cold') else 'tracked',
            '' if figure['bits'] == 8 else ', %d bits' % figure['bits'])
        chart.add('ours, GPU', name, figure['us'] / 1e3)
        if figure.get('cpu_one_core_us'):
            chart.add('ours, one core of the CPU', name, figure['cpu_one_core_us'] / 1e3)
    return [chart]


def gpu_kernelgen(figures):
    """The elements' kernels, and the generator's with as many pixels as it takes itself."""
    made = []
    for what in ('median', 'convolve integer', 'convolve real', 'epsilon'):
        chart = Chart('gpu-kernelgen-' + what.replace(' ', '-'), 'Generated kernels: ' + what,
                      'Gpixel/s', 'lines', WINDOW)
        chart.notes.append('3840x2160, random samples, the kernels alone, in the L2 cache; '
                           'generated ones at the default number of pixels a thread')
        for figure in figures:
            if figure['name'].startswith('generated %s, ' % what) \
                    and figure['name'].endswith(', default'):
                who, peer = 'generated', False
            elif figure['name'] == 'plugin ' + what:
                who, peer = "the element's", True
            else:
                continue
            chart.add('%s, %d bits' % (who, figure['bits']), figure['size'],
                      figure['cached_gpixel_s'], peer)
        made.append(chart)
    return made


# ---- whole elements on the GPU: cudafilters-bench

def elements(run, name, title):
    """Frames a second of each format, of the largest size."""
    runs = [each for each in run['runs'] if each['frames_per_s']]
    if not runs:
        return []
    largest = max(each['width'] * each['height'] for each in runs)
    chart = Chart(name, title, 'frames/s', 'bars')
    for each in runs:
        if each['width'] * each['height'] != largest:
            continue
        chart.add('%s %dx%d' % (each['format'], each['width'], each['height']),
                  each['fragment'], each['frames_per_s']['median'])
        if each['is_plain_loop'] and chart.base is None:
            chart.base = each['fragment']
            chart.notes[:] = ['The plain loop moves frames without GStreamer and is the peer '
                              'here; %s; %s' % (run['gstreamer'], each_memory(run))]
    return [chart]


def each_memory(run):
    memories = {each['memory'] for each in run['runs']}
    return 'frames in ' + ' and '.join(
        {'host': "the host's memory", 'cuda': "the GPU's memory (CUDAMemory)"}[memory]
        for memory in sorted(memories))


MAKERS = {
    'cpu-median': cpu_median,
    'cpu-convolve': cpu_convolve,
    'cpu-epsilon': cpu_epsilon,
    'cpu-inpaint': cpu_inpaint,
    'cpu-snake': cpu_snake,
    'cpu-elements': cpu_elements,
    'gpu-median': gpu_median,
    'gpu-convolve': gpu_convolve,
    'gpu-epsilon': gpu_epsilon,
    'gpu-inpaint': gpu_inpaint,
    'gpu-snake': gpu_snake,
    'gpu-kernelgen': gpu_kernelgen,
    'gpu-elements': lambda run: elements(
        run, 'gpu-elements', 'Whole elements on the GPU, host to host'),
    'gpu-elements-cuda': lambda run: elements(
        run, 'gpu-elements-cuda', 'Whole elements on the GPU, CUDAMemory in and out'),
}


def make(part, data):
    """The charts of what a part measured."""
    return full(MAKERS[part](data))
