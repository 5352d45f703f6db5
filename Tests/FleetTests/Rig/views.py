#!/usr/bin/env python3
"""views.py PROGRAMS looks at sessions of a fleet from outside: with navbus tap, record, status and trace; with a vehicle whose
controls only render what the fleet guides; and with a router that answers a vehicle off its route. Prints a line for each, and
exits with 1 if one fails.
"""

import asyncio
import collections
import http.server
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import nats
import zmq
from rig import (
    ROOT, Bus, Cluster, Observer, Process, Requests, Vehicle, bus_pb2, content_of, drive, events_pb2, free_port,
    own_namespaces, routes_of, wait_until)

SECONDS = 60
AWAY_DEGREES = 0.0015


class Checks:
    def __init__(self):
        self.failed = 0

    def __call__(self, what, is_right, details=""):
        self.failed += not is_right
        print(f"{'ok' if is_right else 'WRONG':6} {what}{'' if is_right else f': {details}'}", flush=True)


class Views:
    """The commands of navbus with --server."""

    def __init__(self, folder, programs, cluster, session):
        self.folder, self.programs, self.session = folder, programs, session
        self.where = ["--server", cluster.urls[0], "--session", session]
        self.env = dict(os.environ, XDG_RUNTIME_DIR=str(folder), HOME=str(folder))

    def command(self, *words):
        return subprocess.run(
            [self.programs / "navbus", *words, *self.where], env=self.env, capture_output=True, text=True, timeout=60)

    def start(self, name, *words):
        with open(self.folder / name, "w") as output:
            return subprocess.Popen(
                [self.programs / "navbus", *words, *self.where], env=self.env, stdout=output, stderr=output)


async def tools(check, views, cluster, route):
    """A tap joins a drive in the middle, and a recorder gets it from its beginning."""
    connection = await nats.connect(cluster.urls)
    observer = Observer(connection)
    await observer.start()
    await connection.flush()
    counts = collections.Counter()
    vehicle = asyncio.create_task(drive(Vehicle(views.session, route, 20, 1), connection, 1.0, counts, time.monotonic()))
    await asyncio.sleep(7)
    running = [views.start("tap", "tap", "--json"), views.start("record", "record", views.folder / "drive.mcap")]
    await asyncio.sleep(5)
    status = await asyncio.to_thread(views.command, "status")
    check("status shows the drive", status.returncode == 0 and "enroute" in status.stdout, status)
    trace = await asyncio.to_thread(views.command, "trace", "live", "--last")
    check("trace shows the last cue", trace.returncode == 0 and "cue" in trace.stdout, trace)
    await vehicle
    await asyncio.sleep(1)
    for process in running:
        process.send_signal(signal.SIGINT)
        process.wait(10)
    want = observer.sessions[views.session]
    tapped = [json.loads(line) for line in (views.folder / "tap").read_text().splitlines()]
    numbers = [int(event["sequence"]) for event in tapped]
    live = [number for number in numbers if number > 20]
    check(
        "the tap has the numbers and the run of the fleet, and all events since it joined",
        live == list(range(21, max(want.events) + 1)) and {int(event["run"]) for event in tapped} == {want.run},
        f"{numbers}, {max(want.events)}")
    info = subprocess.run(
        [views.programs / "navbus", "info", views.folder / "drive.mcap"], capture_output=True, text=True).stdout
    check(f"the recording has all {len(want.events)} events", f"events       {len(want.events)}\n" in info, info)
    stranger = Views(views.folder, views.programs, cluster, "nobody").command("status")
    check("a session that nobody has is an error", stranger.returncode == 76 and "nobody" in stranger.stderr, stranger)
    left = list((views.folder / "navbus").iterdir())
    check("nothing is left of the connections", not left, left)
    await connection.close()


class Run:
    """`navbus run` with a text as its configuration."""

    def __init__(self, folder, programs, name, text):
        self.folder = folder / name
        self.folder.mkdir()
        (self.folder / "run").mkdir(mode=0o700)
        self.endpoint = f"ipc://{self.folder}/run/requests"
        self.events = f"ipc://{self.folder}/run/events"
        (self.folder / "run.toml").write_text(
            text.replace("[bus]", f'[bus]\nrequests = "{self.endpoint}"\nevents = "{self.events}"'))
        env = dict(os.environ, XDG_RUNTIME_DIR=str(self.folder), HOME=str(self.folder))
        self.run = Process([programs / "navbus", "run", "--config", self.folder / "run.toml"], self.folder / "log", env)
        self.taken = []
        wait_until((self.folder / "run/requests").exists, 30, f"the bus {name}")
        self.subscriber = zmq.Context.instance().socket(zmq.SUB)
        self.subscriber.linger = 0
        self.subscriber.rcvhwm = 0
        self.subscriber.connect(self.events)
        self.subscriber.subscribe(b"on")
        requests = Requests(self)
        wait_until(
            lambda: any(control.state == bus_pb2.CONTROL_STATE_RUNNING and control.control in text
                        for control in requests.ask(bus_pb2.Request(status=bus_pb2.StatusRequest())).status.controls),
            20, f"the controls of {name}")

    def log(self):
        return (self.folder / "log").read_text()

    def drain(self):
        while self.subscriber.poll(0):
            self.taken.append(events_pb2.Envelope.FromString(self.subscriber.recv_multipart()[1]))

    def announcements(self):
        return [event.control.text for event in self.taken
                if event.WhichOneof("event") == "control" and event.control.control == "speech" and event.control.text
                and event.control.kind == events_pb2.REPORT_KIND_BEGAN]

    def end(self):
        self.run.end(20)


SPEECH = """
controls = ["speech"]
[bus]
session = "van-1"
[speech]
output = "wav"
file = "speech.wav"
"""


def vehicle_side(check, folder, programs, cluster, route):
    """A vehicle with guidance on board, and one that renders what the fleet guides: the same announcements."""
    board = Run(folder, programs, "board", SPEECH)
    urls = ", ".join(f'"{url}"' for url in cluster.urls)
    cloud = Run(folder, programs, "cloud", SPEECH.replace("[bus]", '[bus]\nprogram = "link"') + f"[link]\nservers = [{urls}]\n")
    try:
        vehicle = Vehicle("van-1", route, SECONDS, 5)
        sides = [(run, Requests(run)) for run in (board, cloud)]
        begin = time.monotonic()
        muted = []
        for number, request in enumerate(list(vehicle.requests())[1:]):
            time.sleep(max(0, begin + number - time.monotonic()))
            for run, requests in sides:
                reply = requests.ask(request)
                if reply.WhichOneof("reply") != "done":
                    check(f"{run.folder.name} accepts a request", False, reply)
                run.drain()
        for is_muted in (True, False):
            mute = bus_pb2.Request(mute=bus_pb2.MuteRequest(session="van-1", is_muted=is_muted))
            muted.append(sides[1][1].ask(mute).WhichOneof("reply"))
        time.sleep(3)
        for run, _ in sides:
            run.drain()
        want, got = board.announcements(), cloud.announcements()
        check(f"the vehicle without guidance speaks the same {len(want)} announcements", want == got and len(want) > 2, (want, got))
        check("its speech can be muted on board", muted == ["done", "done"], muted)
        kinds = [event.WhichOneof("event") for event in cloud.taken]
        check("it has each position once", kinds.count("gps") == SECONDS, kinds.count("gps"))
        return want
    finally:
        board.end()
        cloud.end()


def board_side(check, folder, programs, cluster, route):
    """A vehicle with guidance on board and a recorder at home, with the network away in the middle."""
    urls = ", ".join(f'"{url}"' for url in cluster.urls)
    vehicle = Run(folder, programs, "own", f"""
controls = ["link"]
[bus]
session = "van-2"
[link]
role = "vehicle"
servers = [{urls}]
""")
    views = Views(folder, programs, cluster, "van-2")
    recorder = None
    try:
        requests = Requests(vehicle)
        begin = time.monotonic()
        for number, request in enumerate(list(Vehicle("van-2", route, 30, 6).requests())[1:]):
            time.sleep(max(0, begin + number - time.monotonic()))
            requests.ask(request)
            if number == 5:
                recorder = views.start("home", "record", folder / "home.mcap")
                wait_until(lambda: list(folder.glob("home*.mcap")), 30, "the recorder at home")
                begin = time.monotonic() - number
            if number == 12:
                cluster.servers[0].kill_group()
            if number == 22:
                cluster.servers[0].start()
        time.sleep(4)
        vehicle.drain()
        seen = views.command("status")
        check("a vehicle with guidance on board is seen", seen.returncode == 0 and "session van-2" in seen.stdout, seen)
        recorder.send_signal(signal.SIGINT)
        recorder.wait(10)
        home = (folder / "home").read_text()
        count = max(event.sequence for event in vehicle.taken)
        check(
            f"its recording at home has all {count} events, also those without a network",
            f"recorded {count} events" in home and "none missing" in home, home)
    finally:
        if recorder:
            recorder.kill()
        vehicle.end()


def shifted(answer, north_degrees):
    """A Valhalla answer of one leg whose line is moved to the north, but for its end."""
    answer = json.loads(json.dumps(answer))

    def decode(text):
        index = latitude = longitude = 0
        points = []
        while index < len(text):
            values = []
            for _ in range(2):
                shift = result = 0
                while True:
                    byte = ord(text[index]) - 63
                    index += 1
                    result |= (byte & 31) << shift
                    shift += 5
                    if byte < 32:
                        break
                values.append(~(result >> 1) if result & 1 else result >> 1)
            latitude, longitude = latitude + values[0], longitude + values[1]
            points.append((latitude, longitude))
        return points

    def encode(points):
        text, last = "", (0, 0)
        for point in points:
            for value, previous in zip(point, last):
                number = value - previous
                number = ~(number << 1) if number < 0 else number << 1
                while number >= 32:
                    text += chr((32 | number & 31) + 63)
                    number >>= 5
                text += chr(number + 63)
            last = point
        return text

    leg = answer["trip"]["legs"][0]
    points = decode(leg["shape"])
    north = round(north_degrees * 1e6)
    leg["shape"] = encode([(latitude + north, longitude) for latitude, longitude in points[:-1]] + points[-1:])
    return answer


async def router_side(check, folder, programs, cluster, route, file):
    """A vehicle leaves its route to the north; the router of the fleet answers with a parallel one."""
    body = json.dumps(shifted(json.loads(file.read_text()), AWAY_DEGREES)).encode()
    asked = []

    class Engine(http.server.BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers.get("Content-Length") or 0)
            asked.append(self.rfile.read(length))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, *words):
            pass

    engine = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
    threading.Thread(target=engine.serve_forever, daemon=True).start()
    urls = ", ".join(f'"{url}"' for url in cluster.urls)
    router = Run(folder, programs, "router", f"""
controls = ["router"]
[bus]
program = "link"
[link]
servers = [{urls}]
[router]
engine = "valhalla"
url = "http://127.0.0.1:{engine.server_port}"
""")
    connection = await nats.connect(cluster.urls)
    reasons, said = [], []

    async def take(message):
        envelope = events_pb2.Envelope.FromString(message.data)
        if envelope.WhichOneof("event") == "navigation_started":
            reasons.append(envelope.navigation_started.reason)
        if envelope.WhichOneof("event") == "control":
            said.append(envelope.control.text)

    await connection.subscribe("OUT.*.*.lost-1", cb=take)

    class Lost(Vehicle):
        def fix(self, second):
            fix = super().fix(second)
            if second > 8:
                fix.position.latitude_degrees += min((second - 8) / 20, 1) * AWAY_DEGREES
                fix.smoothed_position.CopyFrom(fix.position)
            return fix

    try:
        await drive(Lost("lost-1", route, 60, 3), connection, 0.5, collections.Counter(), time.monotonic())
        await asyncio.sleep(1)
        check(
            "a vehicle off its route gets another one from the router of the fleet",
            events_pb2.ROUTE_REASON_REROUTED in reasons and asked, (reasons, said, len(asked), router.log()[-500:]))
    finally:
        router.end()
        engine.shutdown()
        await connection.close()


def main():
    own_namespaces()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="navbus-fleet-"))
    programs = pathlib.Path(sys.argv[1])
    parts, check = [], Checks()
    try:
        reference = Bus(folder, programs, "reference")
        parts.append(reference)
        wait_until((reference.folder / "run/requests").exists, 30, "a bus")
        fixtures = ROOT / "Tests/RoutesTests/Fixtures/valhalla"
        with_stopover, simple = fixtures / "two-legs-with-a-place-passed.json", fixtures / "alternates-with-five-decimals.json"
        route, other = routes_of(folder, programs, reference, [with_stopover, simple])
        cluster = Cluster(folder, 1)
        parts.append(cluster)
        parts.append(Bus(folder, programs, "both", "both", cluster.urls))
        time.sleep(4)
        asyncio.run(tools(check, Views(folder, programs, cluster, "bus-7"), cluster, route))
        vehicle_side(check, folder, programs, cluster, route)
        board_side(check, folder, programs, cluster, route)
        asyncio.run(router_side(check, folder, programs, cluster, other, simple))
    except Exception:
        check.failed += 1
        raise
    finally:
        for part in reversed(parts):
            part.end()
        if check.failed:
            print(f"files: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
