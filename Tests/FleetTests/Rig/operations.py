#!/usr/bin/env python3
"""operations.py PROGRAMS runs the commands of examples/fleet/README.md on free ports, and checks what operators see, and what
the servers refuse. Prints a line for each check; exits with 1 if one fails.
"""

import asyncio
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import yaml

import rig
from navbus.v1 import bus_pb2

EXAMPLE = rig.ROOT / "examples/fleet"
PORTS = [base + number for base in (4222, 6222, 8222) for number in range(3)]


class Example:
    """A copy of the example whose servers listen on free ports."""

    def __init__(self, programs):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="navbus-example-"))
        self.ports = {port: rig.free_port() for port in PORTS}
        for file in EXAMPLE.iterdir():
            if file.is_file():
                copy = self.folder / file.name
                copy.write_text(self.moved(file.read_text()))
                copy.chmod(file.stat().st_mode)
        text = (self.folder / "README.md").read_text()
        blocks = re.findall(r"<!-- not run: (.*?) -->\n```sh\n(.*?)```", text, re.DOTALL)
        self.blocks = [block for reason, block in blocks if reason == "is run by its own test"]
        self.env = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", HOME=str(self.folder))
        self.processes = []

    def moved(self, text):
        for port, free in self.ports.items():
            text = re.sub(rf"\b{port}\b", f"port-{port}", text)
        return re.sub(r"port-(\d+)", lambda match: str(self.ports[int(match[1])]), text)

    def run(self, block):
        """Runs a block of the page; what it leaves in the background is ended with the example."""
        log = self.folder / f"block-{len(self.processes)}.log"
        with open(log, "wb") as output:
            process = subprocess.Popen(
                ["bash", "-e", "-c", block], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True)
        self.processes.append(process)
        code = process.wait(120)
        return code, log.read_text(errors="replace")

    def navbus(self, *words):
        return subprocess.run(
            ["navbus", "fleet", *words, "--server", self.url, "--nkey", "keys/operator.nk"], cwd=self.folder,
            env=self.env, capture_output=True, text=True, timeout=120)

    def statuses(self):
        answer = self.navbus("status", "--json")
        return json.loads(answer.stdout) if answer.returncode == 0 else []

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.ports[4222]}"

    def seed(self, name):
        return (self.folder / "keys" / f"{name}.nk").read_text().split()[0]

    def log(self):
        return "".join(file.read_text() for file in sorted(self.folder.glob("nats-?.log")))

    def is_ready(self):
        try:
            for port in (8222, 8223, 8224):
                with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[port]}/jsz", timeout=1) as answer:
                    if not json.load(answer).get("meta_cluster", {}).get("leader"):
                        return False
            return True
        except OSError:
            return False

    def end(self):
        # The sessions of the blocks: their processes were started by this rig alone.
        for number in (15, 9):
            for pid, session in sessions():
                if session in {process.pid for process in self.processes}:
                    for child in rig.descendants(pid):
                        try:
                            os.kill(child, number)
                        except ProcessLookupError:
                            pass
            if number == 15:
                time.sleep(3)


def sessions():
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                yield int(entry.name), int((entry / "stat").read_text().rsplit(")", 1)[1].split()[3])
            except OSError:
                continue


class Checks:
    def __init__(self):
        self.failed = 0

    def __call__(self, what, is_right, seen=""):
        print(f"{'ok    ' if is_right else 'FAILED'} {what}{'' if is_right else f': {seen}'}", flush=True)
        self.failed += not is_right


async def connect(example, name, errors, **options):
    async def note(error):
        errors.append(str(error))

    return await rig.nats.connect(
        example.url, nkeys_seed_str=example.seed(name), error_cb=note, inbox_prefix=f"INBOX.{name}",
        allow_reconnect=False, **options)


async def refused(example, name, subject, is_subscription=False):
    """What the server says about a subject."""
    errors = []
    connection = await connect(example, name, errors)
    if is_subscription:
        await connection.subscribe(subject)
    else:
        await connection.publish(subject, b"x")
    try:
        await connection.flush(2)
    except Exception as error:  # noqa: BLE001: the server may close the connection
        errors.append(str(error))
    await asyncio.sleep(0.2)
    await connection.close()
    return " ".join(errors).lower()


async def ask(connection, session, request, number):
    frame = bus_pb2.RequestFrame(id=77 << 32 | number, request=request).SerializeToString()
    for _ in range(20):
        try:
            answer = await connection.request(f"REQ.{session}", frame, timeout=3)
            return bus_pb2.ReplyFrame.FromString(answer.data).reply
        except rig.nats.errors.Error:
            await asyncio.sleep(0.3)
    return bus_pb2.Reply()


def position(second):
    place = rig.events_pb2.Coordinate(latitude_degrees=49.4, longitude_degrees=8.7 + second * 1e-5)
    fix = rig.events_pb2.Fix(
        time_nanoseconds=rig.START_NANOSECONDS + second * 10**9, horizontal_accuracy_meters=4.0,
        quality=rig.events_pb2.FIX_QUALITY_GPS, position=place, smoothed_position=place)
    return bus_pb2.Request(position=bus_pb2.PositionRequest(session="car-1", fix=fix))


async def rights(example, check):
    errors = []
    car = await connect(example, "car-1", errors)
    events = []

    async def take(message):
        events.append(message)

    await car.subscribe("OUT.*.*.car-1", cb=take)
    reply = await ask(car, "car-1", bus_pb2.Request(open_session=bus_pb2.OpenSessionRequest(session="car-1")), 1)
    check("a vehicle opens its session", reply.WhichOneof("reply") == "done" and not errors, f"{reply} {errors}")
    reply = await ask(car, "car-1", bus_pb2.Request(close_session=bus_pb2.CloseSessionRequest(session="car-2")), 2)
    check(
        "a gateway refuses a request about another session than that of the subject",
        reply.refused.code == bus_pb2.REQUEST_ERROR_CODE_FORBIDDEN, reply)
    await ask(car, "car-1", position(second=0), 3)
    for _ in range(50):
        if events:
            break
        await asyncio.sleep(0.1)
    check("the vehicle receives its events", bool(events))
    await car.close()
    forbidden = [
        ("car-1", "REQ.car-2", False), ("car-1", "ASK.car-2", False), ("car-1", "IN.5", False),
        ("car-1", "OUT.5.onGPS.car-1", False), ("car-1", "STATUS", False), ("car-1", "CONTROL.worker-1", False),
        ("car-1", "$JS.API.STREAM.DELETE.IN", False), ("car-1", "INBOX.car-2.x", False),
        ("car-1", "OUT.*.*.car-2", True), ("car-1", "OUT.>", True), ("car-1", "REQ.car-1", True),
        ("car-1", "INBOX.car-2.>", True), ("car-1", ">", True),
        ("gateway", "OUT.5.onGPS.car-1", False), ("gateway", "CONTROL.worker-1", False),
        ("gateway", "$KV.own.5", False), ("operator", "IN.5", False), ("operator", "OUT.5.onGPS.car-1", False), ("router", "ASK.car-1", False),
        ("router", "OUT.*.onGPS.*", True),
    ]
    for name, subject, is_subscription in forbidden:
        said = await refused(example, name, subject, is_subscription)
        check(f"{name} may not {'read' if is_subscription else 'publish to'} {subject}", "permissions violation" in said, said)
    log = example.log()
    count = log.count("Publish Violation") + log.count("Subscription Violation")
    check("the servers log each of these", count >= len(forbidden), f"{count} of {len(forbidden)}")
    stranger = rig.subprocess.run(
        [sys.executable, EXAMPLE / "make-keys.py", example.folder / "stranger", "car-9"], capture_output=True)
    assert stranger.returncode == 0
    seed = (example.folder / "stranger/keys/car-9.nk").read_text().split()[0]
    try:
        await rig.nats.connect(example.url, nkeys_seed_str=seed, allow_reconnect=False, connect_timeout=3)
        check("an unknown key is refused", False, "connected")
    except Exception as error:  # noqa: BLE001: whatever nats-py raises
        check("an unknown key is refused", "authorization" in str(error).lower(), error)


def shipped(example, check):
    """The shipped configuration and one server: a worker and a gateway in one process."""
    folder = example.folder / "shipped"
    (folder / "run").mkdir(mode=0o700, parents=True)
    port = rig.free_port()
    url = f"nats://127.0.0.1:{port}"
    env = dict(example.env, XDG_RUNTIME_DIR=str(folder / "run"), NAVBUS_NATS=url)
    server = rig.Process(
        ["nats-server", "-js", "-a", "127.0.0.1", "-p", port, "-sd", folder / "store"], folder / "nats.log")
    up = rig.Process(
        ["navbus", "fleet", "up", "--set", "link.role=both", "--set", f"link.servers={url}", "--set",
         "link.name=one"], folder / "up.log", env)

    def status():
        answer = subprocess.run(["navbus", "fleet", "status", "--json"], env=env, capture_output=True, text=True)
        return json.loads(answer.stdout)[0] if answer.returncode == 0 else {}

    try:
        rig.wait_until(lambda: status().get("partitionsOwned") == 256, 60, "256 partitions")
        seen = status()
        check(
            "the shipped configuration is a worker and a gateway",
            seen["role"] == "both" and seen["name"] == "one" and seen["requestsAccepted"] == 0, seen)
        answer = subprocess.run(["navbus", "fleet", "drain", "one"], env=env, capture_output=True, text=True)
        seen = status()
        check(
            "it is drained without a successor",
            answer.returncode == 0 and seen["phase"] == "drained" and not seen["partitions"], (answer, seen))
    except TimeoutError as error:
        check("the shipped configuration starts", False, (error, (folder / "up.log").read_text()[-2000:]))
    finally:
        up.end()
        server.end()


def follows(example, check):
    """The operator looks at a session with its key; a vehicle that only renders has its own."""
    env = example.env | {"NAVBUS_NATS_NKEY": "keys/operator.nk", "XDG_RUNTIME_DIR": str(example.folder / "run")}
    seen = subprocess.run(
        ["navbus", "status", "--server", example.url, "--session", "car-1"], cwd=example.folder, env=env,
        capture_output=True, text=True, timeout=60)
    check("the operator sees a session", seen.returncode == 0 and "session car-1" in seen.stdout, seen)
    seen = subprocess.run(
        ["navbus", "status", "--server", example.url, "--session", "car-1"], cwd=example.folder,
        env=env | {"NAVBUS_NATS_NKEY": "keys/car-2.nk"}, capture_output=True, text=True, timeout=60)
    check("another vehicle does not", seen.returncode != 0, seen)
    folder = example.folder / "run" / "cloud"
    folder.mkdir(mode=0o700)
    (example.folder / "cloud.toml").write_text(f"""
[bus]
program = "link"
session = "car-2"
[link]
servers = ["{example.url}"]
nkey = "{example.folder}/keys/car-2.nk"
""")
    env["XDG_RUNTIME_DIR"] = str(folder)
    run = rig.Process(["navbus", "run", "--config", example.folder / "cloud.toml"], example.folder / "cloud.log", env)
    try:
        heading = ["navbus", "session", "open", "car-2"]
        rig.wait_until((folder / "navbus/requests").exists, 30, "the bus of the vehicle")
        opened = subprocess.run(heading, env=env, capture_output=True, text=True, timeout=60)
        check("a vehicle that renders opens its session with its key", opened.returncode == 0, opened)
        forbidden = subprocess.run(
            ["navbus", "stop", "--session", "car-1"], env=env, capture_output=True, text=True, timeout=60)
        check("it reaches no other session", forbidden.returncode != 0, forbidden)
    finally:
        run.end()


async def continues(example, check):
    """The session that was opened before the drain has its events afterwards."""
    errors, events = [], []
    car = await connect(example, "car-1", errors)

    async def take(message):
        events.append(message)

    await car.subscribe("OUT.*.*.car-1", cb=take)
    reply = await ask(car, "car-1", position(second=1), 4)
    for _ in range(50):
        if events:
            break
        await asyncio.sleep(0.1)
    check("the session continues after the drain", reply.WhichOneof("reply") == "done" and bool(events), (reply, errors))
    reply = await ask(car, "car-1", position(second=1), 4)
    check("a repeated request is answered, and has no effect", reply.WhichOneof("reply") == "done", reply)
    await car.close()


async def removed(example, check, block):
    errors, closed = [], asyncio.Event()

    async def note():
        closed.set()

    car = await connect(example, "car-2", errors, closed_cb=note)
    seed = example.seed("car-2")
    code, output = await asyncio.to_thread(example.run, block)
    check("the accounts are made again without car-2", code == 0, output)
    try:
        await asyncio.wait_for(closed.wait(), 10)
    except asyncio.TimeoutError:
        pass
    check("the connection of a removed key ends", closed.is_set(), errors)
    try:
        await rig.nats.connect(example.url, nkeys_seed_str=seed, allow_reconnect=False, connect_timeout=3)
        check("a removed key is refused", False, "connected")
    except Exception as error:  # noqa: BLE001
        check("a removed key is refused", "authorization" in str(error).lower(), error)
    await car.close()
    car = await connect(example, "car-1", errors)
    check("the other vehicle stays", car.is_connected)
    await car.close()


def owned(statuses):
    return sum(status.get("partitionsOwned", 0) for status in statuses)


def check_metrics(example, check):
    """The dashboard and the figures of the fleet have the same names."""
    text = example.navbus("metrics").stdout
    names = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    dashboard = (rig.ROOT / "packaging/grafana/navbus-fleet.json").read_text()
    used = set(re.findall(r"navbus_fleet_\w+", dashboard))
    check("the dashboard refers to metrics that exist", bool(used) and used <= names, used - names)
    port = rig.free_port()
    served = subprocess.Popen(
        ["navbus", "fleet", "metrics", "--listen", f"127.0.0.1:{port}", "--server", example.url, "--nkey",
         "keys/operator.nk"], cwd=example.folder, env=example.env, stdout=subprocess.PIPE, text=True)
    try:
        served.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            got = answer.read().decode()
        check("the metrics are served", set(re.findall(r"^# TYPE (\S+)", got, re.MULTILINE)) == names, got)
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/other", timeout=10)
            check("other paths are refused", False)
        except urllib.error.HTTPError as error:
            check("other paths are refused", error.code == 404, error)
    finally:
        served.terminate()
        check("the server of metrics ends", served.wait(10) == 0, served.returncode)


def main():
    example, check = Example(sys.argv[1]), Checks()
    keys, servers, up, status, drain, remove = example.blocks
    compose = yaml.safe_load((EXAMPLE / "compose.yaml").read_text())
    check("compose.yaml is YAML with three servers", len(compose["services"]) == 3, compose)
    try:
        for name, block in (("keys", keys), ("servers", servers)):
            code, output = example.run(block)
            check(f"the block of the {name} ends with 0", code == 0, output)
        rig.wait_until(example.is_ready, 30, "the NATS servers")
        code, output = example.run(up)
        check("workers and gateway start", code == 0, output)
        rig.wait_until(lambda: owned(example.statuses()) == 256 and len(example.statuses()) == 3, 60, "256 partitions")
        code, output = example.run(status)
        print(output)
        check("the status is a table", code == 0 and "partitions 256 of 256" in output, output)
        asyncio.run(rights(example, check))
        time.sleep(1.5)
        states = {state["name"]: state for state in example.statuses()}
        sessions = sum(state.get("sessions", 0) for state in states.values())
        check("the session is counted", sessions == 1, states)
        check("the requests are counted", states["gateway"]["requestsStored"] >= 2, states["gateway"])
        check(
            "the refused request is counted",
            {"code": "forbidden", "count": 1} in states["gateway"]["requestsRefused"], states["gateway"])
        check_metrics(example, check)
        code, output = example.run(drain)
        check("worker-1 is drained", code == 0, output)
        rig.wait_until(lambda: owned(example.statuses()) == 256, 30, "256 partitions after the drain")
        states = {state["name"]: state for state in example.statuses()}
        check("worker-2 owns all partitions", len(states["worker-2"]["partitions"]) == 256, states["worker-2"])
        check(
            "worker-1 is still there and owns none",
            states["worker-1"]["phase"] == "drained" and not states["worker-1"]["partitions"], states["worker-1"])
        check("worker-2 has the session", states["worker-2"].get("sessions") == 1, states["worker-2"])
        asyncio.run(continues(example, check))
        follows(example, check)
        answer = example.navbus("drain", "worker-9")
        check("an unknown name is an error", answer.returncode == 69 and "worker-9" in answer.stderr, answer)
        asyncio.run(removed(example, check, remove))
        shipped(example, check)
    finally:
        example.end()
        if check.failed:
            print(f"see {example.folder}")
        else:
            shutil.rmtree(example.folder, ignore_errors=True)
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
