# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Filters of VapourSynth's: run by the Python that lab/vapoursynth has made or found,
since they need a newer one than Debian 12 has."""
import functools
import os
import subprocess

from programs import try_to_run

LAB = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(LAB, 'denoise', 'vapoursynth-filter')


@functools.cache
def python():
    """(its path, None), or (None, why there is none)."""
    found = subprocess.run([os.path.join(LAB, 'vapoursynth'), '--no-fetch'],
                           capture_output=True, text=True, check=False)
    if found.returncode:
        return None, found.stderr.strip()
    return found.stdout.strip(), None


def by_vapoursynth(raw, width, height, words, timeout=None):
    """4:2:0 frames of 8 bits; `words` are options and the filter's name."""
    return try_to_run([python()[0], PROGRAM, str(width), str(height), *words.split()], raw,
                      timeout)
