"""The use of the page: with keys, with a screen reader, with sound, and over a connection that breaks."""

from pathlib import Path

import browser
from page_server import SAMPLE, PageServer, tone
from scenes import NOTHING_TO_DO, ROUTE

# Runs in the page: collects all sentences for screen readers.
ANNOUNCEMENTS = """(() => {
  window.announced = [];
  const note = () => announced.push(element('live-region').textContent);
  new MutationObserver(note).observe(element('live-region'), {childList: true, characterData: true, subtree: true});
})()"""

# Runs in the page: collects the beginnings and ends of sounds.
SOUNDS = """
  window.sounds = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    const name = this.src.split('/').pop();
    if (!this.isHeard) {
      this.isHeard = true;
      for (const kind of ['playing', 'pause', 'ended', 'emptied']) {
        this.addEventListener(kind, () => sounds.push(`${kind} ${this.src.split('/').pop()}`), true);
      }
    }
    window.player = this;
    return play.call(this);
  };
"""


class UseTests(browser.BrowserTest):
    def setUp(self):
        self.server = PageServer()
        self.server.routes["1"] = ROUTE
        self.count = 0
        self.server.show()
        self.addCleanup(self.server.stop)

    def show(self, visit, **changes):
        """Shows a state and waits for its title."""
        self.count += 1
        title = f"state {self.count}"
        self.server.show(**changes | {"display": {"title": title}})
        visit.wait("document.title === argument", title)

    def at(self, visit, meters, **changes):
        self.show(visit, distance={"meters": meters, "text": f"{meters} m", "bar": min(1, meters / 500)}, **changes)

    # Keys

    def test_every_button_has_a_name_and_is_reached_in_reading_order(self):
        with self.visit(self.server.url) as visit:
            reached = []
            for _ in range(4):
                visit.page.keyboard.press("Tab")
                reached.append(visit.get("document.activeElement.id"))
                ring = visit.get("getComputedStyle(document.activeElement).outlineStyle")
                self.assertEqual(ring, "solid", "the focus is seen")
            self.assertEqual(reached, ["turn-map", "turn-light", "listen", "more"])
            snapshot = visit.page.locator("body").aria_snapshot()
            for name in ("Map: heading up", "Light: automatic", 'button "Listen"', "Details, controls with problems: 1"):
                self.assertIn(name, snapshot)

    def test_the_parts_have_roles_and_names(self):
        with self.visit(self.server.url) as visit:
            snapshot = visit.page.locator("body").aria_snapshot()
            for part in (
                "main:", 'heading "navbus" [level=1]', 'region "Next maneuver"', 'img "Turn right"',
                SAMPLE["lanes"]["words"], 'img "Turn left"', 'region "Map of the route"', 'list "Notes"',
                'toolbar "Display"', 'region "Trip"', 'img "Speed limit 50 km/h"', "term: Arrival",
                'definition: 14:05', "status",
            ):
                self.assertIn(part, snapshot)
            self.assertEqual(visit.get("document.documentElement.lang"), "en")

    def test_keys_do_what_the_buttons_do_unless_they_are_turned_off(self):
        with self.visit(self.server.url) as visit:
            root = "document.documentElement.dataset"
            visit.page.keyboard.press("n")
            self.assertEqual(visit.get(f"{root}.orientation"), "north")
            visit.page.keyboard.press("?")
            self.assertTrue(visit.page.locator("#help").is_visible())
            visit.page.keyboard.press("d")
            self.assertFalse(visit.page.locator("#help").is_visible())
            self.assertTrue(visit.page.locator("#details").is_visible())
            visit.page.keyboard.press("Escape")
            self.assertFalse(visit.page.locator("#details").is_visible())
            visit.page.keyboard.press("?")
            visit.page.get_by_label("Single keys do this").uncheck()
            visit.page.keyboard.press("Escape")
            visit.page.keyboard.press("n")
            self.assertEqual(visit.get(f"{root}.orientation"), "north")

    def test_the_focus_comes_back_when_the_details_close(self):
        with self.visit(self.server.url) as visit:
            visit.page.locator("#more").focus()
            visit.page.keyboard.press("Enter")
            self.assertTrue(visit.page.locator("#details").is_visible())
            self.assertTrue(visit.get("element('details').contains(document.activeElement)"))
            visit.page.keyboard.press("Escape")
            self.assertEqual(visit.get("document.activeElement.id"), "more")

    def test_the_details_show_the_health_of_the_controls(self):
        with self.visit(self.server.url, (320, 240)) as visit:
            self.assertEqual(visit.text("troubles"), "1")
            visit.page.locator("#more").click()
            controls = visit.page.locator("#controls li").all_text_contents()
            self.assertEqual(controls, ["haptics restarting the device is gone", "speech running"])
            self.assertIn("/dev/ttyUSB0", visit.text("warnings"))
            self.show(visit, controls=[], warnings=[])
            self.assertEqual(visit.text("warnings").strip(), "None")
            self.assertFalse(visit.page.locator("#troubles").is_visible())

    # Screen readers

    def test_a_drive_is_announced_in_few_sentences(self):
        with self.visit(self.server.url) as visit:
            # Sentences about maneuvers have a minimum gap; this drive is faster than the clock.
            visit.get("LiveAnnouncer.gap = 0")
            visit.get(ANNOUNCEMENTS)
            for meters in range(1500, 0, -10):
                self.at(visit, meters)
            self.at(visit, 800, street="Am Römerkreisel", sign={"words": "Turn left"})
            for meters in range(790, 0, -10):
                self.at(visit, meters, street="Am Römerkreisel", sign={"words": "Turn left"})
            self.show(visit, **NOTHING_TO_DO, phase="arrived")
            announced = visit.get("announced")
            self.assertEqual(
                announced, [
                    "In 1500 m: Turn right, Berliner Straße", "In 1000 m: Turn right, Berliner Straße",
                    "In 300 m: Turn right, Berliner Straße", "In 100 m: Turn right, Berliner Straße",
                    "Now: Turn right, Berliner Straße", "In 800 m: Turn left, Am Römerkreisel",
                    "In 300 m: Turn left, Am Römerkreisel", "In 100 m: Turn left, Am Römerkreisel",
                    "Now: Turn left, Am Römerkreisel", "You have arrived"])

    def test_a_problem_is_announced_once_and_at_its_end(self):
        with self.visit(self.server.url) as visit:
            visit.get(ANNOUNCEMENTS)
            for _ in range(3):
                self.show(visit, flags=["offRoute"])
            for _ in range(3):
                self.show(visit, flags=["stale"], bus={"isAlive": False, "silentSince": "14:03:22"})
            for _ in range(3):
                self.show(visit)
            self.assertEqual(visit.get("announced"), ["Off the route", "Bus silent since 14:03:22", "Connected again"])

    # The book

    def test_the_picture_of_a_page_covers_the_map_while_the_page_is_read(self):
        book = Path(__file__).parents[4] / "examples" / "narrated-book"
        self.server.pictures["41-7"] = (book / "ferry.png").read_bytes()
        page = {"text": "1: The ferry.", "processId": 41, "effectNumber": 7, "picture": {"widthPoints": 480, "heightPoints": 320}}
        with self.visit(self.server.url) as visit:
            self.show(visit)
            self.assertFalse(visit.page.locator("#book").is_visible())
            self.show(visit, page=page)
            visit.wait("element('book').naturalWidth === 480")
            self.assertTrue(visit.page.locator("#book").is_visible())
            self.assertEqual(visit.page.locator("#book").get_attribute("alt"), "1: The ferry.")
            self.show(visit, page=page | {"picture": None})
            self.assertFalse(visit.page.locator("#book").is_visible())

    # The announcements

    @staticmethod
    def name(number, process=41):
        return f"{process}-{number}"

    def keep(self, **seconds):
        """Keeps sounds of utterances: `keep(s11=2)` keeps two seconds for the eleventh."""
        self.server.sounds |= {self.name(key[1:]): tone(length) for key, length in seconds.items()}

    def say(self, number, ending=None, process=41, age=0.1, **changes):
        named = {"text": f"words {number}", "processId": process, "effectNumber": number, "isAudioKept": True} | changes
        active = named | {"from": 0, "to": 5, "isPaused": changes.get("isPaused", False)}
        last = named | {"ending": ending, "ageSeconds": age}
        return {"activeUtterance": None if ending else active, "lastUtterance": last}

    def spoken(self):
        """The requested sounds, each once, in order."""
        return list(dict.fromkeys(path[8:-4] for path in self.server.asked if path.startswith("/spoken/")))

    def record_sounds(self, visit):
        visit.get(f"(() => {{ {SOUNDS} }})()")

    def test_the_spoken_word_is_marked_also_in_texts_beyond_the_basic_plane(self):
        with self.visit(self.server.url) as visit:
            self.show(visit, activeUtterance={"text": "🚲 in 300 meters", "from": 5, "to": 8})
            self.assertEqual(visit.page.locator("#caption mark").text_content(), "300")
            self.show(visit, activeUtterance=None)
            self.assertEqual(visit.page.locator("#caption mark").count(), 0)
            self.assertIn("turn right onto", visit.text("caption-text"))

    def test_after_a_click_the_page_plays_one_sound_after_another(self):
        self.keep(s11=0.6, s12=0.3)
        with self.visit(self.server.url) as visit:
            self.record_sounds(visit)
            self.show(visit, **self.say(10))
            visit.page.locator("#listen").click()
            self.assertEqual(visit.page.locator("#listen").get_attribute("aria-pressed"), "true")
            self.show(visit, **self.say(11))
            visit.wait("window.player && player.currentTime > 0.05")
            self.show(visit, **self.say(11, "finished"))
            self.show(visit, **self.say(12))
            visit.wait("sounds.includes('ended 41-12.wav')")
            order = [one for one in visit.get("sounds") if one.split()[0] in ("playing", "ended")]
            self.assertEqual(order, ["playing 41-11.wav", "ended 41-11.wav", "playing 41-12.wav", "ended 41-12.wav"])

    def test_a_cancelled_announcement_is_stopped(self):
        self.keep(s11=20)
        with self.visit(self.server.url) as visit:
            self.record_sounds(visit)
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11))
            visit.wait("window.player && player.currentTime > 0.05")
            self.show(visit, **self.say(11, "cancelled"))
            visit.wait("player.paused && page.player.playing === null")

    def test_the_page_pauses_with_speech(self):
        self.keep(s11=20)
        with self.visit(self.server.url) as visit:
            self.record_sounds(visit)
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11))
            visit.wait("window.player && player.currentTime > 0.05")
            self.show(visit, **self.say(11, isPaused=True))
            visit.wait("player.paused && page.player.playing === '41-11'")
            paused = visit.get("player.currentTime")
            self.show(visit, **self.say(11))
            visit.wait("player.currentTime > argument + 0.05", paused)

    def test_without_a_click_the_browser_plays_nothing_and_the_page_explains_it(self):
        self.keep(s11=5, s12=5)
        self.server.show(**self.say(11))
        # Any script of a test counts as a click, so the page acts by itself until it has tried.
        script = """addEventListener('DOMContentLoaded', () => {
          page.player.turn(true);
          page.player.onChange = () => { page.showChoices(); fetch('/health'); };
        });"""
        with self.visit(self.server.url, link=None, script=script) as visit:
            browser.until(lambda: "/health" in self.server.asked, "the page says how it tried to play")
            visit.wait("page.player.trouble === 'listenClick'")
            self.assertFalse(visit.get("page.player.isOn"))
            self.assertIn("press Listen", visit.page.locator("#listen").get_attribute("title"))
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(12))
            visit.wait("page.player.audio.currentTime > 0.05")
            self.assertIsNone(visit.get("page.player.trouble"))

    def test_without_kept_sounds_the_page_explains_it(self):
        with self.visit(self.server.url) as visit:
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11, isAudioKept=False))
            visit.wait("page.player.trouble === 'listenNoAudio'")
            visit.page.locator("#more").click()
            self.assertIn('"keep"', visit.text("listen-text"))

    def test_a_missing_sound_does_not_stop_the_next(self):
        self.keep(s12=5)
        with self.visit(self.server.url) as visit:
            self.record_sounds(visit)
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11))
            visit.wait("page.player.trouble === 'listenFailed'")
            self.show(visit, **self.say(12))
            visit.wait("player.currentTime > 0.05")
            # The browser also logs the missing file.
            visit.complaints.clear()

    def test_a_truncated_sound_does_not_stop_the_next(self):
        self.keep(s12=5)
        self.server.broken[self.name(11)] = tone(30)
        with self.visit(self.server.url) as visit:
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11))
            visit.wait("page.player.trouble === 'listenFailed' && page.player.playing === null")
            self.show(visit, **self.say(12))
            visit.wait("page.player.playing === '41-12' && page.player.audio.currentTime > 0.05")
            self.assertIsNone(visit.get("page.player.trouble"))

    def test_a_newer_announcement_replaces_a_paused_one(self):
        self.keep(s11=20, s12=5)
        with self.visit(self.server.url) as visit:
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11))
            visit.wait("page.player.audio && page.player.audio.currentTime > 0.05")
            self.show(visit, **self.say(11, isPaused=True))
            visit.wait("page.player.audio.paused && page.player.playing === '41-11'")
            self.show(visit, **self.say(12))
            visit.wait("page.player.playing === '41-12' && page.player.audio.currentTime > 0.05")

    def test_another_process_of_speech_counts_from_one(self):
        self.keep(s11=0.2)
        self.server.sounds[self.name(11, process=57)] = tone(0.2)
        with self.visit(self.server.url) as visit:
            visit.page.locator("#listen").click()
            for process in (41, 57):
                self.show(visit, **self.say(11, "finished", process))
                browser.until(lambda: self.name(11, process) in self.spoken(), f"{process} is played")
                visit.wait("page.player.playing === null")
            self.assertEqual(self.spoken(), ["41-11", "57-11"])

    def test_an_old_announcement_is_not_played(self):
        self.keep(s11=0.2, s12=0.2, s13=0.2)
        with self.visit(self.server.url) as visit:
            visit.page.locator("#listen").click()
            self.show(visit, **self.say(11, "finished", age=8.5))
            self.show(visit, **self.say(12, "finished", age=1.5))
            browser.until(lambda: self.name(12) in self.spoken(), "the young one is played")
            # Announcements without a connection are not played later, however recent.
            port = self.server.port
            self.server.stop()
            visit.wait("document.documentElement.dataset.link === 'lost'")
            before = self.spoken()
            self.server = PageServer(port)
            self.addCleanup(self.server.stop)
            self.server.routes["1"] = ROUTE
            self.keep(s13=0.2, s14=0.2)
            self.server.show(**self.say(13, "finished", age=1.5))
            visit.wait("document.documentElement.dataset.link === 'live'")
            self.show(visit, **self.say(14))
            browser.until(lambda: self.name(14) in self.spoken(), "the next one is played")
            self.assertEqual(before + self.spoken(), ["41-12", "41-14"])

    # Connection

    def without_instruction(self, visit, notice="No instruction for now"):
        """Checks that no instruction is visible while the position is unknown."""
        self.assertFalse(visit.page.locator("#instruction").is_visible())
        for name in ("sign", "distance", "street", "lanes", "then-sign"):
            self.assertEqual(visit.text(name), "", name)
        self.assertEqual(visit.page.locator("#instruction path").count(), 0)
        self.assertFalse(visit.page.locator("#caption").is_visible())
        self.assertEqual(visit.text("notice-text"), notice)

    def test_a_lost_server_raises_the_alarm_and_a_returned_one_is_used(self):
        with self.visit(self.server.url) as visit:
            port = self.server.port
            self.server.stop()
            visit.wait("document.documentElement.dataset.link === 'lost'")
            self.assertRegex(visit.text("alarm"), r"^No connection since \d\d:\d\d:\d\d$")
            self.without_instruction(visit)
            self.assertEqual(visit.text("speed-value"), "–")
            self.server = PageServer(port)
            self.addCleanup(self.server.stop)
            self.server.routes["1"] = ROUTE
            self.server.show(street="Neue Straße")
            visit.wait("document.documentElement.dataset.link === 'live'")
            visit.wait("element('street').textContent === 'Neue Straße'")
            self.assertFalse(visit.page.locator("#alarm").is_visible())

    def test_a_silent_connection_counts_as_lost(self):
        with self.visit(self.server.url) as visit:
            visit.get("Connection.quiet = 1500")
            visit.get("Connection.crowdedRetry = 1000")
            # The server ignores an immediate retry; otherwise the connection is back before a frame is drawn.
            visit.expected = ("status of 503",)
            self.server.refusal = 503
            self.server.beats = False
            visit.wait("document.documentElement.dataset.link === 'lost'")
            self.server.beats = True
            self.server.refusal = None
            visit.wait("document.documentElement.dataset.link === 'live'")

    def test_a_clock_that_is_set_back_does_not_hide_silence(self):
        with self.visit(self.server.url) as visit:
            visit.get("Connection.quiet = 1500")
            visit.get("(now => { Date.now = () => now() - 3600e3; })(Date.now.bind(Date))")
            visit.expected = ("status of 503",)
            self.server.refusal = 503
            self.server.beats = False
            root = "document.documentElement.dataset"
            visit.wait(f"{root}.link === 'lost' && {root}.instruction === 'no'")

    def test_a_full_server_is_retried_seldom_and_shown(self):
        self.server.refusal = 503
        with self.visit(self.server.url, link="lost") as visit:
            visit.get("Connection.crowdedRetry = 2000")
            self.assertEqual(visit.text("alarm"), "Too many displays are open: close another one")
            before = visit.get("performance.now()")
            count = visit.count("/events")
            browser.until(lambda: visit.count("/events") > count, "it tries again")
            self.assertGreater(visit.get("page.connection.openedAt") - before, 1000)
            self.server.refusal = None
            visit.wait("document.documentElement.dataset.link === 'live'")
            self.assertFalse(visit.page.locator("#alarm").is_visible())
            visit.complaints.clear()

    def test_without_a_token_the_page_explains_the_refusal(self):
        self.server.refusal = 401
        with self.visit(self.server.url, link="lost") as visit:
            self.assertIn("open it with its token", visit.text("alarm"))
            visit.complaints.clear()

    def test_an_invalid_state_leaves_no_old_picture(self):
        unreadable = [
            {"bus": None}, {"flags": None}, {"position": {"latitudeDegrees": None}}, {"controls": None}, {"version": 1}]
        link = "document.documentElement.dataset.link"
        with self.visit(self.server.url) as visit:
            for changes in unreadable:
                self.server.show(**changes)
                visit.wait(f"{link} === 'lost'")
                self.assertIn("cannot be shown", visit.text("alarm"), changes)
                self.without_instruction(visit)
                self.server.show()
                visit.wait(f"{link} === 'live'")
                self.assertEqual(visit.text("street"), SAMPLE["street"])
            visit.complaints.clear()

    def test_a_silent_bus_raises_the_alarm_and_nothing_looks_live(self):
        with self.visit(self.server.url) as visit:
            live = visit.get("getComputedStyle(element('guide')).backgroundColor")
            self.show(visit, flags=["stale"], bus={"isAlive": False, "silentSince": "14:03:22"})
            self.assertEqual(visit.text("alarm"), "Bus silent since 14:03:22")
            self.without_instruction(visit)
            self.assertNotEqual(visit.get("getComputedStyle(element('guide')).backgroundColor"), live)
            visit.page.reload()
            visit.wait("element('alarm').textContent === 'Bus silent since 14:03:22'")

    def test_silence_shows_its_beginning(self):
        silence = NOTHING_TO_DO | {"flags": ["stale"], "bus": {"silentSince": "14:03:22"}, "activeUtterance": None}
        with self.visit(self.server.url) as visit:
            visit.get(ANNOUNCEMENTS)
            self.show(visit, **silence, notice="No positions arrive")
            self.assertEqual(visit.text("alarm"), "No event since 14:03:22")
            self.without_instruction(visit, "No positions arrive")
            self.show(visit, **silence)
            self.without_instruction(visit)
            self.show(visit)
            self.assertEqual(visit.text("street"), SAMPLE["street"])
            # An arrival stays.
            self.show(visit, **silence, phase="arrived", destination="Schloss")
            self.assertEqual(visit.text("notice-text"), "You have arrived")

    def test_a_reload_shows_everything_again(self):
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            read = "element('display').innerText"
            before = visit.get(read)
            visit.page.reload()
            visit.wait("page.chart.line !== null && element('distance').textContent !== ''")
            self.assertEqual(visit.get(read), before)

    def test_a_restarted_server_without_a_route_removes_the_line(self):
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            port = self.server.port
            self.server.stop()
            visit.wait("document.documentElement.dataset.link === 'lost'")
            self.server = PageServer(port)
            self.addCleanup(self.server.stop)
            self.server.show(**NOTHING_TO_DO, phase="idle", route=None, arrival=None)
            visit.wait("document.documentElement.dataset.link === 'live' && page.chart.line === null")

    def test_the_map_shows_what_a_person_asks_for_and_the_position_again(self):
        def focus(kind, latitude=None, longitude=None):
            return {"focus": {"kind": kind, "latitudeDegrees": latitude, "longitudeDegrees": longitude}}

        view = "page.chart.view(element('chart').clientWidth, element('chart').clientHeight)"
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            position = [SAMPLE["position"]["latitudeDegrees"], SAMPLE["position"]["longitudeDegrees"]]
            follows = visit.get(view)
            self.assertEqual([follows["lat"], follows["lon"]], position)
            self.show(visit, **focus("route"))
            whole = visit.get(view)
            self.assertEqual(whole["up"], 0)
            for point in (ROUTE["points"][0], ROUTE["points"][-1], position):
                x, y = visit.get(f"page.chart.pixel(argument, {view})", point)
                self.assertTrue(0 <= x <= whole["width"] and 0 <= y <= whole["height"], (point, x, y))
            self.show(visit, **focus("point", 49.41, 8.7))
            self.assertEqual([visit.get(view)["lat"], visit.get(view)["lon"]], [49.41, 8.7])
            self.show(visit, **focus("position"))
            self.assertEqual(visit.get(view), follows)
            self.show(visit, **focus("a later kind"))
            self.assertEqual(visit.get(view), follows)

    def test_another_route_is_fetched_once(self):
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            self.server.routes["2"] = ROUTE | {"points": ROUTE["points"][:4]}
            for _ in range(3):
                self.show(visit, route={"number": 2})
            visit.wait("page.chart.line.points.length === 4")
            self.show(visit, route=None)
            visit.wait("page.chart.line === null")
            asked = [url.split("/")[-1] for url in visit.requests if "/route/" in url]
            self.assertEqual(asked, ["1.json", "2.json"])


if __name__ == "__main__":
    browser.run()
