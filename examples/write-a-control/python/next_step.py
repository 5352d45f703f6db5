"""Prints the next maneuver whenever it is another one; ends when the navigation stops."""

import os
import sys

import zmq
from navbus.v1 import bus_pb2, events_pb2

SESSION = "main"
TOPICS = ["onNavigation", "onNavigationStopped"]


def join(context, endpoint):
    """Says hello, subscribes, and asks for the present state on a topic of our own."""
    requests = context.socket(zmq.REQ)
    requests.connect(endpoint)
    hello = bus_pb2.Hello(
        control="next-step", contract_version=1, session=SESSION, topics=TOPICS, process_id=os.getpid())
    requests.send(bus_pb2.RequestFrame(id=1, request=bus_pb2.Request(hello=hello)).SerializeToString())
    reply = bus_pb2.ReplyFrame.FromString(requests.recv()).reply
    if reply.WhichOneof("reply") != "welcome":
        sys.exit(f"next-step: refused: {reply.refused.text}")
    events = context.socket(zmq.SUB)
    events.connect(reply.welcome.events_endpoint)
    for topic in TOPICS:
        events.subscribe(f"{topic}/{SESSION}")
    events.subscribe(f"~snap/{SESSION}/next-step-{os.getpid()}")
    return events


def envelopes(events):
    """The present state first, then what happens, each event once."""
    seen = 0
    while True:
        topic, payload = events.recv_multipart()
        if topic.startswith(b"~snap/"):
            snapshot = bus_pb2.Snapshot.FromString(payload)
            yield from snapshot.latest
            seen = snapshot.sequence
        else:
            envelope = events_pb2.Envelope.FromString(payload)
            if envelope.sequence > seen:
                seen = envelope.sequence
                yield envelope


def main():
    shown = None
    for envelope in envelopes(join(zmq.Context(), os.environ["NAVBUS_ENDPOINT"])):
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
