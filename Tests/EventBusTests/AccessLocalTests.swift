import BusTestSupport
import EventCodec
import Foundation
import Glibc
import NavigationEvents
import TestSupport
import Testing
import ZeroMQ

@testable import EventBus

/// Access on this machine, where the kernel identifies each peer.
@Suite struct AccessLocalTests {
    private let ask = """
        asker = make(zmq.DEALER, requests)
        for word in words:
            asker.send(word)
            print(asker.recv().hex() if asker.poll(3000) else "silence")
        """

    private func replies(_ lines: [String]) throws -> [Reply?] {
        try lines.map { line in
            if line == "silence" { return nil }
            let digits = Array(line)
            let bytes = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
            }
            return try ReplyFrame(wireBytes: bytes).reply
        }
    }

    private func code(_ reply: Reply?) -> RequestError.Code? {
        if case .refused(let refusal) = reply { refusal.code } else { nil }
    }

    /// Opens the sockets of a bus to every user.
    private func open(_ folder: TemporaryFolder) {
        chmod(folder.path, 0o711)
        for name in ["requests", "events"] { chmod("\(folder.path)/\(name)", 0o666) }
    }

    @Test func `another user may only observe`() async throws {
        let bus = try TestBus()
        open(bus.folder)
        let lines = try await onThread {
            try ExternalPeer(
                ask, at: bus.folder.endpoints,
                words: [
                    Request.status.bytes(), Request.stop(.main).bytes(),
                    Request.report(.main, .make("speech")).bytes(), Request.position(.main, .make()).bytes(),
                ], user: 65534
            ).lines()
        }
        let replies = try replies(lines)
        guard case .status? = replies.first else {
            Issue.record("\(lines)")
            return
        }
        #expect(replies.dropFirst().map(code) == [.forbidden, .forbidden, .forbidden])
        #expect(await bus.server.status().counters["forbidden_requests"] == 3)
        await bus.server.close()
    }

    @Test func `another user is refused if other users have no roles`() async throws {
        let folder = try TemporaryFolder()
        let server = try BusServer(endpoints: folder.endpoints, access: AccessSettings(otherUsers: []))
        open(folder)
        let lines = try await onThread {
            try ExternalPeer(
                ask + """

                    listener = make(zmq.SUB, events)
                    listener.subscribe(b"")
                    print("heard" if listener.poll(2500) else "silence")
                    """, at: folder.endpoints, words: [Request.status.bytes()], user: 65534
            ).lines()
        }
        #expect(lines == ["silence", "silence"])
        let counters = await server.status().counters
        #expect(counters["foreign_users", default: 0] > 0)
        #expect(counters["requests"] == 0)
        await server.close()
    }

    @Test func `a peer that claims to be a control is refused and reported`() async throws {
        let bus = try TestBus()
        let tap = Listener(bus, [.onControl], untilTick: 0)
        await tap.joined()
        await bus.server.note(control: ControlStatus(control: "speech", state: .running, processID: getpid()))
        let hello = Hello.make(control: "speech")
        let lines = try await onThread {
            try ExternalPeer(
                ask, at: bus.folder.endpoints,
                words: [
                    Request.report(.main, .make("speech")).bytes(), Request.hello(hello).bytes(),
                    Request.report(.main, .make("lanes")).bytes(),
                ]
            ).lines()
        }
        let replies = try replies(lines)
        #expect(replies.prefix(2).map(code) == [.forbidden, .forbidden])
        #expect(replies.last == .done)
        let warning = try await tap.outcome.envelopes.first?.event
        guard case .control(let report) = warning else {
            Issue.record("\(String(describing: warning))")
            return
        }
        #expect(report.kind == .warning)
        #expect(report.text.contains("is not the control \"speech\""))
        #expect(await bus.server.status().counters["impostor_reports"] == 2)
        try await onThread {
            #expect(throws: BusError.self) { try bus.client().request(.stop(.main)) }
            let own = try bus.client().request(.report(.main, .make("speech")))
            #expect(own == .done)
        }
        await bus.server.close()
    }

    @Test func `a flooding peer is disconnected and other subscribers lose nothing`() async throws {
        let bus = try TestBus()
        let listener = Listener(bus, [.onGPS], untilTick: 400)
        await listener.joined()
        let flood = try ExternalPeer(
            """
            flooder = make(zmq.DEALER, requests)
            end = time.time() + 4
            while time.time() < end:
                for number in range(100):
                    try: flooder.send(b"\\xff\\xff\\xff", zmq.DONTWAIT)
                    except zmq.Again: pass
                while flooder.poll(0): flooder.recv()
                time.sleep(0.01)
            """, at: bus.folder.endpoints)
        let before = try residentBytes()
        for number in 1...400 {
            await bus.server.publish(.gps(.make(number)), tick: UInt64(number))
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await listener.outcome.ticks == Array(1...400))
        #expect(try await listener.outcome.counters.gaps == 0)
        _ = try await onThread { [flood = Held(flood)] in try flood.value.lines() }
        let counters = await bus.server.status().counters
        #expect(counters["throttled_requests", default: 0] > 0)
        #expect(counters["cut_connections", default: 0] > 0)
        #expect(counters["malformed_requests", default: 0] < 2000)
        let grown = try residentBytes() - before
        print("flood: \(counters.filter { $0.value > 0 }), \(grown / 1024) KiB")
        await bus.server.close()
    }

    @Test func `a message that is no subscription affects no subscriptions`() async throws {
        let bus = try TestBus()
        let attacker = try ExternalPeer(
            """
            sender = make(zmq.XSUB, events)
            print("ready")
            while True:
                try: sender.send(b"\\x05junk", zmq.DONTWAIT)
                except zmq.Again: pass
                time.sleep(0.001)
            """, at: bus.folder.endpoints)
        try await onThread { [attacker = Held(attacker)] in
            try #require(attacker.value.program.wait { $0.output.contains("ready") })
            for round in 1...40 {
                let clients = try (0..<4).map { _ in try bus.subscriber([.onGPS]) }
                let tick = UInt64(round)
                try sync { await bus.server.publish(.gps(.make()), tick: tick) }
                for client in clients {
                    #expect(try client.deliveries(untilTick: tick).last?.envelope?.tick == tick)
                }
            }
        }
        attacker.program.signal(SIGKILL)
        let counters = await bus.server.status().counters
        #expect(counters["malformed_subscriptions", default: 0] > 0)
        #expect(counters["cut_connections", default: 0] > 0)
        await bus.server.close()
    }

    @Test func `thousands of subscriptions, or a topic of a megabyte, end the connection`() async throws {
        let bus = try TestBus()
        let listener = Listener(bus, [.onGPS], untilTick: 9)
        await listener.joined()
        let before = try residentBytes()
        _ = try await onThread {
            try ExternalPeer(
                """
                listener = make(zmq.SUB, events)
                for number in range(4096): listener.subscribe(b"onGPS/main%d" % number)
                time.sleep(0.5)
                large = make(zmq.SUB, events)
                large.subscribe(b"onGPS/" + b"x" * 1000000)
                time.sleep(1)
                """, at: bus.folder.endpoints
            ).lines()
        }
        await bus.server.publish(.gps(.make()), tick: 9)
        #expect(try await listener.outcome.ticks.last == 9)
        let counters = await bus.server.status().counters
        #expect(counters["excess_subscriptions", default: 0] > 0)
        let grown = try residentBytes() - before
        print("subscriptions: \(counters.filter { $0.value > 0 }), \(grown / 1024) KiB")
        await bus.server.close()
    }

    /// The peer waits for the READY of the bus: without it, a peer that sends earlier is disconnected for that alone.
    @Test func `an unfinished message does not fill the memory`() async throws {
        let bus = try TestBus()
        let listener = Listener(bus, [.onGPS], untilTick: 9, stopped: true)
        await listener.joined()
        let lines = try await onThread {
            try ExternalPeer(
                """
                one = socket.socket(socket.AF_UNIX)
                one.connect(requests[len("ipc://"):])
                one.settimeout(5)
                one.sendall(b"\\xff" + bytes(8) + b"\\x7f\\x03\\x00" + b"NULL".ljust(20, b"\\0") + bytes(32))
                ready = b"\\x05READY\\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER"
                one.sendall(b"\\x04" + bytes([len(ready)]) + ready)
                answer = b""
                while b"READY" not in answer:
                    answer += one.recv(4096) or sys.exit("cut before it was ready")
                part = b"\\x03" + struct.pack(">Q", 60000) + bytes(60000)
                sent, end = 0, time.time() + 30
                try:
                    while time.time() < end:
                        one.sendall(part)
                        sent += 1
                        time.sleep(0.02 if sent > 900 else 0.001)
                except OSError: pass
                print("cut" if time.time() < end else "never cut")
                """, at: bus.folder.endpoints
            ).lines()
        }
        #expect(lines == ["cut"])
        await bus.server.publish(.gps(.make()), tick: 9)
        listener.resume()
        #expect(try await listener.outcome.ticks.last == 9)
        let counters = await bus.server.status().counters
        #expect(counters["memory_cuts", default: 0] > 0)
        #expect(counters["malformed_requests", default: 0] == 0, "an unfinished message is no request")
        await bus.server.close()
    }

    @Test func `a peer that does not read its answers gets no more`() async throws {
        let bus = try TestBus()
        await bus.server.publish(.navigationStarted(.make(vertices: 20_000)))
        let missed = MissedEvents(session: .main, topic: .onNavigationStarted, first: 1, last: 1)
        _ = try await onThread {
            try ExternalPeer(
                """
                asker = ctx.socket(zmq.DEALER)
                asker.linger, asker.rcvhwm, asker.rcvbuf = 0, 1, 4096
                asker.connect(requests)
                for number in range(200): asker.send(words[0])
                time.sleep(1)
                """, at: bus.folder.endpoints, words: [Request.missed(missed).bytes()]
            ).lines()
        }
        #expect(await bus.server.status().counters["failed_sends", default: 0] > 0)
        #expect(await bus.server.publish(.gps(.make())))
        await bus.server.close()
    }

    @Test func `connections above the maximum are ended`() async throws {
        let folder = try TemporaryFolder()
        let server = try BusServer(endpoints: folder.endpoints, access: AccessSettings(maxPeers: 12))
        let held = try await onThread {
            let client = Held(try BusClient(requests: folder.endpoints.requests))
            try client.value.join(.make(), timeout: .seconds(10))
            let stranger = try ExternalPeer(
                """
                path = requests[len("ipc://"):]
                many = []
                for number in range(200):
                    one = socket.socket(socket.AF_UNIX)
                    one.connect(path)
                    many.append(one)
                time.sleep(1)
                """, at: folder.endpoints)
            _ = try stranger.lines()
            return client
        }
        await server.publish(.gps(.make()), tick: 5)
        let ticks = try await onThread { try held.value.deliveries(untilTick: 5).map { $0.envelope?.tick } }
        #expect(ticks.last == 5)
        let status = await server.status()
        #expect(status.counters["excess_connections", default: 0] > 0)
        #expect(status.gauges["connections", default: 99] <= 12)
        await server.close()
    }
}
