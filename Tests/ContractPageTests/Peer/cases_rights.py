"""Permissions and limits: roles, keys, sockets, rates."""

import os
import pathlib
import subprocess
import tempfile
import time

import zmq
from stage import (
    PROGRAM, STATUS, STOP, Bus, Silence, bus_pb2, done, events_pb2, holds, missed, position, refused, start,
)

# Rights and limits


@holds("T-2", "T-8", "T-9", "T-11", "R-7", "W-20")
def a_control_that_was_started_may_do_what_its_manifest_says():
    # The launcher reports the processes of controls; here it is this process, while the bus lives.
    with Bus(roles={"led-strip": ["control"], "speech": ["control"]}) as bus:
        peer = bus.peer()
        done(peer.ask(position=position(1)))
        bus.order(control=bus_pb2.ControlStatus(control="led-strip", state=1, process_id=os.getpid()))
        end = time.monotonic() + 20
        while not peer.ask(**STOP).HasField("refused"):
            assert time.monotonic() < end
        assert peer.ask(hello=peer.hello).HasField("welcome")
        for request in (STOP, {"position": position(2)}, {"start": start()},
                        {"mute": bus_pb2.MuteRequest(session="main")}):
            assert "role" in refused(peer.ask(**request), "FORBIDDEN")
        done(peer.report(1))
        speech = events_pb2.ControlReport(control="speech", kind=1)
        refused(peer.ask(report=bus_pb2.ReportRequest(session="main", report=speech)), "FORBIDDEN")
        refused(peer.ask(hello=bus.peer(control="speech").hello), "FORBIDDEN")
        counters = peer.ask(**STATUS).status.counters
        assert counters["forbidden_requests"] >= 4 and counters["impostor_reports"] == 2, counters
        # The refusal may be lost with the connection, so another peer checks the result.
        watcher = bus.peer()
        watcher.ask(**STATUS)
        peer.requests.send(b"\x08\x63" + b"\x00" * 65_900)
        end = time.monotonic() + 20
        while watcher.ask(**STATUS).status.counters["oversized_requests"] != 1:
            assert time.monotonic() < end
        if peer.requests.poll(0):
            refused(bus_pb2.ReplyFrame.FromString(peer.requests.recv()).reply, "FORBIDDEN")


@holds("W-21", "W-22", "R-9")
def who_asks_too_much_is_told_and_may_ask_again_later():
    with Bus(access={"requests_per_second": 20}) as bus:
        peer = bus.peer()
        end = time.monotonic() + 20
        codes = [peer.ask(**STATUS).refused.code]
        # A sender of bursts of sixty exceeds twenty a second even on a busy machine.
        while 7 not in codes:
            assert time.monotonic() < end, codes
            for _ in range(60):
                peer.send(1, **STATUS)
            while peer.requests.poll(300):
                codes.append(bus_pb2.ReplyFrame.FromString(peer.requests.recv()).reply.refused.code)
        # A refusal comes at once, before the answers to earlier requests.
        assert codes.count(0) >= 40, codes
        end = time.monotonic() + 20
        while peer.ask(**STATUS).HasField("refused"):
            assert time.monotonic() < end
            time.sleep(0.2)


@holds("T-1", "T-3")
def the_sockets_are_for_the_user_and_its_group():
    with Bus() as bus:
        bus.peer().ask(**STATUS)
        folder = pathlib.Path(bus.folder.name) / "run"
        os.umask(mask := os.umask(0))
        assert folder.stat().st_mode & 0o777 == 0o750 & ~mask
        for name in ("requests", "events"):
            assert (folder / name).stat().st_mode & 0o777 == 0o660
        # access(2) shows missing permissions.
        if os.geteuid() == 0:
            child = os.fork()
            if child == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
                os._exit(os.access(folder / "requests", os.R_OK | os.W_OK))
            assert os.waitpid(child, 0)[1] == 0
        second = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        first, bus.process = bus.process, second
        plan = bus_pb2.LaunchPlan()
        plan.CopyFrom(bus.plan)
        plan.journal.ClearField("folder")
        bus.order(plan=plan)
        try:
            assert b"one is running there" in second.communicate(timeout=20)[1] and second.returncode != 0
        finally:
            bus.process = first


@holds("T-4", "T-5", "T-10", "J-5", "J-6")
def over_tcp_only_keys_come_in_and_receive_their_topics():
    with tempfile.TemporaryDirectory(prefix="navbus-peer-") as keys:
        public, secret = zmq.curve_keypair()
        os.chmod(keys, 0o700)
        allowed = pathlib.Path(keys) / "allowed"
        allowed.write_text(f"phone {public.decode()} tap onGPS,onNavigation\n")
        allowed.chmod(0o600)
        remote = bus_pb2.LaunchEndpoints(requests="tcp://127.0.0.1:*", events="tcp://127.0.0.1:*")
        with Bus(access={"remote": remote, "keys_folder": keys}) as bus:
            source = bus.peer()
            source.ask(**STATUS)
            server = (pathlib.Path(keys) / "bus.pub").read_text().strip().encode()
            ports = {number for number in listening(bus.process.pid)}
            assert len(ports) == 2, ports
            phone = None
            for port in sorted(ports):
                peer = bus.peer(endpoint=f"tcp://127.0.0.1:{port}", control="phone", keys=(public, secret, server))
                try:
                    welcome = peer.ask(1, hello=peer.hello).welcome
                    phone = peer
                except Silence:
                    continue
            assert phone, "no port answers"
            assert list(welcome.topics.topics) == ["onGPS", "onNavigation"] and welcome.is_listener
            phone.join()
            done(source.ask(start=start()))
            done(source.ask(position=position(1)))
            done(source.report(1))
            refused(phone.report(1), "FORBIDDEN")
            refused(phone.ask(**missed("onControl", 1, 1)), "FORBIDDEN")
            got = []
            while not got or got[-1] != b"onNavigation/main":
                assert phone.events.poll(20_000)
                got.append(phone.events.recv_multipart()[0])
            assert set(got) <= {b"onGPS/main", b"onNavigation/main", b"~beat/main"}, got
            other = zmq.curve_keypair()
            for credentials in ((*other, server), None):
                stranger = bus.peer(endpoint=phone.endpoint, control="phone", keys=credentials)
                try:
                    stranger.ask(0.5, **STATUS)
                    raise AssertionError("a stranger is answered")
                except Silence:
                    pass


def listening(process):
    """The TCP ports of a listening process, from the kernel."""
    sockets = {os.readlink(f"/proc/{process}/fd/{name}") for name in os.listdir(f"/proc/{process}/fd")}
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            yield int(words[1].split(":")[1], 16)
