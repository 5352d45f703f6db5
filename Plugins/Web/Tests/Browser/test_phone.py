"""A phone as the receiver: a real navbus-web with TLS, a real browser with emulated positions."""

import hashlib
import ssl
import subprocess
from pathlib import Path

import browser
from test_drive import PROGRAMS, ROOT, Drive

PHONE = (390, 844)
SETTINGS = "tls = true\nreceiver = true"

# Runs in the page: the clock of the positions runs by a second a position, so that a drive of minutes takes seconds.
FAST = """(() => {
  const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
  let time = Date.now();
  navigator.geolocation.watchPosition = (take, fail, options) =>
    watch(({ coords }) => take({ coords, timestamp: time += 1000 }), fail, options);
})();"""


def positions():
    """The positions of the recorded drive."""
    found = []
    for line in (ROOT / "examples" / "first-drive" / "drive.nmea").read_text(encoding="ascii").splitlines():
        parts = line.split(",")
        if parts[0] != "$GPRMC" or parts[2] != "A":
            continue
        degrees = [float(text[:-8]) + float(text[-8:]) / 60 for text in (parts[3], parts[5])]
        found.append((degrees[0], degrees[1], float(parts[7]) * 0.514444))
    return found


def decoded(shown, dark, folder):
    """The text of the QR code in the output of a terminal, as a reader of an image of it finds it."""
    # The modules of each character, above and below, as drawn or not.
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    is_drawn_dark = dark == "█"
    rows = []
    for line in shown.splitlines():
        if not line or set(line) - set(halves):
            break
        for half in (0, 1):
            rows.append([255 * ((halves[one][half] == 1) != is_drawn_dark) for one in line])
    scale = 5
    pixels = b"".join(bytes(pixel for pixel in row for _ in range(scale)) * scale for row in rows)
    image = Path(folder, "code.pgm")
    image.write_bytes(f"P5 {len(rows[0]) * scale} {len(rows) * scale} 255\n".encode() + pixels)
    found = subprocess.run(["zbarimg", "--quiet", "--raw", str(image)], capture_output=True, text=True, check=True)
    return found.stdout.strip()


class PhoneTests(browser.BrowserTest):
    def drive(self, web=SETTINGS, speed=None, **options):
        drive = Drive(speed, web, **options)
        self.addCleanup(drive.close)
        return drive

    def phone(self, url, *, script="", granted=("geolocation",), link="live"):
        return self.visit(
            url, PHONE, link, script=script, ignore_https_errors=True, permissions=list(granted), has_touch=True,
            is_mobile=True, device_scale_factor=2)

    @staticmethod
    def place(visit, latitude, longitude, speed=None, accuracy=6):
        if not hasattr(visit, "protocol"):
            visit.protocol = visit.context.new_cdp_session(visit.page)
        place = {"latitude": latitude, "longitude": longitude, "accuracy": accuracy}
        visit.protocol.send("Emulation.setGeolocationOverride", place | ({} if speed is None else {"speed": speed}))

    def test_a_phone_drives_and_shows_the_drive(self):
        drive = self.drive()
        # To the third maneuver.
        track = positions()[:180]
        with self.phone(drive.url, script=FAST) as visit:
            visit.expected = ("429",)
            self.assertTrue(visit.url.startswith("https://"))
            visit.wait("!element('offer').hidden")
            self.place(visit, *track[0])
            visit.page.locator("#offer").tap()
            visit.wait("page.receiver.sentAt !== null")
            for count, position in enumerate(track[1:], 2):
                self.place(visit, *position)
                visit.wait("page.receiver.sentCount >= argument", count)
                # The server takes fifty a second.
                visit.page.wait_for_timeout(20)
            visit.wait("document.documentElement.dataset.instruction === 'yes' && page.state.street === 'B 37'")
            self.assertIn("Sending positions: ±6 m", visit.text("receiver-state"))
            last = visit.get("page.state.position")
            self.assertLess(abs(last["latitudeDegrees"] - track[-1][0]), 5e-4)
            self.assertTrue(visit.get("page.state.flags.length === 0 && page.state.fix.status === 'reliable'"))
        self.assertGreater(len([name for name in drive.names() if name]), 2)

    def test_the_state_survives_a_reload_and_a_loss_of_the_network(self):
        drive = self.drive()
        with self.phone(drive.url) as visit:
            self.place(visit, 49.40835, 8.64179)
            visit.page.locator("#offer").tap()
            visit.wait("page.receiver.sentAt !== null")
            phone = visit.get("page.receiver.phone")
            visit.page.reload()
            visit.wait("page.receiver.isOn && page.receiver.sentAt !== null")
            self.assertEqual(visit.get("page.receiver.phone"), phone)
            visit.context.set_offline(True)
            self.place(visit, 49.40836, 8.64179)
            visit.wait("page.receiver.trouble === 'receiverLost'")
            self.assertTrue(visit.page.locator("#receive.ill").is_visible())
            # No position waits for the network.
            self.assertIsNone(visit.get("page.receiver.waiting"))
            visit.context.set_offline(False)
            self.place(visit, 49.40837, 8.64179)
            visit.wait("page.receiver.problem === null")
            visit.page.locator("#receive").tap()
            visit.wait("!page.receiver.isOn")
            visit.page.reload()
            visit.wait("page.receiver.isOffered && !page.receiver.isOn")

    def test_a_refusal_of_the_browser_has_a_remedy(self):
        drive = self.drive()
        with self.phone(drive.url, granted=()) as visit:
            visit.page.locator("#offer").tap()
            visit.wait("page.receiver.trouble === 'receiverDenied'")
            self.assertIn("allow the location", visit.text("receiver-state"))

    def test_a_second_phone_and_a_bus_with_a_source_are_named(self):
        drive = self.drive()
        with self.phone(drive.url) as first, self.phone(drive.url) as second:
            second.expected = ("423",)
            for visit in (first, second):
                self.place(visit, 49.40835, 8.64179)
            first.page.locator("#receive").tap()
            first.wait("page.receiver.sentAt !== null")
            second.page.locator("#receive").tap()
            second.wait("page.receiver.trouble === 'receiverTaken'")
            self.assertIn("Another phone", second.text("receiver-state"))
            first.page.locator("#receive").tap()
        other = self.drive(speed=1)
        with self.phone(other.url) as visit:
            visit.expected = ("409",)
            self.place(visit, 49.40835, 8.64179)
            visit.page.locator("#receive").tap()
            visit.wait("page.receiver.trouble === 'receiverOther'")
            self.assertIn("remove [source]", visit.text("receiver-state"))

    def test_the_screen_stays_on_or_the_page_says_that_it_does_not(self):
        drive = self.drive()
        with self.phone(drive.url) as visit:
            self.place(visit, 49.40835, 8.64179)
            visit.page.locator("#receive").tap()
            visit.wait("page.receiver.sentAt !== null && page.screen.lock !== null")
            self.assertEqual(visit.get("page.screen.isRefused"), "The screen may turn off" in visit.text("receiver-state"))
        without = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
        with self.phone(drive.url, script=without) as visit:
            visit.page.locator("#receive").tap()
            visit.wait("element('receiver-state').textContent.includes('The screen may turn off')")
            self.assertIn("Keep it on", visit.text("receiver-text"))

    def test_a_page_without_encryption_says_why_there_is_no_position(self):
        drive = self.drive(web="receiver = true")
        insecure = "Object.defineProperty(window, 'isSecureContext', { value: false });"
        with self.phone(drive.url, script=insecure) as visit:
            visit.page.locator("#offer").tap()
            visit.wait("page.receiver.trouble === 'receiverInsecure'")
            self.assertIn("web.tls = true", visit.text("receiver-state"))

    def test_the_code_in_the_terminal_leads_to_the_page(self):
        drive = self.drive(listen="0.0.0.0")
        for options, dark in ([], " "), (["--light"], "█"):
            shown = subprocess.run(
                [f"{PROGRAMS}/navbus", "web", "phone", *options], env=drive.environment, capture_output=True, text=True,
                check=True).stdout
            url = decoded(shown, dark, drive.folder)
            self.assertIn(f"1. {url}\n", shown)
        certificate = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", drive.port)))
        digits = hashlib.sha256(certificate).hexdigest().upper()
        self.assertIn(":".join(digits[at:at + 2] for at in range(0, 64, 2)), shown)
        self.assertNotIn("web.tls", shown)
        with self.phone(url) as visit:
            self.assertNotIn("127.0.0.1", visit.url)
            self.assertNotIn("token", visit.page.url)

    def test_a_page_for_this_machine_only_has_no_code(self):
        drive = self.drive()
        shown = subprocess.run(
            [f"{PROGRAMS}/navbus", "web", "phone"], env=drive.environment, capture_output=True, text=True, check=False)
        self.assertEqual((shown.returncode, shown.stdout), (69, ""))
        self.assertIn('set web.listen = "0.0.0.0:', shown.stderr)


if __name__ == "__main__":
    browser.run()
