"""A small town for drives from the page: its region, a real routing server, and a receiver that stands in it."""

import functools
import os
import socket
import subprocess
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

import browser

ROOT = Path(__file__).parents[4]
PROGRAMS = os.environ.get("NAVBUS_PROGRAMS", "")
ENGINES = Path(os.environ.get("NAVBUS_ENGINES") or ROOT / ".build" / "engines")
SOUTH, WEST, STEP, SIZE = 50.0, 8.0, 0.002, 8
HOSTILE = ["<script>document.title='taken'</script> Café", "Café \u202egnirts", "Café " + "lang" * 2500]
# Where the receiver stands, and the places: row and column of the grid of streets.
START = (0, 0)
PLACES = {
    "Old Library": (6, 6, {"amenity": "library"}), "Fish Market": (3, 5, {"amenity": "marketplace"}),
    "Night Pharmacy": (5, 2, {"amenity": "pharmacy"}), "Ångström Café": (2, 1, {"amenity": "cafe"}),
} | {name: (4, 4, {"amenity": "cafe"}) for name in HOSTILE}


def position(row, column):
    return SOUTH + row * STEP, WEST + column * STEP


def extract():
    """The town as XML of OpenStreetMap: a grid of streets that cross each other."""
    def tags(values):
        return "".join(f"<tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in values.items())

    def node(number, row, column, values):
        latitude, longitude = position(row, column)
        return f'<node id="{number}" version="1" lat="{latitude:.6f}" lon="{longitude:.6f}">{tags(values)}</node>'

    nodes = [node(1 + row * SIZE + column, row, column, {}) for row in range(SIZE) for column in range(SIZE)]
    for number, (name, (row, column, values)) in enumerate(PLACES.items(), 1000):
        nodes.append(node(number, row + 0.1, column + 0.1, values | {"name": name}))
    nodes.append(node(2000, 4, 4, {"place": "town", "name": "Gridton"}))
    ways = []
    for line in range(SIZE):
        for name, numbers in (
                (f"Row {line} Road", [1 + line * SIZE + column for column in range(SIZE)]),
                (f"Column {line} Street", [1 + row * SIZE + line for row in range(SIZE)])):
            points = "".join(f'<nd ref="{number}"/>' for number in numbers)
            values = {"highway": "residential", "name": name}
            ways.append(f'<way id="{len(ways) + 1}" version="1">{points}{tags(values)}</way>')
    return f"<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">{''.join(nodes + ways)}</osm>\n"


def receiver_log(seconds):
    """What a receiver writes that stands at the start, once a second."""
    lines = []
    latitude, longitude = position(*START)
    for second in range(seconds):
        time = f"{10 + second // 3600:02}{second // 60 % 60:02}{second % 60:02}.00"
        body = (
            f"GPRMC,{time},A,{int(latitude):02}{latitude % 1 * 60:07.4f},N,{int(longitude):03}{longitude % 1 * 60:07.4f},E,"
            "0.0,,040526,,,A")
        lines.append(f"${body}*{functools.reduce(lambda sum, letter: sum ^ ord(letter), body, 0):02X}\r\n")
    return "".join(lines)


class Town:
    """The region in a folder, with a running Valhalla."""

    def __init__(self):
        self.kept = tempfile.TemporaryDirectory(prefix="navbus-town-")
        self.folder = Path(self.kept.name)
        Path(self.folder, "gridton.osm").write_text(extract(), encoding="utf-8")
        Path(self.folder, "drive.nmea").write_text(receiver_log(1800), encoding="ascii")
        self.environment = os.environ | {
            "NAVBUS_DATA": str(ROOT), "NAVBUS_ENGINES": str(ENGINES), "NAVBUS_REGIONS": str(self.folder / "regions")}
        self.service = None
        try:
            self.run(
                [f"{PROGRAMS}/navbus", "region", "add", str(self.folder / "gridton.osm"), "--without", "map", "--country", "DE"])
            self.serve()
        except BaseException:
            self.close()
            raise

    def run(self, words):
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{words[:3]}: {done.stderr[-2000:]}")

    def serve(self):
        """Starts the routing server on a free port."""
        routes = self.folder / "regions" / "gridton" / "routes"
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        settings = (routes / "valhalla.json").read_text(encoding="utf-8")
        settings = settings.replace("@FOLDER@", str(routes)).replace("tcp://*:8002", f"tcp://127.0.0.1:{self.port}")
        settings = settings.replace("ipc:///tmp/", f"ipc://{self.folder}/").replace("ipc:\\/\\/\\/tmp\\/", f"ipc://{self.folder}/")
        file = self.folder / "valhalla.json"
        file.write_text(settings, encoding="utf-8")
        self.service = subprocess.Popen(
            [str(ENGINES / "valhalla" / "bin" / "valhalla_service"), str(file), "1"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        browser.until(self.is_serving, "the routing server listens")

    def is_serving(self):
        if self.service.poll() is not None:
            raise AssertionError("the routing server has ended")
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def url(self): return f"http://127.0.0.1:{self.port}"

    def close(self):
        if self.service:
            self.service.kill()
            self.service.wait()
        self.kept.cleanup()
