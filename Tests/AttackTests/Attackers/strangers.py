"""Peers without a key or without permission to send routes fill the memory of a bus. Arguments: the bus, its messages,
an attack."""

import multiprocessing
import sys
import threading
import time

import zmq
from stage import STATUS, position, start
from target import Memory, Target, tell
from zmtp import COMMAND, MORE, Storm, frame, greeting, header, ready

SECONDS = 4
LARGEST = 16 * 1024 * 1024 - 1


def script(beginning, flags, length):
    """A frame of the maximum size without its last bytes; then silence."""

    def pieces():
        yield beginning + header(flags, length)
        rest = length - 1
        while rest > 0:
            piece = bytes(min(rest, 1 << 20))
            rest -= len(piece)
            yield piece

    return pieces


def endless(beginning, piece):
    """Parts of a message that never ends."""

    def pieces():
        yield beginning
        block = piece * max(1, (1 << 18) // len(piece))
        while True:
            yield block

    return pieces


def trickle(beginning):
    def pieces():
        yield beginning
        while True:
            yield b"\0"

    return pieces


NULL, CURVE = greeting(b"NULL"), greeting(b"CURVE")
DEALER, SUBSCRIBER = NULL + ready(b"DEALER"), NULL + ready(b"SUB")
# Frames of all lengths up to the maximum, which a peer sends before the end of its handshake.
LENGTHS = {"small": 64 * 1024 - 600, "large": LARGEST, "absurd": 2**63 - 1, "greatest": 2**64 - 1}


def attack(name, target):
    place, kind, length = (name.split("-") + ["", ""])[:3]
    endpoint = {
        "requests": target.remote_requests, "events": target.remote_events,
        "local": target.endpoint, "topics": target.events}[place]
    hello = DEALER if place in ("requests", "local") else SUBSCRIBER
    if kind == "parts":
        piece = frame(MORE, bytes(60_000)) if place == "local" else frame(MORE, b"\1" + bytes(60))
        return Storm(endpoint, 4, endless(hello, piece))
    if kind == "trickle":
        return Storm(endpoint, 100, trickle(CURVE + header(COMMAND, 60_000) if "r" == endpoint[0] else hello), 0.001)
    if kind == "subscriptions":
        return Storm(endpoint, 4, endless(hello, frame(0, b"\1onGPS/" + b"x" * 50)))
    beginning = {"curve": CURVE, "null": NULL, "raw": b"", "known": hello}[kind]
    size = LENGTHS[length]
    many = int(sys.argv[4]) if len(sys.argv) > 4 else 100
    if kind == "raw":
        # ZMTP 1.0: a length of eight bytes, flags, and no greeting.
        return Storm(endpoint, 100, lambda: iter([header(0, size)[:0] + b"\xff" + min(size, 2**63 - 1).to_bytes(8, "big")
                                                 + b"\0" + bytes(min(size, 1 << 22))]))
    flags = 0 if kind == "known" else COMMAND
    return Storm(endpoint, many, script(beginning, flags, size))


def listen(peer, seen, end):
    """A normal peer, which must receive all events and answers of the bus."""
    for event in peer.follow(end - time.monotonic()):
        if event.WhichOneof("event") == "gps":
            seen.append(event.sequence)


def main():
    with Target() as target:
        source = target.joined(control="source", topics=["onGPS"])
        innocents = [target.joined(control=f"tap-{number}") for number in range(4)]
        remote = target.remote("phone")
        remote.join()
        source.ask(start=start())
        end = time.monotonic() + SECONDS + 1
        seen = [[] for _ in [*innocents, remote]]
        followers = [threading.Thread(target=listen, args=(peer, mine, end))
                     for peer, mine in zip([*innocents, remote], seen)]
        monitors = [cuts(peer) for peer in [*innocents, remote]]
        for follower in followers:
            follower.start()
        process = target.process.pid
        memory = Memory(process)
        figures, sent = multiprocessing.Pipe(duplex=False)
        # A separate process, so that limits against the attacker do not affect the normal peers of this one.
        attacker = multiprocessing.get_context("fork").Process(
            target=lambda: sent.send(attack(sys.argv[3], target).run(SECONDS).figures))
        attacker.start()
        number, slowest = 1, 0.0
        while attacker.is_alive():
            asked = time.monotonic()
            source.ask(position=position(number))
            slowest = max(slowest, time.monotonic() - asked)
            number += 1
            time.sleep(0.05)
        attacker.join()
        storm = figures.recv()
        growth = memory.growth
        joined = time.monotonic()
        late = target.remote("phone")
        late.ask(**STATUS)
        joined = time.monotonic() - joined
        for follower in followers:
            follower.join()
        counters = source.ask(**STATUS).status.counters
        tell(
            growth=growth, **storm, slowest_answer=slowest,
            joined_seconds=joined, is_same_process=source.process == process and target.process.poll() is None,
            fixes=number - 1, fewest_heard=min(len(set(mine)) for mine in seen), cut_innocents=sum(map(len, map(drain, monitors))),
            memory_cuts=counters["memory_cuts"])


def cuts(peer):
    """Counts the ended connections of a peer."""
    return [socket.get_monitor_socket(zmq.EVENT_DISCONNECTED) for socket in (peer.events, peer.requests)]


def drain(monitors):
    ended = []
    for monitor in monitors:
        while monitor.poll(0):
            ended.append(monitor.recv_multipart())
    return ended


if __name__ == "__main__":
    main()
