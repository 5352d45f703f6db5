"""A small control: it survives everything, but repairs no gap, remembers no cue, and reports nothing."""
import os
import sys

import zmq

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples/python"))
from navbus.v1 import bus_pb2, events_pb2

session = os.environ.get("NAVBUS_SESSION", "main")
endpoint = os.environ.get("NAVBUS_ENDPOINT", "")
topics = ("onNavigation", "onNavigationStopped")


def leave(code, text=""):
    print(text, file=sys.stderr, flush=True)
    os._exit(code)


if not endpoint.startswith("ipc:///"):
    leave(64, "NAVBUS_ENDPOINT must be an endpoint such as ipc:///run/navbus/requests")
context = zmq.Context()
requests = context.socket(zmq.DEALER)
requests.connect(endpoint)
hello = bus_pb2.Hello(control="forgetful", contract_version=1, session=session, topics=topics, process_id=os.getpid())
owner = os.path.dirname(endpoint[6:])
if os.path.exists(owner) and os.stat(owner).st_uid not in (0, os.geteuid()):
    leave(69, "the bus belongs to another user")
requests.send(bus_pb2.RequestFrame(id=1, request=bus_pb2.Request(hello=hello)).SerializeToString())
if not requests.poll(1000 * int(os.environ.get("NAVBUS_WAIT", "60"))):
    leave(69, "there is no bus at NAVBUS_ENDPOINT")
reply = bus_pb2.ReplyFrame.FromString(requests.recv()).reply
if not reply.HasField("welcome"):
    leave(69, f"the bus refused: {reply.refused.text}")
events = context.socket(zmq.SUB)
for name in (*(f"{topic}/{session}" for topic in topics), f"~snap/{session}/{os.getpid()}"):
    events.subscribe(name)
events.connect(reply.welcome.events_endpoint)
poller = zmq.Poller()
poller.register(events, zmq.POLLIN)
poller.register(0, zmq.POLLIN)
last = None
while not any(source == 0 for source, _ in poller.poll()):
    frames = events.recv_multipart()
    if frames[0].decode() != f"onNavigation/{session}" or len(frames) != 2:
        continue
    try:
        cue = events_pb2.Envelope.FromString(frames[1]).navigation.cue
    except Exception:
        continue
    if cue.identity and cue.identity != last:
        last = cue.identity
        print(f"cue {cue.identity}", flush=True)
os._exit(0)
