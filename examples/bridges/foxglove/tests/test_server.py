"""The server against late, slow and hostile clients, without a bus."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import unittest
from typing import Any, Dict, List

from live_server import CHANNELS, MAX_WAITING_MESSAGES, LiveServer
from navbus import SettingsError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.peer import PROTOCOL, Peer, wait

# Opens so many connections, says so, and keeps them until its input ends.
FLOOD = """
import socket, sys
kept = []
for _ in range(int(sys.argv[2])):
    try:
        kept.append(socket.create_connection(("127.0.0.1", int(sys.argv[1])), 0.2))
    except OSError:
        break
print("full", flush=True)
sys.stdin.read()
"""

# A server whose process may open 64 files; it publishes the lines of its input.
SERVER = """
import resource, select, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
from live_server import CHANNELS, LiveServer
server = LiveServer("127.0.0.1", 0, "main", list(CHANNELS), lambda text: print(text, file=sys.stderr, flush=True))
print(server.start(), flush=True)
for line in sys.stdin:
    server.keep_listening()
    server.publish("gps", line.strip().encode(), 1)
server.stop()
"""


class ServerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.warnings: List[str] = []
        self.server = LiveServer("127.0.0.1", 0, "main", list(CHANNELS), self.warnings.append)
        self.url = self.server.start()
        self.addCleanup(self.server.stop)

    def peer(self, *topics: str, is_read: bool = True) -> Peer:
        """A client that has subscribed to these topics, or to all."""
        peer = Peer(self.url, is_read)
        self.addCleanup(peer.__exit__)
        peer.subscribe(*topics)
        return peer

    def expect_served(self, peer: Peer, text: str) -> None:
        """Fails if the client does not get a message that is published now."""
        self.server.publish("gps", text.encode(), 1)
        self.assertTrue(peer.wait(lambda: peer.messages and peer.messages[-1].data == text.encode()), text)

    # ---- Clients

    def test_each_late_client_gets_the_latest_message_of_each_state_once_and_the_others_get_nothing_again(self) -> None:
        for name in ("gps", "route", "position", "control", "log"):
            self.server.publish(name, f"old {name}".encode(), 1)
            self.server.publish(name, f"new {name}".encode(), 2)
        first = self.peer("/route/main", "/log/main")
        self.assertTrue(first.wait(lambda: first.messages))
        second = self.peer("onGPS/main", "/position/main", "onControl/main")
        self.assertTrue(second.wait(lambda: len(second.messages) == 2))
        third = self.peer()
        self.assertTrue(third.wait(lambda: len(third.messages) == 3))
        self.server.publish("metrics", b"end", 3)
        self.assertTrue(third.wait(lambda: len(third.messages) == 4))
        self.assertEqual([message.data for message in first.messages], [b"new route"])
        self.assertEqual({message.data for message in second.messages}, {b"new gps", b"new position"})
        self.assertEqual({message.log_time for message in third.messages}, {2, 3})
        self.server.forget("route")
        fourth = self.peer("/route/main", "/position/main")
        self.assertTrue(fourth.wait(lambda: fourth.messages))
        self.assertEqual([message.data for message in fourth.messages], [b"new position"])

    def test_a_client_that_never_reads_costs_bounded_memory_and_holds_up_nobody(self) -> None:
        self.peer("onNavigation/main", is_read=False)
        good = self.peer("onNavigation/main", "onGPS/main")
        self.server.publish("gps", b"ready", 0)
        self.assertTrue(good.wait(lambda: good.messages))
        good.messages.clear()
        message, count = os.urandom(4000), 10_000
        before, longest = resident_megabytes(), 0.0
        for number in range(count):
            start = time.monotonic()
            self.server.publish("navigation", message, number)
            longest = max(longest, time.monotonic() - start)
            if number % 100 == 0:
                good.wait(lambda: len(good.messages) >= number - 200)
        self.assertTrue(good.wait(lambda: good.messages and good.messages[-1].log_time == count - 1))
        self.assertEqual([each.log_time for each in good.messages], list(range(count)), "nothing is lost")
        # The messages that the other client has kept are in this process too.
        growth = resident_megabytes() - before - len(good.messages) * len(message) / 1e6
        self.assertLess(growth, 2.5 * MAX_WAITING_MESSAGES * len(message) / 1e6)
        self.assertLess(longest, 1)

    # ---- Hostile clients

    def test_other_protocols_are_refused(self) -> None:
        for protocols in (["foxglove.websocket.v1"], ["mqtt"], None):
            with self.assertRaises(InvalidStatus) as caught:
                connect(self.url, subprotocols=protocols, legacy=True)  # type: ignore[arg-type]
            self.assertEqual(caught.exception.response.status_code, 400)

    def test_garbage_is_answered_with_an_error_and_others_are_served(self) -> None:
        good, hostile = self.peer(), self.peer()
        for frame in (b"", b"\x01", b"\x01" + b"\xff" * 12, os.urandom(5000), "no JSON", "[" * 100_000, '{"op":"fly"}'):
            hostile.socket.send(frame)
        hostile.socket.send(json.dumps({"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 987_654_321}]}))
        self.assertTrue(hostile.wait(lambda: any("987654321" in status["message"] for status in hostile.statuses)))
        self.expect_served(good, "after garbage")
        self.expect_served(hostile, "to the other too")

    def test_messages_beyond_64_mebibytes_end_the_connection_and_others_are_served(self) -> None:
        good, hostile = self.peer(), self.peer()
        hostile.socket.send(b"\x02" * (1 << 20))
        self.expect_served(hostile, "a mebibyte is ignored")
        with self.assertRaises(ConnectionClosed):
            for _ in range(2):
                hostile.socket.send([b"\x02" * (1 << 20)] * 70)
        self.expect_served(good, "after huge frames")

    def test_warnings_about_clients_are_reported_at_doubling_counts(self) -> None:
        hostile = self.peer()
        unknown = [{"id": number, "channelId": 900_000 + number} for number in range(500)]
        hostile.socket.send(json.dumps({"op": "subscribe", "subscriptions": unknown}))
        self.assertTrue(hostile.wait(lambda: len(hostile.statuses) >= 500))
        self.assertGreaterEqual(len(self.warnings), 1)
        self.assertLess(len(self.warnings), 12)

    def test_the_server_listens_again_after_a_flood_of_connections_and_serves_its_client_meanwhile(self) -> None:
        server = subprocess.Popen([sys.executable, "-c", SERVER], **PIPES)
        self.addCleanup(end, server)
        assert server.stdin is not None and server.stdout is not None
        url = server.stdout.readline().strip()
        good = Peer(url)
        self.addCleanup(good.__exit__)
        good.subscribe()
        port = url.rpartition(":")[2]
        flood = subprocess.Popen([sys.executable, "-c", FLOOD, port, "200"], **PIPES)
        self.addCleanup(end, flood)
        assert flood.stdout is not None
        self.assertEqual(flood.stdout.readline(), "full\n")

        def publish(text: str) -> None:
            server.stdin.write(f"{text}\n")  # type: ignore[union-attr]
            server.stdin.flush()  # type: ignore[union-attr]

        publish("in the flood")
        self.assertTrue(good.wait(lambda: good.messages and good.messages[-1].data == b"in the flood"))
        end(flood)

        def is_listening() -> bool:
            publish("after the flood")
            try:
                socket.create_connection(("127.0.0.1", int(port)), 1).close()
            except OSError:
                return False
            return True

        self.assertTrue(wait(is_listening))
        with Peer(url) as late:
            late.subscribe("onGPS/main")
            self.assertTrue(late.wait(lambda: late.messages))
            self.assertEqual(late.server_info["sessionId"], good.server_info["sessionId"])

    # ---- Addresses

    def test_a_port_in_use_and_a_foreign_address_have_clear_errors(self) -> None:
        port = int(self.url.rpartition(":")[2])
        for host, number, problem in (
            ("127.0.0.1", port, rf'"port": {port} of 127\.0\.0\.1 is in use: .*another port, or 0'),
            ("192.0.2.1", 0, r'"host": 192\.0\.2\.1 is no address of this machine'),
            ("no.such.host.invalid", 0, r'"host": no\.such\.host\.invalid is no address'),
        ):
            with self.assertRaisesRegex(SettingsError, problem):
                LiveServer(host, number, "main", [], self.warnings.append).start()

    def test_the_port_is_free_again_after_a_stop_with_a_client(self) -> None:
        self.peer()
        port = int(self.url.rpartition(":")[2])
        self.server.stop()
        again = LiveServer("127.0.0.1", port, "main", ["gps"], self.warnings.append)
        self.addCleanup(again.stop)
        self.assertEqual(again.start(), self.url)


PIPES: Dict[str, Any] = {
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
    "stderr": subprocess.DEVNULL,
    "text": True,
    "env": {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))},
}


def end(process: "subprocess.Popen[str]") -> None:
    """Ends a process at the end of its input."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait(20)


def resident_megabytes() -> float:
    """The resident memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


if __name__ == "__main__":
    unittest.main()
