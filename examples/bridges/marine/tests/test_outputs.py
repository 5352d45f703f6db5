"""The outputs against real sockets and a pseudo terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import socket
import tempfile
import termios
import time
import tty
import unittest
from typing import List
from unittest import mock

import navbus
import outputs
from outputs import OutputError, SerialOutput, TCPOutput, UDPOutput, parsed_address
from testing import free_port, wait_for

UPDATE = [b"$" + b"a" * 400 + b"\r\n"]


class AddressTests(unittest.TestCase):
    def test_addresses_with_and_without_a_port(self) -> None:
        for text, host, port in (
            ("127.0.0.1", "127.0.0.1", 10110),
            ("0.0.0.0:2000", "0.0.0.0", 2000),
            ("boat.local:1", "boat.local", 1),
            ("[::1]", "::1", 10110),
            ("[fe80::1%eth0]:9", "fe80::1%eth0", 9),
        ):
            self.assertEqual(parsed_address("tcp", text, 10110), (host, port))
        for text in ("127.0.0.1:", ":10110", "::1", "a b", "host:0", "host:65536", "host:port", "[::1"):
            with self.assertRaisesRegex(navbus.SettingsError, '"udp": ".*" is no ADDRESS or ADDRESS:PORT'):
                parsed_address("udp", text, 10110)


class OutputTests(unittest.TestCase):
    def setUp(self) -> None:
        self.warnings: List[str] = []


class TCPTests(OutputTests):
    def setUp(self) -> None:
        super().setUp()
        self.port = free_port()
        self.output = TCPOutput("127.0.0.1", self.port, self.warnings.append)
        self.output.open()
        self.addCleanup(self.output.close)

    def client(self) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        self.addCleanup(client.close)
        return client

    def test_all_clients_get_all_updates(self) -> None:
        clients = [self.client() for _ in range(3)]
        self.output.send([b"a\r\n", b"b\r\n"])
        self.assertTrue(self.output.has_joined)
        self.assertEqual([client.recv(100) for client in clients], [b"a\r\nb\r\n"] * 3)

    def test_a_client_that_leaves_is_forgotten(self) -> None:
        leaving, staying = self.client(), self.client()
        self.output.poll()
        leaving.close()

        def has_one() -> bool:
            self.output.poll()
            return len(self.output._clients) == 1

        self.assertTrue(wait_for(has_one))
        self.output.send([b"a\r\n"])
        self.assertEqual(staying.recv(100), b"a\r\n")
        self.assertEqual(self.warnings, [])

    def test_a_client_that_does_not_read_is_disconnected_and_the_others_get_everything(self) -> None:
        stalled = socket.socket()
        self.addCleanup(stalled.close)
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", self.port))
        reader = self.client()
        self.output.poll()
        sent = received = 0
        while not self.warnings and sent < 10_000_000:
            self.output.send(UPDATE)
            sent += len(UPDATE[0])
            received += len(reader.recv(1_000_000))
        while received < sent:
            received += len(reader.recv(1_000_000))
        self.assertEqual(received, sent)
        self.assertEqual(self.warnings, ["disconnected the client 127.0.0.1: it does not read"])
        # The kernel and the queue held less than this for the client.
        self.assertLess(sent, 1_000_000)

    def test_a_client_that_reads_nothing_for_ten_seconds_is_disconnected(self) -> None:
        stalled = socket.socket()
        self.addCleanup(stalled.close)
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", self.port))
        self.output.poll()
        (client,) = self.output._clients.values()
        while not client._queue:
            self.output.send(UPDATE)
        with mock.patch("time.monotonic", return_value=time.monotonic() + 9):
            self.output.poll()
            self.assertEqual(self.warnings, [])
        with mock.patch("time.monotonic", return_value=time.monotonic() + 11):
            self.output.poll()
        self.assertEqual(len(self.warnings), 1)

    def test_bytes_from_a_client_are_ignored_and_read_at_a_bounded_rate(self) -> None:
        client = self.client()
        self.output.poll()
        client.setblocking(False)
        sent = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                sent += client.send(b"$GPXXX\r\n" * 10_000)
        with mock.patch.object(outputs, "IGNORED_BYTES", 64):
            self.output.send([b"a\r\n"])
            (accepted,) = self.output._clients
            self.assertGreater(len(accepted.recv(1_000_000, socket.MSG_PEEK)), 1_000)
        client.setblocking(True)
        client.settimeout(5)
        self.assertEqual(client.recv(100), b"a\r\n")
        self.assertEqual(self.warnings, [])

    def test_too_many_clients_are_refused_once(self) -> None:
        clients = [self.client() for _ in range(outputs.MAX_CLIENTS)]
        self.output.poll()
        refused = [self.client() for _ in range(2)]
        self.output.send([b"a\r\n"])
        self.assertEqual({client.recv(100) for client in clients}, {b"a\r\n"})
        self.assertEqual({client.recv(100) for client in refused}, {b""})
        self.assertEqual(self.warnings, ["refused the client 127.0.0.1: 16 clients are connected"])

    def test_a_port_in_use_is_named_with_the_remedy(self) -> None:
        expected = f"listen on 127.0.0.1 port {self.port}: .*in use.*another program uses the port; .*tcp = .ADDRESS:PORT"
        with self.assertRaisesRegex(OutputError, expected):
            TCPOutput("127.0.0.1", self.port, self.warnings.append).open()

    def test_a_foreign_address_is_named_with_the_remedy(self) -> None:
        with self.assertRaisesRegex(OutputError, "listen on 192.0.2.1 port 10110: .*must be an address of this machine"):
            TCPOutput("192.0.2.1", 10110, self.warnings.append).open()


class UDPTests(OutputTests):
    def receiver(self, address: str = "127.0.0.1") -> socket.socket:
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.settimeout(5)
        receiver.bind((address, 0))
        return receiver

    def sender(self, host: str, port: int) -> UDPOutput:
        output = UDPOutput(host, port, self.warnings.append)
        self.addCleanup(output.close)
        output.open()
        return output

    def test_each_line_is_a_datagram(self) -> None:
        receiver = self.receiver()
        self.sender("localhost", receiver.getsockname()[1]).send([b"a\r\n", b"b\r\n"])
        self.assertEqual([receiver.recv(100), receiver.recv(100)], [b"a\r\n", b"b\r\n"])

    def test_broadcast(self) -> None:
        receiver = self.receiver("")
        self.sender("127.255.255.255", receiver.getsockname()[1]).send([b"a\r\n"])
        self.assertEqual(receiver.recv(100), b"a\r\n")

    def test_a_receiver_that_is_absent_changes_nothing(self) -> None:
        output = self.sender("127.0.0.1", free_port(socket.SOCK_DGRAM))
        for _ in range(3):
            output.send([b"a\r\n", b"b\r\n"])
        self.assertEqual(self.warnings, [])

    def test_a_network_that_is_absent_is_reported_once(self) -> None:
        receiver = self.receiver()
        output = self.sender("127.0.0.1", receiver.getsockname()[1])
        # A datagram of this length is refused like one to an unreachable network.
        for _ in range(2):
            output.send([b"a" * 70_000])
        self.assertEqual(len(self.warnings), 1)
        self.assertIn(f"failed to send to 127.0.0.1 port {receiver.getsockname()[1]}: Message too long", self.warnings[0])
        output.send([b"a\r\n"])
        self.assertEqual(receiver.recv(100), b"a\r\n")

    def test_an_unknown_name_is_an_error(self) -> None:
        with self.assertRaisesRegex(OutputError, "find the address .*use the IP address"):
            UDPOutput("no-such-host.invalid", 10110, self.warnings.append).open()


class SerialTests(OutputTests):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "ttyUSB0")

    def connect(self) -> int:
        """A pseudo terminal at the path; returns the end of the device."""
        ours, theirs = pty.openpty()
        tty.setraw(ours)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        os.symlink(os.ttyname(theirs), self.path)
        os.close(theirs)
        return ours

    def output(self) -> SerialOutput:
        output = SerialOutput(self.path, 4800, self.warnings.append)
        self.addCleanup(output.close)
        return output

    def test_the_bytes_arrive_unchanged_at_the_set_speed(self) -> None:
        device = self.connect()
        self.addCleanup(os.close, device)
        output = self.output()
        output.open()
        output.send([b"$a*00\r\n"])
        self.assertEqual(os.read(device, 100), b"$a*00\r\n")
        self.assertEqual(termios.tcgetattr(device)[5], termios.B4800)

    def test_a_port_that_disappears_and_comes_back_is_opened_again(self) -> None:
        device = self.connect()
        output = self.output()
        output.open()
        os.close(device)
        output.send([b"a\r\n"])
        output.send([b"b\r\n"])
        self.assertEqual(len(self.warnings), 1)
        self.assertRegex(self.warnings[0], f"lost the serial port {self.path}: .*it is opened again as soon as it is back")
        os.unlink(self.path)
        later = time.monotonic() + outputs.REOPEN_SECONDS + 0.1
        with mock.patch("time.monotonic", return_value=later):
            output.send([b"c\r\n"])
        device = self.connect()
        self.addCleanup(os.close, device)
        with mock.patch("time.monotonic", return_value=later + outputs.REOPEN_SECONDS):
            output.poll()
        output.send([b"d\r\n"])
        self.assertEqual(os.read(device, 100), b"d\r\n")
        self.assertEqual(self.warnings[1:], [f"the serial port {self.path} is connected again"])

    def test_a_port_that_does_not_accept_data_loses_whole_updates(self) -> None:
        device = self.connect()
        self.addCleanup(os.close, device)
        output = self.output()
        output.open()
        for _ in range(100):
            output.send(UPDATE)
        self.assertEqual(self.warnings, [f"the serial port {self.path} does not accept all data; updates are dropped"])
        received = b""
        while not received.endswith(b"\r\n") or output._rest:
            received += os.read(device, 100_000)
            output.poll()
        self.assertEqual(set(received.split(b"\r\n")), {UPDATE[0].strip(), b""})
        output.send([b"next\r\n"])
        self.assertTrue(os.read(device, 100_000).endswith(b"next\r\n"))

    def test_a_missing_port_and_a_file_are_named_with_the_remedy(self) -> None:
        expected = f"open the serial port {self.path}: No such file.*connect the device.*/dev/serial"
        with self.assertRaisesRegex(OutputError, expected):
            self.output().open()
        open(self.path, "w").close()
        with self.assertRaisesRegex(OutputError, "must be the path of a serial port, such as /dev/ttyUSB0"):
            self.output().open()


del OutputTests

if __name__ == "__main__":
    unittest.main()
