# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What an element says of the noise that it found."""
import json
import subprocess
import tempfile

ELEMENT = 'cudadenoise'

# A program of its own: GStreamer stays out of this one.
READER = r'''
import json, sys
import gi
gi.require_version('Gst', '1.0')
from gi.repository import Gst
Gst.init(None)
pipeline = Gst.parse_launch(sys.argv[1])
pipeline.set_state(Gst.State.PLAYING)
message = pipeline.get_bus().timed_pop_filtered(
    600 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
if not message or message.type == Gst.MessageType.ERROR:
    sys.exit(str(message and message.parse_error()))
stats = pipeline.get_by_name('denoise').get_property('stats')
pipeline.set_state(Gst.State.NULL)
if not stats.has_field('sigma-luma'):
    sys.exit('there is no sigma in its stats: ' + stats.to_string())
print(json.dumps(stats.get_value('sigma-luma')))
'''


class NotThere(Exception):
    """The element, or its estimate, or a way to read it."""


def read_sigma(clip):
    """Luma's standard deviation, in steps, after a clip's last frame."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(clip.tobytes())
        file.flush()
        result = subprocess.run(
            ['/usr/bin/python3', '-c', READER,
             'filesrc location=%s ! rawvideoparse format=i420 width=%d height=%d ! '
             '%s name=denoise sigma=-1 ! fakesink' % (
                 file.name, clip.width, clip.height, ELEMENT)],
            capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise NotThere(result.stderr.strip().splitlines()[-1])
    return json.loads(result.stdout)
