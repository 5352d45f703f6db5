"""Tries what docs/contract demands of a bus, with a peer that knows no more than the contract.

    cases.py NAVBUS-BUS PROTO [CASE...]   prints a line for each case; the exit code is 1 if one fails
"""

import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import zmq

PROGRAM, PROTO = sys.argv[1:3]
MODULES = tempfile.TemporaryDirectory(prefix="navbus-peer-")
FILES = ["navbus/v1/events.proto", "navbus/v1/bus.proto"]
subprocess.run(["protoc", "-I", PROTO, f"--python_out={MODULES.name}", *FILES], check=True)
sys.path[:0] = [MODULES.name, os.path.dirname(os.path.abspath(__file__))]

from navbus.v1 import bus_pb2, events_pb2  # noqa: E402: made a moment ago
from peer import TOPICS_OF, Peer, Silence  # noqa: E402

CASES = []
NOON = 1767225600_000000000


def holds(*clauses):
    """What a case shows."""

    def note(case):
        CASES.append((case, clauses))
        return case

    return note


class Bus:
    """A bus in a folder of its own, killed at the end."""

    def __init__(self, **values):
        self.folder = tempfile.TemporaryDirectory(prefix="navbus-peer-")
        self.endpoint = f"ipc://{self.folder.name}/run/requests"
        self.values = {
            "endpoints.requests": self.endpoint, "endpoints.events": f"ipc://{self.folder.name}/run/events",
            "journal.folder": f"{self.folder.name}/run/journal", "controls": ["led-strip"],
            "control/led-strip/brightness": 0.5, **values}
        self.peers = []
        self.start()

    def start(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE)
        plan = bus_pb2.LaunchPlan()
        for name, value in self.values.items():
            if isinstance(value, str):
                plan.values[name].text = value
            elif isinstance(value, list):
                plan.values[name].list.items.extend(value)
                plan.values[name].list.SetInParent()
            elif isinstance(value, float):
                plan.values[name].number = value
            else:
                plan.values[name].integer = value
        self.order(plan=plan)

    def order(self, **order):
        data = bus_pb2.LaunchOrder(**order).SerializeToString()
        self.process.stdin.write(struct.pack("<I", len(data)) + data)
        self.process.stdin.flush()

    def end(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait(20)

    def peer(self, **more):
        self.peers.append(Peer(**{"endpoint": self.endpoint, **more}))
        return self.peers[-1]

    def joined(self, **more):
        peer = self.peer(**more)
        peer.join()
        return peer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for peer in self.peers:
            peer.close()
        self.end()
        self.folder.cleanup()


# What is sent


def fix(number):
    place = events_pb2.Coordinate(latitude_degrees=49.41 + number * 5e-5, longitude_degrees=8.69)
    return events_pb2.Fix(
        time_nanoseconds=NOON + number * 10**9, position=place, smoothed_position=place,
        horizontal_accuracy_meters=4, speed_meters_per_second=5.5, course_degrees=0, quality=2)


def position(number, session="main"):
    return bus_pb2.PositionRequest(session=session, fix=fix(number))


def route(id="r1", reason=1):
    steps = [
        events_pb2.Step(number=0, maneuver=1, driving_side=2),
        events_pb2.Step(number=1, maneuver=2, geometry_index=2, distance_from_previous_meters=890.0,
                        duration_from_previous_seconds=160.0, driving_side=2)]
    end = events_pb2.Coordinate(latitude_degrees=49.418, longitude_degrees=8.69)
    return events_pb2.Route(
        id=id, provider="test", reason=reason, travel_mode=2, latitudes_degrees=[49.41, 49.414, 49.418],
        longitudes_degrees=[8.69] * 3, legs=[events_pb2.Leg(steps=steps, distance_meters=890, duration_seconds=160)],
        stopovers=[events_pb2.Stopover(position=end, geometry_index=2)], distance_meters=890, duration_seconds=160)


def start(id="r1", reason=1):
    return bus_pb2.StartRequest(session="main", route=route(id, reason))


STOP = {"stop": bus_pb2.StopRequest(session="main")}
STATUS = {"status": bus_pb2.StatusRequest()}


def missed(topic, first, last):
    return {"missed": bus_pb2.MissedEvents(session="main", topic=topic, first=first, last=last)}


def done(reply):
    assert reply.WhichOneof("reply") == "done", reply


def refused(reply, name):
    assert reply.WhichOneof("reply") == "refused", reply
    assert reply.refused.code == bus_pb2.RequestErrorCode.Value(f"REQUEST_ERROR_CODE_{name}"), reply
    assert len(reply.refused.text) > 10
    return reply.refused.text


def kinds(events):
    return [event.WhichOneof("event") for event in events]


def raw(bus, *topics):
    """A plain subscriber, and what it receives."""
    socket = zmq.Context.instance().socket(zmq.SUB)
    socket.linger = 0
    for topic in topics:
        socket.subscribe(topic)
    socket.connect(bus.endpoint.replace("requests", "events"))
    return socket


def snapshot(socket, topic, seconds=20):
    socket.subscribe(topic)
    while socket.poll(seconds * 1000):
        name, data = socket.recv_multipart()
        if name.decode() == topic:
            return bus_pb2.Snapshot.FromString(data)
    return None


# The wire


@holds("W-4", "W-5", "W-7", "W-8", "W-9", "W-10", "W-14", "G-1", "G-2", "N-1", "N-2", "S-1", "E-1", "R-10", "R-11", "R-12")
def a_short_drive_is_numbered_and_canonical():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "on")
        snapshot(socket, "~snap/main/a-name-nobody-has")
        done(peer.ask(start=start()))
        for number in range(1, 5):
            done(peer.ask(position=position(number)))
        done(peer.ask(**STOP))
        done(peer.ask(**STOP))
        done(peer.ask(position=position(5)))
        frames = []
        while not frames or events_pb2.Envelope.FromString(frames[-1][1]).tick != 5:
            assert socket.poll(20_000)
            frames.append(socket.recv_multipart())
        events = []
        for parts in frames:
            assert len(parts) == 2
            event = events_pb2.Envelope.FromString(parts[1])
            assert event.SerializeToString(deterministic=True) == parts[1]
            assert parts[0].decode() == f"{TOPICS_OF[event.WhichOneof('event')]}/main"
            events.append(event)
        assert len({event.run for event in events}) == 1
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        for topic in set(kinds(events)):
            of_topic = [event.topic_sequence for event in events if event.WhichOneof("event") == topic]
            assert of_topic == list(range(1, len(of_topic) + 1))
        assert kinds(events) == ["navigation_started"] + ["gps", "navigation"] * 4 + ["navigation_stopped", "gps"], kinds(events)
        assert [event.tick for event in events if event.HasField("gps")] == [1, 2, 3, 4, 5]
        for gps, info in zip(events[1:9:2], events[2:9:2]):
            assert (gps.tick, gps.gps) == (info.tick, info.navigation.fix) and info.navigation.route_id == "r1"
            assert info.navigation.state == 1 and info.navigation.HasField("current_step")
        socket.close()


@holds("W-1", "W-3", "W-15", "V-2")
def a_request_socket_is_answered_and_what_is_newer_is_passed_over():
    with Bus() as bus:
        context = zmq.Context()
        socket = context.socket(zmq.REQ)
        socket.connect(bus.endpoint)
        # Fields 99 of a later version at every level, and the session behind them.
        hello = b"\x9a\x06\x01x" + bus_pb2.Hello(session="main", contract_version=1).SerializeToString()
        request = b"\x98\x06\x01" + b"\x0a" + bytes([len(hello)]) + hello
        socket.send(b"\x98\x06\x07" + b"\x12" + bytes([len(request)]) + request + b"\x08\x4d")
        assert socket.poll(20_000)
        reply = bus_pb2.ReplyFrame.FromString(socket.recv())
        assert reply.id == 77 and reply.reply.HasField("welcome"), reply
        context.destroy(linger=0)


@holds("W-17", "W-24", "R-3", "R-5", "V-6")
def what_cannot_be_read_is_refused_with_its_number():
    with Bus() as bus:
        peer = bus.peer()
        peer.requests.send(b"\x08\x4d\x12\x05\x0a")
        refused(peer.answer(77), "MALFORMED")
        peer.requests.send(b"\xff\xff\xff")
        refused(peer.answer(0), "MALFORMED")
        # A kind of request that this bus does not know, and one without what is required.
        peer.requests.send(b"\x08\x4e\x12\x04\xfa\x06\x01x")
        refused(peer.answer(78), "MALFORMED")
        peer.requests.send(b"\x08\x4f\x12\x02\x2a\x00")
        refused(peer.answer(79), "MALFORMED")
        assert peer.ask(**STATUS).status.counters["malformed_requests"] == 4


@holds("R-1", "R-2", "R-4", "W-2")
def frames_are_answered_by_number_and_without_one_not_at_all():
    with Bus() as bus:
        peer = bus.joined()
        peer.send(position=position(1))
        peer.send(0, **STATUS)
        vitals = bus_pb2.ControlVitals(control="led-strip", process_id=os.getpid())
        peer.send(500, heartbeat=bus_pb2.HeartbeatRequest(session="main", vitals=vitals))
        peer.send(501, heartbeat=bus_pb2.HeartbeatRequest(session="main", vitals=bus_pb2.ControlVitals(control="\x01")))
        peer.send(2**64 - 1, **STATUS)
        assert peer.requests.poll(20_000)
        first = bus_pb2.ReplyFrame.FromString(peer.requests.recv())
        assert first.id == 2**64 - 1 and first.reply.HasField("status"), first
        assert first.reply.status.sessions[0].fixes_accepted == 1
        assert not peer.requests.poll(200)


# Joining


@holds("J-1", "J-2", "J-3", "J-4", "V-4", "V-5", "R-8")
def hello_is_answered_or_refused_with_the_reason():
    with Bus() as bus:
        peer = bus.peer()
        for _ in range(2):
            welcome = peer.ask(hello=peer.hello).welcome
            assert welcome.settings["brightness"].number == 0.5 and not welcome.HasField("topics")
            assert welcome.events_endpoint == bus.endpoint.replace("requests", "events") and not welcome.is_listener
        assert bus.peer(control="").ask(hello=bus.peer(control="").hello).welcome.is_listener
        for version in (0, 2):
            text = refused(peer.ask(hello=bus.peer(contract_version=version).hello), "CONTRACT_VERSION")
            assert str(version) in text and "version 1" in text
        refused(peer.ask(hello=bus.peer(control="a name").hello), "MALFORMED")
        assert "main" in refused(peer.ask(hello=bus.peer(session="rider-7").hello), "NO_SUCH_SESSION")
        later = bus.peer(topics=["onWeather", "onGPS"])
        assert later.ask(hello=later.hello).HasField("welcome")
        refused(peer.ask(hello=bus_pb2.Hello(control="x", contract_version=1, session="A B")), "MALFORMED")


@holds("J-8", "J-9", "J-11", "P-2")
def a_snapshot_has_the_present_state_for_each_name():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        peer.heartbeat()
        socket = raw(bus, "on")
        empty = snapshot(socket, "~snap/main/first")
        assert empty.sequence == 0 and not empty.latest and empty.session == "main" and empty.process_id == bus.process.pid
        done(peer.ask(start=start()))
        for number in (1, 2):
            done(peer.ask(position=position(number)))
        reading = bus_pb2.HeadingReading(heading_degrees=87.5, source="a compass")
        done(peer.ask(heading=bus_pb2.HeadingRequest(session="main", reading=reading)))
        done(peer.ask(mute=bus_pb2.MuteRequest(session="main", is_muted=True)))
        later = snapshot(socket, "~snap/main/second")
        assert kinds(later.latest) == ["navigation_started", "gps", "navigation", "heading", "command"], kinds(later.latest)
        assert [event.sequence for event in later.latest] == sorted(event.sequence for event in later.latest)
        command = later.latest[-1].command
        assert command.is_muted and command.WhichOneof("action") is None
        assert [entry.topic for entry in later.topic_sequences] == [
            "onGPS", "onNavigation", "onNavigationStarted", "onCommand", "onHeading"]
        done(peer.ask(**STOP))
        ended = snapshot(socket, "~snap/main/third")
        assert kinds(ended.latest) == ["gps", "heading", "command"], kinds(ended.latest)
        socket.close()


@holds("J-10", "J-12", "J-16")
def who_joins_in_a_flood_has_no_hole_and_nothing_twice():
    with Bus() as bus:
        source, most = bus.peer(), 1500

        def flood():
            for number in range(1, most + 1):
                source.send(position=position(number))
                if number % 50 == 0:
                    time.sleep(0.005)

        thread = threading.Thread(target=flood)
        thread.start()
        for count in range(10):
            peer = bus.joined(control=f"c{count}")
            events = peer.until(lambda event: event.tick >= min((count + 1) * 100, most))
            ticks = [event.tick for event in events if event.HasField("gps")]
            assert ticks == list(range(ticks[0], ticks[0] + len(ticks))), ticks
        thread.join()
        last = bus.joined().until(lambda event: event.tick == most)
        assert last[-1].tick == most


@holds("J-19", "J-20", "J-24")
def what_was_lost_is_fetched_in_its_order():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start()))
        peer.until(lambda event: event.HasField("navigation_started"))
        peer.dropped = {3, 4, 5, 7}
        for number in range(1, 6):
            done(peer.ask(position=position(number)))
        events = peer.until(lambda event: event.HasField("navigation") and event.tick == 5)
        assert [event.sequence for event in events] == list(range(2, 12)), [event.sequence for event in events]
        assert peer.fetched == 4
        answer = peer.ask(**missed("onGPS", 2, 3)).events.events
        assert [event.topic_sequence for event in answer] == [2, 3] and answer[0].tick == 2
        assert len(peer.ask(**missed("onGPS", 6, 2**64 - 1)).events.events) == 0
        assert len(peer.ask(**missed("onNavigationStopped", 1, 9)).events.events) == 0
        refused(peer.ask(**missed("onGPS", 3, 2)), "MALFORMED")


@holds("J-21", "J-22")
def what_is_gone_is_refused_and_the_newest_stays():
    with Bus(**{"journal.most_bytes": 600_000}) as bus:
        peer = bus.peer()
        done(peer.ask(start=start()))
        for number in range(1, 4001):
            peer.send(position=position(number % 100 + 1 if number < 90 else number))
            if number % 200 == 0:
                peer.ask(**STATUS)
        newest = peer.ask(**STATUS).status.sessions[0].fixes_accepted
        oldest = peer.ask(**missed("onGPS", 1, 2**64 - 1)).events.events
        assert len(oldest) == 1 and oldest[0].topic_sequence > 1
        refused(peer.ask(**missed("onGPS", 1, oldest[0].topic_sequence - 1)), "UNAVAILABLE")
        assert len(peer.ask(**missed("onNavigationStarted", 1, 1)).events.events) == 1
        last = peer.ask(**missed("onGPS", newest, newest)).events.events
        assert len(last) == 1, newest


@holds("J-15", "J-17")
def a_beat_each_second_names_the_newest_numbers():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "~beat/main")
        done(peer.ask(position=position(1)))
        times = []
        while len(times) < 3:
            assert socket.poll(5000)
            topic, data = socket.recv_multipart()
            beat = bus_pb2.Snapshot.FromString(data)
            assert topic == b"~beat/main" and not beat.latest and beat.process_id == bus.process.pid
            times.append(beat.sequence)
        assert times[-1] == 1 and beat.topic_sequences[0].topic == "onGPS"
        socket.close()


@holds("J-13", "W-6")
def what_is_no_subscription_has_no_effect():
    with Bus() as bus:
        peer = bus.peer()
        peer.ask(**STATUS)
        socket = raw(bus, "weather/", "~snap/nobody/1", "~snap/main/", "~snap/")
        assert snapshot(socket, "~snap/main/mine").session == "main"
        assert peer.ask(**STATUS).status.counters["unknown_topics"] == 4
        assert not socket.poll(100)
        socket.close()


@holds("J-25", "J-26", "J-28", "P-5")
def a_bus_that_is_killed_goes_on_with_run_numbers_and_state():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        done(peer.ask(start=start()))
        for number in (1, 2):
            done(peer.ask(position=position(number)))
        peer.heartbeat()
        done(peer.ask(mute=bus_pb2.MuteRequest(session="main", is_muted=True)))
        seen = peer.until(lambda event: event.HasField("command"))
        before = bus.process.pid
        for number in (3, 4, 5):
            bus.end()
            bus.start()
            done(peer.ask(position=position(number)))
            seen += peer.until(lambda event: event.HasField("navigation") and event.tick == number)
        assert peer.runs == [seen[0].run] and peer.process == bus.process.pid != before
        assert [event.sequence for event in seen] == list(range(1, len(seen) + 1))
        assert kinds(seen).count("navigation_started") == 1
        late = bus.joined(control="late")
        state = late.until(lambda event: event.HasField("navigation"))
        assert [event for event in state + late.waiting if event.HasField("command")][0].command.is_muted


@holds("J-27")
def a_bus_that_was_ended_begins_another_run():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start()))
        done(peer.ask(position=position(1)))
        peer.until(lambda event: event.HasField("navigation"))
        bus.end(signal.SIGTERM)
        bus.start()
        done(peer.ask(position=position(9)))
        events = peer.until(lambda event: event.HasField("gps") and event.run != peer.runs[0])
        assert len(peer.runs) == 2 and peer.runs[0] != peer.runs[1]
        assert kinds(events)[0] == "navigation_stopped", "what was published last still arrives"
        assert events[-1].sequence == 1


# Requests


@holds("S-2")
def a_route_takes_the_place_of_another_as_its_reason_says():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.ask(start=start("r1")))
        done(peer.ask(start=start("r2", reason=3)))
        done(peer.ask(start=start("r3", reason=1)))
        broken = route("r4")
        del broken.legs[:], broken.latitudes_degrees[1:], broken.longitudes_degrees[1:]
        refused(peer.ask(start=bus_pb2.StartRequest(session="main", route=broken)), "BAD_ROUTE")
        events = peer.until(lambda event: event.navigation_started.id == "r3")
        assert kinds(events) == ["navigation_started"] * 2 + ["navigation_stopped", "navigation_started"], kinds(events)


@holds("R-13", "P-1", "P-4", "L-10")
def commands_are_published_with_their_state_where_somebody_takes_them():
    with Bus() as bus:
        peer = bus.joined(takes_commands=True)
        mute = {"mute": bus_pb2.MuteRequest(session="main", is_muted=True)}
        refused(peer.ask(**mute), "UNAVAILABLE")
        peer.heartbeat()
        done(peer.ask(**mute))
        done(peer.ask(verbosity=bus_pb2.VerbosityRequest(session="main", verbosity=2)))
        words = events_pb2.SpokenText(text="Charge at the next stop.")
        done(peer.ask(say=bus_pb2.SayRequest(session="main", text=words)))
        refused(peer.ask(say=bus_pb2.SayRequest(session="main", text=events_pb2.SpokenText(text=" "))), "MALFORMED")
        refused(peer.ask(say=bus_pb2.SayRequest(session="main", text=events_pb2.SpokenText(text="x" * 8193))), "MALFORMED")
        refused(peer.ask(turn_page=bus_pb2.TurnPageRequest(session="main", turn=events_pb2.PageTurn(page=0))), "MALFORMED")
        refused(peer.ask(verbosity=bus_pb2.VerbosityRequest(session="main")), "MALFORMED")
        events = peer.until(lambda event: event.command.HasField("say"))
        commands = [event.command for event in events if event.HasField("command")]
        assert [command.WhichOneof("action") for command in commands] == ["mute", "set_verbosity", "say"]
        assert all(command.is_muted for command in commands) and commands[2].verbosity == 2


@holds("R-14", "R-15", "R-16", "J-23")
def sessions_are_opened_listed_and_closed():
    with Bus() as bus:
        peer = bus.peer()
        runs = []
        for _ in range(2):
            for _ in range(2):
                done(peer.ask(open_session=bus_pb2.OpenSessionRequest(session="rider-7")))
            runs.append(peer.ask(hello=bus.peer(session="rider-7").hello).welcome.run)
            done(peer.ask(start=bus_pb2.StartRequest(session="rider-7", route=route())))
            done(peer.ask(position=position(1, "rider-7")))
            for _ in range(2):
                done(peer.ask(close_session=bus_pb2.CloseSessionRequest(session="rider-7")))
            last = bus_pb2.MissedEvents(session="rider-7", topic="onNavigationStopped", first=0, last=2**64 - 1)
            assert len(peer.ask(missed=last).events.events) == 1
            refused(peer.ask(position=position(2, "rider-7")), "NO_SUCH_SESSION")
        assert runs[0] != runs[1]
        refused(peer.ask(close_session=bus_pb2.CloseSessionRequest(session="main")), "FORBIDDEN")
        for name in ("b", "a", "c"):
            done(peer.ask(open_session=bus_pb2.OpenSessionRequest(session=name)))
        listed = peer.ask(sessions=bus_pb2.SessionQuery(first="b", most=2)).status
        assert [session.session for session in listed.sessions] == ["b", "c"]
        assert [session.session for session in peer.ask(**STATUS).status.sessions] == ["main"]


@holds("H-1", "H-2", "H-3")
def headings_are_from_true_north_and_no_more_than_fifty_a_second():
    with Bus() as bus:
        peer = bus.joined()

        def heading(degrees, **more):
            reading = bus_pb2.HeadingReading(heading_degrees=degrees, source="a compass", **more)
            return {"heading": bus_pb2.HeadingRequest(session="main", reading=reading)}

        refused(peer.ask(**heading(10, is_magnetic=True)), "UNAVAILABLE")
        done(peer.ask(position=position(1)))
        refused(peer.ask(**heading(360)), "MALFORMED")
        refused(peer.ask(**heading(10, time_nanoseconds=NOON + 60 * 10**9)), "MALFORMED")
        done(peer.ask(**heading(10, is_magnetic=True)))
        event = peer.until(lambda event: event.HasField("heading"))[-1].heading
        assert abs(event.heading_degrees - 10 - event.declination_degrees) < 1e-9 and 2 < event.declination_degrees < 7
        assert event.source == "a compass"
        began = time.monotonic()
        for number in range(300):
            peer.ask(**heading(number % 360))
        seconds = time.monotonic() - began
        kept = peer.ask(**missed("onHeading", 1, 2**64 - 1)).events.events
        assert len(kept) <= 50 * (seconds + 1) + 2, (len(kept), seconds)


# Reports


@holds("C-3", "C-4", "C-5", "C-6", "C-9")
def a_report_is_published_once_also_behind_a_death():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.report(1))
        began = events_pb2.ControlReport(
            control="led-strip", kind=3, effect="light", text="left", process_id=os.getpid(), number=peer.number + 1)
        for _ in range(2):
            done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=began)))
        events = peer.until(lambda event: event.control.kind == 3)
        bus.end()
        bus.start()
        done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=began)))
        peer.number += 1
        done(peer.report(4, "light"))
        for _ in range(2):
            plain = events_pb2.ControlReport(control="led-strip", kind=11, text="again")
            done(peer.ask(report=bus_pb2.ReportRequest(session="main", report=plain)))
        events += peer.until(lambda event: event.control.text == "again") + peer.until(lambda _: True)
        done(peer.report(6, text="the strip is unplugged"))
        events += peer.until(lambda event: event.control.kind == 6)
        events = [event for event in events if event.HasField("control")]
        mine = [event for event in events if event.control.control == "led-strip"]
        assert [event.control.kind for event in mine] == [1, 3, 4, 11, 11, 6], [event.control.kind for event in mine]
        assert all(event.tick == 0 for event in mine)
        control = peer.ask(**STATUS).status.controls[0]
        assert (control.control, control.state, control.text) == ("led-strip", 4, "the strip is unplugged"), control


@holds("C-8")
def what_is_too_much_for_a_report_is_refused():
    with Bus() as bus:
        peer = bus.joined()
        done(peer.report(11, text="x" * (2048 - len("led-strip"))))
        refused(peer.report(11, text="x" * (2049 - len("led-strip"))), "FORBIDDEN")
        picture = {"media_type": "image/png", "width_points": 48, "height_points": 48, "data": b"x" * 16384}
        done(peer.report(3, "sign", picture=events_pb2.ReportedPicture(**picture)))
        for change in ({"data": b"x" * 16385}, {"media_type": "text/html"}, {"width_points": 0}, {"height_points": 10_001}):
            refused(peer.report(3, "sign", picture=events_pb2.ReportedPicture(**{**picture, **change})), "FORBIDDEN")


# Rights and limits


@holds("T-2", "T-8", "T-9", "T-11", "R-7", "W-20")
def a_control_that_was_started_may_do_what_its_manifest_says():
    # Which process is a control is the launcher's word: here this one is, for as long as the bus lives.
    with Bus(**{"roles/led-strip": ["control"], "roles/speech": ["control"]}) as bus:
        peer = bus.peer()
        done(peer.ask(position=position(1)))
        bus.order(control=bus_pb2.ControlStatus(control="led-strip", state=1, process_id=os.getpid()))
        end = time.monotonic() + 20
        while not peer.ask(**STOP).HasField("refused"):
            assert time.monotonic() < end
        assert peer.ask(hello=peer.hello).HasField("welcome")
        for request in (STOP, {"position": position(2)}, {"start": start()},
                        {"mute": bus_pb2.MuteRequest(session="main")}):
            assert "role" in refused(peer.ask(**request), "FORBIDDEN")
        done(peer.report(1))
        speech = events_pb2.ControlReport(control="speech", kind=1)
        refused(peer.ask(report=bus_pb2.ReportRequest(session="main", report=speech)), "FORBIDDEN")
        refused(peer.ask(hello=bus.peer(control="speech").hello), "FORBIDDEN")
        counters = peer.ask(**STATUS).status.counters
        assert counters["forbidden_requests"] >= 4 and counters["impostor_reports"] == 2, counters
        # The refusal may be lost with the connection, so somebody else looks at what became of it.
        watcher = bus.peer()
        watcher.ask(**STATUS)
        peer.requests.send(b"\x08\x63" + b"\x00" * 70_000)
        end = time.monotonic() + 20
        while watcher.ask(**STATUS).status.counters["oversized_requests"] != 1:
            assert time.monotonic() < end
        if peer.requests.poll(0):
            refused(bus_pb2.ReplyFrame.FromString(peer.requests.recv()).reply, "FORBIDDEN")


@holds("W-21", "W-22", "R-9")
def who_asks_too_much_is_told_and_may_ask_again_later():
    with Bus(**{"access.requests_per_second": 20}) as bus:
        peer = bus.peer()
        end = time.monotonic() + 20
        codes = [peer.ask(**STATUS).refused.code]
        # Whoever sends a burst of sixty a moment has more than twenty a second at last, however busy the machine is.
        while 7 not in codes:
            assert time.monotonic() < end, codes
            for _ in range(60):
                peer.send(1, **STATUS)
            while peer.requests.poll(300):
                codes.append(bus_pb2.ReplyFrame.FromString(peer.requests.recv()).reply.refused.code)
        # A refusal comes at once, and so before answers to what was asked earlier.
        assert codes.count(0) >= 40, codes
        end = time.monotonic() + 20
        while peer.ask(**STATUS).HasField("refused"):
            assert time.monotonic() < end
            time.sleep(0.2)


@holds("T-1", "T-3")
def the_sockets_are_for_the_user_and_its_group():
    with Bus() as bus:
        bus.peer().ask(**STATUS)
        folder = pathlib.Path(bus.folder.name) / "run"
        os.umask(mask := os.umask(0))
        assert folder.stat().st_mode & 0o777 == 0o750 & ~mask
        for name in ("requests", "events"):
            assert (folder / name).stat().st_mode & 0o777 == 0o660
        # Who may not is told so by access(2), and by nothing else.
        if os.geteuid() == 0:
            child = os.fork()
            if child == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
                os._exit(os.access(folder / "requests", os.R_OK | os.W_OK))
            assert os.waitpid(child, 0)[1] == 0
        second = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        first, bus.process = bus.process, second
        plan = bus_pb2.LaunchPlan()
        for name in ("endpoints.requests", "endpoints.events"):
            plan.values[name].text = bus.values[name]
        bus.order(plan=plan)
        try:
            assert b"one is running there" in second.communicate(timeout=20)[1] and second.returncode != 0
        finally:
            bus.process = first


@holds("T-4", "T-5", "T-10", "J-5", "J-6")
def over_tcp_only_keys_come_in_and_receive_their_topics():
    with tempfile.TemporaryDirectory(prefix="navbus-peer-") as keys:
        public, secret = zmq.curve_keypair()
        os.chmod(keys, 0o700)
        allowed = pathlib.Path(keys) / "allowed"
        allowed.write_text(f"phone {public.decode()} tap onGPS,onNavigation\n")
        allowed.chmod(0o600)
        with Bus(**{"access.remote.requests": "tcp://127.0.0.1:*", "access.remote.events": "tcp://127.0.0.1:*",
                    "access.keys_folder": keys}) as bus:
            source = bus.peer()
            source.ask(**STATUS)
            server = (pathlib.Path(keys) / "bus.pub").read_text().strip().encode()
            ports = {number for number in listening(bus.process.pid)}
            assert len(ports) == 2, ports
            phone = None
            for port in sorted(ports):
                peer = bus.peer(endpoint=f"tcp://127.0.0.1:{port}", control="phone", keys=(public, secret, server))
                try:
                    welcome = peer.ask(1, hello=peer.hello).welcome
                    phone = peer
                except Silence:
                    continue
            assert phone, "no port answers"
            assert list(welcome.topics.topics) == ["onGPS", "onNavigation"] and welcome.is_listener
            phone.join()
            done(source.ask(start=start()))
            done(source.ask(position=position(1)))
            done(source.report(1))
            refused(phone.report(1), "FORBIDDEN")
            refused(phone.ask(**missed("onControl", 1, 1)), "FORBIDDEN")
            got = []
            while not got or got[-1] != b"onNavigation/main":
                assert phone.events.poll(20_000)
                got.append(phone.events.recv_multipart()[0])
            assert set(got) <= {b"onGPS/main", b"onNavigation/main", b"~beat/main"}, got
            other = zmq.curve_keypair()
            for credentials in ((*other, server), None):
                stranger = bus.peer(endpoint=phone.endpoint, control="phone", keys=credentials)
                try:
                    stranger.ask(0.5, **STATUS)
                    raise AssertionError("a stranger is answered")
                except Silence:
                    pass


def listening(process):
    """The TCP ports a process listens at, as the kernel says."""
    sockets = {os.readlink(f"/proc/{process}/fd/{name}") for name in os.listdir(f"/proc/{process}/fd")}
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            yield int(words[1].split(":")[1], 16)


def main(names):
    failures = 0
    for case, clauses in CASES:
        if names and case.__name__ not in names:
            continue
        try:
            case()
            print(f"passed {case.__name__}: {' '.join(clauses)}", flush=True)
        except Exception:
            failures += 1
            print(f"FAILED {case.__name__}: {' '.join(clauses)}\n{traceback.format_exc()}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[3:]))
    finally:
        MODULES.cleanup()
