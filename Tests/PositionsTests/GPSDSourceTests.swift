import Geodesy
import NavigationEvents
import TestSupport
import Testing

@testable import Positions

@Suite("Positions from gpsd", .timeLimit(.minutes(1)))
struct GPSDSourceTests {
    @Test func `the real gpsd with a TCP receiver yields fixes with satellites, heading and accuracy`()
        async throws
    {
        let receiver = try Self.receiver()
        let port = try FreePort.next()
        let daemon = try Self.daemon(port: port, receiver: receiver.port)
        defer { daemon.end() }
        let told = await CollectedEvents.from(GPSDSource(port: port)) {
            $0.fixes.count >= 5 && $0.fixes.last?.headingDegrees != nil
        }
        let fix = try #require(told.fixes.last)
        #expect(abs(fix.position.latitudeDegrees - 50.05) < 1e-6)
        #expect(abs(fix.position.longitudeDegrees - 8.25) < 1e-6)
        #expect(fix.headingDegrees == 195.6)
        #expect((fix.horizontalAccuracyMeters ?? 0) >= 3)
        #expect(fix.altitudeMeters == 104.5)
        #expect(told.fixes.map(\.time) == told.fixes.map(\.time).sorted())
    }

    @Test func `the real gpsd delivers every heading of a compass ten times as fast as the receiver`()
        async throws
    {
        // gpsd groups sentences by their time, so a compass may send between them.
        let talk = (0..<5000).flatMap { second in
            [NMEAWriter.epoch(NMEAWriter.time(secondsOfDay: 28_800 + second))]
                + (0..<10).map { NMEAWriter.sentence("GPHDT,\((second * 10 + $0) % 360).5,T") + "\r\n" }
        }
        let receiver = try Loopback(lines: talk, pauseSeconds: 0.02)
        let port = try FreePort.next()
        let daemon = try Self.daemon(port: port, receiver: receiver.port)
        defer { daemon.end() }
        let told = await CollectedEvents.from(GPSDSource(port: port)) { $0.headings.count >= 40 && $0.fixes.count >= 2 }
        let degrees = told.headings.map(\.degrees)
        for (one, next) in zip(degrees, degrees.dropFirst()) {
            #expect(Angle.normalized(next - one) == 1, "\(degrees)")
        }
        #expect(told.headings.allSatisfy { $0.reference == .trueNorth })
        #expect(Set(told.headings.map(\.source)) == ["gpsd tcp://127.0.0.1:\(receiver.port)"])
        #expect(told.fixes.contains { $0.headingDegrees != nil })
        let badLines = told.problems.filter { if case .badLine = $0 { true } else { false } }
        #expect(badLines.isEmpty)
    }

    @Test func `the loss of gpsd is reported with the pause, and fixes continue after its return`() async throws {
        let receiver = try Self.receiver()
        let port = try FreePort.next()
        var daemon = try Self.daemon(port: port, receiver: receiver.port)
        var told = CollectedEvents()
        var isBack = false
        for await event in GPSDSource(port: port).positions() {
            told.events.append(event)
            if told.fixes.count == 2, !isBack {
                daemon.end()
                daemon = try Self.daemon(port: port, receiver: receiver.port)
                isBack = true
            }
            let isReconnected = told.problems.contains {
                if case .reconnected = $0 { true } else { false }
            }
            if isReconnected, case .fix = event { break }
        }
        daemon.end()
        let address = "gpsd at 127.0.0.1:\(port)"
        let losses = told.problems.compactMap {
            if case .disconnected(address, _, let pause) = $0 { pause } else { nil }
        }
        #expect(losses.contains(0.5))
        #expect(told.problems.contains(.reconnected(address: address)))
    }

    @Test func `without a listener the attempts continue at growing pauses`() async throws {
        let port = try FreePort.next()
        let pace = InstantClock()
        let told = await CollectedEvents.from(GPSDSource(port: port, clock: pace)) { $0.problems.count >= 8 }
        let pauses = told.problems.compactMap {
            if case .disconnected(_, let reason, let pause) = $0, reason == "Connection refused" { pause } else { nil }
        }
        #expect(pauses == [0.5, 1, 2, 4, 8, 10, 10, 10])
        let texts = told.problems.map { "\($0)" }
        #expect(texts.first?.contains("start it (sudo systemctl start gpsd.socket)") == true, "\(texts)")
        #expect(!texts.dropFirst().contains { $0.contains("systemctl") }, "the remedy is named once")
    }

    @Test func `an unknown host is a clear problem`() async {
        let told = await CollectedEvents.from(GPSDSource(host: "no host.invalid", clock: InstantClock())) {
            !$0.problems.isEmpty
        }
        #expect(told.problems.first.map { "\($0)" }?.contains("gpsd at no host.invalid:2947") == true)
    }

    /// A receiver at a fixed position, ten times a second of its own time.
    private static func receiver() throws -> Loopback {
        let epochs = (0..<5000).map { second in
            let time = NMEAWriter.time(secondsOfDay: 28_800 + second)
            return NMEAWriter.epoch(time)
                + NMEAWriter.sentence("GPGSA,A,3,02,05,07,13,15,20,24,28,,,,,1.9,1.2,1.5") + "\r\n"
                + NMEAWriter.sentence("GPHDT,195.6,T") + "\r\n"
        }
        return try Loopback(lines: epochs, pauseSeconds: 0.1)
    }

    private static func daemon(port: UInt16, receiver: UInt16) throws -> Program {
        try Program(["gpsd", "-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver)"])
    }
}
