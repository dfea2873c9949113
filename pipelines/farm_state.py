"""What pipelines/farm keeps of its work, in the folder of results: no program by
itself. Nothing but files, so that it outlives whoever works on it:

  NAME.mkv                 a result
  .farm/settings.json      what all results are made with
  .farm/ID/plan.json       of one recording: its pieces
  .farm/ID/PIECE.mkv       a finished piece; gone when the result is there
  .farm/ID/PIECE.error     why it could not be made, the last time
  .farm/ID/whole           why the recording cannot be cut
  .farm/ID/done            the result is there
  .farm/ID/*.part          being written, by somebody or by nobody any more
  .farm/logs, .farm/lists, .farm/jobs: of Slurm

A file under its own name is whole: it was renamed to it when it was.
"""
import contextlib
import fnmatch
import hashlib
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))), 'tools', 'wholefile'))
from wholefile import whole_file


def shown(name):
    """Any name, on one line of a terminal."""
    text = os.fspath(name)
    return text if text.isprintable() else ascii(text)


def write(path, value):
    with whole_file(path) as file:
        file.write(json.dumps(value, indent=1).encode())


def read(path):
    try:
        with open(path, encoding='ascii') as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def remove(path):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def stamp(path):
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns]


class Recording:
    """One, with its part of the state."""

    def __init__(self, farm, name):
        self.name = name
        self.path = os.path.join(farm.settings['input'], name)
        self.result = os.path.join(
            farm.folder, name if name.endswith('.mkv') else name + '.mkv')
        self.id = hashlib.sha1(os.fsencode(name)).hexdigest()[:16]
        self.state = os.path.join(farm.state, self.id)
        self.plan = read(self.file('plan.json')) or {}

    def file(self, name):
        return os.path.join(self.state, name)

    def pieces(self):
        """Paths of the pieces. Their names say what is in them: where cuts
        change, a piece of before is none of now."""
        return [self.file('%s-%s.mkv' % tuple(
            'end' if time is None else time
            for time in (piece['start'] or 0, piece['end'])))
            for piece in self.plan.get('pieces', ())]

    def missing(self):
        return [n for n, path in enumerate(self.pieces())
                if not os.path.exists(path)]

    def done(self):
        return (os.path.exists(self.result)
                and read(self.file('done')) == self.plan.get('stamp', 0))

    def changed(self):
        return self.plan.get('stamp') != stamp(self.path)

    def error(self):
        """Why it is not done, if anybody has said so."""
        if 'error' in self.plan:
            return self.plan['error']
        for name in [*(path[:-4] + '.error' for path in self.pieces()
                       if not os.path.exists(path)), self.file('join.error')]:
            if text := read(name):
                return text
        return None

    def forget(self, keep=()):
        """All of the state but that."""
        os.makedirs(self.state, exist_ok=True)
        for name in os.listdir(self.state):
            if name not in keep:
                remove(self.file(name))

    def finish(self):
        write(self.file('done'), self.plan['stamp'])
        self.forget(('plan.json', 'done', 'whole'))


class Farm:
    """A folder of results."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.state = os.path.join(self.folder, '.farm')
        self.settings = read(self.file('settings.json'))

    def file(self, *names):
        return os.path.join(self.state, *names)

    def create(self, settings):
        for name in ('logs', 'lists'):
            os.makedirs(self.file(name), exist_ok=True)
        write(self.file('settings.json'), settings)
        self.settings = settings

    def names(self):
        """Of all recordings, in order: of the files below, but not those whose
        name begins with a dot, nor the results."""
        top = self.settings['input']
        match = self.settings['match']
        found = []
        for folder, below, names in os.walk(top):
            below[:] = [name for name in below if name[0] != '.'
                        and os.path.join(folder, name) != self.folder]
            found += (os.path.relpath(os.path.join(folder, name), top)
                      for name in names if name[0] != '.' and any(
                          fnmatch.fnmatchcase(name, one) for one in match))
        return sorted(found)

    def recordings(self):
        return [Recording(self, name) for name in read(self.file(
            'recordings.json')) or ()]
