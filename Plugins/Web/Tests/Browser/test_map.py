"""The map of the page: a real drive on a map of a region, and without one. NAVBUS_TOWN names an OpenStreetMap extract of
the town of the tests."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import browser
from page_server import PageServer
from scenes import ROUTE
from test_drive import PROGRAMS, ROOT, Drive

if not os.path.exists(ROOT / ".build" / "maplibre" / "maplibre-gl.js"):
    sys.exit("MapLibre is missing: run `make maplibre`")

# A route along the main street of the town and out of it.
GPX = """<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><rte>
<rtept lat="50.0" lon="8.0"/><rtept lat="50.0" lon="8.002"/><rtept lat="50.0" lon="8.004"/><rtept lat="50.0" lon="8.009"/>
</rte></gpx>"""

# Runs in the page: counts the pixels of the map that have a colour of the style.
PIXELS = """async wanted => {
  await new Promise(done => page.map.map.once('idle', done).triggerRepaint());
  const canvas = page.map.map.getCanvas();
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const pen = copy.getContext('2d');
  await new Promise(done => page.map.map.once('render', () => { pen.drawImage(canvas, 0, 0); done(); }).triggerRepaint());
  const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
  const counts = {};
  for (const [name, color] of Object.entries(wanted)) {
    const [r, g, b] = [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
    counts[name] = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 12) counts[name] += 1;
    }
  }
  return {counts, all: data.length / 4};
}"""


def region(test):
    """The folder of regions with the town."""
    folder = browser.temporary_folder(test)
    made = subprocess.run(
        [f"{PROGRAMS}/navbus", "region", "add", os.environ["NAVBUS_TOWN"], "--name", "town", "--without", "routes"],
        env=os.environ | {"NAVBUS_REGIONS": folder, "NAVBUS_DATA": str(ROOT)}, capture_output=True, text=True, check=False)
    test.assertEqual(made.returncode, 0, made.stderr)
    return folder


class TownDrive(Drive):
    """A simulated drive through the town of a folder of regions."""

    def __init__(self, regions, speed=1, web=""):
        self.example = tempfile.mkdtemp(prefix="navbus-town-")
        Path(self.example, "route.gpx").write_text(GPX, encoding="utf-8")
        self.regions = regions
        super().__init__(speed, web)

    def source(self):
        return f"""
            [source]
            kind = "simulate"
            noiseMeters = 0
            speed = {self.speed}
        """

    def route(self):
        return f"{self.example}/route.gpx"

    def surroundings(self):
        return {"NAVBUS_REGIONS": self.regions}

    def close(self):
        super().close()
        shutil.rmtree(self.example, ignore_errors=True)


class MapTests(browser.BrowserTest):
    # WebGL without a graphics card.
    arguments = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]

    def drive(self, **options):
        drive = TownDrive(region(self), **options)
        self.addCleanup(drive.close)
        return drive

    def colors(self, visit):
        return visit.get("mapStyle.colors[document.documentElement.dataset.theme]")

    def test_a_drive_is_shown_on_the_map_of_its_region(self):
        drive = self.drive(speed=0.7)
        with self.visit(drive.url) as visit:
            visit.wait("page.map.isShown && page.chart.line !== null && page.map.camera.position !== null")
            self.assertFalse(visit.page.locator("#chart").is_visible())
            self.assertIn("OpenStreetMap", visit.text("map-note"))
            for theme in browser.THEMES:
                visit.get("page.choices.theme = argument", theme)
                visit.get("page.showChoices()")
                colors = self.colors(visit)
                seen = visit.page.evaluate(PIXELS, {name: colors[name] for name in ("land", "route", "minor")})
                for name in ("land", "route", "minor"):
                    self.assertGreater(seen["counts"][name], 60, f"{name} in {theme}: {seen}")
                self.assertGreater(seen["counts"]["land"], seen["all"] / 3, f"{theme}: {seen}")
            # Streets have names, drawn with fonts of this machine.
            names = visit.get("page.map.map.queryRenderedFeatures({layers: ['street-name', 'minor-name', 'road-name']})"
                              ".map(one => one.properties['name:latin'] ?? one.properties.name)")
            self.assertTrue({"Hauptstraße", "Plöck", "Ostring"} & set(names), names)
            # The camera follows: the arrow stays in the lower half, and the map is turned into the direction of travel.
            visit.wait("Math.abs(MapCamera.turn(page.map.map.getBearing(), 90)) < 8")
            box = visit.page.locator("#map").bounding_box()
            arrow = visit.page.locator("#me svg").bounding_box()
            middle = arrow["y"] + arrow["height"] / 2
            self.assertGreater(middle, box["y"] + box["height"] / 2)
            self.assertLess(middle, box["y"] + box["height"])
            before = visit.get("page.map.map.getCenter().lng")
            visit.wait("page.map.map.getCenter().lng > argument + 0.0003", before)
            visit.page.keyboard.press("n")
            visit.wait("Math.abs(page.map.map.getBearing()) < 1 && page.map.map.getPitch() < 1")
        self.assertTrue(any("/map/" in url for url in visit.requests))

    def test_a_place_is_chosen_by_a_right_click_or_a_long_press(self):
        drive = self.drive(speed=0.5)
        with self.visit(drive.url, has_touch=True) as visit:
            visit.wait("page.map.isShown")
            visit.get("window.chosen = []")
            visit.page.evaluate("document.addEventListener('mapchoice', event => chosen.push(event.detail))")
            box = visit.page.locator("#map").bounding_box()
            at = (box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)
            visit.page.mouse.click(*at, button="right")
            visit.wait("chosen.length === 1")
            place = visit.get("chosen[0]")
            self.assertAlmostEqual(place["latitude"], 50, delta=0.1)
            self.assertAlmostEqual(place["longitude"], 8, delta=0.1)
            # The page offers to drive there, in a dialog over the map.
            visit.wait("document.getElementById('drive').open")
            visit.page.keyboard.press("Escape")
            # A long press: the finger rests.
            visit.wait("performance.now() - page.map.chosenAt > 1300")
            touch = visit.context.new_cdp_session(visit.page)
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
            visit.wait("chosen.length === 2")
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            visit.page.keyboard.press("Escape")
            # A moved map stays until the user returns to the position.
            visit.page.mouse.move(*at)
            visit.page.mouse.down()
            visit.page.mouse.move(at[0] + 80, at[1] + 60, steps=5)
            visit.page.mouse.up()
            visit.wait("page.map.isFree")
            visit.page.locator("#follow").click()
            visit.wait("!page.map.isFree")

    def test_damaged_tiles_leave_the_rest_of_the_page_as_it_is(self):
        regions = region(self)
        with sqlite3.connect(f"{regions}/town/map.mbtiles") as database:
            rows = database.execute("SELECT zoom_level, tile_column, tile_row FROM tiles ORDER BY 1, 2, 3").fetchall()
            for index, row in enumerate(rows):
                noise = bytes((index * 7 + at * 31) % 256 for at in range(400))
                broken = (noise, b"\x1f\x8b\x08\x00" + noise, b"")[index % 3]
                database.execute(
                    "UPDATE tiles SET tile_data = ? WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?", (broken, *row))
        database.close()
        drive = TownDrive(regions, speed=0.7)
        self.addCleanup(drive.close)
        with self.visit(drive.url) as visit:
            visit.wait("page.map.isShown && page.chart.line !== null && page.map.camera.position !== null")
            route = self.colors(visit)["route"]
            browser.until(lambda: visit.page.evaluate(PIXELS, {"route": route})["counts"]["route"] > 60, "the route is seen")
            visit.wait("document.documentElement.dataset.instruction === 'yes'")


class LineTests(browser.BrowserTest):
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"]

    def setUp(self):
        self.server = PageServer()
        self.server.routes["1"] = ROUTE
        self.server.show()
        self.addCleanup(self.server.stop)

    def test_without_a_region_the_line_is_shown_with_the_way_to_a_map(self):
        with self.visit(self.server.url) as visit:
            visit.wait("element('map-note').textContent.includes('navbus region add')")
            self.assertTrue(visit.page.locator("#chart").is_visible())
            visit.page.evaluate("document.addEventListener('mapchoice', () => { window.chosen = true; })")
            visit.page.locator("#chart").click(button="right", position={"x": 60, "y": 60}, force=True)
            self.assertIsNone(visit.get("window.chosen ?? null"))

    def test_without_webgl_the_line_is_shown(self):
        self.server.map = {
            "problem": None, "script": "/map/x/maplibre-gl.js", "tiles": "/map/x/{z}/{x}/{y}.pbf", "minZoom": 0, "maxZoom": 14,
            "bounds": None, "attribution": "© OpenStreetMap contributors"}
        with self.visit(self.server.url) as visit:
            visit.wait("element('map-note').textContent.includes('WebGL')")
            self.assertTrue(visit.page.locator("#chart").is_visible())
            self.assertGreater(visit.get("page.chart.drawings"), 0)
            # Nothing is loaded in vain.
            self.assertFalse(any("maplibre" in url for url in visit.requests))


if __name__ == "__main__":
    browser.run()
