# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The mean of a video's frames. No program by itself."""
import numpy

from video import Gst, Video, fail

PLANES = {'GRAY8': 1, 'GBR': 3, 'GBRA': 4}  # of 8 bits, as large as the frame


class Mean(Video):
    """Of n frames at most; a colour in each plane, by the format's name."""

    def __init__(self, path, n, fmt):
        super().__init__(path, 'queue name=video ! videoconvert ! '
                         'video/x-raw,format=%s ! fakesink name=end sync=false '
                         'signal-handoffs=true' % fmt)
        self.has_enough = True  # whoever reads all of it tells where that ends
        self.left, self.n, self.sum = n, 0, 0
        self.planes = PLANES[fmt]
        self.find('end').connect('handoff', self.add)

    def sized(self, width, height):
        self.shape = (self.planes, height, width)

    def add(self, _, buffer, _pad):
        if self.left == self.n:
            self.pipeline.post_message(Gst.Message.new_eos(self.pipeline))
            return
        samples = numpy.frombuffer(buffer.extract_dup(0, buffer.get_size()),
                                   numpy.uint8)
        rows = samples.reshape(self.planes, self.shape[1], -1)  # padded to 4 bytes
        self.sum = self.sum + rows[:, :, :self.shape[2]].astype(float)
        self.n += 1

    def run(self):
        super().run()
        if self.n == 0:
            fail('%s has no frames' % self.path)
        return self.sum / self.n
