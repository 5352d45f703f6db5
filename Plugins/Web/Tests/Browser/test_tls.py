"""The page with TLS: curl and openssl as peers, and hostile ones that speak neither TLS nor HTTP as they should."""

import json
import os
import re
import socket
import ssl
import stat
import subprocess
import time
import unittest
from pathlib import Path

import browser
from test_drive import Drive

POSITION = {"phone": "test", "timeMilliseconds": 1777881600000, "latitudeDegrees": 49.40835, "longitudeDegrees": 8.64179}


class TLSTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drive = Drive(None, "tls = true\nreceiver = true")
        cls.token = cls.drive.url.split("token=")[1]
        cls.origin = f"https://127.0.0.1:{cls.drive.port}"
        cls.certificate = Path(cls.drive.folder, "state/navbus/web/tls.pem")

    @classmethod
    def tearDownClass(cls):
        cls.drive.close()

    def tearDown(self):
        # Whatever a test did, the page serves others, from the same process.
        self.assertEqual(self.curl("/health"), 200)
        self.assertEqual(self.drive.process("navbus-web"), self.web)

    def setUp(self):
        self.web = self.drive.process("navbus-web")

    def curl(self, path, *options, token=True, data=None):
        """The HTTP status, or 0 without an answer; the certificate is verified."""
        bearer = ["-H", f"Authorization: Bearer {self.token}"] if token else []
        body = ["--data-binary", "@-"] if data is not None else []
        done = subprocess.run(
            ["curl", "--silent", "--show-error", "--max-time", "8", "--cacert", str(self.certificate), "--output", os.devnull,
             "--write-out", "%{http_code}", *bearer, *body, *options, self.origin + path],
            input=data, capture_output=True, check=False)
        return int(done.stdout)

    def post(self, *options, token=True, origin=None, kind="application/json", data=None):
        origin = origin or self.origin
        return self.curl(
            "/position", "-H", f"Origin: {origin}", "-H", f"Content-Type: {kind}", *options, token=token,
            data=json.dumps(POSITION).encode() if data is None else data)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.drive.port), timeout=20)
        self.addCleanup(connection.close)
        return connection

    def assert_closed(self, connection, what):
        connection.settimeout(15)
        try:
            while connection.recv(4096):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            self.fail(f"{what}: the connection stays open")

    def test_a_certificate_for_this_machine_is_made_and_only_its_owner_reads_the_key(self):
        self.assertEqual(stat.S_IMODE(self.certificate.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.certificate.parent.stat().st_mode), 0o700)
        shown = subprocess.run(
            ["openssl", "x509", "-in", self.certificate, "-noout", "-text", "-fingerprint", "-sha256"],
            capture_output=True, text=True, check=True).stdout
        for part in ("P-256", "IP Address:127.0.0.1", "DNS:localhost", "CA:FALSE", "TLS Web Server Authentication",
                     "ecdsa-with-SHA256", "Digital Signature"):
            self.assertIn(part, shown)
        ends = [time.mktime(time.strptime(text, "%b %d %H:%M:%S %Y %Z"))
                for text in re.findall(r"Not (?:Before|After) ?: (.*)", shown)]
        self.assertLessEqual(ends[1] - ends[0], 398 * 86400)
        fingerprint = re.search(r"Fingerprint=(.*)", shown)[1]
        self.assertIn(fingerprint, Path(self.drive.folder, "log").read_text(encoding="utf-8"))
        # Also by the verification of OpenSSL, with the name of the machine.
        self.assertEqual(self.curl("/health", "--resolve", f"localhost:{self.drive.port}:127.0.0.1"), 200)

    def test_openssl_gets_only_new_versions(self):
        def version(option):
            done = subprocess.run(
                ["openssl", "s_client", "-connect", f"127.0.0.1:{self.drive.port}", option, "-cipher", "ALL:@SECLEVEL=0"],
                input=b"", capture_output=True, timeout=20, check=False)
            return done.returncode == 0 and b"Cipher is (NONE)" not in done.stdout

        self.assertTrue(version("-tls1_3"))
        self.assertTrue(version("-tls1_2"))
        self.assertFalse(version("-tls1_1"))
        self.assertFalse(version("-tls1"))

    def test_what_is_not_tls_is_closed(self):
        for bytes_, what in (
            (f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{self.drive.port}\r\n\r\n".encode(), "plain HTTP"),
            (os.urandom(4096), "garbage"), (b"\x16\x03\x01\xff\xff" + bytes(70000), "a record that is too long"),
            (b"\x16\x03\x01\x00\x05\x01\x00\xff\xff\xff", "a broken hello")):
            connection = self.connect()
            try:
                connection.sendall(bytes_)
            except ConnectionError:
                continue
            self.assert_closed(connection, what)

    def test_a_slow_handshake_ends_and_does_not_delay_others(self):
        connections = [self.connect() for _ in range(8)]
        begun = time.monotonic()
        for connection in connections:
            connection.sendall(b"\x16\x03\x01\x02\x00\x01")
        self.assertEqual(self.curl("/health"), 200)
        self.assertLess(time.monotonic() - begun, 3)
        for connection in connections:
            self.assert_closed(connection, "a slow handshake")
        self.assertLess(time.monotonic() - begun, 12)

    def test_many_connections_leave_room_for_others(self):
        connections = []
        for _ in range(150):
            connections.append(self.connect())
        self.assertEqual(self.curl("/health"), 200)

    def test_positions_need_the_token_the_origin_and_a_small_body(self):
        browser.until(lambda: self.post() == 204, "a position is taken")
        self.assertEqual(self.post(token=False), 401)
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{self.drive.port}", "https://127.0.0.1"):
            self.assertEqual(self.post(origin=origin), 403, origin)
        self.assertEqual(self.post("-H", "Sec-Fetch-Site: cross-site"), 403)
        self.assertEqual(self.post("-H", "Sec-Fetch-Site: same-site"), 403)
        self.assertEqual(self.post("-H", f"Origin: {self.origin}"), 403)
        self.assertEqual(self.curl("/position", "-H", "Content-Type: application/json", data=b"{}"), 403)
        self.assertEqual(self.post(kind="text/plain"), 415)
        self.assertEqual(self.post(data=b" " * 1_000_000), 413)
        self.assertEqual(self.post("-H", "Transfer-Encoding: chunked", data=b" " * 1_000_000), 0)
        self.assertEqual(self.curl("/position"), 404)
        self.assertEqual(self.curl("/position", "-X", "OPTIONS", "-H", "Origin: https://evil.example"), 405)
        for body in (b"", b"{", b"[]", b"{}", b"\xff", b"[" * 2000, json.dumps(POSITION | {"latitudeDegrees": 91}).encode(),
                     json.dumps(POSITION | {"phone": ""}).encode(), json.dumps(POSITION | {"phone": "x" * 65}).encode(),
                     json.dumps(POSITION | {"timeMilliseconds": -1}).encode(),
                     json.dumps(POSITION | {"longitudeDegrees": "8"}).encode()):
            self.assertEqual(self.post(data=body), 400, body[:40])
        other = json.dumps(POSITION | {"phone": "other"}).encode()
        browser.until(lambda: self.post() == 204, "the first phone sends")
        self.assertEqual(self.post(data=other), 423)

    def test_a_slow_body_ends(self):
        context = ssl.create_default_context(cafile=str(self.certificate))
        with context.wrap_socket(self.connect(), server_hostname="127.0.0.1") as connection:
            connection.sendall(
                f"POST /position HTTP/1.1\r\nHost: 127.0.0.1:{self.drive.port}\r\nOrigin: {self.origin}\r\n"
                f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
                "Content-Length: 2000\r\n\r\n{".encode())
            self.assert_closed(connection, "a slow body")

    def test_the_cookie_is_for_encrypted_pages_only(self):
        shown = subprocess.run(
            ["curl", "--silent", "--cacert", str(self.certificate), "--dump-header", "-", self.drive.url],
            capture_output=True, text=True, check=True).stdout
        self.assertRegex(shown, r"(?i)set-cookie: .*; Secure")


class OwnCertificateTests(unittest.TestCase):
    def test_an_own_certificate_is_served(self):
        folder = Path(browser.temporary_folder(self))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "own.key", "-out",
             folder / "own.pem", "-days", "9", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True)
        os.chmod(folder / "own.key", 0o600)
        drive = Drive(None, f'tls = true\ncertificate = "{folder}/own.pem"\nkey = "{folder}/own.key"')
        self.addCleanup(drive.close)
        served = ssl.get_server_certificate(("127.0.0.1", drive.port))
        self.assertIn(served.strip(), (folder / "own.pem").read_text(encoding="ascii"))


if __name__ == "__main__":
    browser.run()
