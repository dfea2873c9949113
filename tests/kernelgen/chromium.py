# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A page in headless Chromium, driven by its DevTools protocol through pipes.

It asks nothing of the machine but the program: no display, no D-Bus, no
/dev/shm and no home folder, and it may run as root.
"""

import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time


class ChromiumError(Exception):
    """Chromium is missing, died, did not answer or refused."""


class Chromium:
    """`with Chromium(seconds) as page:` all of it takes at most so long."""

    def __init__(self, seconds):
        self.deadline = time.monotonic() + seconds
        self.buffer = b''
        self.messages = 0
        self.session = None

    def __enter__(self):
        program = shutil.which('chromium')
        if not program:
            raise ChromiumError('chromium is not installed: tools/setup --tests')
        self.home = tempfile.mkdtemp(prefix='chromium-')
        child_in, self.to_child = os.pipe()
        self.from_child, child_out = os.pipe()

        def give_pipes():  # as descriptors 3 and 4, whatever they are here
            ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (child_in, child_out)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.log = open(os.path.join(self.home, 'log'), 'w+', encoding='utf-8', errors='replace')
        self.process = subprocess.Popen(
            [program, '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             '--no-first-run', '--disable-breakpad', '--disable-crash-reporter',
             '--remote-debugging-pipe', '--user-data-dir=' + os.path.join(self.home, 'data'),
             'about:blank'],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**os.environ, 'HOME': self.home, 'XDG_CONFIG_HOME': self.home,
                 'XDG_CACHE_HOME': self.home},
            pass_fds=(3, 4), preexec_fn=give_pipes, start_new_session=True)
        os.close(child_in)
        os.close(child_out)
        try:
            target = self.call('Target.createTarget', url='about:blank')['targetId']
            self.session = self.call('Target.attachToTarget', targetId=target,
                                     flatten=True)['sessionId']
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:  # all of its processes, which are a group of their own
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to_child)
        os.close(self.from_child)
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def last_words(self):
        self.log.seek(0)
        return ''.join(self.log.readlines()[-10:])

    def receive(self):
        """The next message."""
        while b'\0' not in self.buffer:
            left = self.deadline - time.monotonic()
            if left <= 0 or not select.select([self.from_child], [], [], left)[0]:
                raise ChromiumError('Chromium does not answer in time\n' + self.last_words())
            data = os.read(self.from_child, 1 << 20)
            if not data:
                raise ChromiumError('Chromium has ended\n' + self.last_words())
            self.buffer += data
        message, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(message)

    def call(self, method, **params):
        """What the protocol's method returns."""
        self.messages += 1
        message = {'id': self.messages, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        data = json.dumps(message).encode() + b'\0'
        try:
            while data:
                data = data[os.write(self.to_child, data):]
        except BrokenPipeError:
            raise ChromiumError('Chromium has ended\n' + self.last_words()) from None
        while True:
            answer = self.receive()
            if answer.get('id') == self.messages:
                break
        if 'error' in answer:
            raise ChromiumError('{}: {}'.format(method, answer['error']['message']))
        return answer['result']

    def evaluate(self, script):
        """A script's value, of a promise the one it is kept with."""
        result = self.call('Runtime.evaluate', expression=script, awaitPromise=True,
                           returnByValue=True)
        if 'exceptionDetails' in result:
            raise ChromiumError(json.dumps(result['exceptionDetails'].get('exception', {})))
        return result['result'].get('value')

    def wait(self, condition):
        """Until a script's value is true."""
        while not self.evaluate(condition):
            if time.monotonic() > self.deadline:
                raise ChromiumError('this never came about: ' + condition)
            time.sleep(.01)

    def open(self, url):
        """A page, even the same one, from its beginning."""
        for address in ('about:blank', url):
            self.call('Page.navigate', url=address)
            self.wait('location.href === {} && document.readyState === "complete"'.format(
                json.dumps(address)))

    def press(self, key, code):
        """A key, by its name and Windows's number."""
        for kind in ('rawKeyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def click(self, selector):
        """The left button, in the middle of an element."""
        x, y = self.evaluate('''(() => {{
            const element = document.querySelector({});
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()'''.format(json.dumps(selector)))
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)
