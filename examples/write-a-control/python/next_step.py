"""Prints the next maneuver whenever it is another one; ends when the navigation stops. The contract itself, without a kit."""

import os
import secrets
import sys

import zmq
from google.protobuf.message import DecodeError
from navbus.v1 import bus_pb2, events_pb2

SESSION = os.environ.get("NAVBUS_SESSION") or "main"
KINDS = {"onNavigation": "navigation", "onNavigationStopped": "navigation_stopped"}


class Bus:
    """The two sockets, and how far the events of each topic have come."""

    def __init__(self, endpoint):
        self.context = zmq.Context()
        self.requests = self.context.socket(zmq.DEALER)
        self.requests.linger = 0
        self.requests.connect(endpoint)
        self.last_id = 0
        self.run = None
        self.handed_out = {}

    def ask(self, seconds=5, **request):
        """Sends a request and waits for its answer; None if the bus does not answer."""
        self.last_id += 1
        frame = bus_pb2.RequestFrame(id=self.last_id, request=bus_pb2.Request(**request))
        self.requests.send(frame.SerializeToString())
        while self.requests.poll(seconds * 1000):
            answer = bus_pb2.ReplyFrame.FromString(self.requests.recv())
            if answer.id == self.last_id:  # Another one came too late.
                return answer.reply
        return None

    def join(self):
        """Says hello, subscribes, and last asks for the present state on a topic that nobody else can guess."""
        wait = int(os.environ.get("NAVBUS_WAIT") or 60)
        hello = bus_pb2.Hello(
            control="next-step", contract_version=1, session=SESSION, topics=KINDS, process_id=os.getpid())
        reply = self.ask(wait, hello=hello)
        if reply is None:
            fail(69, f"no bus has answered within {wait} s; start one with navbus run")
        if reply.WhichOneof("reply") != "welcome":
            fail(69, f"the bus refused: {reply.refused.text}")
        self.events = self.context.socket(zmq.SUB)
        for topic in KINDS:
            self.events.subscribe(f"{topic}/{SESSION}")
        self.events.subscribe(f"~snap/{SESSION}/{os.getpid()}-{secrets.token_hex(10)}")
        self.events.connect(reply.welcome.events_endpoint)

    def envelopes(self):
        """The present state first, then what happens: each event once, and what was lost on the way in its place."""
        while True:
            topic, *payload = self.events.recv_multipart()
            name, _, rest = topic.decode().partition("/")
            try:
                if name == "~snap":
                    yield from self.catch_up(bus_pb2.Snapshot.FromString(payload[0]))
                elif name in KINDS and rest == SESSION:
                    yield from self.next_ones(name, events_pb2.Envelope.FromString(payload[0]))
            except (DecodeError, IndexError):
                pass  # It leaves a hole, which is filled behind the next event.

    def catch_up(self, snapshot):
        """A snapshot comes at the beginning, and again whenever the connection is a new one."""
        told = {entry.topic: entry.sequence for entry in snapshot.topic_sequences}
        if snapshot.run == self.run:
            # The bus was killed and is back: what it published meanwhile is in its journal.
            yield from self.missed({topic: told.get(topic, 0) for topic in KINDS})
        else:
            self.run = snapshot.run
            yield from snapshot.latest
        self.handed_out = {topic: told.get(topic, 0) for topic in KINDS}

    def next_ones(self, topic, envelope):
        """An event, and before it those that were lost."""
        number, last = envelope.topic_sequence, self.handed_out.get(topic, 0)
        if envelope.run != self.run or number <= last:
            return  # Before the first snapshot, or handed out already.
        if number > last + 1:
            yield from self.missed({topic: number - 1})
        self.handed_out[topic] = number
        yield envelope

    def missed(self, last):
        """Fetches the events up to these numbers; what the journal no longer has is left out."""
        fetched = []
        for topic, number in last.items():
            first = self.handed_out.get(topic, 0) + 1
            if number >= first:
                question = bus_pb2.MissedEvents(session=SESSION, topic=topic, first=first, last=number)
                reply = self.ask(1, missed=question)
                fetched += reply.events.events if reply is not None else []
        return sorted(fetched, key=lambda envelope: envelope.sequence)


def fail(code, reason):
    """Ends with a sentence; docs/controls.md has the codes."""
    print(f"next-step: {reason}", file=sys.stderr)
    sys.exit(code)


def main():
    endpoint = os.environ.get("NAVBUS_ENDPOINT")
    if not endpoint:
        fail(64, "NAVBUS_ENDPOINT is not set; navbus run prints it first (bus up at ...)")
    bus = Bus(endpoint)
    bus.join()
    shown = None
    for envelope in bus.envelopes():
        # None for an event of a kind that this program does not know.
        kind = envelope.WhichOneof("event")
        if kind == "navigation_stopped":
            print("stopped", flush=True)
            return
        if kind != "navigation" or not envelope.navigation.HasField("current_step"):
            continue
        step = envelope.navigation.current_step
        if step.number != shown and envelope.navigation.HasField("to_maneuver"):
            shown = step.number
            road = step.simple_road_name or "unnamed road"
            meters = int(envelope.navigation.to_maneuver.distance_meters + 0.5)
            print(f"step {step.number}: {road} in {meters} m", flush=True)


if __name__ == "__main__":
    main()
