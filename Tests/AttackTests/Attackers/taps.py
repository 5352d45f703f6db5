"""Many who may listen ask for a large route at once, some without receiving it. Arguments: the bus, its messages, how many."""

import sys
import threading
import time

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


def main():
    count = int(sys.argv[3])
    with Target() as target:
        source = target.joined(control="source", topics=["onGPS"])
        witness = target.joined(control="witness")
        reply = source.ask(start=bus_pb2.StartRequest(session="main", route=large_route()))
        assert reply.HasField("done"), reply
        taps = [target.peer(control=f"tap-{number}") for number in range(count)]
        slow = [target.peer(control=f"slow-{number}") for number in range(4)]
        end = time.monotonic() + 8
        gaps = []
        follower = threading.Thread(target=longest_gap, args=(witness, end, gaps))
        follower.start()
        memory = Memory(target.process.pid)
        missed = bus_pb2.MissedEvents(session="main", topic="onNavigationStarted", first=1, last=1)
        joins = []
        number = 1
        while time.monotonic() < end - 0.5:
            source.ask(position=position(number))
            number += 1
            if number == 30:
                joins = [threading.Thread(target=tap.join) for tap in taps]
                for join in joins:
                    join.start()
            if number == 60:
                for peer in slow:
                    for id in range(1, 33):
                        peer.send(id, missed=missed)
            time.sleep(0.03)
        for join in joins:
            join.join()
        follower.join()
        time.sleep(0.2)
        tell(
            joined=sum(tap.run is not None for tap in taps), longest_gap=max(gaps), fixes=number - 1, heard=len(gaps),
            growth=memory.growth)


if __name__ == "__main__":
    main()
