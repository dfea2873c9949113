# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A file that appears under its name when it is whole, or not at all: what was
there before stays until then. It is written beside its place, to
NAME.HOST.PROCESS.part, and renamed. What is no file (a device, a pipe,
/dev/stdout) is written to directly. No program by itself.

wholefile.c does the same.
"""
import argparse
import contextlib
import errno
import os
import signal
import socket
import stat
import tempfile
import threading


class NotWritten(OSError):
    """Says which file, and why."""


def is_stream(path):
    """A device, a pipe, a socket; or a file that is open already, under a name
    such as /dev/stdout."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            return True
    except OSError:
        pass
    folder = os.path.realpath(os.path.dirname(path) or '.')
    return folder == '/dev' or folder.startswith('/proc/')


def refuse(path, why):
    raise NotWritten('%s cannot be written: %s' % (path, why))


def checked(path):
    """What a link leads to, which may not be there, if it can be written to."""
    name = os.path.realpath(path)
    if not path or path.endswith('/'):
        refuse(path, "it is no file's name")
    if os.path.isdir(name):
        refuse(path, 'it is a folder')
    if not os.path.isdir(os.path.dirname(name)):
        refuse(path, 'there is no folder %s' % (os.path.dirname(path) or '.'))
    for at in (name,) * os.path.exists(name) + (os.path.dirname(name),):
        if not os.access(at, os.W_OK):
            refuse(path, os.strerror(errno.EACCES))
    return name


def check_output(path):
    """Before anything is done for it; NotWritten where it could not be."""
    if not is_stream(path):
        checked(path)


def output(path):
    """The type of an option for argparse."""
    try:
        check_output(path)
    except NotWritten as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return path


def take_over(part, name):
    """Owner and permissions of what is there, as far as we may; the owner first,
    since that takes permissions away."""
    with contextlib.suppress(FileNotFoundError):
        old = os.stat(name)
        with contextlib.suppress(PermissionError):
            os.chown(part, old.st_uid, old.st_gid)
        os.chmod(part, stat.S_IMODE(old.st_mode))


def sync(path):
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def rename(part, name):
    try:
        os.rename(part, name)
    except OSError as error:
        refuse(name, '%s. What was to be in it is in %s' % (
            error.strerror, part))


@contextlib.contextmanager
def asked_to_end():
    """SIGTERM and SIGHUP are as an interrupt."""
    ours = [number for number in (signal.SIGTERM, signal.SIGHUP)
            if threading.current_thread() is threading.main_thread()
            and signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def whole_path(path):
    """Where to write to. The file appears at the end, unless by an exception."""
    if is_stream(path):
        yield path
        return
    name = checked(path)
    part = '%s.%s.%d.part' % (name, socket.gethostname(), os.getpid())
    with contextlib.suppress(FileNotFoundError):
        os.unlink(part)  # of a process that was killed
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    except OSError as error:
        refuse(path, error.strerror)
    with asked_to_end():
        try:
            yield part
            sync(part)
            take_over(part, name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)
            raise
        rename(part, name)


@contextlib.contextmanager
def whole_file(path, mode='wb', **options):
    """The same, open."""
    with whole_path(path) as part, open(part, mode, **options) as file:
        yield file


@contextlib.contextmanager
def whole_files(folder):
    """A folder to write to, whose files go to this one at the end."""
    with asked_to_end(), tempfile.TemporaryDirectory(
            prefix='files.', suffix='.part', dir=folder) as part:
        yield part
        for name in sorted(os.listdir(part)):
            os.replace(os.path.join(part, name), os.path.join(folder, name))
