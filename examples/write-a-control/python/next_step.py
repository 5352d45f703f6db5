"""Prints each new next maneuver; ends when the navigation stops. Uses the contract directly, without a kit."""

import os
import secrets
import socket
import stat
import struct
import sys
import time

import zmq
from google.protobuf.message import DecodeError
from navbus.v1 import bus_pb2, events_pb2

SESSION = os.environ.get("NAVBUS_SESSION") or "main"
KINDS = {"onNavigation": "navigation", "onNavigationStopped": "navigation_stopped"}


class Bus:
    """The two sockets, and the progress in each topic."""

    def __init__(self, endpoint):
        self.context = zmq.Context()
        self.requests = self.context.socket(zmq.DEALER)
        self.requests.linger = 0
        self.endpoint = endpoint
        self.last_id = 0
        self.run = None
        self.sequence = 0
        self.delivered = {}
        self.snapshot_topic = None
        self.awaits_snapshot = False
        self.is_navigating = False

    def ask(self, seconds=5, **request):
        """Sends a request and waits for its reply; None if the bus does not reply."""
        self.last_id += 1
        frame = bus_pb2.RequestFrame(id=self.last_id, request=bus_pb2.Request(**request))
        self.requests.send(frame.SerializeToString())
        while self.requests.poll(seconds * 1000):
            answer = bus_pb2.ReplyFrame.FromString(self.requests.recv())
            if answer.id == self.last_id:  # Any other reply came too late.
                return answer.reply
        return None

    def join(self, wait):
        """Says hello, subscribes, and requests a snapshot last."""
        end = time.monotonic() + wait
        while not is_own(self.endpoint):
            if time.monotonic() > end:
                fail(69, f"there is no bus within {wait} s; start one with navbus run")
            time.sleep(0.02)
        self.requests.connect(self.endpoint)
        hello = bus_pb2.Hello(
            control="next-step", contract_version=1, session=SESSION, topics=KINDS, process_id=os.getpid())
        reply = self.ask(wait, hello=hello)
        if reply is None:
            fail(69, f"no bus has replied within {wait} s; start one with navbus run")
        if reply.WhichOneof("reply") != "welcome":
            fail(69, f"the bus refused: {reply.refused.text}")
        self.events = self.context.socket(zmq.SUB)
        for topic in (*KINDS, "~beat"):
            self.events.subscribe(f"{topic}/{SESSION}")
        self.ask_for_snapshot()
        if not is_own(reply.welcome.events_endpoint):
            fail(69, "the bus has ended; start another one with navbus run")
        self.events.connect(reply.welcome.events_endpoint)

    def ask_for_snapshot(self):
        """Subscribes to a topic that no other peer can guess. A new connection repeats it, and brings a snapshot
        again."""
        if self.snapshot_topic:
            self.events.unsubscribe(self.snapshot_topic)
        self.snapshot_topic = f"~snap/{SESSION}/{os.getpid()}-{secrets.token_hex(10)}"
        self.events.subscribe(self.snapshot_topic)
        self.awaits_snapshot = True

    def envelopes(self):
        """Yields the current state first, then each event once, with lost events in their place."""
        while True:
            topic, *payload = self.events.recv_multipart()
            name, _, rest = topic.decode().partition("/")
            try:
                if topic.decode() == self.snapshot_topic:
                    yield from self.handle_snapshot(bus_pb2.Snapshot.FromString(payload[0]))
                elif rest == SESSION and not self.awaits_snapshot:  # The snapshot covers earlier events.
                    if name == "~beat":
                        yield from self.handle_heartbeat(bus_pb2.Snapshot.FromString(payload[0]))
                    elif name in KINDS:
                        yield from self.handle_event(name, events_pb2.Envelope.FromString(payload[0]))
            except (DecodeError, IndexError):
                pass  # This leaves a gap, which the next event closes.

    def handle_snapshot(self, snapshot):
        """Handles a snapshot, which arrives at the beginning and over each new connection."""
        is_same_run = snapshot.run == self.run and snapshot.sequence >= self.sequence
        if is_same_run and not self.awaits_snapshot:
            # The bus was restarted: the events published in the meantime are in its journal.
            yield from self.handle_heartbeat(snapshot)
            return
        sequences = {entry.topic: entry.sequence for entry in snapshot.topic_sequences}
        newer = [envelope for envelope in snapshot.latest if not is_same_run or envelope.sequence > self.sequence]
        lost = sum(sequences.get(topic, 0) - self.delivered.get(topic, 0) for topic in KINDS)
        lost -= sum(envelope.WhichOneof("event") in KINDS.values() for envelope in newer)
        if is_same_run and lost > 0:
            print(f"next-step: events lost: {lost}; continuing with the current state", file=sys.stderr)
        self.run, self.sequence, self.delivered = snapshot.run, snapshot.sequence, sequences
        self.awaits_snapshot = False
        # A navigation that has ended is not in the snapshot.
        if self.is_navigating and not any(envelope.HasField("navigation") for envelope in snapshot.latest):
            yield events_pb2.Envelope(navigation_stopped=events_pb2.NavigationStopped())
        for envelope in newer:
            self.is_navigating = self.is_navigating or envelope.HasField("navigation")
            yield envelope

    def handle_heartbeat(self, heartbeat):
        """Handles a heartbeat of the bus, which shows that the last event is lost."""
        if heartbeat.run != self.run:
            self.ask_for_snapshot()
        elif any(entry.sequence > self.delivered.get(entry.topic, 0)
                 for entry in heartbeat.topic_sequences if entry.topic in KINDS):
            yield from self.missed()

    def handle_event(self, topic, envelope):
        """Yields an event, and before it the lost ones."""
        number, last = envelope.topic_sequence, self.delivered.get(topic, 0)
        if envelope.run == self.run and number == last + 1:
            yield self.deliver(topic, envelope)
        elif envelope.run == self.run and number > last:
            yield from self.missed()

    def missed(self):
        """Fetches all events published since, one page at a time, in the order of publishing."""
        fetched = []
        for topic in KINDS:
            first = self.delivered.get(topic, 0) + 1
            while True:
                missed = bus_pb2.MissedEvents(session=SESSION, topic=topic, first=first, last=2**64 - 1)
                reply = self.ask(1, missed=missed)
                page = reply.events.events if reply is not None else []
                if reply is None or reply.WhichOneof("reply") != "events" or (page and page[0].topic_sequence != first):
                    # The bus does not have them, or no longer: the snapshot shows the loss.
                    self.ask_for_snapshot()
                    return
                if not page:
                    break
                fetched += [(topic, envelope) for envelope in page]
                first = page[-1].topic_sequence + 1
        for topic, envelope in sorted(fetched, key=lambda entry: entry[1].sequence):
            yield self.deliver(topic, envelope)

    def deliver(self, topic, envelope):
        """Records that the event was delivered."""
        self.delivered[topic] = envelope.topic_sequence
        self.sequence = max(self.sequence, envelope.sequence)
        self.is_navigating = topic == "onNavigation"
        return envelope


def printable(text):
    """A foreign text without control characters, such as a sequence that clears the screen."""
    unsafe = [range(0x20), range(0x7F, 0xA0), range(0x2028, 0x202F), range(0x2060, 0x2070)]
    return "".join("?" if any(ord(letter) in codes for codes in unsafe) else letter for letter in text)


def is_own(endpoint):
    """Whether a bus of this user or root is at an ipc:// endpoint. A bus of another user ends the program."""
    path = endpoint.removeprefix("ipc://")
    if not endpoint.startswith("ipc:///"):
        fail(69, f"{endpoint} is not on this machine; this example has no keys")
    try:
        folder = os.path.dirname(path)
        for part in (path, folder, *_above(folder)):
            status = os.lstat(part)
            kind = status.st_mode
            if status.st_uid not in (0, os.geteuid()):
                fail(69, f"{part} belongs to user {status.st_uid}: nothing was sent; name a bus of your own")
            if stat.S_ISLNK(kind):
                fail(69, f"{part} is a link: nothing was sent; name the path it leads to")
            is_sticky = part not in (path, folder) and kind & stat.S_ISVTX
            if stat.S_ISDIR(kind) and kind & 0o022 and not is_sticky:
                fail(69, f"other users can write into {part}: nothing was sent; chmod go-w {part}")
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(path)
            _, user, _ = struct.unpack("iII", probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    except (FileNotFoundError, ConnectionRefusedError):
        return False
    except OSError as error:
        fail(69, f"{path} cannot be used: {error.strerror}")
    if user not in (0, os.geteuid()):
        fail(69, f"user {user} listens at {path}: nothing was sent; name a bus of your own")
    return True


def _above(folder):
    while folder != "/":
        folder = os.path.dirname(folder)
        yield folder


def fail(code, reason):
    """Prints a sentence and ends the process; docs/controls.md has the codes."""
    print(printable(f"next-step: {reason}"), file=sys.stderr)
    sys.exit(code)


def main():
    endpoint = os.environ.get("NAVBUS_ENDPOINT")
    if not endpoint:
        fail(64, "NAVBUS_ENDPOINT is not set; navbus run prints it first (bus up at ...)")
    wait = os.environ.get("NAVBUS_WAIT") or "60"
    if not (wait.isascii() and wait.isdigit() and int(wait[:6]) <= 86400):
        fail(64, f"NAVBUS_WAIT is \"{wait}\"; it must be whole seconds, 0 to 86400")
    bus = Bus(endpoint)
    bus.join(int(wait))
    shown = None
    for envelope in bus.envelopes():
        # None for an event of an unknown kind.
        kind = envelope.WhichOneof("event")
        if kind == "navigation_stopped":
            print("stopped", flush=True)
            return
        if kind != "navigation" or not envelope.navigation.HasField("current_step"):
            continue
        step = envelope.navigation.current_step
        if step.number != shown and envelope.navigation.HasField("to_maneuver"):
            shown = step.number
            road = printable(step.simple_road_name) or "unnamed road"
            meters = int(envelope.navigation.to_maneuver.distance_meters + 0.5)
            print(f"step {step.number}: {road} in {meters} m", flush=True)


if __name__ == "__main__":
    main()
