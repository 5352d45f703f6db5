"""Serves the page like navbus-web, with states of a test, such as hostile names."""

import base64
import copy
import hashlib
import io
import json
import math
import queue
import re
import secrets
import socket
import struct
import threading
import wave
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = Path(__file__).parents[2] / "Page"
SAMPLE = json.loads((Path(__file__).parents[1] / "state.sample.json").read_text(encoding="utf-8"))


def joined():
    """The page as one document, and its policy."""
    nonce = secrets.token_hex(16)

    def put(tag, name):
        text = "\n" + (PAGE / name).read_text(encoding="utf-8")
        return f'<{tag} nonce="{nonce}">{text}</{tag}>'

    page = (PAGE / "page.html").read_text(encoding="utf-8")
    page = re.sub(r'<link rel="stylesheet" href="([\w.-]+)">', lambda m: put("style", m[1]), page)
    page = re.sub(r'<script src="([\w.-]+)"></script>', lambda m: put("script", m[1]), page)
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
        "worker-src blob:; connect-src 'self'; img-src 'self' data: blob:; media-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return page.encode(), policy


def tone(seconds):
    """A WAV file with a soft tone."""
    rate = 16000
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(
            b"".join(struct.pack("<h", int(3000 * math.sin(i * 0.17))) for i in range(int(seconds * rate)))
        )
    return file.getvalue()


class PageServer:
    """A server; `show` sends a state to every open page."""

    def __init__(self, port=0):
        self.lock = threading.Lock()
        self.listeners = []
        self.latest = None
        self.beats = True
        self.refusal = None
        self.asked = []
        self.routes = {}
        self.sounds = {}
        self.pictures = {}
        # The answer about the map, and a function from a path below /map/ to bytes.
        self.map = {"problem": "noRegion"}
        self.map_file = lambda path: None
        self.broken = {}
        self.start(port)

    def start(self, port):
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                owner.answer(self)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

        self.is_up = True
        self.http = Server(("127.0.0.1", port), Handler)
        self.port = self.http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        """Ends the server at once, with all open connections."""
        self.is_up = False
        with self.lock:
            for listener in self.listeners:
                listener.put(None)
        self.http.shutdown()
        self.http.server_close()

    def show(self, **changes):
        """Sends the sample state with changes."""
        state = copy.deepcopy(SAMPLE)
        for key, value in changes.items():
            if isinstance(value, dict) and isinstance(state.get(key), dict):
                state[key] |= value
            else:
                state[key] = value
        with self.lock:
            self.latest = json.dumps(state)
            for listener in self.listeners:
                listener.put(self.latest)

    def answer(self, request):
        path = request.path.split("?")[0]
        self.asked.append(path)
        if path == "/":
            page, policy = joined()
            self.send(request, page, "text/html; charset=utf-8", policy)
        elif path == "/events" and self.refusal:
            self.send(request, b"No.\n", "text/plain", status=self.refusal)
        elif path == "/events":
            self.stream(request)
        elif path == "/health":
            self.send(request, b'{"alive":true}', "application/json")
        elif path == "/map.json":
            self.send(request, json.dumps(self.map).encode(), "application/json")
        elif path.startswith("/map/"):
            self.send_map(request, self.map_file(path[5:]))
        elif path.startswith("/route/") and (found := self.routes.get(path[7:-5])):
            self.send(request, json.dumps(found).encode(), "application/json")
        elif path.startswith("/picture/") and (found := self.pictures.get(path[9:])):
            self.send(request, found, "image/png")
        elif path.startswith("/spoken/") and (found := self.sounds.get(path[8:-4])):
            self.send(request, found, "audio/wav")
        elif path.startswith("/spoken/") and (found := self.broken.get(path[8:-4])):
            self.break_off(request, found)
        else:
            self.send(request, b"Not here.\n", "text/plain", status=404)

    @staticmethod
    def send_map(request, body):
        request.send_response(200 if body else 204)
        request.send_header("Content-Type", "text/javascript" if body and body[:2] != b"\x1f\x8b" else "application/x-protobuf")
        request.send_header("Content-Length", str(len(body or b"")))
        if body and body[:2] == b"\x1f\x8b":
            request.send_header("Content-Encoding", "gzip")
        request.end_headers()
        request.wfile.write(body or b"")

    @staticmethod
    def send(request, body, kind, policy=None, status=200):
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "no-store")
        if policy:
            request.send_header("Content-Security-Policy", policy)
        request.end_headers()
        request.wfile.write(body)

    @staticmethod
    def break_off(request, body):
        """Sends the beginning of a sound and closes the connection."""
        request.send_response(200)
        request.send_header("Content-Type", "audio/wav")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: len(body) // 12])
        request.wfile.flush()
        request.close_connection = True
        request.connection.shutdown(socket.SHUT_RDWR)

    def stream(self, request):
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Cache-Control", "no-store")
        request.send_header("Connection", "close")
        request.end_headers()
        mine = queue.Queue()
        with self.lock:
            self.listeners.append(mine)
            if self.latest:
                mine.put(self.latest)
        try:
            while self.is_up:
                try:
                    state = mine.get(timeout=1)
                    if state is None:
                        break
                    request.wfile.write(f"event: state\ndata: {state}\n\n".encode())
                except queue.Empty:
                    if self.beats:
                        request.wfile.write(b"event: heartbeat\ndata: {}\n\n")
                request.wfile.flush()
        except OSError:
            pass
        finally:
            request.close_connection = True
            with self.lock:
                self.listeners.remove(mine)
