import BusTestSupport
import Access
import Glibc
import NavigationEvents
import TestSupport
import Testing
import ZeroMQ

@testable import EventBus

/// Bytes from unknown peers at an open port.
@Suite struct AccessPortTests {
    private let raw = """
        import random
        chance = random.Random(1)
        def place(endpoint):
            host, port = endpoint[len("tcp://"):].rsplit(":", 1)
            return host, int(port)
        def greet(where, mechanism):
            one = socket.create_connection(where)
            one.settimeout(1)
            one.sendall(b"\\xff" + bytes(7) + b"\\x01\\x7f\\x03\\x00" + mechanism.ljust(20, b"\\0") + bytes(32))
            return one

        """

    @Test func `garbage at a port is ignored, and a client can still join`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let endpoints = try #require(bus.server.remoteEndpoints)
        let before = try residentBytes()
        let storm = try ExternalPeer(
            raw + """
                end = time.time() + 4
                count = 0
                print("ready")
                while time.time() < end:
                    for endpoint in (requests, events):
                        one = socket.create_connection(place(endpoint))
                        try: one.sendall(chance.randbytes(chance.choice([1, 7, 64, 300, 2000])))
                        except OSError: pass
                        one.close()
                        count += 1
                print(count)
                """, at: endpoints)
        let joined = try await onThread { [storm = Held(storm)] in
            try #require(storm.value.program.wait { $0.output.contains("ready") })
            let start = ContinuousClock.now
            try bus.client("phone").join(.make(), timeout: .seconds(10))
            return ContinuousClock.now - start
        }
        let lines = try await onThread { [storm = Held(storm)] in try storm.value.lines() }
        #expect(await bus.counter("malformed_requests") == 0)
        #expect(await bus.counter("malformed_subscriptions") == 0)
        #expect(await bus.counter("failed_handshakes") > 0)
        print(
            "storm: \(lines.last ?? "") connections, joined in \(joined), \((try residentBytes() - before) / 1024) KiB")
        await bus.server.close()
    }

    @Test func `absurd lengths and silent connections cost no memory`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let endpoints = try #require(bus.server.remoteEndpoints)
        let before = try residentBytes()
        _ = try await onThread {
            try ExternalPeer(
                raw + """
                    for mechanism in (b"NULL", b"CURVE", b"PLAIN", b"\\xff" * 20):
                        for length in (300_000_000, 2 ** 63, 2 ** 64 - 1):
                            one = greet(place(requests), mechanism)
                            try:
                                one.sendall(b"\\x02" + struct.pack(">Q", length))
                                for piece in range(300): one.sendall(bytes(1_000_000))
                            except OSError: pass
                            one.close()
                    silent = [socket.create_connection(place(requests)) for number in range(100)]
                    time.sleep(0.2)
                    """, at: endpoints
            ).lines()
        }
        try await onThread { _ = try bus.client("phone").join(.make(), timeout: .seconds(10)) }
        #expect(await bus.counter("malformed_requests") == 0)
        #expect(await bus.counter("malformed_subscriptions") == 0)
        let grown = try residentBytes() - before
        #expect(grown < 256 * 1024 * 1024)
        print("absurd lengths: \(grown / 1024) KiB")
        await bus.server.close()
    }

    @Test func `a frozen peer is disconnected within seconds`() async throws {
        let bus = try RemoteBus([("phone", [.tap], .all)])
        let keys = try bus.credentials("phone")
        let texts = [keys.bus.text, keys.own.publicKey.text, keys.own.secretKey].map { Array($0.utf8) }
        let listener = try ExternalPeer(
            """
            listener = make(zmq.SUB)
            listener.curve_serverkey, listener.curve_publickey, listener.curve_secretkey = words
            listener.subscribe(b"onGPS/")
            listener.connect(events)
            while listener.poll(60000):
                listener.recv_multipart()
                print("heard")
            """, at: try #require(bus.server.remoteEndpoints), words: texts)
        let frozenFor = try await onThread { [listener = Held(listener)] in
            try waitUntil {
                try sync { await bus.server.publish(.gps(.make())) }
                return listener.value.program.output.contains("heard")
            }
            listener.value.program.signal(SIGSTOP)
            let start = ContinuousClock.now
            try waitUntil { try sync { await bus.server.status().gauges["connections"] == 0 } }
            return ContinuousClock.now - start
        }
        print("frozen peer gone after \(frozenFor)")
        await bus.server.close()
    }

    @Test func `a flooding client with a key is throttled too`() async throws {
        let bus = try RemoteBus([("phone", [.operator], .all), ("radio", [.tap], .all)], requestsPerSecond: 10)
        try await onThread {
            let phone = try bus.client("phone")
            try waitUntil {
                do {
                    // Answered at once with a refusal.
                    _ = try phone.request(.missed(.make(.onGPS)), timeout: .seconds(10))
                    return false
                } catch BusError.refused(let refusal) {
                    return refusal.code == .throttled
                }
            }
            // Each key has its own account.
            try bus.client("radio").join(.make(), timeout: .seconds(10))
        }
        #expect(await bus.counter("throttled_requests") > 0)
        await bus.server.close()
    }
}
