"""What an element says of the noise that it found."""
import json
import subprocess
import tempfile

ELEMENT = 'cudadenoise'

# A program of its own: GStreamer stays out of this one. The first of the stats'
# fields whose name begins with `sigma` is taken for luma's, or an array whose first
# value is that, in steps of 8 bits.
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
names = [stats.nth_field_name(i) for i in range(stats.n_fields())]
value = [stats.get_value(name) for name in names if name.startswith('sigma')]
if not value:
    sys.exit('there is no sigma in its stats: ' + ', '.join(names))
try:
    value = list(value[0])
except TypeError:
    pass
print(json.dumps(float(value[0])))
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
