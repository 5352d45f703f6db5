"""The page during a real drive: real events, a real navbus-web, a real browser. NAVBUS_PROGRAMS is the program folder."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import browser
from test_use import ANNOUNCEMENTS

ROOT = Path(__file__).parents[4]
PROGRAMS = os.environ.get("NAVBUS_PROGRAMS")
if not PROGRAMS or not os.access(f"{PROGRAMS}/navbus", os.X_OK):
    sys.exit("NAVBUS_PROGRAMS must name the folder with navbus, navbus-bus, navbus-web and navbus-speech")

# Runs in the page: collects all shown instructions and phases.
WRITE_DOWN = """(() => {
  window.shown = [];
  window.phases = [];
  const note = () => {
    const data = document.documentElement.dataset;
    if (phases.at(-1) !== data.phase) phases.push(data.phase);
    if (data.instruction !== 'yes' || data.link !== 'live') return;
    const instruction = [element('sign').getAttribute('aria-label'), element('street').textContent].join('|');
    if (shown.at(-1) !== instruction) shown.push(instruction);
  };
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  new MutationObserver(note).observe(document.documentElement, all);
  note();
})()"""


def free_port():
    """A free port below the range of ephemeral ports, so that it stays free."""
    while True:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", random.randrange(20_000, 30_000)))
            return one.getsockname()[1]


class Drive:
    """The recorded drive through Heidelberg with the page and kept sounds of speech; `web` has more settings of web.
    Without a speed, positions come from elsewhere."""

    def __init__(self, speed, web="", listen="127.0.0.1"):
        self.folder = tempfile.mkdtemp(prefix="navbus-page-")
        self.port = free_port()
        config = Path(self.folder, "drive.toml")
        self.speed = speed
        config.write_text(self.configure(web, listen), encoding="utf-8")
        self.environment = environment = os.environ | {
            "NAVBUS_DATA": str(ROOT), "NAVBUS_ENDPOINT": f"ipc://{self.folder}/requests",
            "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "XDG_STATE_HOME": f"{self.folder}/state",
            "NAVBUS_REGIONS": f"{self.folder}/regions"} | self.surroundings()
        self.events = []
        self.tap = subprocess.Popen(
            [f"{PROGRAMS}/navbus", "tap", "--json", "--only", "navigation"], stdout=subprocess.PIPE, text=True,
            env=environment, stderr=subprocess.DEVNULL)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.log = open(Path(self.folder, "log"), "w+", encoding="utf-8")
        self.bus = subprocess.Popen(
            [f"{PROGRAMS}/navbus", "run", "--config", str(config), "--run-folder", self.folder], stdout=self.log,
            stderr=self.log, env=environment)
        try:
            browser.until(self.is_served, "the page is served")
            # The printed link contains the token.
            self.url = browser.until(self.link, "the link of the page is printed")
        except AssertionError:
            self.close()
            raise

    example = ROOT / "examples" / "first-drive"

    def source(self):
        return f"""
                [source]
                kind = "nmea"
                path = "{self.example}/drive.nmea"
                speed = {self.speed}
            """

    def route(self):
        return f"{self.example}/route.json"

    def configure(self, web, listen):
        """The configuration of the run."""
        return f"""controls = ["web", "speech"]
                {self.source() if self.speed else ""}
                [route]
                path = "{self.route()}"
                [speech]
                output = "none"
                keep = "{self.folder}/spoken"
                [web]
                listen = "{listen}:{self.port}"
                spoken = "{self.folder}/spoken"
                {web}
            """

    def surroundings(self):
        """Further variables of the environment."""
        return {}

    def read(self):
        for line in self.tap.stdout:
            self.events.append(json.loads(line)["navigation"])

    def is_served(self):
        if self.bus.poll() is not None:
            raise AssertionError(f"navbus run has ended: {Path(self.folder, 'log').read_text(encoding='utf-8')}")
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def link(self):
        found = re.search(r"https?://[\d.]+:\d+/\?token=\w+", Path(self.folder, "log").read_text(encoding="utf-8"))
        return found and found[0]

    def process(self, name):
        """The process ID of a program of this drive."""
        for folder in Path("/proc").iterdir():
            try:
                if not folder.name.isdigit() or Path(os.readlink(folder / "exe")).name != name:
                    continue
                if self.folder in (folder / "environ").read_text(errors="replace"):
                    return int(folder.name)
            except OSError:
                continue
        return None

    def names(self):
        """The streets in the events of the bus, in order."""
        names = []
        for event in list(self.events):
            step = event.get("currentStep", {})
            name = step.get("simpleRoadName") or step.get("fullRoadName") or ""
            if step and (not names or names[-1] != name):
                names.append(name)
        return names

    def close(self):
        for process in (self.bus, self.tap):
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=30)
        self.reader.join(timeout=30)
        self.tap.stdout.close()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class DriveTests(browser.BrowserTest):
    def drive(self, speed):
        drive = Drive(speed)
        self.addCleanup(drive.close)
        return drive

    def test_a_whole_drive_is_shown_as_published_and_announced_in_few_sentences(self):
        drive = self.drive(speed=25)
        with self.visit(drive.url) as visit:
            visit.get(WRITE_DOWN)
            visit.get(ANNOUNCEMENTS)
            visit.wait("page.chart.line !== null")
            browser.until(lambda: drive.bus.poll() is not None, "the drive ends", seconds=90)
            visit.wait("document.documentElement.dataset.link === 'lost'")
            shown = [one.split("|", 1) for one in visit.get("shown")]
            announced = visit.get("announced")
            self.assertEqual(visit.get("phases[0]"), "guiding")
        names = drive.names()
        self.assertGreater(len(names), 6)
        # The order is that of the events; a maneuver without a street name is shown by its words.
        seen = [street for words, street in shown if street != words]
        at = 0
        for street in seen:
            self.assertIn(street, names[at:], f"{seen} is not in the order of {names}")
            at = names.index(street, at)
        self.assertGreaterEqual(len(set(seen)), len(set(filter(None, names))) - 2)
        self.assertLessEqual(len(announced), 5 * len(shown) + 5, announced)
        self.assertGreater(len(announced), 3)

    def test_a_reload_in_the_middle_of_a_drive_shows_everything(self):
        drive = self.drive(speed=4)
        with self.visit(drive.url) as visit:
            for _ in range(2):
                visit.wait("page.chart.line !== null")
                visit.wait("document.documentElement.dataset.instruction === 'yes'")
                for name in ("distance", "street", "then-distance", "current-street", "speed-value", "arrival-clock"):
                    self.assertNotEqual(visit.text(name), "", name)
                self.assertGreater(visit.page.locator("#sign path").count(), 0)
                self.assertGreater(visit.page.locator("#then-sign path").count(), 0)
                visit.wait("page.chart.drawings > 0")
                visit.page.reload()

    def test_a_server_that_hangs_or_dies_raises_the_alarm_and_comes_back(self):
        drive = self.drive(speed=1)
        link = "document.documentElement.dataset.link"
        with self.visit(drive.url) as visit:
            hanging = drive.process("navbus-web")
            os.kill(hanging, signal.SIGSTOP)
            # The launcher restarts a hung control: all conditions are checked in one frame, since the connection may
            # be back in the next.
            visit.wait(
                f"{link} === 'lost' && element('alarm').textContent.includes('No connection since')"
                " && document.documentElement.dataset.instruction === 'no'"
                " && getComputedStyle(element('instruction')).display === 'none'")
            visit.wait(f"{link} === 'live'")
            visit.wait("document.documentElement.dataset.instruction === 'yes'")
            running = drive.process("navbus-web")
            connections = visit.count("/events")
            os.kill(running, signal.SIGKILL)
            # The launcher restarts it; the page reconnects and shows everything again.
            browser.until(lambda: drive.process("navbus-web") not in (None, running), "it is started again")
            browser.until(lambda: visit.count("/events") > connections, "the page connects again")
            visit.wait(f"{link} === 'live' && page.chart.line !== null && document.documentElement.dataset.instruction === 'yes'")

    def test_a_silent_bus_raises_the_alarm_and_comes_back(self):
        drive = self.drive(speed=1)
        link = "document.documentElement.dataset.link"
        with self.visit(drive.url) as visit:
            silent = drive.process("navbus-bus")
            os.kill(silent, signal.SIGSTOP)
            try:
                visit.wait(f"{link} === 'lost'")
                visit.wait(r"/^Bus silent since \d\d:\d\d:\d\d$/.test(element('alarm').textContent)")
                self.assertFalse(visit.page.locator("#instruction").is_visible())
            finally:
                os.kill(silent, signal.SIGCONT)
            visit.wait(f"{link} === 'live'")

    def test_one_display_too_many_shows_the_reason_and_connects_when_others_leave(self):
        drive = self.drive(speed=1)
        bearer = f"Authorization: Bearer {drive.url.split('token=')[1]}"
        others = [socket.create_connection(("127.0.0.1", drive.port)) for _ in range(8)]
        for other in others:
            self.addCleanup(other.close)
            other.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{drive.port}\r\n{bearer}\r\n\r\n".encode())
            self.assertIn(b"200", other.recv(4096))
        with self.visit(drive.url, link="lost") as visit:
            self.assertIn("Too many displays", visit.text("alarm"))
            for other in others:
                other.close()
            visit.wait("document.documentElement.dataset.link === 'live'")
            self.assertFalse(visit.page.locator("#alarm").is_visible())
            # The browser logs each refusal.
            self.assertTrue(all("503" in complaint for complaint in visit.complaints), visit.complaints)
            visit.complaints.clear()

    def test_the_announcements_of_a_drive_are_played(self):
        drive = self.drive(speed=4)
        with self.visit(drive.url) as visit:
            visit.page.locator("#listen").click()
            visit.wait("page.player.audio && page.player.audio.currentTime > 0.1")
            self.assertIsNone(visit.get("page.player.trouble"))
            self.assertRegex(visit.get("page.player.audio.src"), r"/spoken/\d+-\d+\.wav$")
            self.assertGreater(len(visit.text("caption-text")), 10)


if __name__ == "__main__":
    browser.run()
