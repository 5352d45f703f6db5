"""Puts texts with control sequences wherever foreign texts appear, and runs the programs on a pseudo terminal.

    terminal.py PROGRAMS REPOSITORY CASE

PROGRAMS is the folder of the executables. The results of a case: the number of bytes, the number of occurrences of the
text, the control characters and sequences that reached the terminal, and the number of forged lines.
"""

import http.server
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from fcntl import ioctl
from pathlib import Path

PROGRAMS, REPOSITORY, CASE = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
FORGED = "navbus: all is well"
MARK = "Evil"
# Sets the clipboard, clears the screen (C0 and C1), rings, erases, changes the text direction, ends lines in three
# ways.
HOSTILE = (
    f"{MARK}\x1b]52;c;ZXZpbA==\x07\x1b[2J\u009b2J\u009d0;title\u009c\x08\x7f\u202eturned\u2066\u2028second"
    f"\x0b\x0c\x1b[31mred\ufdd0\ufdda\r{FORGED}\n{FORGED}"
)
# The sequences of the programs themselves: weights and colours.
OWN = re.compile(rb"\x1b\[(?:0|1|2|3[1-6])m")


class Terminal:
    """A program on a pseudo terminal."""

    def __init__(self, words, environment=None):
        self.bytes = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm", **(environment or {})})
            os.execv(str(words[0]), [str(word) for word in words])
        ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 400, 0, 0))

    def read(self, seconds, until=None):
        """Its output until its end, or until a text appears."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not (until and until in self.bytes):
            if not select.select([self.descriptor], [], [], 0.1)[0]:
                continue
            try:
                part = os.read(self.descriptor, 65536)
            except OSError:
                break
            if not part:
                break
            self.bytes += part
        return self.bytes

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                break
            self.read(5)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        os.close(self.descriptor)
        return self.bytes


def quoted(text):
    """A text in TOML."""
    return json.dumps(text).replace("\x7f", "\\u007f")


def figures(written):
    """The control characters and sequences that a terminal would execute."""
    rest = OWN.sub(b"", written.replace(b"\r\n", b"\n"))
    text = rest.decode("utf-8", "replace")
    obeyed = [letter for letter in text if ord(letter) < 0x20 and letter not in "\n\t" or 0x7F <= ord(letter) <= 0x9F]
    turned = [letter for letter in text if letter in "\u2028\u2029" or "\u202a" <= letter <= "\u202e" or
              "\u2066" <= letter <= "\u2069"]
    plain = OWN.sub(b"", written).decode("utf-8", "replace")
    return {
        "bytes": len(written), "seen": text.count(MARK), "controls": len(obeyed), "turned": len(turned),
        "forged": len(re.findall(rf"(?m)^\s*{FORGED}", plain)), "longest": max(map(len, text.split("\n"))),
        "raw": len([byte for byte in rest if byte == 0x1B]),
    }


def at_terminal(words, environment=None, seconds=30):
    terminal = Terminal(words, environment)
    try:
        terminal.read(seconds)
    finally:
        terminal.end()
    return terminal.bytes


def hostile_route(folder):
    """The route of the first drive with other street names."""
    def change(value):
        if isinstance(value, dict):
            return {key: HOSTILE if key in ("name", "ref", "destinations", "text") and isinstance(inner, str) else
                    change(inner) for key, inner in value.items()}
        return [change(inner) for inner in value] if isinstance(value, list) else value

    route = json.loads((REPOSITORY / "examples/first-drive/route.json").read_text(encoding="utf-8"))
    path = folder / "route.json"
    path.write_text(json.dumps(change(route)), encoding="utf-8")
    return path


def drive_file(folder, controls="", more="", speed="20"):
    route = hostile_route(folder)
    path = folder / "drive.toml"
    path.write_text(
        f'controls = [{controls}]\n[source]\nkind = "nmea"\npath = "{REPOSITORY}/examples/first-drive/drive.nmea"\n'
        f'speed = {speed}\n[route]\npath = "{route}"\n{more}', encoding="utf-8")
    return path


class Run:
    """A drive with hostile names."""

    def __init__(self, folder, speed="20", more=""):
        self.environment = {"XDG_RUNTIME_DIR": str(folder)}
        self.log = open(folder / "run.log", "wb")
        self.process = subprocess.Popen(
            [PROGRAMS / "navbus", "run", "--config", drive_file(folder, speed=speed, more=more)], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, env={**os.environ, **self.environment})
        deadline = time.monotonic() + 30
        while b"navigation started" not in (folder / "run.log").read_bytes() and time.monotonic() < deadline:
            time.sleep(0.02)

    def finish(self, seconds=60):
        self.process.wait(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self.log.close()


def while_driving(*words, seconds=4):
    def case(folder):
        with Run(folder) as run:
            return at_terminal([PROGRAMS / words[0], *words[1:]], run.environment, seconds)
    return case


def recorded(*words):
    def case(folder):
        recording = folder / "drive.mcap"
        with Run(folder, speed='"max"', more=f'[record]\nfile = "{recording}"\n') as run:
            run.finish()
            return at_terminal([PROGRAMS / "navbus", *(recording if word == "FILE" else word for word in words)],
                               run.environment, 60)
    return case


def python_control(path, *words):
    def case(folder):
        with Run(folder) as run:
            environment = {**run.environment, "PYTHONPATH": str(REPOSITORY / "examples/python"),
                           "NAVBUS_ENDPOINT": f"ipc://{folder}/navbus/requests"}
            return at_terminal([sys.executable, REPOSITORY / path, *words], environment, 4)
    return case


def gpsd(folder):
    """A receiver that sends an error text of its own."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            guest, _ = listener.accept()
            version = {"class": "VERSION", "release": HOSTILE, "rev": "1", "proto_major": 3, "proto_minor": 14}
            error = {"class": "ERROR", "message": HOSTILE}
            try:
                guest.sendall((json.dumps(version) + "\n" + json.dumps(error) + "\n").encode())
                time.sleep(0.2)
            except OSError:
                pass
            guest.close()

    threading.Thread(target=serve, daemon=True).start()
    path = folder / "gpsd.toml"
    path.write_text(f'controls = []\n[source]\nkind = "gpsd"\nport = {listener.getsockname()[1]}\n'
                    f'[route]\npath = "{hostile_route(folder)}"\n', encoding="utf-8")
    return at_terminal([PROGRAMS / "navbus", "run", "--config", path], {"XDG_RUNTIME_DIR": str(folder)}, 4)


def manifests(folder, *words):
    """Folders and keys of manifests with hostile names."""
    place = folder / "controls"
    for name, text in [
        (HOSTILE.replace("/", ""), 'id = "x"\n'),
        ("keys", f'id = "keys"\nsummary = {quoted(HOSTILE)}\n{quoted(HOSTILE)} = 1\n'),
        ("texts", f'id = "texts"\nsummary = {quoted(HOSTILE)}\nexecutable = "texts"\ncontract = 1\ntopics = ["onGPS"]\n'
                  f'[settings.a]\ntype = "text"\ndefault = {quoted(HOSTILE)}\nhelp = {quoted(HOSTILE)}\n'),
    ]:
        (place / name).mkdir(parents=True)
        (place / name / "plugin.toml").write_text(text, encoding="utf-8")
    environment = {"XDG_RUNTIME_DIR": str(folder), "NAVBUS_CONTROLS_PATH": str(place)}
    return at_terminal([PROGRAMS / "navbus", *words], environment, 60)


def configuration(text):
    def case(folder):
        path = folder / ("drive" + HOSTILE.replace("/", "")[:60] + ".toml")
        path.write_text(text, encoding="utf-8")
        return at_terminal([PROGRAMS / "navbus", "run", "--config", path], {"XDG_RUNTIME_DIR": str(folder)}, 20)
    return case


def router(status, body):
    def case(folder):
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return at_terminal(
            [PROGRAMS / "navbus-router", "ask", "--from", "49.4083,8.6419", "--to", "49.42,8.70", "--engine", "osrm",
             "--url", f"http://127.0.0.1:{server.server_address[1]}"], {}, 20)
    return case


def arguments(program, *words):
    return lambda folder: at_terminal([PROGRAMS / program, *words], {"XDG_RUNTIME_DIR": str(folder)}, 20)


def raw_answer():
    """A route document with control characters that JSON allows: DEL, C1, direction marks."""
    text = (REPOSITORY / "examples/first-drive/route.json").read_text(encoding="utf-8")
    raw = f"{MARK}\x7f\u009b2J\u009d52;c;ZXZpbA==\u009c\u202eturned\u2028"
    return text.replace('"Im Fuchsloch"', f'"{raw}"').encode()



refusal = json.dumps({"code": HOSTILE * 2000, "message": HOSTILE * 2000}).encode()
toml = quoted(HOSTILE)
CASES = {
    "console": while_driving("navbus-console"),
    "tap": while_driving("navbus", "tap"),
    "tap-json": while_driving("navbus", "tap", "--json"),
    "watch-lines": while_driving("navbus-watch", "--lines"),
    "export-csv": recorded("export", "FILE", "--csv"),
    "export-gpx": recorded("export", "FILE", "--gpx"),
    "export-geojson": recorded("export", "FILE", "--geojson"),
    "export-jsonl": recorded("export", "FILE", "--jsonl"),
    "info": recorded("info", "FILE"),
    "info-json": recorded("info", "FILE", "--json"),
    "trace": recorded("trace", "FILE", "--all"),
    "diff": recorded("diff", "FILE", HOSTILE),
    "speech-preview": lambda folder: at_terminal([PROGRAMS / "navbus-speech-tools", "preview", hostile_route(folder)], {}, 60),
    "gpsd": gpsd,
    "controls": lambda folder: manifests(folder, "controls", "--settings"),
    "doctor": lambda folder: manifests(folder, "doctor"),
    "run-with-manifests": lambda folder: manifests(folder, "run", "--config", drive_file(folder, '"keys"')),
    "configuration-key": configuration(f"{toml} = 1\n"),
    "configuration-value": configuration(f"controls = [{toml}]\n[source]\nkind = {toml}\n"),
    "configuration-section": configuration(f"[{toml}]\na = 1\n"),
    "configuration-raw": configuration(f"a = {HOSTILE}\n"),
    "router-refusal": router(400, refusal),
    "router-status": router(500, (HOSTILE * 2000).encode()),
    "router-answer": router(200, raw_answer()),
    "router-argument": arguments("navbus-router", "ask", HOSTILE),
    "navbus-argument": arguments("navbus", "status", f"--{HOSTILE}"),
    "navbus-command": arguments("navbus", HOSTILE),
    "navbus-set": arguments("navbus", "run", "--config", "first-drive", "--set", f"speech.{HOSTILE}=1"),
    "control-argument": arguments("navbus-console", HOSTILE),
    "speech-argument": arguments("navbus-speech-tools", "preview", HOSTILE),
    "haptics-argument": arguments("navbus-haptics-tools", "patterns", HOSTILE),
    "signs-argument": arguments("navbus-signs", "catalogue", "--print-theme", HOSTILE),
    "endpoint": arguments("navbus", "status", "--endpoint", f"ipc:///tmp/{HOSTILE}"),
    "python-event-log": python_control("examples/python/controls/event-log/event_log.py"),
    "python-argument": python_control("examples/python/controls/event-log/event_log.py", HOSTILE),
    "python-next-step": python_control("examples/write-a-control/python/next_step.py"),
}


def main():
    if CASE == "list":
        return print(json.dumps({"cases": sorted(CASES)}))
    folder = Path(tempfile.mkdtemp(prefix="navbus-terminal-"))
    try:
        written = CASES[CASE](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if os.environ.get("SHOW"):
        sys.stderr.write(repr(written[-3000:]) + "\n")
    print(json.dumps(figures(written)))


main()
