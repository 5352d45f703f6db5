#!/usr/bin/env python3
"""clients.py PROGRAMS drives three sessions with clients that know nothing of navbus but its pages: nats-py with frames of the
contract, paho-mqtt with OwnTracks and plain JSON, and curl as Traccar Client. Each gets its guidance; hostile ones do not
disturb it. Prints a line for each, and exits with 1 if one fails.
"""

import asyncio
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import shutil
import time

import nats
import paho.mqtt.client as mqtt
from rig import (
    ROOT, START_NANOSECONDS, Bus, Cluster, Vehicle, bus_pb2, events_pb2, free_port, own_namespaces, routes_of, wait_until)

FIXES = 25


async def ask(connection, session, request, number, reply="done"):
    frame = bus_pb2.RequestFrame(id=77 << 32 | number, request=request).SerializeToString()
    for _ in range(20):
        try:
            answer = await connection.request(f"REQ.{session}", frame, timeout=2)
            break
        except nats.errors.Error:
            await asyncio.sleep(0.3)
    else:
        raise TimeoutError(f"no answer about {session}")
    got = bus_pb2.ReplyFrame.FromString(answer.data).reply
    assert got.WhichOneof("reply") == reply, got
    return got


def plain(fix):
    return {
        "latitude": fix.position.latitude_degrees, "longitude": fix.position.longitude_degrees,
        "time": fix.time_nanoseconds / 1e9, "speed": fix.speed_meters_per_second, "course": fix.course_degrees,
        "accuracy": 4}


def owntracks(fix):
    return {
        "_type": "location", "lat": fix.position.latitude_degrees, "lon": fix.position.longitude_degrees,
        "tst": fix.time_nanoseconds // 10**9, "vel": fix.speed_meters_per_second * 3.6, "cog": fix.course_degrees,
        "acc": 4, "tid": "ph"}


def curl(port, fix, device):
    query = (
        f"id={device}&lat={fix.position.latitude_degrees}&lon={fix.position.longitude_degrees}"
        f"&timestamp={fix.time_nanoseconds // 10**9}&speed={fix.speed_meters_per_second / 0.514444}"
        f"&bearing={fix.course_degrees}&accuracy=4")
    return subprocess.run(
        ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "15", f"http://127.0.0.1:{port}/?{query}"],
        capture_output=True, text=True, check=True).stdout


class Phone:
    """A client of MQTT that receives its guidance there."""

    def __init__(self, port, session):
        self.events = collections.Counter()
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=f"phone-{session}")
        self.client.on_message = self.take
        self.client.connect("127.0.0.1", port)
        self.client.subscribe(f"OUT/+/+/{session}", qos=0)
        self.client.loop_start()

    def take(self, client, data, message):
        envelope = events_pb2.Envelope.FromString(message.payload)
        self.events[envelope.WhichOneof("event")] += 1

    def send(self, topic, body):
        self.client.publish(topic, body, qos=1).wait_for_publish(10)

    def end(self):
        self.client.loop_stop()
        self.client.disconnect()


async def run(folder, programs, cluster, mqtt_port, http_port, routes):
    connection = await nats.connect(cluster.urls)
    heard = collections.defaultdict(collections.Counter)

    async def take(message):
        envelope = events_pb2.Envelope.FromString(message.data)
        heard[envelope.session][envelope.WhichOneof("event")] += 1

    await connection.subscribe("OUT.>", cb=take)
    sessions = {"bus-7": "nats-py", "jane-phone": "paho-mqtt (OwnTracks)", "van-3": "paho-mqtt (plain JSON)", "bike-1": "curl"}
    vehicles = {}
    for number, name in enumerate(sessions):
        vehicle = vehicles[name] = Vehicle(name, routes[number % len(routes)], FIXES, number)
        await ask(connection, name, bus_pb2.Request(open_session=bus_pb2.OpenSessionRequest(session=name)), 1)
        await ask(connection, name, bus_pb2.Request(start=bus_pb2.StartRequest(session=name, route=vehicle.route)), 2)
    phone, van = Phone(mqtt_port, "jane-phone"), Phone(mqtt_port, "van-3")
    codes = collections.Counter()
    for second in range(FIXES):
        fix = {name: vehicle.fix(second) for name, vehicle in vehicles.items()}
        position = bus_pb2.PositionRequest(session="bus-7", fix=fix["bus-7"])
        await ask(connection, "bus-7", bus_pb2.Request(position=position), 3 + second)
        phone.send("owntracks/jane/phone", json.dumps(owntracks(fix["jane-phone"])))
        van.send("navbus/van-3/position", json.dumps(plain(fix["van-3"])))
        codes[await asyncio.to_thread(curl, http_port, fix["bike-1"], "bike-1")] += 1
    # Hostile senders: another session in the request, garbage, half a frame, a position of no session, a wrong JSON.
    other = bus_pb2.RequestFrame(id=9, request=bus_pb2.Request(stop=bus_pb2.StopRequest(session="bus-7")))
    answer = await connection.request("REQ.bike-1", other.SerializeToString(), timeout=5)
    refused = [bus_pb2.ReplyFrame.FromString(answer.data).reply.refused.code]
    for garbage in (b"\xff" * 40, other.SerializeToString()[:5]):
        answer = await connection.request("REQ.bike-1", garbage, timeout=5)
        refused.append(bus_pb2.ReplyFrame.FromString(answer.data).reply.refused.code)
    van.send("navbus/van-3/position", b"{\"latitude\":")
    van.send("owntracks/a/b", b"[" * 5000)
    codes[await asyncio.to_thread(curl, http_port, events_pb2.Fix(), "nobody")] += 1
    position = bus_pb2.PositionRequest(session="ghost", fix=vehicles["bus-7"].fix(1))
    await ask(connection, "ghost", bus_pb2.Request(position=position), 1)
    missing = await ask(
        connection, "ghost", bus_pb2.Request(stop=bus_pb2.StopRequest(session="ghost")), 2, reply="refused")
    # Otherwise time passes in them without positions.
    for name in sessions:
        await ask(connection, name, bus_pb2.Request(stop=bus_pb2.StopRequest(session=name)), 1000)
    await asyncio.sleep(2)
    phone.end()
    van.end()
    await connection.close()
    is_right = True
    for name, client in sessions.items():
        counts = heard[name]
        fine = counts["gps"] >= FIXES - 1 and counts["navigation"] >= FIXES - 1 and counts["navigation_started"] == 1
        is_right &= fine
        print(f"{client}: {dict(counts)}{'' if fine else '  WRONG'}")
    for name, client in (("jane-phone", phone), ("van-3", van)):
        # The route came before the subscription.
        fine = all(client.events[kind] == heard[name][kind] for kind in ("gps", "navigation"))
        is_right &= fine
        print(f"the same over MQTT for {name}: {fine}")
    malformed, forbidden = bus_pb2.REQUEST_ERROR_CODE_MALFORMED, bus_pb2.REQUEST_ERROR_CODE_FORBIDDEN
    fine = refused == [forbidden, malformed, malformed] and codes["200"] >= FIXES
    fine &= missing.refused.code == bus_pb2.REQUEST_ERROR_CODE_NO_SUCH_SESSION and not heard["ghost"]
    print(f"hostile senders: {refused}, answers to curl {dict(codes)}{'' if fine else '  WRONG'}")
    return is_right and fine


def main():
    own_namespaces()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="navbus-fleet-"))
    programs = pathlib.Path(sys.argv[1])
    parts = []
    is_right = False
    try:
        mqtt_port, http_port = free_port(), free_port()
        reference = Bus(folder, programs, "reference")
        parts.append(reference)
        wait_until((reference.folder / "run/requests").exists, 30, "a bus")
        files = sorted((ROOT / "Tests/RoutesTests/Fixtures/valhalla").glob("*.json"))
        routes = routes_of(folder, programs, reference, files)
        cluster = Cluster(folder, 1, mqtt_port)
        parts.append(cluster)
        parts.append(Bus(folder, programs, "gateway", "gateway", cluster.urls,
                         settings=f'trackers = "127.0.0.1:{http_port}"\n'))
        parts.append(Bus(folder, programs, "worker", "worker", cluster.urls))
        time.sleep(1)
        is_right = asyncio.run(run(folder, programs, cluster, mqtt_port, http_port, routes))
    finally:
        for part in reversed(parts):
            part.end()
        if is_right:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"files: {folder}")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
