"""A fake bus for tests: it replies, publishes, loses and repeats events, stops and starts again."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from typing import Callable, Dict, List, Optional, Set, Tuple

import zmq
from navbus.topics import topic_of
from navbus.v1 import bus_pb2, events_pb2


def navigation(number: int) -> events_pb2.Envelope:
    """An onNavigation; its number is the time of its fix."""
    event = events_pb2.Envelope()
    fix(event.navigation.fix, number)
    event.navigation.state = events_pb2.NAVIGATION_STATE_ENROUTE
    event.navigation.route_id = "a"
    event.navigation.to_maneuver.distance_meters = 300
    return event


def started(route: str = "a") -> events_pb2.Envelope:
    """An onNavigationStarted."""
    return events_pb2.Envelope(navigation_started=events_pb2.Route(id=route))


def stopped() -> events_pb2.Envelope:
    """An onNavigationStopped."""
    return events_pb2.Envelope(navigation_stopped=events_pb2.NavigationStopped())


def gps(number: int) -> events_pb2.Envelope:
    """An onGPS; its number is the time of its fix."""
    event = events_pb2.Envelope()
    fix(event.gps, number)
    return event


def fix(part: events_pb2.Fix, number: int) -> None:
    """Fills in a fix."""
    part.time_nanoseconds = number
    part.position.latitude_degrees = part.smoothed_position.latitude_degrees = 49.4


class FakeBus:
    """Runs on a thread of its own. Use it in a `with`."""

    def __init__(self, folder: str, run: int = 11, settings: Optional[Dict[str, bus_pb2.SettingValue]] = None) -> None:
        self.endpoint = f"ipc://{folder}/requests"
        self.run = run
        self.process_id = 1000
        self.settings = settings or {}
        self.hellos: List[bus_pb2.Hello] = []
        self.reports: List[events_pb2.ControlReport] = []
        self.heartbeats: List[bus_pb2.ControlVitals] = []
        self.missed: List[bus_pb2.MissedEvents] = []
        self.other_requests: List[bus_pb2.Request] = []
        # Makes the reply instead of the bus; None sends none, an empty reply leaves it to the bus.
        self.answer: Optional[Callable[[bus_pb2.Request], Optional[bus_pb2.Reply]]] = None
        self.published: List[events_pb2.Envelope] = []
        # Seconds until a snapshot is sent, as for a large one over a slow connection.
        self.snapshot_delay = 0.0
        # The topics on which snapshots were requested.
        self.snapshot_requests: List[str] = []
        self._due_snapshots: List[Tuple[float, str]] = []
        self._events_endpoint = f"ipc://{folder}/events"
        self._context: "zmq.Context[zmq.Socket[bytes]]" = zmq.Context()
        self._lock = threading.RLock()
        self._is_stopping = False

    def __enter__(self) -> "FakeBus":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._context.destroy(linger=0)

    def start(self) -> None:
        """Starts the bus, also after a stop."""
        self._is_stopping = False
        self._requests = self._context.socket(zmq.ROUTER)
        self._events = self._context.socket(zmq.XPUB)
        self._events.setsockopt(zmq.XPUB_VERBOSE, 1)
        self._requests.bind(self.endpoint)
        self._events.bind(self._events_endpoint)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops the bus immediately."""
        self._is_stopping = True
        self._thread.join()
        self._requests.close(0)
        self._events.close(0)

    def publish(self, event: events_pb2.Envelope, is_lost: bool = False) -> events_pb2.Envelope:
        """Numbers an event and sends it, unless it is lost."""
        with self._lock:
            topic = topic_of(event) or "onGPS"
            event.run = self.run
            event.session = "main"
            event.sequence = len(self.published) + 1
            event.topic_sequence = 1 + sum(1 for other in self.published if (topic_of(other) or "onGPS") == topic)
            event.monotonic_nanoseconds = time.monotonic_ns()
            self.published.append(event)
            if not is_lost:
                self.send(f"{topic}/main", event.SerializeToString())
            return event

    def send(self, topic: str, *frames: bytes) -> None:
        """Sends a message with any frames."""
        with self._lock:
            self._events.send_multipart([topic.encode(), *frames])

    def snapshot(self, has_events: bool = True) -> bus_pb2.Snapshot:
        """The current state."""
        snapshot = bus_pb2.Snapshot(
            run=self.run, session="main", sequence=len(self.published), process_id=self.process_id
        )
        latest: Dict[str, events_pb2.Envelope] = {}
        for event in self.published:
            latest[topic_of(event) or "onGPS"] = event
        for topic, event in latest.items():
            snapshot.topic_sequences.add(topic=topic, sequence=event.topic_sequence)
        is_over = latest.get("onNavigationStopped") is not None and latest["onNavigationStopped"].sequence > max(
            event.sequence for topic, event in latest.items() if topic != "onNavigationStopped"
        )
        kept = ("onGPS",) if is_over else ("onGPS", "onNavigation", "onNavigationStarted")
        if has_events:
            kept_events = sorted((latest[topic] for topic in kept if topic in latest), key=lambda event: event.sequence)
            snapshot.latest.extend(kept_events)
        return snapshot

    def send_heartbeat(self) -> None:
        """Sends a heartbeat of the bus, with the newest numbers."""
        self.send("~beat/main", self.snapshot(has_events=False).SerializeToString())

    def wait(self, condition: Callable[[], object], seconds: float = 20) -> bool:
        """Waits until a condition holds."""
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.005)
        return bool(condition())

    # ---- The thread of the bus

    def _serve(self) -> None:
        poller = zmq.Poller()
        poller.register(self._requests, zmq.POLLIN)
        poller.register(self._events, zmq.POLLIN)
        next_heartbeat = time.monotonic() + 1
        while not self._is_stopping:
            if time.monotonic() >= next_heartbeat:
                next_heartbeat += 1
                self.send_heartbeat()
            self._send_snapshots(time.monotonic())
            # Sockets belong to one thread at a time.
            if not poller.poll(5):
                continue
            with self._lock:
                self._handle_subscriptions()
                self._handle_requests()

    def _handle_subscriptions(self) -> None:
        while self._events.poll(0):
            message = self._events.recv()
            topic = message[1:].decode()
            if message[0] == 1 and topic.startswith("~snap/main/"):
                self.snapshot_requests.append(topic)
                self._due_snapshots.append((time.monotonic() + self.snapshot_delay, topic))
        self._send_snapshots(time.monotonic())

    def _send_snapshots(self, now: float) -> None:
        for entry in [entry for entry in self._due_snapshots if entry[0] <= now]:
            self._due_snapshots.remove(entry)
            self.send(entry[1], self.snapshot().SerializeToString())

    def _handle_requests(self) -> None:
        while self._requests.poll(0):
            peer, data = self._requests.recv_multipart()
            frame = bus_pb2.RequestFrame.FromString(data)
            reply = self._reply(frame.request)
            if reply is not None and frame.id:
                self._requests.send_multipart([peer, bus_pb2.ReplyFrame(id=frame.id, reply=reply).SerializeToString()])

    def _reply(self, request: bus_pb2.Request) -> Optional[bus_pb2.Reply]:
        self._record(request)
        if self.answer is not None:
            reply = self.answer(request)
            if reply is None or reply.WhichOneof("reply"):
                return reply
        kind = request.WhichOneof("request")
        if kind == "hello":
            return bus_pb2.Reply(
                welcome=bus_pb2.Welcome(run=self.run, events_endpoint=self._events_endpoint, settings=self.settings)
            )
        if kind == "missed":
            wanted = request.missed
            events = [
                event
                for event in self.published
                if topic_of(event) == wanted.topic and wanted.first <= event.topic_sequence <= wanted.last
            ]
            return bus_pb2.Reply(events=bus_pb2.EventList(events=events))
        return bus_pb2.Reply(done=bus_pb2.Done())

    def _record(self, request: bus_pb2.Request) -> None:
        kind = request.WhichOneof("request")
        if kind == "hello":
            self.hellos.append(request.hello)
        elif kind == "missed":
            self.missed.append(request.missed)
        elif kind == "report":
            self.reports.append(request.report.report)
        elif kind == "heartbeat":
            self.heartbeats.append(request.heartbeat.vitals)
        else:
            self.other_requests.append(request)

    def report_texts(self) -> Set[str]:
        """The texts of the reports."""
        return {report.text for report in self.reports}


def folder_for_sockets() -> str:
    """A new folder; the path of a socket has to be short."""
    return tempfile.mkdtemp(prefix="nb", dir=os.environ.get("TMPDIR"))
