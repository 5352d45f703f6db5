"""The parts of a fleet for tests and the demo: NATS servers, buses with links, vehicles, and an observer.

Everything runs on this machine, on free loopback ports and in one temporary folder. The vehicles and the observer are
written from the contract alone, with nats-py and the generated messages.
"""

import asyncio
import collections
import ctypes
import hashlib
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(ROOT / "examples" / "python"))

import nats  # noqa: E402
import zmq  # noqa: E402
from navbus.v1 import bus_pb2, events_pb2  # noqa: E402

START_NANOSECONDS = 1_767_225_600 * 10**9
READINGS = ("elapsed", "heading", "motion")
OF_WORKERS = ("elapsed", "checkpoint")
TOPICS = ["onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped", "onControl", "onCommand", "onHeading"]
EARTH_METERS_PER_DEGREE = 111_195.0


def free_port():
    """A port that no program uses now, below those that the kernel gives to outgoing connections: another program could
    get such a port before its server has started."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.05)


def die_with_parent():
    """Nothing is left if the rig itself is killed: the children of `navbus run` end with it."""
    PRCTL(1, signal.SIGKILL)


PRCTL = ctypes.CDLL(None).prctl


class Process:
    """A program that this rig started; it is ended by its pid."""

    def __init__(self, command, log, env=None):
        self.command, self.log, self.env = [str(word) for word in command], log, env
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env, start_new_session=True,
                preexec_fn=die_with_parent)

    @property
    def pid(self):
        return self.process.pid

    def signal(self, number):
        if self.process.poll() is None:
            os.kill(self.pid, number)

    def kill_group(self):
        """Ends the program and what it started, without a chance to clean up."""
        if self.process.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def end(self, seconds=10):
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill_group()


class Host:
    """A host of its own: a network namespace with a link to the network of the rig. It needs ``own_namespaces``."""

    OUTSIDE = "10.213.0.1"

    def __init__(self, number):
        self.address, self.number = f"10.213.{number}.2", number
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], preexec_fn=die_with_parent)
        own = os.readlink("/proc/self/ns/net")
        wait_until(lambda: os.readlink(f"/proc/{self.holder.pid}/ns/net") != own, 10, "a network namespace")
        self.command = ["nsenter", "--net", "--target", str(self.holder.pid)]
        if number == 1:
            tool("ip", "address", "add", f"{self.OUTSIDE}/32", "dev", "lo")
        tool("ip", "link", "add", f"host{number}", "type", "veth", "peer", "name", "cable", "netns", self.holder.pid)
        tool("ip", "address", "add", f"10.213.{number}.1/24", "dev", f"host{number}")
        tool("ip", "link", "set", f"host{number}", "up")
        tool(*self.command, "ip", "address", "add", f"{self.address}/24", "dev", "cable")
        tool(*self.command, "ip", "link", "set", "lo", "up")
        self.join()

    def cut(self):
        tool(*self.command, "ip", "link", "set", "cable", "down")

    def join(self):
        tool(*self.command, "ip", "link", "set", "cable", "up")
        tool(*self.command, "ip", "route", "add", "default", "via", f"10.213.{self.number}.1")

    def end(self):
        self.holder.kill()
        self.holder.wait()


class SmallDisk:
    """A file system of its own in memory at a folder. It needs ``own_namespaces``, with which it ends."""

    def __init__(self, folder, megabytes):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o700, parents=True)
        tool("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "none", folder)

    def fill(self):
        with open(self.folder / "ballast", "wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    continue

    def free(self):
        (self.folder / "ballast").unlink()

    def end(self):
        tool("umount", "--lazy", self.folder)


def tool(*command):
    subprocess.run([str(word) for word in command], check=True)


def own_namespaces(is_needed=False):
    """Continues this program in namespaces of its own for users, networks and mounts. Everything in them ends with it.

    No other program can take a port there. A user who may not make namespaces has the network of the machine, unless the
    trial needs them.
    """
    unshare = ["unshare", "--user", "--map-root-user", "--net", "--mount"]
    if not os.environ.get("NAVBUS_RIG_NAMESPACES"):
        if not is_needed and subprocess.run([*unshare, "true"], stderr=subprocess.DEVNULL).returncode != 0:
            return
        os.environ["NAVBUS_RIG_NAMESPACES"] = "1"
        os.execvp("unshare", [*unshare, sys.executable, *sys.argv])
    tool("ip", "link", "set", "lo", "up")


class Cluster:
    """NATS servers with JetStream, and with routes to each other if there are several.

    ``hosts`` are the servers that run on a host of their own, by their numbers.
    """

    def __init__(self, folder, count, mqtt_port=None, hosts=None):
        self.folder, self.count = pathlib.Path(folder), count
        hosts = hosts or {}
        home = Host.OUTSIDE if hosts else "127.0.0.1"
        self.addresses = [hosts[index].address if index in hosts else home for index in range(count)]
        self.ports = [free_port() for _ in range(count)]
        routes = [free_port() for _ in range(count)]
        self.monitors = [free_port() for _ in range(count)]
        self.servers = []
        for index in range(count):
            own, address = self.folder / f"nats-{index}", self.addresses[index]
            own.mkdir(exist_ok=True)
            text = f"""
server_name: n{index}
host: {address}
port: {self.ports[index]}
http: {address}:{self.monitors[index]}
jetstream {{ store_dir: "{own}/store", max_file: 4G, max_mem: 256M }}
max_payload: 8MB
"""
            if mqtt_port and index == 0:
                text += f"mqtt {{ listen: 127.0.0.1:{mqtt_port} }}\n"
            if count > 1:
                peers = ", ".join(f"nats://{peer}:{port}" for peer, port in zip(self.addresses, routes))
                text += f"cluster {{ name: fleet, listen: \"{address}:{routes[index]}\", routes: [{peers}] }}\n"
            (own / "server.conf").write_text(text)
            prefix = hosts[index].command if index in hosts else []
            self.servers.append(Process([*prefix, "nats-server", "-c", own / "server.conf"], own / "log"))
        wait_until(self.is_ready, 30, "the NATS servers")

    @property
    def urls(self):
        return [f"nats://{address}:{port}" for address, port in zip(self.addresses, self.ports)]

    def is_ready(self):
        try:
            for address, port in zip(self.addresses, self.monitors):
                with urllib.request.urlopen(f"http://{address}:{port}/jsz", timeout=1) as answer:
                    state = json.load(answer)
                if self.count > 1 and not state.get("meta_cluster", {}).get("leader"):
                    return False
            return True
        except OSError:
            return False

    def end(self):
        for server in self.servers:
            server.end()


class Bus:
    """`navbus run` with a configuration of its own, and its log."""

    def __init__(self, folder, programs, name, link=None, servers=(), replicas=1, settings="", host=None):
        self.name, self.folder = name, pathlib.Path(folder) / name
        self.folder.mkdir(exist_ok=True)
        (self.folder / "run").mkdir(mode=0o700, exist_ok=True)
        self.endpoint = f"ipc://{self.folder}/run/requests"
        self.events = f"ipc://{self.folder}/run/events"
        urls = ", ".join(f'"{url}"' for url in servers)
        text = f"""
controls = [{'"link"' if link else ''}]
[bus]
requests = "{self.endpoint}"
events = "{self.events}"
[guidance]
time = "positions"
[access]
requestsPerSecond = 1000000
[journal]
folder = "{self.folder}/run/journal"
"""
        if link:
            text += f'[link]\nrole = "{link}"\nname = "{name}"\nservers = [{urls}]\nreplicas = {replicas}\nlogMegabytes = 256\n'
            text += settings
        (self.folder / "run.toml").write_text(text)
        env = dict(os.environ, XDG_RUNTIME_DIR=str(self.folder), HOME=str(self.folder))
        prefix = host.command if host else []
        self.run = Process(
            [*prefix, programs / "navbus", "run", "--config", self.folder / "run.toml"], self.folder / "log", env)

    def kill(self):
        """Ends the launcher, the bus and the link at once, as a machine that loses its power."""
        for pid in descendants(self.run.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.run.process.wait()

    def signal(self, number):
        for pid in descendants(self.run.pid):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def end(self):
        self.run.end(20)


def descendants(pid):
    """The process, and all processes below it, also those in sessions of their own."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rsplit(")", 1)[1].split()[1])
    found = [pid]
    for known in found:
        found += [child for child, parent in parents.items() if parent == known]
    return found


class Requests:
    """A connection to the request socket of a bus."""

    def __init__(self, bus):
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.connect(bus.endpoint)
        self.ids = itertools.count(1)

    def ask(self, request, seconds=20):
        frame = bus_pb2.RequestFrame(id=next(self.ids), request=request)
        self.socket.send(frame.SerializeToString())
        while True:
            if not self.socket.poll(seconds * 1000):
                raise TimeoutError("the bus does not answer")
            reply = bus_pb2.ReplyFrame.FromString(self.socket.recv())
            if reply.id == frame.id:
                return reply.reply


class Observed:
    """The events of one session; repetitions are dropped by their numbers, as every reader does."""

    def __init__(self):
        self.run = None
        self.events = {}
        self.topics = collections.defaultdict(set)
        self.repeated = 0
        self.repaired = 0
        self.wrong = 0
        self.last_at = None
        self.longest = 0.0

    def take(self, payload, now=None):
        """Takes an encoded envelope; returns whether it is new."""
        envelope = events_pb2.Envelope.FromString(payload)
        if self.run is not None and envelope.run != self.run:
            self.wrong += 1
            return False
        self.run = envelope.run
        known = self.events.get(envelope.sequence)
        content = content_of(envelope)
        if known is not None:
            self.repeated += 1
            self.wrong += known != content
            return False
        self.events[envelope.sequence] = content
        self.topics[TOPIC_OF[content[0]]].add(envelope.topic_sequence)
        if now is not None:
            if self.last_at is not None:
                self.longest = max(self.longest, now - self.last_at)
            self.last_at = now
        return True

    def gaps(self):
        """The first missing number of each topic."""
        for topic in TOPICS:
            numbers = self.topics[topic]
            first = next(number for number in itertools.count(1) if number not in numbers)
            yield topic, first


class Observer:
    """Follows all sessions of a fleet; what was lost on the way is fetched from the owner of the session."""

    def __init__(self, connection):
        self.connection = connection
        self.sessions = collections.defaultdict(Observed)
        self.is_ending = False

    async def start(self):
        async def take(message):
            self.sessions[message.subject.split(".")[-1]].take(message.data, time.monotonic())

        await self.connection.subscribe(
            "OUT.>", cb=take, pending_msgs_limit=10**7, pending_bytes_limit=2 * 10**9)
        self.task = asyncio.create_task(self.repair())

    async def repair(self, pause=1.0):
        while True:
            await asyncio.sleep(pause)
            now = time.monotonic()
            for name, observed in list(self.sessions.items()):
                numbers = observed.events
                if numbers and (max(numbers) != len(numbers) or now - (observed.last_at or now) > 2.5):
                    await self.fetch(name, observed)

    async def fetch(self, name, observed):
        for topic, first in observed.gaps():
            while first:
                missed = bus_pb2.MissedEvents(session=name, topic=topic, first=first, last=2**62)
                frame = bus_pb2.RequestFrame(id=1, request=bus_pb2.Request(missed=missed))
                try:
                    answer = await self.connection.request(f"ASK.{name}", frame.SerializeToString(), timeout=0.5)
                except nats.errors.Error:
                    return
                events = bus_pb2.ReplyFrame.FromString(answer.data).reply.events.events
                for envelope in events:
                    observed.repaired += observed.take(envelope.SerializeToString(), time.monotonic())
                # If the first ones are gone, the answer is only the oldest one that is kept.
                first = events[-1].topic_sequence + 1 if events else 0

    async def settle(self, want, seconds=90):
        """Waits until nothing is missing, or the time is over.

        A request may be answered, and its worker may lose its lease before it publishes the events. The next owner publishes them
        after the servers have elected the leaders of all buckets, which takes half a minute after the return of a cut server.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(
                len(self.sessions[name].events) < len(known.events) for name, known in want.items()):
            if self.task.done():
                # The observer has failed, not the fleet.
                self.task.result()
            await asyncio.sleep(0.2)


class Trial:
    """A fleet of this machine, its vehicles and an observer, compared with an undisturbed bus."""

    def __init__(self, programs, files, vehicles, seconds, servers=3, workers=2, gateways=1, pace_seconds=1.0,
                 show=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="navbus-fleet-"))
        self.programs, self.files = pathlib.Path(programs), files
        self.vehicle_count, self.seconds, self.pace = vehicles, seconds, pace_seconds
        self.server_count, self.worker_count, self.gateway_count, self.show = servers, workers, gateways, show
        # The hosts of servers, by their numbers, and of buses, by their names; everything else is on that of the rig.
        self.hosts, self.disks = {}, []
        # More settings of the links, as lines.
        self.settings = ""
        self.buses, self.cluster, self.reference = {}, None, None
        self.counts = collections.Counter()
        self.log = []

    def vehicles(self, routes):
        """Every fourth vehicle is silent for a while in the middle, and some have a compass and a gyroscope."""
        return [Vehicle(
            f"vehicle-{number:04d}", routes[number % len(routes)], self.seconds, number,
            silent=range(self.seconds // 2 - 7 + number // 4 % 7, self.seconds // 2 + 1 + number // 4 % 7)
            if number % 4 == 1 else (), has_sensors=number % 3 == 0 and number < 48)
            for number in range(self.vehicle_count)]

    def prepare(self):
        bus = self.reference = Bus(self.folder, self.programs, "reference")
        wait_until((bus.folder / "run/requests").exists, 30, "the bus for the comparison")
        self.routes = routes_of(self.folder, self.programs, bus, self.files)
        self.cluster = Cluster(self.folder, self.server_count, hosts=self.hosts)
        self.replicas = 3 if self.server_count >= 3 else 1
        for number in range(self.gateway_count):
            self.begin(f"gateway-{number}", "gateway")
        for number in range(self.worker_count):
            self.begin(f"worker-{number}", "worker")

    def begin(self, name, link):
        self.buses[name] = Bus(
            self.folder, self.programs, name, link, self.cluster.urls, self.replicas, self.settings,
            host=self.hosts.get(name))

    async def run(self, actions=()):
        """Drives all vehicles; each action is a pair of seconds after the start and a function."""
        options = {
            "max_reconnect_attempts": -1, "reconnect_time_wait": 0.2, "ping_interval": 2, "error_cb": self.note}
        observing = await nats.connect(self.cluster.urls, **options)
        driving = await nats.connect(self.cluster.urls, **options)
        self.observer = Observer(observing)
        await self.observer.start()
        begin = time.monotonic()
        tasks = [
            asyncio.create_task(drive(vehicle, driving, self.pace, self.counts, begin + 4 + number / self.vehicle_count))
            for number, vehicle in enumerate(self.vehicles(self.routes))]
        waiting = sorted(actions, key=lambda action: action[0])
        end = begin + self.seconds * self.pace * 2 + 120
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0.5)
            now = time.monotonic()
            while waiting and now - begin >= waiting[0][0]:
                # Nothing of the observer is measured while the rig itself works.
                await asyncio.to_thread(waiting.pop(0)[1])
            if self.show:
                self.show(now - begin, self)
            if now > end:
                for task in tasks:
                    task.cancel()
                break
        self.longest = max((observed.longest for observed in self.observer.sessions.values()), default=0)
        log = await log_of(driving, self.server_count)
        check(log, self.vehicles(self.routes))
        for kind in OF_WORKERS:
            self.counts[kind] = sum(frame.request.WhichOneof("request") == kind for frame in log)
        self.want = await asyncio.to_thread(reference, self.reference, log)
        await self.observer.settle(self.want)
        for connection in (observing, driving):
            await connection.close()
        return compare(self.want, self.observer.sessions)

    async def note(self, error):
        self.log.append(repr(error))

    def end(self, keeps=False):
        for bus in [*self.buses.values(), *filter(None, [self.reference])]:
            bus.end()
        if self.cluster:
            self.cluster.end()
        for part in [*self.hosts.values(), *self.disks]:
            part.end()
        if not keeps:
            shutil.rmtree(self.folder, ignore_errors=True)


TOPIC_OF = {
    "gps": "onGPS", "navigation": "onNavigation", "navigation_started": "onNavigationStarted",
    "navigation_stopped": "onNavigationStopped", "control": "onControl", "command": "onCommand", "heading": "onHeading",
}


def compare(want, got):
    """How the events of a fleet differ from those of an undisturbed bus."""
    result = collections.Counter()
    for name, known in want.items():
        mine = got[name]
        result["events"] += len(mine.events)
        result["lost"] += len(known.events.keys() - mine.events.keys())
        result["doubled"] += len(mine.events.keys() - known.events.keys())
        result["different"] += mine.wrong + sum(
            known.events[number] != content for number, content in mine.events.items() if number in known.events)
        result["repeated"] += mine.repeated
        result["repaired"] += mine.repaired
    return result


def differences(want, got):
    """The events that differ: session, number, and what both have there (kind, number of the topic, tick)."""
    for name, known in want.items():
        mine = got[name].events
        for number in sorted(known.events.keys() | mine.keys()):
            pair = known.events.get(number), mine.get(number)
            if pair[0] != pair[1]:
                yield name, number, *(content and content[:3] for content in pair)


def content_of(envelope):
    """What must be equal in every run: all but the run and the times of publishing."""
    kind = envelope.WhichOneof("event")
    body = getattr(envelope, kind).SerializeToString(deterministic=True)
    return (kind, envelope.topic_sequence, envelope.tick, hashlib.sha256(body).digest())


def routes_of(folder, programs, bus, files):
    """The routes of provider answers, as the bus publishes them."""
    requests = Requests(bus)
    subscriber = zmq.Context.instance().socket(zmq.SUB)
    subscriber.linger = 0
    subscriber.rcvhwm = 0
    subscriber.connect(bus.events)
    subscriber.subscribe(b"onNavigationStarted/route")
    time.sleep(0.3)
    routes = []
    for number, file in enumerate(files):
        name = f"route-{number}"
        requests.ask(bus_pb2.Request(open_session=bus_pb2.OpenSessionRequest(session=name)))
        env = dict(os.environ, NAVBUS_ENDPOINT=bus.endpoint)
        started = subprocess.run(
            [programs / "navbus", "start", file, "--session", name], env=env, capture_output=True, text=True)
        if started.returncode == 0 and subscriber.poll(5000):
            _, payload = subscriber.recv_multipart()
            if len(payload) < 60_000:
                routes.append(events_pb2.Envelope.FromString(payload).navigation_started)
        requests.ask(bus_pb2.Request(close_session=bus_pb2.CloseSessionRequest(session=name)))
    if not routes:
        raise RuntimeError("no route can be followed")
    return routes


class Vehicle:
    """A vehicle along a route: its requests, in order."""

    def __init__(self, name, route, seconds, seed, silent=(), has_sensors=False):
        self.name, self.route = name, route
        self.seconds, self.silent, self.has_sensors = seconds, silent, has_sensors
        self.random = random.Random(seed)

    def requests(self):
        """The requests in order; None for a second without a position."""
        yield bus_pb2.Request(open_session=bus_pb2.OpenSessionRequest(session=self.name))
        yield bus_pb2.Request(start=bus_pb2.StartRequest(session=self.name, route=self.route))
        for second in range(self.seconds):
            fix = self.fix(second)
            if second in self.silent:
                yield None
            else:
                yield bus_pb2.Request(position=bus_pb2.PositionRequest(session=self.name, fix=fix))
            if self.has_sensors:
                yield from self.readings(fix)
        yield bus_pb2.Request(stop=bus_pb2.StopRequest(session=self.name))

    def readings(self, fix):
        """Some headings, more than may be published at once, and some motions; with and without times."""
        for number in range(5):
            heading = bus_pb2.HeadingReading(
                heading_degrees=self.random.uniform(0, 360), is_magnetic=number == 1, accuracy_degrees=5,
                source=f"compass-{number}")
            motion = bus_pb2.MotionReading(
                speed_meters_per_second=fix.speed_meters_per_second, yaw_rate_degrees_per_second=1.5, source="can0")
            if number == 2:
                heading.time_nanoseconds = motion.time_nanoseconds = fix.time_nanoseconds + 300_000_000
            yield bus_pb2.Request(heading=bus_pb2.HeadingRequest(session=self.name, reading=heading))
            if number % 2 == 0:
                yield bus_pb2.Request(motion=bus_pb2.MotionRequest(session=self.name, reading=motion))

    def fix(self, second):
        latitudes, longitudes = self.route.latitudes_degrees, self.route.longitudes_degrees
        speed = 11.0
        left = speed * second
        for index in range(len(latitudes) - 1):
            scale = math.cos(math.radians(latitudes[index]))
            north = (latitudes[index + 1] - latitudes[index]) * EARTH_METERS_PER_DEGREE
            east = (longitudes[index + 1] - longitudes[index]) * EARTH_METERS_PER_DEGREE * scale
            length = math.hypot(north, east)
            if left <= length and length > 0:
                share = left / length
                break
            left -= length
        else:
            index, share, north, east, speed = len(latitudes) - 2, 1.0, 1.0, 0.0, 0.0
        noise = [self.random.gauss(0, 2) / EARTH_METERS_PER_DEGREE for _ in range(2)]
        position = events_pb2.Coordinate(
            latitude_degrees=latitudes[index] + (latitudes[index + 1] - latitudes[index]) * share + noise[0],
            longitude_degrees=longitudes[index] + (longitudes[index + 1] - longitudes[index]) * share + noise[1])
        return events_pb2.Fix(
            time_nanoseconds=START_NANOSECONDS + second * 10**9, position=position, smoothed_position=position,
            horizontal_accuracy_meters=4.0, speed_meters_per_second=speed,
            course_degrees=(math.degrees(math.atan2(east, north)) + 360) % 360,
            quality=events_pb2.FIX_QUALITY_GPS)


class SplitLog(Exception):
    """The servers have different logs: a fault of nats-server, after which the events of a fleet prove nothing."""


async def log_of(connection, server_count, seconds=90):
    """The frames of the log that a worker carries out, if the servers have the same log: all of them, or after a third of the time
    the majority.

    The servers may still be electing a leader, or finding their streams.
    """
    begin = time.monotonic()
    last, logs = None, {}
    while len(logs) < server_count:
        passed = time.monotonic() - begin
        if passed > seconds / 3 and len(logs) > server_count / 2:
            break
        if passed > seconds:
            raise TimeoutError(f"only {list(logs)} of {server_count} servers have sent their log within {seconds} s")
        try:
            last = last or (await connection.jetstream().stream_info("IN")).state.last_seq
            await read_log(connection, last, logs)
        except nats.errors.Error:
            await asyncio.sleep(1)
    logs = list(logs.values())
    numbers = sorted(number for number in set().union(*logs) if len({log.get(number) for log in logs}) > 1)
    if numbers:
        raise SplitLog(f"{len(numbers)} of {len(logs[0])} messages, the first one has the number {numbers[0]}")
    return new_frames(logs[0].values())


async def read_log(connection, last, logs):
    """Adds the messages in the log of a server, which JetStream chooses, by their numbers."""
    log = await connection.jetstream().subscribe("IN.*", stream="IN", ordered_consumer=True)
    try:
        cluster = (await log.consumer_info()).cluster
        # One server alone is no cluster, and has no leader.
        server = cluster.leader if cluster else "the server"
        if not server or server in logs:
            return
        messages, number = {}, 0
        while number < last:
            message = await log.next_msg(timeout=20)
            number = message.metadata.sequence.stream
            messages[number] = message.data
        logs[server] = messages
    finally:
        await log.unsubscribe()


def new_frames(messages):
    """The frames in order, without those that a vehicle has sent again."""
    frames, newest = [], {}
    for frame in (frame for data in messages for frame in frames_of(data)):
        session = getattr(frame.request, frame.request.WhichOneof("request")).session
        if frame.id == 0 or frame.id > newest.get(session, 0):
            frames.append(frame)
            newest[session] = max(newest.get(session, 0), frame.id)
    return frames


def frames_of(data):
    """The frames of a message of the log, each after its length as a varint."""
    offset = 0
    while offset < len(data):
        length = shift = 0
        while True:
            byte, offset = data[offset], offset + 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield bus_pb2.RequestFrame.FromString(data[offset:offset + length])
        offset += length


def check(log, vehicles):
    """The log has the requests of the vehicles, each once, and besides them only those of the workers."""
    logged = collections.defaultdict(list)
    for frame in log:
        kind = frame.request.WhichOneof("request")
        if (kind in OF_WORKERS) != (frame.id == 0):
            raise RuntimeError(f"the log has a strange frame: {frame}")
        if kind not in OF_WORKERS:
            logged[getattr(frame.request, kind).session].append(frame.request)
    for vehicle in vehicles:
        if logged.pop(vehicle.name, []) != [request for request in vehicle.requests() if request is not None]:
            raise RuntimeError(f"the log has other requests than {vehicle.name} has sent")
    if logged:
        raise RuntimeError(f"the log has requests of other vehicles: {list(logged)}")


def reference(bus, log):
    """The events of the requests of a log on one undisturbed bus."""
    requests = Requests(bus)
    subscriber = zmq.Context.instance().socket(zmq.SUB)
    subscriber.linger = 0
    subscriber.rcvhwm = 0
    subscriber.connect(bus.events)
    for topic in TOPICS:
        subscriber.subscribe(f"{topic}/vehicle-".encode())
    time.sleep(0.3)
    observed = collections.defaultdict(Observed)

    def drain(milliseconds):
        while subscriber.poll(milliseconds):
            topic, payload = subscriber.recv_multipart()
            observed[topic.decode().split("/")[1]].take(payload)

    for frame in log:
        reply = requests.ask(frame.request)
        # A reading or a time may come too late, after a pause of the fleet.
        is_refused = reply.WhichOneof("reply") == "refused"
        if is_refused and frame.request.WhichOneof("request") not in (*READINGS, "checkpoint"):
            raise RuntimeError(f"the bus refuses a request: {reply}")
        drain(0)
    drain(500)
    return observed


async def drive(vehicle, connection, pace_seconds, counts, begin_at):
    """Sends the requests of a vehicle; each again with its id until it is answered."""
    sender = random.Random(vehicle.name).getrandbits(31) << 32
    await asyncio.sleep(max(0, begin_at - time.monotonic()))
    next_at = time.monotonic()
    number = 0
    for request in vehicle.requests():
        if request is None:
            next_at += pace_seconds
            await asyncio.sleep(max(0, next_at - time.monotonic()))
            continue
        number += 1
        frame = bus_pb2.RequestFrame(id=sender | number, request=request).SerializeToString()
        is_position = request.WhichOneof("request") == "position"
        if is_position:
            next_at = max(next_at + pace_seconds, time.monotonic() - 30)
            await asyncio.sleep(max(0, next_at - time.monotonic()))
        while True:
            try:
                answer = await connection.request(f"REQ.{vehicle.name}", frame, timeout=3)
            except (nats.errors.TimeoutError, nats.errors.NoRespondersError, nats.errors.Error):
                counts["repeated requests"] += 1
                await asyncio.sleep(0.2)
                continue
            reply = bus_pb2.ReplyFrame.FromString(answer.data).reply
            if reply.WhichOneof("reply") == "done":
                break
            counts["refused"] += 1
            if counts["refused"] < 5:
                print(f"refused: {vehicle.name}: {reply.refused.text}", file=sys.stderr)
            if reply.refused.code != bus_pb2.REQUEST_ERROR_CODE_UNAVAILABLE:
                break
            await asyncio.sleep(0.2)
        counts["requests"] += 1
