import BusTestSupport
import EventCodec
import Foundation
import Journal
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

/// The client in C, which was written with the contract alone.
@Suite struct RingTapTests {
    @Test func `a client in C has the same events, and ends with the bus`() async throws {
        let bus = try TestBus(journal: JournalSettings(maxBytes: 512 * 1024), over: .ring)
        let folder = try TemporaryFolder()
        let source = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/examples/ring/ring_tap.c"
        let compiler = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).run([
            "gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", folder.path + "/ring_tap", source,
        ])
        try #require(compiler.exitCode == 0, "\(compiler.errors)")
        let program = try BuiltProgram(url: URL(filePath: folder.path + "/ring_tap")).start([
            try #require(bus.folder.endpoints.ringPath), "main",
        ])
        #expect(program.wait { $0.errors.contains("reads after event") })
        let client = try bus.subscriber()
        var events: [Envelope] = []
        for number in 1...3000 {
            await bus.server.publish(.gps(.make(number)), tick: UInt64(number))
            if number % 10 == 0 { await bus.server.publish(.navigation(.make(number)), tick: UInt64(number)) }
            if number % 1000 == 0 { await bus.server.publish(.navigationStarted(.make(vertices: 20_000))) }
            // The journal is small: a reader needs a moment from time to time.
            if number % 100 == 0 { events += try client.deliveries(untilTick: UInt64(number)).compactMap(\.envelope) }
        }
        while let envelope = try client.next(timeout: .milliseconds(50))?.envelope { events.append(envelope) }
        #expect(events.count == 3303)
        await bus.server.close()
        let outcome = program.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            outcome.lines
                == events.map { event in
                    let bytes = event.wireBytes().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                    return "\(event.sequence) \(event.event.topic.rawValue) \(bytes.joined())"
                })
    }

    @Test func `a wrong path, a wrong session and a foreign socket have clear errors`() async throws {
        let bus = try TestBus(over: .ring)
        let path = try #require(bus.folder.endpoints.ringPath)
        for (path, session, trusts, expected) in [
            (path + "x", Session.main, true, "connect to"),
            (path, try #require(Session("nowhere")), true, "no such session"),
            (path, .main, false, "belongs to another user"),
        ] {
            let error = #expect(throws: RingClient.Problem.self) {
                try RingClient(path: path, session: session) { _ in trusts }
            }
            #expect("\(try #require(error))".contains(expected))
        }
        await bus.server.close()
    }
}
