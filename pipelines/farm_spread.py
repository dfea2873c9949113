"""Where pipelines/farm has its pieces made: by Slurm, by GNU parallel, or here
one after the other. No program by itself."""
import json
import os
import shlex
import shutil
import subprocess
import sys
import time

from farm_state import whole_file


class SpreadError(Exception):
    """Nobody takes the work."""


def output_of(*command):
    """None where it fails."""
    try:
        result = subprocess.run(command, capture_output=True, text=True,
                                errors='replace', check=False)
    except OSError:
        return None
    return result.stdout if result.returncode == 0 else None


def has_slurm():
    return bool(shutil.which('sbatch')) and output_of(
        'sinfo', '-h', '-o', '%D') is not None


def has_parallel():
    """GNU's, not that of moreutils."""
    return 'GNU' in (output_of('parallel', '--version') or '')


def gpus():
    """As CUDA counts them, of those that are ours."""
    ours = os.environ.get('CUDA_VISIBLE_DEVICES')
    if ours is not None:
        return [one for one in ours.split(',') if one]
    found = (output_of('nvidia-smi', '-L') or '').splitlines()
    return [str(n) for n, line in enumerate(
        line for line in found if line.startswith('GPU'))]


def command(*arguments):
    """This program again."""
    return [sys.executable, os.path.abspath(sys.argv[0]), *map(str, arguments)]


def write_list(farm, tasks):
    """The pieces to make, in a file: tasks know numbers only."""
    path = farm.file('lists', '%d-%d.json' % (time.time_ns(), os.getpid()))
    with whole_file(path, 'w', encoding='ascii') as file:
        json.dump(tasks, file)
    return path


def here(farm, tasks, options):
    del options
    path = write_list(farm, tasks)
    for n in range(len(tasks)):
        subprocess.run(command('task', farm.folder, path, n), check=False)


def parallel(farm, tasks, options):
    """One a GPU, or one per so many processors."""
    visible = gpus()
    jobs = options.jobs or len(visible) or max(
        1, len(os.sched_getaffinity(0)) // options.cpus)
    task = 'exec %s "$farm_number"' % shlex.join(
        command('task', farm.folder, write_list(farm, tasks)))
    if visible:
        task = ('gpus=(%s); export CUDA_VISIBLE_DEVICES=${gpus[(farm_slot-1)%%'
                '%d]}; %s' % (shlex.join(visible), len(visible), task))
    # names are passed by the environment: in its arguments parallel would find
    # what it replaces
    environment = dict(os.environ, PARALLEL_SHELL=shutil.which('bash'),
                       FARM_TASK=task)
    subprocess.run(
        ['parallel', '--will-cite', '--line-buffer', '--jobs', str(jobs),
         'farm_slot={%} farm_number={}; eval "$FARM_TASK"'],
        input='\n'.join(map(str, range(len(tasks)))), text=True, check=False,
        env=environment)


def sbatch(farm, log, arguments, line, wait=False):
    """The job's number, and what to wait for. Its log is opened by the shell,
    because Slurm finds %-patterns in names."""
    script = 'exec >>%s"%s" 2>&1\nexec %s' % (
        shlex.quote(farm.file('logs', '')), log, line)
    process = subprocess.Popen(
        ['sbatch', '--parsable', '--job-name=farm', '--chdir=/',
         '--output=/dev/null', '--requeue', *['--wait'] * wait, *arguments,
         '--wrap', script],
        stdout=subprocess.PIPE, text=True)
    number = process.stdout.readline().strip().partition(';')[0]
    if not number:
        process.wait()
        raise SpreadError('sbatch took no job, see above')
    with open(farm.file('jobs'), 'a', encoding='ascii') as file:
        file.write(number + '\n')
    return number, process


def largest_array():
    for line in (output_of('scontrol', 'show', 'config') or '').splitlines():
        name, _, value = line.partition('=')
        if name.strip() == 'MaxArraySize':
            return max(1, int(value))
    return 1001


def resources(options):
    """Of a task: a GPU where the cluster has such."""
    wanted = ['--ntasks=1', '--cpus-per-task=%d' % options.cpus]
    gres = options.gres
    if gres is None and 'gpu' in (output_of('sinfo', '-h', '-o', '%G') or ''):
        gres = 'gpu:1'
    return wanted + (['--gres=' + gres] if gres else []) + options.sbatch


def slurm(farm, tasks, options):
    """Arrays, as few as the cluster's size of arrays allows, and a job that joins
    when they are through, however they ended. Returns what waits for it."""
    path = write_list(farm, tasks)
    size = largest_array()
    arrays = []
    for first in range(0, len(tasks), size):
        last = min(size, len(tasks) - first) - 1
        limit = '%%%d' % options.jobs if options.jobs else ''
        number, process = sbatch(
            farm, '${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.log',
            ['--array=0-%d%s' % (last, limit), *resources(options)],
            '%s "$((%d + SLURM_ARRAY_TASK_ID))"' % (
                shlex.join(command('task', farm.folder, path)), first))
        process.wait()
        arrays.append(number)
    after = ['--dependency=afterany:' + ':'.join(arrays)] * bool(arrays)
    number, process = sbatch(
        farm, 'join-$SLURM_JOB_ID.log', after + options.join_sbatch,
        shlex.join(command('join', farm.folder)), options.wait)
    print('farm: %d pieces are in Slurm\'s queue%s, job %s will join them; logs '
          'are in %s' % (len(tasks), ' as ' * bool(arrays) + ', '.join(arrays),
                         number, farm.file('logs')), flush=True)
    return process.wait


def jobs(farm):
    """Numbers of all that Slurm was ever given for this folder."""
    try:
        with open(farm.file('jobs'), encoding='ascii') as file:
            return file.read().split()
    except FileNotFoundError:
        return []


def queue(farm):
    """Lines about those of them that wait or run."""
    known = set(jobs(farm))
    if not known:
        return []
    lines = output_of('squeue', '-h', '--me', '-o', '%F|%i %T %M %R')
    if lines is None:
        raise SpreadError('squeue does not answer: whether jobs of this folder '
                          'still run is not known')
    return [line.partition('|')[2] for line in lines.splitlines()
            if line.partition('|')[0] in known]


def cancel(farm):
    running = queue(farm)
    if running:
        subprocess.run(['scancel', *jobs(farm)], check=False,
                       stderr=subprocess.DEVNULL)
    return running
