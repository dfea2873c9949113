# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the figures were measured on, and with."""
import datetime
import os
import platform
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def said(*command, line=0):
    """A line that a command prints, or None."""
    if shutil.which(command[0]) is None:
        return None
    try:
        result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = result.stdout.splitlines()
    return lines[line].strip() if result.returncode == 0 and len(lines) > line else None


def first_match(path, pattern):
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            match = re.search(pattern, file.read(), re.M)
    except OSError:
        return None
    return match[1].strip() if match else None


def gpus():
    """[name, driver, memory] of each, by nvidia-smi."""
    if shutil.which('nvidia-smi') is None:
        return []
    try:
        result = subprocess.run(
            ['nvidia-smi', '--query-gpu=name,driver_version,memory.total',
             '--format=csv,noheader'], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    if result.returncode != 0:
        return []
    return [line.strip() for line in result.stdout.splitlines() if line.strip()]


def machine():
    memory = first_match('/proc/meminfo', r'^MemTotal:\s+(\d+)')
    return {
        'cpu': first_match('/proc/cpuinfo', r'^model name\s*:\s*(.*)$') or platform.processor(),
        'processors': len(os.sched_getaffinity(0)),
        'memory_gib': round(int(memory) / 2 ** 20, 1) if memory else None,
        'os': first_match('/etc/os-release', r'^PRETTY_NAME="?([^"\n]*)'),
        'kernel': platform.release(),
        'load_before': round(os.getloadavg()[0], 2),
        'gpus': gpus(),
    }


def versions():
    return {
        'gst-cuda-filters': first_match(os.path.join(ROOT, 'meson.build'),
                                        r"^\s*version: '([^']*)'"),
        'commit': said('git', '-C', ROOT, 'describe', '--always', '--dirty'),
        'GStreamer': said('gst-launch-1.0', '--version', line=1),
        'FFmpeg': said('ffmpeg', '-version'),
        'Python': platform.python_version(),
    }


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec='seconds')
