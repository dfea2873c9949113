# SPDX-FileCopyrightText: 2026 gst-cuda-filters maintainers
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A page that a program serves, most to this machine alone; no program by itself."""
import http.server

from gstreamer import fail

LOCAL = '127.0.0.1', 'localhost'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        """Nobody wants to read of each frame."""

    def answer(self, data, kind='application/json', status=200, **headers):
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(data)))
        self.send_header('Cache-Control', 'no-store')
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), str(value))
        self.end_headers()
        self.wfile.write(data)

    def answer_page(self, path):
        with open(path, 'rb') as file:
            self.answer(file.read(), 'text/html; charset=utf-8')

    def is_ours(self):
        """Pages of other places must not come here by another name of this host."""
        name = (self.headers.get('Host') or '').rsplit(':', 1)[0]
        if name in LOCAL or self.server.server_address[0] not in LOCAL:
            return True
        self.answer(b'{"error": "this is for 127.0.0.1"}', status=403)
        return False

    def body(self):
        return self.rfile.read(int(self.headers.get('Content-Length') or 0))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address, port, handler):
        try:
            super().__init__((address, port), handler)
        except OSError as error:
            fail('port %d of %s cannot be used: %s (--port names another)' % (
                port, address, error.strerror))

    def handle_error(self, *_):
        """Browsers hang up."""
