"""Many taps request a large route at once, some without receiving. Arguments: the bus, its messages, their number."""

import multiprocessing
import sys
import threading
import time

from peer import Peer
from stage import bus_pb2, events_pb2, position
from target import Memory, Target, tell

VERTICES = int(sys.argv[4]) if len(sys.argv) > 4 else 800_000


def large_route():
    steps = [
        events_pb2.Step(number=0, maneuver=1, driving_side=2),
        events_pb2.Step(number=1, maneuver=2, geometry_index=VERTICES - 1, distance_from_previous_meters=890.0,
                        duration_from_previous_seconds=160.0, driving_side=2)]
    latitudes = [49.41 + 0.008 * index / (VERTICES - 1) for index in range(VERTICES)]
    end = events_pb2.Coordinate(latitude_degrees=latitudes[-1], longitude_degrees=8.69)
    return events_pb2.Route(
        id="large", provider="test", reason=1, travel_mode=2, latitudes_degrees=latitudes,
        longitudes_degrees=[8.69] * VERTICES,
        legs=[events_pb2.Leg(steps=steps, distance_meters=890, duration_seconds=160)],
        stopovers=[events_pb2.Stopover(position=end, geometry_index=VERTICES - 1)], distance_meters=890,
        duration_seconds=160)


def longest_gap(peer, end, gaps):
    last = None
    for event in peer.follow(end - time.monotonic()):
        if event.WhichOneof("event") == "gps":
            now = time.monotonic()
            gaps.append(now - (last or now))
            last = now


def ask_for_it(endpoint, count, seconds, sent):
    """Joins with many taps at once, then sends requests of four that do not receive; returns the number that joined.

    This is a separate process, since the bus counts the requests of all peers of one process together.
    """
    taps = [Peer(endpoint=endpoint, control=f"tap-{number}") for number in range(count)]
    joins = [threading.Thread(target=tap.join) for tap in taps]
    for join in joins:
        join.start()
    for join in joins:
        join.join()
    missed = bus_pb2.MissedEvents(session="main", topic="onNavigationStarted", first=1, last=1)
    for number in range(4):
        taps.append(Peer(endpoint=endpoint, control=f"slow-{number}"))
        for id in range(1, 33):
            taps[-1].send(id, missed=missed)
    sent.send(sum(tap.run is not None for tap in taps))
    time.sleep(seconds)


def main():
    count = int(sys.argv[3])
    with Target() as target:
        source = target.joined(control="source", topics=["onGPS"])
        witness = target.joined(control="witness")
        reply = source.ask(start=bus_pb2.StartRequest(session="main", route=large_route()))
        assert reply.HasField("done"), reply
        end = time.monotonic() + 8
        gaps = []
        follower = threading.Thread(target=longest_gap, args=(witness, end, gaps))
        follower.start()
        memory = Memory(target.process.pid)
        figures, sent = multiprocessing.Pipe(duplex=False)
        greedy = multiprocessing.get_context("fork").Process(
            target=ask_for_it, args=(target.endpoint, count, 8, sent), daemon=True)
        number = 1
        while time.monotonic() < end - 0.5:
            source.ask(position=position(number))
            number += 1
            if number == 30:
                greedy.start()
            time.sleep(0.03)
        follower.join()
        joined = figures.recv() if figures.poll(20) else 0
        tell(joined=joined, longest_gap=max(gaps), fixes=number - 1, heard=len(gaps), growth=memory.growth)
        greedy.terminate()
        greedy.join()


if __name__ == "__main__":
    main()
