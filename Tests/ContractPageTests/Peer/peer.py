"""A peer written from docs/contract alone: joins, follows without gaps, sends requests, reports once. For tests."""

import os
import time
import uuid

import zmq
from navbus.v1 import bus_pb2, events_pb2

TOPICS = ["onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped", "onControl", "onCommand", "onHeading"]
SECONDS = 20


LARGEST_FRAME = 64 * 1024


def parts(request, size=60_000):
    """A request that is too large for one frame (R-18)."""
    data = request.SerializeToString()
    for offset in range(0, len(data), size):
        yield bus_pb2.RequestPart(total_bytes=len(data), offset=offset, data=data[offset:offset + size])


class Silence(Exception):
    """A timeout."""


class Peer:
    def __init__(self, endpoint, session="main", control="led-strip", topics=TOPICS, keys=None, **hello):
        self.endpoint, self.session, self.topics, self.keys = endpoint, session, topics, keys
        self.hello = bus_pb2.Hello(
            control=control, session=session, topics=topics, process_id=os.getpid(),
            **{"contract_version": 1, **hello})
        self.context = zmq.Context()
        self.requests = self.socket(zmq.DEALER)
        self.requests.connect(endpoint)
        self.events = None
        self.last_id = 0
        self.number = time.time_ns()
        self.run = self.process = self.sequence = None
        self.newest, self.waiting = {}, []
        self.dropped, self.fetched, self.runs = set(), 0, []

    def socket(self, kind):
        socket = self.context.socket(kind)
        socket.linger, socket.reconnect_ivl = 0, 20
        if self.keys:
            socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = self.keys
        return socket

    def close(self):
        self.context.destroy(linger=0)

    # Requests

    def send(self, id=0, **request):
        frame = bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(**request))
        data = frame.SerializeToString()
        if len(data) <= LARGEST_FRAME:
            self.requests.send(data)
        else:
            for part in parts(frame.request):
                self.requests.send(bus_pb2.RequestFrame(id=id, request=bus_pb2.Request(part=part)).SerializeToString())

    def ask(self, seconds=SECONDS, **request):
        self.last_id += 1
        self.send(self.last_id, **request)
        return self.answer(self.last_id, seconds)

    def answer(self, id, seconds=SECONDS):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.requests.poll(left * 1000):
                reply = bus_pb2.ReplyFrame.FromString(self.requests.recv_multipart()[-1])
                if reply.id == id:
                    return reply.reply
        raise Silence("no answer")

    def report(self, kind, effect="", text="", **more):
        """Reports once, with as many attempts as necessary (C-3, C-4)."""
        self.number += 1
        report = events_pb2.ControlReport(
            control=self.hello.control, kind=kind, effect=effect, text=text, process_id=os.getpid(),
            number=self.number, **more)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                return self.ask(0.5, report=bus_pb2.ReportRequest(session=self.session, report=report))
            except Silence:
                continue
        raise Silence("no answer to a report")

    def heartbeat(self):
        vitals = bus_pb2.ControlVitals(control=self.hello.control, process_id=os.getpid())
        self.send(heartbeat=bus_pb2.HeartbeatRequest(session=self.session, vitals=vitals))

    # Joining (J-1 to J-12)

    def join(self):
        reply = self.ask(hello=self.hello)
        if reply.WhichOneof("reply") != "welcome":
            raise PermissionError(reply.refused.text)
        self.events = self.socket(zmq.SUB)
        self.subscribed = [f"{topic}/{self.session}" for topic in reply.welcome.topics.topics or TOPICS]
        for topic in self.subscribed:
            self.events.subscribe(topic)
        self.events.subscribe(f"~beat/{self.session}")
        self.ask_for_snapshot()
        self.events.connect(reply.welcome.events_endpoint)
        end = time.monotonic() + SECONDS
        while self.run is None:
            self.receive(end)
        return reply.welcome

    def ask_for_snapshot(self):
        self.snapshot_topic = f"~snap/{self.session}/{uuid.uuid4()}"
        self.events.subscribe(self.snapshot_topic)

    # Following (J-15 to J-28)

    def follow(self, seconds=SECONDS):
        """Each event once and in order, after the state."""
        end = time.monotonic() + seconds
        while True:
            while self.waiting:
                yield self.waiting.pop(0)
            try:
                self.receive(end)
            except Silence:
                return

    def receive(self, end):
        """One message, or None after the timeout."""
        if not self.events.poll(max(end - time.monotonic(), 0) * 1000):
            raise Silence("nothing comes")
        frames = self.events.recv_multipart()
        if len(frames) != 2:
            return
        topic, data = frames[0].decode(), frames[1]
        if topic == self.snapshot_topic or topic == f"~beat/{self.session}":
            self.take_state(bus_pb2.Snapshot.FromString(data), topic == self.snapshot_topic)
        elif topic in self.subscribed and self.run is not None:
            self.take_event(events_pb2.Envelope.FromString(data))

    def until(self, holds, seconds=SECONDS):
        events = []
        for event in self.follow(seconds):
            events.append(event)
            if holds(event):
                return events
        raise Silence(f"only {len(events)} events, the last one {events[-1:]}")

    def take_state(self, state, is_snapshot):
        if self.run != state.run or (is_snapshot and state.sequence < self.sequence):
            if not is_snapshot:
                return
            self.runs.append(state.run)
            self.run, self.process, self.sequence = state.run, state.process_id, state.sequence
            self.newest = {entry.topic: entry.sequence for entry in state.topic_sequences}
            self.waiting += state.latest
            return
        if self.process != state.process_id:
            self.process = state.process_id
            self.ask(hello=self.hello)
        if state.sequence > self.sequence:
            self.repair(state.sequence)

    def take_event(self, event):
        if event.run != self.run or event.sequence <= self.sequence or event.sequence in self.dropped:
            self.dropped.discard(event.sequence)
            return
        if event.sequence > self.sequence + 1:
            self.repair(event.sequence - 1)
        self.hand_out(event)

    def repair(self, through):
        missing = []
        for topic in TOPICS:
            missed = bus_pb2.MissedEvents(
                session=self.session, topic=topic, first=self.newest.get(topic, 0) + 1, last=2**64 - 1)
            missing += [event for event in self.ask(missed=missed).events.events if event.sequence <= through]
        for event in sorted(missing, key=lambda event: event.sequence):
            self.fetched += 1
            self.hand_out(event)

    def hand_out(self, event):
        assert event.sequence == self.sequence + 1, f"{event.sequence} behind {self.sequence}"
        self.sequence = event.sequence
        self.newest[TOPICS_OF[event.WhichOneof("event")]] = event.topic_sequence
        self.waiting.append(event)


TOPICS_OF = dict(zip(
    ["gps", "navigation", "navigation_started", "navigation_stopped", "control", "command", "heading"], TOPICS))
