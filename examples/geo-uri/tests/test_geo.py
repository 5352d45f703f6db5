"""Good and hostile geo: URIs; the handler with a recording navbus, and with a real bus."""

from __future__ import annotations

import http.server
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from typing import List

FOLDER = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = FOLDER.parent.parent
sys.path.insert(0, str(FOLDER))

from navbus_geo import MAX_URI_CHARACTERS, NotUsable, position_of, printable

GOOD = {
    "geo:49.4087,8.7100": (49.4087, 8.71),
    "GEO:-33.8,151.2,12.5": (-33.8, 151.2),
    "geo:90,-22.43;crs=WGS84": (90, 0),
    "geo:48.2010,16.3695,183;crs=wgs84;u=40": (48.201, 16.3695),
    "geo:66,30;u=6.500;FOo=this%2dthat": (66, 30),
    "geo:1,2;flag": (1, 2),
    "geo:0,0?q=49.4,8.7": (49.4, 8.7),
    "geo:0,0?q=49.4%2C8.7(Caf%C3%A9+%22x%22)&z=17": (49.4, 8.7),
    "geo:49.4,8.7?z=11": (49.4, 8.7),
}

HOSTILE = {
    "": "does not begin with geo:",
    "geo": "does not begin with geo:",
    "https://example.org": "does not begin with geo:",
    "--help=geo:1,2": "does not begin with geo:",
    "geo:": "not followed by",
    "geo:1": "not followed by",
    "geo:1,2,3,4": "not followed by",
    "geo:1, 2": "not followed by",
    "geo:+1,2": "not followed by",
    "geo:1e1,2": "not followed by",
    "geo:nan,inf": "not followed by",
    "geo:.5,2": "not followed by",
    "geo:٤٩,٨": "not followed by",
    "geo:1,2\n": "not followed by",
    "geo:1,2\0": "not followed by",
    "geo:$(reboot),2": "not followed by",
    "geo:1,2|reboot": "not followed by",
    "geo:1,2 --mode=foot": "not followed by",
    "geo:1,2;reboot|x": "is malformed",
    "geo:1,2;a=`reboot`": "is malformed",
    "geo:1,2;": "is malformed",
    "geo:1,2;=x": "is malformed",
    "geo:1,2;a=%zz": "is malformed",
    "geo:1,2;u=-3": "not a number of metres",
    "geo:1,2;u": "not a number of metres",
    "geo:1,2;crs=moon-2011": "is not wgs84",
    "geo:1,2;crs": "is not wgs84",
    "geo:1,2;u=3;crs=wgs84": "must precede",
    "geo:1,2;a=b;u=3": "must precede",
    "geo:1,2;a=b;A=c": "occurs twice",
    "geo:90.1,0": "latitude",
    "geo:0,-180.1": "longitude",
    "geo:0,0?q=91,0": "latitude",
    "geo:1,2#x": "fragment",
    "geo:0,0?q=Main+Street+1,+Heidelberg": "asks for an address",
    "geo:49.4,8.7?q=": "asks for an address",
    "geo:0,0?q=1,2(a)(b)": "asks for an address",
    "geo:0,0?q=1,2%0A": "asks for an address",
    "geo:0,0?q=1,2;reboot": "asks for an address",
    "geo:0,0?q=1,2&q=3,4": "q twice",
    "geo:0,0?q=<script>": "is malformed",
    "geo:0,0?q=%ff": "not UTF-8",
    "geo:" + "9" * 21 + ",2": "not followed by",
    "geo:1,2;a=" + "x" * MAX_URI_CHARACTERS: "characters",
    "geo:" + "1," * 1_000_000: "characters",
}


class PositionTests(unittest.TestCase):
    def test_good_uris_name_a_position(self) -> None:
        for uri, position in GOOD.items():
            self.assertEqual(position_of(uri), position, uri)

    def test_hostile_uris_are_refused_with_the_reason(self) -> None:
        for uri, reason in HOSTILE.items():
            with self.assertRaisesRegex(NotUsable, reason.replace("(", r"\("), msg=uri[:80]):
                position_of(uri)

    def test_an_argument_has_only_digits_points_commas_and_minus_signs(self) -> None:
        for uri in GOOD:
            self.assertRegex(position_of(uri).argument, r"\A-?[0-9]{1,2}\.[0-9]{7},-?[0-9]{1,3}\.[0-9]{7}\Z")

    def test_a_refused_uri_cannot_control_the_terminal(self) -> None:
        self.assertEqual(printable("geo:\x1b]0;x\x07\u202e\n"), "geo:?]0;x???")
        self.assertEqual(len(printable("x" * 1000)), 83)


class HandlerTests(unittest.TestCase):
    """The program as a desktop starts it."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="navbus-geo-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        # A browser has no terminal, and this desktop no notifications.
        self.environment = {"PATH": f"{self.folder}:{os.path.dirname(sys.executable)}:/usr/bin:/bin", "HOME": self.folder}

    def program(self, name: str, text: str) -> None:
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)

    def open(self, uri: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(FOLDER / "navbus-geo"), uri], env=self.environment, capture_output=True, text=True, timeout=60, check=False
        )

    def recorded(self, name: str) -> List[str]:
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def test_navbus_gets_the_position_and_its_exit_code_is_returned(self) -> None:
        self.program("navbus", f'printf "%s\\n" "$@" >> {self.folder}/arguments; echo "navbus: no bus" >&2; exit 69')
        self.program("notify-send", f'printf "%s\\n" "$@" >> {self.folder}/notified')
        outcome = self.open("geo:-33.8,151.2;u=3")
        self.assertEqual(outcome.returncode, 69)
        self.assertEqual(outcome.stderr, "navbus-geo: no bus\n")
        self.assertEqual(self.recorded("arguments"), ["start", "--to=-33.8000000,151.2000000"])
        self.assertEqual(self.recorded("notified")[-1], "no bus")

    def test_navbus_is_not_started_for_a_uri_that_is_refused(self) -> None:
        self.program("navbus", f"touch {self.folder}/arguments")
        self.program("notify-send", f'printf "%s\\n" "$@" >> {self.folder}/notified')
        for uri in ("geo:0,0?q=Main+Street", f"geo:1,2;$(touch {self.folder}/arguments)", "geo:<b>1</b>"):
            outcome = self.open(uri)
            self.assertEqual(outcome.returncode, 64)
            self.assertRegex(outcome.stderr, r"\Anavbus-geo: failed to use ")
        self.assertEqual(os.path.exists(f"{self.folder}/arguments"), False)
        self.assertIn("&lt;b&gt;", self.recorded("notified")[-1])

    def test_without_navbus_the_remedy_is_named(self) -> None:
        outcome = self.open("geo:1,2")
        self.assertEqual((outcome.returncode, outcome.stderr.count("install it")), (69, 1))

    def test_the_desktop_file_names_the_program_and_the_scheme(self) -> None:
        text = (FOLDER / "navbus-geo.desktop").read_text(encoding="utf-8").splitlines()
        self.assertIn("Exec=navbus-geo %u", text)
        self.assertIn("MimeType=x-scheme-handler/geo;", text)

    def test_navigation_starts_on_a_real_bus(self) -> None:
        programs = os.environ["NAVBUS_PROGRAMS"]
        paths: List[str] = []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _router(paths))
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        self.environment.update(
            PATH=f"{programs}:{self.environment['PATH']}",
            XDG_RUNTIME_DIR=self.folder,
            NAVBUS_CONTROLS_PATH=str(REPOSITORY / "Plugins"),
            NAVBUS_ROUTER=f"http://127.0.0.1:{server.server_port}",
        )
        drive = REPOSITORY / "examples/first-drive/drive.nmea"
        with open(os.path.join(self.folder, "run.toml"), "w", encoding="utf-8") as file:
            file.write(f'controls = []\n[source]\nkind = "nmea"\npath = "{drive}"\nspeed = 5\n')
        log = os.path.join(self.folder, "run.log")
        with open(log, "wb") as output:
            run = subprocess.Popen(
                ["navbus", "run", "--config", os.path.join(self.folder, "run.toml")],
                env=self.environment,
                stdout=output,
                stderr=output,
            )
        self.addCleanup(run.wait, 20)
        self.addCleanup(run.send_signal, signal.SIGTERM)
        deadline = time.monotonic() + 30
        outcome = self.open("geo:49.4137,8.7135")
        while outcome.returncode != 0 and time.monotonic() < deadline:
            time.sleep(0.1)
            outcome = self.open("geo:49.4137,8.7135")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        # The bus has started navigation along the route of the server.
        while "navigation started" not in pathlib.Path(log).read_text(encoding="utf-8") and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertIn("navigation started", pathlib.Path(log).read_text(encoding="utf-8"))
        self.assertTrue(any("49.4137" in path for path in paths), paths)


def _router(requests: List[str]) -> type:
    """A routing server that answers each request with the route of the first drive."""
    route = (REPOSITORY / "examples/first-drive/route.json").read_bytes()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer("")

        def do_POST(self) -> None:
            self.answer(self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode())

        def answer(self, body: str) -> None:
            requests.append(f"{self.path} {body}")
            is_status = self.path.startswith("/status")
            data = b'{"version":"3.5.1","tileset_last_modified":1,"available_actions":["status","route"]}' if is_status else route
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


if __name__ == "__main__":
    unittest.main()
