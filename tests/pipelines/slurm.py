"""A Slurm cluster on this one machine, in a folder of its own: munge, slurmctld
and a slurmd for each of its nodes. Needs no root, no systemd, no cgroups and
nothing of the machine's own Slurm, and is taken down again. Not a test."""
import getpass
import os
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ('munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel',
            'scontrol', 'sinfo')
CONFIGURATION = '''\
ClusterName=farm
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
# a requeued job waits until its credential has expired: not for two minutes
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdTimeout=6
KillWait=2
MinJobAge=300
ReturnToService=2
MaxArraySize={array}
GresTypes=gpu
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
'''
NODE = ('NodeName=node{n} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} '
        'CPUs=4 Gres=gpu:1')


def find(program):
    """Debian has the daemons where only root's PATH leads."""
    return shutil.which(program, path=os.environ.get('PATH', os.defpath)
                        + ':/usr/sbin:/sbin')


def missing():
    return [name for name in PROGRAMS if not find(name)]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(('127.0.0.1', 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def parent_of(pid):
    try:
        with open('/proc/%s/stat' % pid, 'rb') as file:
            return int(file.read().rpartition(b')')[2].split()[1])
    except OSError:
        return None


def command_of(pid):
    try:
        with open('/proc/%s/comm' % pid, encoding='ascii') as file:
            return file.read().strip()
    except OSError:
        return None


def descendants(parents):
    children = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        children.setdefault(parent_of(name), []).append(int(name))
    found, parents = [], list(parents)
    while parents:
        below = children.get(parents.pop(), [])
        found += below
        parents += below
    return found


def kill(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Cluster:
    """With nodes node0, node1..., each with 4 processors and one "GPU", which is
    /dev/null: that makes Slurm give CUDA_VISIBLE_DEVICES to its task."""

    def __init__(self, folder, nodes, array=1001):
        self.folder = folder
        self.processes = {}
        self.outputs = []
        os.makedirs(folder + '/munge', 0o755)
        os.makedirs(folder + '/state', 0o755)
        os.chmod(folder, 0o755)  # munged asks for that
        host = socket.gethostname().partition('.')[0]
        port, *ports = free_ports(nodes + 1)
        self.write('slurm.conf', CONFIGURATION.format(
            folder=folder, host=host, port=port, user=getpass.getuser(),
            array=array, nodes='\n'.join(
                NODE.format(n=n, host=host, port=p)
                for n, p in enumerate(ports))))
        self.write('gres.conf', 'Name=gpu File=/dev/null\n')
        self.write('cgroup.conf', self.cgroup())
        self.environment = dict(os.environ, SLURM_CONF=folder + '/slurm.conf')
        self.nodes = ['node%d' % n for n in range(nodes)]
        self.debug = ['-v']

    @staticmethod
    def cgroup():
        """slurmd wants them or, from Slurm 23.02 on, to be told otherwise. Those
        of version 1 are not looked at unless something needs them."""
        version = subprocess.run([find('slurmd'), '-V'], capture_output=True,
                                 text=True, check=True).stdout
        new = int(version.split()[-1].split('.')[0]) >= 23
        return 'CgroupPlugin=%s\n' % ('disabled' if new else 'cgroup/v1')

    def write(self, name, text, mode=0o644):
        with open(os.path.join(self.folder, name), 'w',
                  encoding='utf-8') as file:
            os.chmod(file.fileno(), mode)
            file.write(text)

    def start(self, name, *command):
        log = open('%s/%s.out' % (self.folder, name), 'ab')
        self.outputs.append(log)
        self.processes[name] = subprocess.Popen(
            [find(command[0]), *command[1:]], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            cwd=self.folder)

    def start_node(self, name):
        self.start(name, 'slurmd', '-D', '-N', name, *self.debug)

    def kill_node(self, name):
        """As if it lost its power: slurmd and all that it runs, at once."""
        process = self.processes.pop(name)
        process.kill()
        kill(self.steps(name) + descendants([process.pid]))
        process.wait()

    def steps(self, name):
        """A node's tasks, and first the slurmstepds that started them, which are
        no children of slurmd."""
        tasks = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open('/proc/%s/environ' % pid, 'rb') as file:
                    values = file.read().split(b'\0')
            except OSError:
                continue
            if (b'SLURM_CONF=%s/slurm.conf' % self.folder.encode() in values
                    and b'SLURMD_NODENAME=%s' % name.encode() in values):
                tasks.append(int(pid))
        daemons = [parent for parent in map(parent_of, tasks)
                   if parent and command_of(parent) == 'slurmstepd']
        return daemons + tasks + descendants(tasks)

    def __enter__(self):
        try:
            self.bring_up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def bring_up(self):
        munge = self.folder + '/munge/'
        with open(munge + 'key', 'wb') as file:
            os.chmod(file.fileno(), 0o400)
            file.write(os.urandom(1024))
        self.start('munged', 'munged', '--foreground', '--force',
                   '--num-threads=2', '--key-file=' + munge + 'key',
                   '--socket=' + munge + 'socket',
                   '--pid-file=' + munge + 'pid',
                   '--log-file=' + munge + 'log',
                   '--seed-file=' + munge + 'seed')
        self.wait('munge', lambda: os.path.exists(munge + 'socket'))
        self.start('slurmctld', 'slurmctld', '-D', '-i', *self.debug)
        for name in self.nodes:
            self.start_node(name)
        self.wait('idle nodes', lambda: self.idle() == len(self.nodes))

    def run(self, *command):
        return subprocess.run(
            [find(command[0]), *command[1:]], env=self.environment,
            capture_output=True, text=True, timeout=60, check=False)

    def idle(self):
        return self.run('sinfo', '-h', '-N', '-t', 'idle', '-o',
                        '%N').stdout.count('node')

    def wait(self, what, holds, seconds=90):
        end = time.monotonic() + seconds
        while not holds():
            dead = [name for name, process in self.processes.items()
                    if process.poll() is not None]
            if dead or time.monotonic() > end:
                raise RuntimeError('%s: %s\n%s' % (
                    what, 'ended: ' + ' '.join(dead) if dead
                    else 'not within %d s' % seconds, self.logs()))
            time.sleep(0.1)

    def logs(self, last=3000):
        text = []
        for folder, _, names in os.walk(self.folder):
            for name in sorted(names):
                if name.endswith(('.out', '.log')) or name == 'log':
                    with open(os.path.join(folder, name),
                              errors='replace') as file:
                        text.append('--- %s\n%s' % (name, file.read()[-last:]))
        return '\n'.join(text)

    def __exit__(self, *_):
        """Jobs first, so that nothing is left of them; then all daemons."""
        for name in self.nodes:
            kill(self.steps(name))
        running = list(self.processes.values())
        kill(descendants(process.pid for process in running))
        for process in running:
            process.kill()
            process.wait()
        for log in self.outputs:
            log.close()
