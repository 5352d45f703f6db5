"""A drive is begun, changed and ended on the page: a real bus, router and region, and a real browser."""

import json
import os
import time
from pathlib import Path

import browser
import town
from test_drive import Drive

PHONE = (390, 844)


class TownDrive(Drive):
    """A bus whose receiver stands in the town, with the control router; without a town, it has no region and no server."""

    def __init__(self, place, web=""):
        self.place = place
        self.router = place.url if place else "http://127.0.0.1:9"
        self.is_open = 'token = "none"' in web
        super().__init__(speed=1, web=web)

    def configure(self, web, listen):
        source = self.place.folder / "drive.nmea" if self.place else town.ROOT / "examples" / "first-drive" / "drive.nmea"
        return f"""controls = ["web", "router"]
                [source]
                kind = "nmea"
                path = "{source}"
                speed = 1
                [router]
                url = "{self.router}"
                [web]
                listen = "{listen}:{self.port}"
                {web}
            """

    def surroundings(self):
        regions = self.place.folder / "regions" if self.place else Path(self.folder, "none")
        # The address of the routing server comes from the configuration of the router.
        return {"NAVBUS_REGIONS": str(regions), "NAVBUS_ROUTER": "http://127.0.0.1:1"}

    def link(self):
        # Without a token, the address is known.
        return f"http://127.0.0.1:{self.port}/" if self.is_open else super().link()

    @property
    def kept(self): return Path(self.folder, "state", "navbus", "web", "places.json")


class BeginTests(browser.BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.town = town.Town()

    @classmethod
    def tearDownClass(cls):
        cls.town.close()
        super().tearDownClass()

    def drive(self, place="town", **options):
        drive = TownDrive(self.town if place == "town" else None, **options)
        self.addCleanup(drive.close)
        return drive

    @staticmethod
    def ready(visit):
        visit.wait("page.state?.fix && page.state.fix.quality !== 'none' && !element('where-to').hidden")

    @staticmethod
    def search(visit, text, name):
        """Types a text and waits for a place."""
        visit.page.locator("#drive-text").fill(text)
        visit.page.get_by_role("option", name=name).first.wait_for()

    @staticmethod
    def routes(visit):
        visit.wait("!element('drive-start').disabled")

    def test_a_drive_is_begun_by_typing_a_name_changed_and_ended_by_clicks(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.locator("#where-to").click()
            # With a typing error.
            self.search(visit, "old libary", "Old Library")
            visit.page.get_by_role("option", name="Old Library").click()
            self.routes(visit)
            offered = visit.page.locator("#drive-routes label").all_text_contents()
            self.assertIn(len(offered), (1, 2, 3))
            self.assertRegex(offered[0], r"\d+ min · [\d.]+ km")
            visit.page.get_by_role("button", name="Start").click()
            visit.wait("page.state.phase === 'guiding' && page.state.destination === 'Old Library'")
            visit.wait("!element('drive').open && element('where-to').hidden && page.chart.line !== null")
            first = visit.get("page.state.route.number")

            # A stop is added.
            visit.page.locator("#drive-open").click()
            self.assertIn("Old Library", visit.text("drive-goal"))
            self.search(visit, "pharmacy", "Night Pharmacy")
            visit.page.get_by_role("option", name="Night Pharmacy").click()
            visit.page.get_by_role("button", name="Add as the next stop").click()
            visit.wait("page.state.stopover?.name === 'Night Pharmacy' && page.state.destination === 'Old Library'")
            second = visit.get("page.state.route.number")
            self.assertGreater(second, first)

            # It is skipped: guidance requests another route from the control router.
            visit.page.locator("#drive-open").click()
            self.assertIn("Night Pharmacy", visit.text("drive-skip"))
            visit.page.locator("#drive-skip").click()
            visit.wait("page.state.route && page.state.route.number > argument && page.state.stopover === null", second)
            visit.wait("page.state.phase === 'guiding'")

            # The drive ends.
            visit.page.locator("#drive-open").click()
            visit.page.get_by_role("button", name="End the drive").click()
            visit.wait("page.state.phase === 'idle' && page.state.route === null && !element('where-to').hidden")

    def test_alternatives_modes_and_avoidances_are_chosen(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.keyboard.press("s")
            self.search(visit, "fish market", "Fish Market")
            visit.page.get_by_role("option", name="Fish Market").click()
            self.routes(visit)
            by_car = visit.page.locator("#drive-routes label").first.text_content()
            visit.page.get_by_label("on foot").check()
            visit.wait("!element('drive-start').disabled && element('drive-routes').textContent !== ''")
            visit.wait("!element('drive-routes').textContent.includes(argument)", by_car.strip())
            visit.page.get_by_label("ferries").check()
            visit.page.get_by_label("motorways").check()
            self.routes(visit)
            choices = visit.page.locator("#drive-routes input")
            choices.nth(choices.count() - 1).check()
            visit.page.get_by_role("button", name="Start").click()
            visit.wait("page.state.destination === 'Fish Market'")

    def test_keys_alone_begin_a_drive_and_a_screen_reader_follows(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.keyboard.press("s")
            visit.wait("document.activeElement.id === 'drive-text'")
            # Letters do not reach the keys of the page.
            theme = visit.get("page.choices.chosenTheme")
            visit.page.keyboard.type("nt cafe")
            self.assertEqual((theme, "heading"), (visit.get("page.choices.chosenTheme"), visit.get("page.choices.orientation")))
            visit.page.keyboard.press("Escape")
            self.assertTrue(visit.get("element('drive').open"))
            visit.page.keyboard.type("angstrom")
            visit.page.get_by_role("option", name="Ångström Café").wait_for()
            self.assertEqual(visit.text("drive-count"), "Places: 1")
            self.assertEqual(visit.get("element('drive-text').getAttribute('aria-expanded')"), "true")
            visit.page.keyboard.press("ArrowDown")
            active = visit.get("element('drive-text').getAttribute('aria-activedescendant')")
            self.assertEqual(visit.get("document.getElementById(argument).getAttribute('aria-selected')", active), "true")
            visit.page.keyboard.press("Enter")
            visit.wait("document.activeElement.id === 'drive-place'")
            self.routes(visit)
            for _ in range(12):
                visit.page.keyboard.press("Tab")
                if visit.get("document.activeElement.id") == "drive-start":
                    break
            visit.page.keyboard.press("Enter")
            visit.wait("page.state.destination === 'Ångström Café'")

    def test_places_are_kept_and_erased(self):
        drive = self.drive()
        with self.visit(drive.url, PHONE, has_touch=True, is_mobile=True) as visit:
            self.ready(visit)
            visit.page.locator("#where-to").tap()
            self.search(visit, "library", "Old Library")
            visit.page.get_by_role("option", name="Old Library").tap()
            visit.page.get_by_role("button", name="Save", exact=True).tap()
            visit.page.get_by_role("button", name="Erase", exact=True).wait_for()
            visit.page.get_by_role("button", name="Back").tap()
            visit.page.locator("#drive-text").fill("")
            self.search(visit, "fish", "Fish Market")
            visit.page.get_by_role("option", name="Fish Market").tap()
            self.routes(visit)
            visit.page.get_by_role("button", name="Start").tap()
            visit.wait("page.state.destination === 'Fish Market' && !element('drive').open")
            browser.until(lambda: "Fish Market" in drive.kept.read_text(encoding="utf-8"), "the drive is kept")
            self.assertEqual(os.stat(drive.kept).st_mode & 0o777, 0o600)
            # Both are offered in the empty field after a reload.
            visit.page.reload()
            visit.wait("page.state?.phase === 'guiding'")
            visit.page.locator("#drive-open").tap()
            visit.page.get_by_role("group", name="Saved places").get_by_role("option", name="Old Library").wait_for()
            visit.page.get_by_role("group", name="Recent places").get_by_role("option", name="Fish Market").tap()
            visit.page.get_by_role("button", name="Erase", exact=True).tap()
            visit.page.get_by_role("button", name="Save", exact=True).wait_for()
            visit.page.get_by_role("button", name="Back").tap()
            visit.page.get_by_role("button", name="Erase all of these places").tap()
            visit.wait("page.drive.field.places.length === 0")
            self.assertEqual(json.loads(drive.kept.read_text(encoding="utf-8")), {"version": 1, "saved": [], "recent": []})

    def test_a_point_of_the_map_is_a_destination(self):
        drive = self.drive(web="keepPlaces = false")
        latitude, longitude = town.position(5, 5)
        point = {"latitude": latitude, "longitude": longitude}
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.get("document.dispatchEvent(new CustomEvent('mapchoice', { detail: argument }))", point)
            self.routes(visit)
            self.assertEqual(visit.text("drive-place"), "50.01000, 8.01000")
            self.assertFalse(visit.page.get_by_role("button", name="Save", exact=True).is_visible())
            visit.page.get_by_role("button", name="Start").click()
            visit.wait("page.state.phase === 'guiding' && page.state.destination?.startsWith('50.01')")
            self.assertFalse(drive.kept.exists())

    def test_hostile_names_are_text(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.keyboard.press("s")
            self.search(visit, "café", "<script>")
            self.assertNotEqual(visit.get("document.title"), "taken")
            self.assertEqual(visit.page.locator("#drive-found script").count(), 0)
            shown = visit.page.locator("#drive-found [role=option]").all_text_contents()
            self.assertGreaterEqual(len(shown), 4)
            self.assertTrue(all(len(text) < 300 and "\u202e" not in text for text in shown), shown)
            visit.page.get_by_role("option", name="<script>").click()
            self.routes(visit)
            visit.page.get_by_role("button", name="Start").click()
            visit.wait("page.state.destination?.includes('<script>')")
            visit.page.keyboard.press("s")
            self.assertIn("<script>", visit.text("drive-goal"))
            # The dialog stays within the window.
            self.assertLessEqual(visit.get("element('drive').scrollWidth"), visit.get("element('drive').clientWidth"))

    def test_without_a_region_and_a_routing_server_the_page_says_what_is_missing(self):
        drive = self.drive(place=None)
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.keyboard.press("s")
            visit.page.locator("#drive-text").fill("Library")
            visit.wait("element('drive-status').textContent.includes('navbus region add')")
            self.search(visit, "49.41, 8.69", "49.41, 8.69")
            visit.page.get_by_role("option", name="49.41, 8.69").click()
            visit.wait("element('drive-status').textContent.includes('docs/connect-valhalla.md')")
            self.assertIn("no server listens there", visit.text("drive-status"))
            self.assertTrue(visit.get("element('drive-start').disabled"))

    def test_a_page_that_only_shows_has_no_buttons(self):
        for web in ("drives = false", 'token = "none"'):
            drive = self.drive(web=web)
            with self.visit(drive.url) as visit:
                visit.wait("page.state !== null")
                self.assertFalse(visit.get("page.state.display.offersDrives"))
                visit.page.keyboard.press("s")
                visit.get("document.dispatchEvent(new CustomEvent('mapchoice', { detail: { latitude: 50, longitude: 8 } }))")
                self.assertFalse(visit.get("element('drive').open"))
                for name in ("#where-to", "#drive-open"):
                    self.assertFalse(visit.page.locator(name).is_visible())
                visit.expected = ("403",)
                status = visit.get(
                    "fetch('/drive/stop', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })"
                    ".then(({ status }) => status)")
                self.assertEqual(status, 403)

    def test_a_page_of_another_site_cannot_begin_or_end_a_drive(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            visit.page.keyboard.press("s")
            self.search(visit, "library", "Old Library")
            visit.page.get_by_role("option", name="Old Library").click()
            self.routes(visit)
            visit.page.get_by_role("button", name="Start").click()
            visit.wait("page.state.phase === 'guiding'")
            # A page of another port of this machine is the same site, so the browser sends it the cookie.
            other = visit.context.new_page()
            other.goto(f"{self.town.url}/status")
            answers = other.evaluate(
                """async url => {
                    const post = (headers, mode) => fetch(`${url}/drive/stop`,
                        { method: 'POST', mode, credentials: 'include', headers, body: '{}' }).then(a => a.type, () => 'refused');
                    return [await post({ 'Content-Type': 'application/json' }, 'cors'), await post({}, 'cors'), await post({}, 'no-cors')];
                }""", f"http://127.0.0.1:{drive.port}")
            self.assertEqual(answers, ["refused"] * 3)
            other.close()
            number = visit.get("page.state.route.number")
            before = visit.get("page.state.fix.latitudeDegrees")
            # Two more fixes, in which an accepted request would show.
            count = len(drive.events)
            browser.until(lambda: len(drive.events) > count + 1, "the drive continues")
            self.assertEqual(visit.get("page.state.phase"), "guiding")
            self.assertEqual((visit.get("page.state.route.number"), visit.get("page.state.fix.latitudeDegrees")), (number, before))

    def test_a_watch_has_no_search(self):
        drive = self.drive()
        with self.visit(drive.url, (240, 240)) as visit:
            visit.wait("page.state?.display.offersDrives")
            for name in ("#where-to", "#drive-open"):
                self.assertFalse(visit.page.locator(name).is_visible())

    def test_a_search_takes_little_time_and_memory(self):
        drive = self.drive()
        with self.visit(drive.url) as visit:
            self.ready(visit)
            process = drive.process("navbus-web")

            def memory():
                status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
                return int(status.split("VmRSS:")[1].split()[0]) / 1024

            before = memory()
            took = []
            for index in range(40):
                began = time.monotonic()
                answer = visit.get("page.drive.send('search', { text: argument })", f"old libary {index % 4}")
                took.append(time.monotonic() - began)
                self.assertIsNotNone(answer)
                visit.page.wait_for_timeout(100)
            took.sort()
            print(f"search: median {took[20] * 1000:.1f} ms, maximum {took[-1] * 1000:.1f} ms; "
                  f"memory {before:.1f} MB, then {memory():.1f} MB")
            self.assertLess(took[20], 0.5)
            self.assertLess(memory() - before, 40)


if __name__ == "__main__":
    browser.run()
