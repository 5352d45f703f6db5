"""The fixture of the cases: a bus process, the peer, and messages. The arguments of cases.py name the paths."""

import os
import signal
import struct
import subprocess
import sys
import tempfile

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
    """Marks a case with the clauses that it proves."""

    def note(case):
        CASES.append((case, clauses))
        return case

    return note


class Bus:
    """A bus in a separate folder, which is killed at the end. `journal`, `access` and `roles` change its plan."""

    def __init__(self, journal=None, access=None, roles=None):
        self.folder = tempfile.TemporaryDirectory(prefix="navbus-peer-")
        self.endpoint = f"ipc://{self.folder.name}/run/requests"
        brightness = bus_pb2.SettingValue(number=0.5)
        self.plan = bus_pb2.LaunchPlan(
            endpoints=bus_pb2.LaunchEndpoints(
                requests=self.endpoint, events=f"ipc://{self.folder.name}/run/events"),
            session="main", cue_timing_factor=1, max_sessions=10_000,
            control_settings={"led-strip": bus_pb2.LaunchSettings(settings={"brightness": brightness})},
            control_roles={name: bus_pb2.LaunchRoles(roles=names) for name, names in (roles or {}).items()},
            journal=bus_pb2.LaunchJournal(**{
                "folder": f"{self.folder.name}/run/journal", "max_bytes": 2**24, "kept_seconds": 3600, **(journal or {})}),
            access=bus_pb2.LaunchAccess(**{
                "other_users": ["tap"], "max_peers": 512, "requests_per_second": 1000, **(access or {})}))
        self.peers = []
        self.start()

    def start(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE)
        self.order(plan=self.plan)

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


# Messages


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
    """A plain subscriber and its received messages."""
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
