"""Opens the page in Chromium and records its requests and errors."""

import contextlib
import os
import shutil
import sys
import tempfile
import time
import unittest
from urllib.parse import urlsplit

try:
    from playwright.sync_api import sync_playwright
except ModuleNotFoundError:
    sys.exit("playwright is missing: run `make python`, which installs Tests/requirements.txt")

CHROMIUM = os.environ.get("NAVBUS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not CHROMIUM:
    sys.exit("Chromium is missing: run `scripts/setup.sh tests`, or name one in NAVBUS_CHROMIUM")

# The supported displays: a watch, panels on handlebars, phones in portrait and landscape, a television.
SIZES = [(240, 240), (320, 240), (480, 320), (390, 844), (844, 390), (800, 480), (1024, 768), (1920, 1080)]
THEMES = ["day", "night", "contrast"]

# Runs in the page: collects the violations of its policy.
WATCH = "window.refused = []; addEventListener('securitypolicyviolation', e => refused.push(e.violatedDirective));"


def until(condition, what, seconds=30):
    """Waits until a condition is true and returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds} seconds")
        time.sleep(0.02)


def temporary_folder(test):
    """A folder that is removed after a test."""
    folder = tempfile.TemporaryDirectory(prefix="navbus-page-")
    test.addCleanup(folder.cleanup)
    return folder.name


class Visit:
    """One open page."""

    def __init__(self, browser, url, size=(800, 480), script="", **options):
        self.url = url
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.context.add_init_script(WATCH + script)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        # Parts of the errors that a test expects.
        self.expected = ()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def note(self, message):
        # The browser logs a lost server; that is not an error of the page.
        expected = ("net::ERR_", *self.expected)
        if message.type in ("error", "warning") and not any(part in message.text for part in expected):
            self.complaints.append(message.text)

    def open(self, link="live"):
        self.page.goto(self.url)
        if link:
            self.wait(f"document.documentElement.dataset.link === '{link}'")
        return self

    def wait(self, condition, argument=None):
        """Waits until a condition in the page is true, checked with each frame."""
        self.page.wait_for_function(f"argument => {condition}", arg=argument, timeout=30_000)

    def text(self, name):
        return self.page.locator(f"#{name}").text_content().strip()

    def get(self, expression, argument=None):
        return self.page.evaluate(f"argument => {expression}", argument)

    def settle(self):
        """Waits until changes are laid out and drawn."""
        self.get("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def count(self, end):
        """The number of requests for a path."""
        self.settle()
        return len([url for url in self.requests if url.endswith(end)])

    @property
    def strangers(self):
        """The requests to other servers."""
        own = urlsplit(self.url).netloc
        return [url for url in self.requests if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != own]

    def close(self):
        self.context.close()


class BrowserTest(unittest.TestCase):
    """Tests with a browser; each visit must end without errors, policy violations and requests to other servers."""

    # The default policy of the browser for sound.
    arguments = ["--no-sandbox"]

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=cls.arguments)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    @contextlib.contextmanager
    def visit(self, url, size=(800, 480), link="live", **options):
        visit = Visit(self.browser, url, size, **options)
        try:
            yield visit.open(link)
            self.assertEqual(visit.complaints, [], "the page complains")
            self.assertEqual(visit.get("window.refused"), [], "the policy has refused something")
            self.assertEqual(visit.strangers, [], "the page asks others")
        finally:
            visit.close()


def run():
    """Runs the tests of a file."""
    unittest.main(verbosity=2)
