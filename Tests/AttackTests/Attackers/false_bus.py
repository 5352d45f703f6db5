"""A false bus: it answers every hello, sends settings of its choice, and records the requests. Prints "ready", and at
SIGTERM the requests.

    false_bus.py FOLDER CASE FILE

FOLDER is the folder in which the victim searches its bus, CASE the kind of attack, FILE the path that the settings name
for the output of a control. It runs as root, to become another user; the victim is root too.
"""

import collections
import json
import os
import signal
import sys

import zmq

from navbus.v1 import bus_pb2

STRANGER = 65534
FOLDER, CASE, FILE = sys.argv[1:4]
ELSEWHERE = FOLDER + ".elsewhere"


def folder(path, owner, mode):
    """Creates a folder of a user."""
    os.mkdir(path)
    os.chown(path, owner, owner)
    os.chmod(path, mode)


def listen(context, path):
    """A pair of sockets in a folder, and the endpoint of the events."""
    requests, events = context.socket(zmq.ROUTER), context.socket(zmq.XPUB)
    requests.bind(f"ipc://{path}/requests")
    events.bind(f"ipc://{path}/events")
    return requests, events, f"ipc://{path}/events"


def settings():
    """The settings of the false bus."""
    texts = {"output": "wav", "file": FILE, "logFile": FILE, "folder": FILE, "device": FILE, "keep": FILE}
    return {name: bus_pb2.SettingValue(text=text) for name, text in texts.items()}


def serve(requests, publisher, events):
    """Answers requests until SIGTERM."""
    heard = collections.Counter()

    def end(*_):
        print(json.dumps({"heard": heard, "requests": sum(heard.values())}), flush=True)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    # The parent process may have blocked the signal.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    print("ready", flush=True)
    poller = zmq.Poller()
    poller.register(requests, zmq.POLLIN)
    poller.register(publisher, zmq.POLLIN)
    while True:
        ready = dict(poller.poll())
        if publisher in ready:
            topic = publisher.recv()
            if topic.startswith(b"\x01~snap/"):
                state = bus_pb2.Snapshot(run=1, session="main", process_id=os.getpid())
                publisher.send_multipart([topic[1:], state.SerializeToString()])
        if requests not in ready:
            continue
        peer, data = requests.recv_multipart()
        frame = bus_pb2.RequestFrame.FromString(data)
        kind = frame.request.WhichOneof("request")
        heard[kind] += 1
        if kind == "hello":
            reply = bus_pb2.Reply(
                welcome=bus_pb2.Welcome(run=1, events_endpoint=events, settings=settings()))
        elif kind == "status":
            reply = bus_pb2.Reply(status=bus_pb2.BusStatus(run=1, process_id=os.getpid(), uptime_seconds=4711))
        else:
            reply = bus_pb2.Reply(done=bus_pb2.Done())
        requests.send_multipart([peer, bus_pb2.ReplyFrame(id=frame.id, reply=reply).SerializeToString()])


def become_stranger():
    os.setgroups([])
    os.setgid(STRANGER)
    os.setuid(STRANGER)


def main():
    os.umask(0)
    context = zmq.Context
    if CASE == "foreign":
        folder(FOLDER, STRANGER, 0o755)
        become_stranger()
        serve(*listen(context(), FOLDER))
    elif CASE == "below-foreign":
        # The folder belongs to the victim, but the other user can rename it.
        folder(os.path.dirname(FOLDER), STRANGER, 0o755)
        folder(FOLDER, 0, 0o755)
        serve(*listen(context(), FOLDER))
    elif CASE in ("open", "group-open"):
        folder(FOLDER, 0, 0o777)
        os.chown(FOLDER, 0, STRANGER)
        os.chmod(FOLDER, 0o777 if CASE == "open" else 0o775)
        serve(*listen(context(), FOLDER))
    elif CASE == "folder-link":
        folder(ELSEWHERE, STRANGER, 0o755)
        os.symlink(ELSEWHERE, FOLDER)
        become_stranger()
        serve(*listen(context(), ELSEWHERE))
    elif CASE == "socket-link":
        folder(ELSEWHERE, STRANGER, 0o755)
        folder(FOLDER, 0, 0o755)
        os.symlink(ELSEWHERE + "/requests", FOLDER + "/requests")
        become_stranger()
        serve(*listen(context(), ELSEWHERE))
    elif CASE == "foreign-socket":
        folder(FOLDER, 0, 0o755)
        sockets = listen(context(), FOLDER)
        os.chown(FOLDER + "/requests", STRANGER, STRANGER)
        serve(*sockets)
    elif CASE == "served-by-stranger":
        # The socket file belongs to root, but the listening process does not, which only the kernel shows.
        folder(FOLDER, 0, 0o777)
        reader, writer = os.pipe()
        if (child := os.fork()) == 0:
            become_stranger()
            sockets = listen(context(), FOLDER)
            os.write(writer, b"x")
            serve(*sockets)
        os.read(reader, 1)
        for name in ("requests", "events"):
            os.chown(f"{FOLDER}/{name}", 0, 0)
        os.chmod(FOLDER, 0o755)
        signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        os.waitpid(child, 0)
    elif CASE in ("events-elsewhere", "events-over-tcp", "own"):
        # The answering process belongs to the victim, but the event endpoint does not.
        folder(FOLDER, 0, 0o755)
        requests, publisher, events = listen(context(), FOLDER)
        if CASE == "events-elsewhere":
            folder(ELSEWHERE, 0, 0o755)
            _, publisher, events = listen(context(), ELSEWHERE)
            os.chown(ELSEWHERE, STRANGER, STRANGER)
        elif CASE == "events-over-tcp":
            events = "tcp://127.0.0.1:7731"
        serve(requests, publisher, events)


main()
