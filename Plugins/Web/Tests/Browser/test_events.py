"""The events as a public interface: a page of another origin, and the schema over a real drive."""

import functools
import http.client
import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import browser
import schema
from test_drive import ROOT, Drive


class ExamplePage(ThreadingHTTPServer):
    """Serves examples/page on a port of its own, so from another origin than the events."""

    daemon_threads = True

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), functools.partial(self.Handler, directory=ROOT / "examples" / "page"))
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


class EventReader(threading.Thread):
    """Reads the events until the server ends them, as a program without a browser does."""

    def __init__(self, drive, token):
        super().__init__(daemon=True)
        self.states, self.names = [], set()
        self.connection = http.client.HTTPConnection("127.0.0.1", drive.port, timeout=30)
        self.connection.request("GET", "/events", headers={"Authorization": f"Bearer {token}"})
        self.response = self.connection.getresponse()
        self.start()

    def run(self):
        for line in self.response:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                self.names.add(value)
            elif field == "data" and value != "{}":
                self.states.append(json.loads(value))
        self.connection.close()


# Runs in a page: requests the events and returns the status, or the name of the error.
FETCH = """(async () => {
  const leave = new AbortController();
  try {
    const { status } = await fetch(argument.url, { headers: argument.headers, signal: leave.signal });
    leave.abort();
    return status;
  } catch (error) {
    return error.name;
  }
})()"""

# Runs in a page: opens the events and returns the name of the first event.
LISTEN = """new Promise((done) => {
  const source = new EventSource(argument);
  for (const name of ["state", "error"]) {
    source.addEventListener(name, () => { source.close(); done(name); });
  }
})"""


class EventsTests(browser.BrowserTest):
    def setUp(self):
        self.page = ExamplePage()
        self.addCleanup(self.page.stop)

    def drive(self, speed):
        drive = Drive(speed, web=f'allowedOrigins = ["http://127.0.0.1:{self.page.port}"]')
        self.addCleanup(drive.close)
        self.token = drive.url.split("token=")[1]
        self.events = f"http://127.0.0.1:{drive.port}/events"
        return drive

    def open(self, host="127.0.0.1", fragment=""):
        visit = browser.Visit(self.browser, f"http://{host}:{self.page.port}/{fragment}")
        # The example has no icon.
        visit.expected = ("status of 404",)
        self.addCleanup(visit.close)
        return visit.open(link=None)

    def test_the_example_shows_a_whole_drive_whose_states_all_have_the_fields_of_the_schema(self):
        drive = self.drive(speed=25)
        reader = EventReader(drive, self.token)
        visit = self.open(fragment=f"#{self.events}?token={self.token}")
        shown = []
        while drive.bus.poll() is None:
            shown.append([visit.text(name) for name in ("distance", "street", "arrival")])
            if shown[-1][0] and visit.page.locator("#sign path.ink-symbol").count() > 0:
                shown[-1].append("sign")
        reader.join(timeout=30)
        self.assertFalse(reader.is_alive(), "the server ends the events")
        seen = [state for state in reader.states if state["sign"]]
        texts = [
            {state["distance"]["text"] for state in seen},
            {state["street"] or state["sign"]["words"] for state in seen}, {state["arrival"]["clock"] for state in seen}]
        complete = [one[:3] for one in shown if "sign" in one]
        self.assertGreater(len({street for _, street, _ in complete}), 4)
        for one in complete:
            self.assertTrue(all(text in known for text, known in zip(one, texts)), one)
        self.assertGreater(len(reader.states), 100)
        self.assertEqual([fault for state in reader.states for fault in schema.faults(state)], [])
        self.assertLessEqual({"state"}, reader.names)
        # Without a connection, nothing looks like guidance.
        visit.wait("document.getElementById('street').textContent === 'No connection'")
        self.assertEqual([visit.text(name) for name in ("sign", "distance", "arrival")], ["", "", ""])
        self.assertEqual(visit.page.locator("svg").count(), 0)
        self.assertEqual(visit.complaints, [])

    def test_only_a_listed_origin_reads_the_events_and_only_with_the_token(self):
        self.drive(speed=1)
        url, bearer = f"{self.events}?token={self.token}", {"Authorization": f"Bearer {self.token}"}

        def fetched(visit, url, headers=None):
            return visit.get(FETCH, {"url": url, "headers": headers or {}})

        listed = self.open(fragment="#about:blank")
        self.assertEqual(listed.get(LISTEN, url), "state")
        self.assertEqual(fetched(listed, url), 200)
        # A bearer token needs a preflight.
        self.assertEqual(fetched(listed, self.events, bearer), 200)
        self.assertEqual(fetched(listed, self.events), 401)
        self.assertEqual(fetched(listed, f"{self.events}?token=0123456789abcdef"), 401)
        self.assertEqual(listed.get(LISTEN, self.events), "error")
        # Headers beside the permitted ones, and the page itself, stay closed.
        self.assertEqual(fetched(listed, url, {"X-Other": "1"}), "TypeError")
        self.assertEqual(fetched(listed, self.events.replace("/events", "/"), bearer), "TypeError")
        # The same server under another name is another origin, and another site.
        other = self.open(host="localhost", fragment="#about:blank")
        self.assertEqual(other.get(LISTEN, url), "error")
        self.assertEqual(fetched(other, url), "TypeError")
        self.assertEqual(fetched(other, self.events, bearer), "TypeError")
        self.assertEqual(other.get("fetch(argument, {mode: 'no-cors'}).then(r => r.type, e => e.name)", url), "TypeError")


if __name__ == "__main__":
    browser.run()
