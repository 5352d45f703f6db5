import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Metrics

/// The metrics, parsed by the Python library of Prometheus.
@Suite(.serialized) struct MetricsTests {
    private static func drive() -> BusStatus {
        var latency = Histogram()
        for seconds in [0.000_04, 0.000_3, 0.000_3, 7] { latency.record(seconds: seconds) }
        let vitals = ControlVitals(
            control: "speech", processID: 41, delivered: 1200, gaps: 2, repaired: 9, latency: latency)
        return BusStatus(
            run: 7, processID: 40, uptimeSeconds: 61.5,
            sessions: [
                SessionStatus(
                    session: .main, state: .enroute, sequence: 3100, fixesAccepted: 600, fixAgeSeconds: 0.25,
                    toDestination: Remaining(distanceMeters: 8200, durationSeconds: 600), source: .stale)
            ],
            controls: [
                ControlStatus(
                    control: "speech", state: .running, processID: 41, restarts: 3, heartbeatAgeSeconds: 0.5,
                    vitals: vitals),
                ControlStatus(control: "a \"quoted\\name\"", state: .failed),
            ],
            counters: ["published": 3100, "malformed_requests": 4], gauges: ["journal_bytes": 120_000],
            histograms: ["fix_to_event": latency])
    }

    /// Every sample as Prometheus reads it: name with labels, and value.
    private static func read(_ text: String) throws -> [String: Double] {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "metrics.txt")
        let program = """
            import json, sys
            from prometheus_client.parser import text_string_to_metric_families as families
            samples = {}
            for family in families(open(sys.argv[1], encoding="utf-8").read()):
                assert family.type != "unknown" and family.documentation, family.name
                for sample in family.samples:
                    labels = ",".join(f"{k}={v}" for k, v in sorted(sample.labels.items()))
                    key = sample.name + ("{" + labels + "}" if labels else "")
                    assert key not in samples, key
                    samples[key] = sample.value
            json.dump(samples, sys.stdout)
            """
        let outcome = try PythonInterpreter.run(["-c", program, file])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(object as? [String: Double])
    }

    @Test func `Prometheus can read the metrics of a bus`() throws {
        let samples = try Self.read(PrometheusText(Self.drive()).text)
        #expect(samples["navbus_up"] == 1)
        #expect(samples["navbus_published_total"] == 3100)
        #expect(samples["navbus_malformed_requests_total"] == 4)
        #expect(samples["navbus_journal_bytes"] == 120_000)
        #expect(samples["navbus_session_fix_age_seconds{session=main}"] == 0.25)
        #expect(samples["navbus_session_source_stale{session=main}"] == 1)
        #expect(samples["navbus_session_remaining_meters{session=main}"] == 8200)
        #expect(samples["navbus_control_up{control=speech}"] == 1)
        #expect(samples["navbus_control_up{control=a \"quoted\\name\"}"] == 0)
        #expect(samples["navbus_control_failed{control=speech}"] == 0)
        #expect(samples["navbus_control_failed{control=a \"quoted\\name\"}"] == 1)
        #expect(samples["navbus_control_restarts_total{control=speech}"] == 3)
        #expect(samples["navbus_control_repaired_total{control=speech}"] == 9)
    }

    @Test func `buckets of a histogram are cumulative`() throws {
        let samples = try Self.read(PrometheusText(Self.drive()).text)
        func bucket(_ bound: String) -> Double? {
            samples["navbus_control_latency_seconds_bucket{control=speech,le=\(bound)}"]
        }
        #expect(bucket("5e-05") == 1)
        #expect(bucket("0.0005") == 3)
        #expect(bucket("1") == 3)
        #expect(bucket("+Inf") == 4)
        #expect(samples["navbus_control_latency_seconds_count{control=speech}"] == 4)
        #expect(samples["navbus_fix_to_event_seconds_count"] == 4)
    }

    @Test func `the server answers with and without a running bus`() async throws {
        let folder = try TemporaryFolder()
        let endpoints = BusEndpoints(folder: RunFolder(path: "\(folder.path)/run"))
        let bus = try BusServer(endpoints: endpoints, handler: { _ in .status(Self.drive()) })
        let tokenFile = "\(folder.path)/metrics.token"
        let server = try BuiltProgram.navbus.start(
            ["metrics", "--listen", "127.0.0.1:0", "--endpoint", endpoints.requests, "--token-file", tokenFile])
        #expect(server.wait { $0.output.contains("/metrics") }, "\(server.errors)")
        var status = stat()
        #expect(stat(tokenFile, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(
            try Self.read(HTTPFetch.metrics(announcedIn: server.output))["navbus_session_fixes_total{session=main}"]
                == 600)
        await bus.close()
        #expect(try Self.read(HTTPFetch.metrics(announcedIn: server.output)) == ["navbus_up": 0])
        server.signal(SIGTERM)
        #expect(server.wait().exitCode == 0)
    }

    @Test(arguments: [
        ("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"), ("GET /metrics?x=1 HTTP/1.0\n\n", "200"),
        ("GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", "404"),
        ("POST /metrics HTTP/1.1\r\nhost:127.0.0.1 \r\nContent-Length: 1\r\n\r\nx", "405"),
        ("GET  /metrics HTTP/1.1\r\n\r\n", "400"), ("GET /metrics HTTP/2\r\n\r\n", "400"),
        ("GET /metrics HTTP/1.1\r\n: x\r\n\r\n", "400"),
        ("GET /metrics HTTP/1.1\r\n\r\n", "400"),
        ("GET /metrics HTTP/1.1\nHost: localhost\nhost: localhost\n\n", "400"),
        ("GET /metrics HTTP/1.1\nHost: evil.example\n\n", "421"),
        ("GET /metrics HTTP/1.1\nHost: localhost.evil.example\n\n", "421"), ("\r\n\r\n", "400"),
        ("GET /metrics", "400"),
        ("GET /metrics HTTP/1.1\r\nX: \(String(repeating: "x", count: 9000))", "431"),
    ])
    func `a request is answered however its bytes are split`(request: String, status: String) {
        for pieceBytes in [1, 2, 3, 5, request.utf8.count] {
            var exchange = MetricsExchange()
            var rest = Array(request.utf8)[...]
            while !rest.isEmpty {
                exchange.receive(rest.prefix(pieceBytes))
                rest = rest.dropFirst(pieceBytes)
            }
            exchange.receiveEnd()
            exchange.provide("navbus_up 1\n")
            let answer = String(decoding: exchange.answer, as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "in pieces of \(pieceBytes): \(answer)")
            #expect(exchange.stage == .answering && answer.contains("\r\nConnection: close\r\n"))
            exchange.note(sent: exchange.answer.count)
            #expect(exchange.stage == .closing)
        }
    }

    @Test(arguments: [
        ("", "401"), ("Authorization: Bearer 0123456789abcdef", "200"),
        ("authorization:  bearer 0123456789abcdef ", "200"),
        ("Authorization: Bearer 0123456789abcdeF", "401"), ("Authorization: Bearer 0123456789abcde", "401"),
        ("Authorization: Bearer 0123456789abcdef0", "401"), ("Authorization: Basic 0123456789abcdef", "401"),
        ("Authorization: Bearer", "401"), ("X: 0123456789abcdef", "401"),
        ("Authorization: Bearer x\r\nAuthorization: Bearer 0123456789abcdef", "400"),
        ("Authorization: Bearer 0123456789abcdef\r\nHost: localhost", "400"),
    ])
    func `the metrics require the token`(field: String, status: String) {
        for host in ["127.0.0.1:9464", "localhost:9464", "[::1]:9464", "LOCALHOST"] {
            var exchange = MetricsExchange(MetricsAccess(token: "0123456789abcdef", port: 9464))
            let lines = ["GET /metrics HTTP/1.1", "Host: \(host)", field].filter { !$0.isEmpty }
            exchange.receive(Array((lines + ["", ""]).joined(separator: "\r\n").utf8)[...])
            exchange.provide("navbus_up 1\n")
            let answer = String(decoding: exchange.answer, as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.contains("navbus_up 1") == (status == "200"))
        }
        var strange = MetricsExchange(MetricsAccess(token: "0123456789abcdef", port: 9464))
        strange.receive(Array("GET /metrics HTTP/1.1\r\nHost: localhost:9465\r\n\(field)\r\n\r\n".utf8)[...])
        #expect(!String(decoding: strange.answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }

    @Test func `the token is kept in its file, and can be disabled only with a warning`() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/own.token"
        try folder.write("a-token-of-somebodys-own\n", to: "own.token")
        chmod(file, 0o640)
        let server = try BuiltProgram.navbus.start(["metrics", "--listen", "127.0.0.1:0", "--token-file", file])
        #expect(server.wait { $0.output.contains("/metrics") }, "\(server.errors)")
        #expect(try HTTPFetch.metrics(announcedIn: server.output).contains("navbus_up 0"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a-token-of-somebodys-own\n")
        let url = String(server.output.split(separator: " ").dropFirst(2).first ?? "")
        #expect(try HTTPFetch.text(url).isEmpty)
        let open = try BuiltProgram.navbus.start(["metrics", "--listen", "127.0.0.1:0", "--no-token"])
        #expect(open.wait { $0.output.contains("/metrics") }, "\(open.errors)")
        #expect(open.errors.contains("warning: every user of this machine can read the metrics"))
        #expect(
            try HTTPFetch.text(String(open.output.split(separator: " ").last?.dropLast() ?? "")).contains("navbus_up 0")
        )
    }

    @Test func `no client can block the answers or the end of the server`() throws {
        let server = try BuiltProgram.navbus.start(["metrics", "--listen", "127.0.0.1:0", "--no-token"])
        #expect(server.wait { $0.output.contains("/metrics") }, "\(server.errors)")
        let url = String(server.output.split(separator: " ").last?.dropLast() ?? "")
        let program = """
            import socket, sys, urllib.request
            from urllib.parse import urlsplit
            place = ("127.0.0.1", urlsplit(sys.argv[1]).port)
            # A header without an end, as long as the server accepts it.
            long = socket.create_connection(place)
            try:
                long.sendall(b"GET /metrics HTTP/1.1\\r\\nX: " + b"x" * 4_000_000)
            except OSError:
                pass
            # More silent clients than the server allows: it has to disconnect the oldest ones.
            silent = [socket.create_connection(place) for _ in range(40)]
            with urllib.request.urlopen(sys.argv[1], timeout=50) as answer:
                print(answer.status, answer.headers["Content-Type"], answer.read().decode().split()[-1])
            """
        let outcome = try PythonInterpreter.run(["-c", program, url])
        #expect(outcome.output == "200 text/plain; version=0.0.4; charset=utf-8 0\n", "\(outcome.errors)")
        server.signal(SIGTERM)
        #expect(server.wait().exitCode == 0)
    }

    @Test(arguments: ["127.0.0.1", "[::1]"]) func `an error names the port that is in use`(host: String) throws {
        let first = try BuiltProgram.navbus.start(["metrics", "--listen", "\(host):0", "--no-token"])
        #expect(first.wait { $0.output.contains("/metrics") }, "\(first.errors)")
        let port = first.output.split(separator: ":").last?.prefix { $0 != "/" } ?? ""
        let second = try BuiltProgram.navbus.run(["metrics", "--listen", "\(host):\(port)"])
        #expect(second.exitCode == 71)
        #expect(second.errors.contains("failed to listen at \(host):\(port): Address already in use"))
        first.signal(SIGTERM)
        #expect(first.wait().exitCode == 0)
    }

    @Test(arguments: ["0.0.0.0:9464", "192.168.1.4:9464", "127.0.0.1", "[::]:9464"])
    func `addresses that other machines can reach are refused`(address: String) throws {
        let outcome = try BuiltProgram.navbus.run(["metrics", "--listen", address])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(address))
    }
}
