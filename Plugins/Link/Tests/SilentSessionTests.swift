import EventCodec
import NavigationEvents
import Testing

@testable import Link

@Suite("Silent sessions of a fleet")
struct SilentSessionTests {
    private static let start = Timestamp(nanosecondsSinceEpoch: 1_767_225_600_000_000_000)

    private static func position(_ session: Session, _ second: Double) -> Request {
        .position(
            session,
            Fix(
                time: start.advanced(bySeconds: second), position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8),
                quality: .gps))
    }

    private static func sessions(_ names: String...) throws -> [Session] {
        try names.map { try #require(Session($0)) }
    }

    /// The written requests: the session, and the seconds since the start.
    private static func written(_ lists: [RequestList]) throws -> [String: Double] {
        var written: [String: Double] = [:]
        for frame in try lists.flatMap({ try RequestList.frames(in: $0.bytes) }) {
            guard case .elapsed(let session, let time) = frame.request, frame.id == 0 else {
                Issue.record("\(frame)")
                continue
            }
            #expect(written.updateValue(time.seconds(since: start), forKey: session.name) == nil)
        }
        return written
    }

    @Test func `time passes once a second in sessions that navigate and are silent, and in no others`() throws {
        let sessions = try Self.sessions("silent", "driving", "parked", "closed", "arrived")
        var silent = SilentSessions()
        for session in sessions {
            if session.name != "parked" { silent.take(eventOf: "onNavigationStarted", session) }
            silent.take(Self.position(session, 0), now: 100)
        }
        silent.take(.closeSession(sessions[3]), now: 100)
        silent.take(eventOf: "onNavigationStopped", sessions[4])
        var passed: [Double] = []
        for visit in 1...20 {
            let now = 100 + Double(visit) / 2
            if visit % 2 == 0 { silent.take(Self.position(sessions[1], now - 100), now: now) }
            for (name, second) in try Self.written(silent.due(now: now)) {
                #expect(name == "silent")
                passed.append(second)
                // The log has it at once.
                silent.take(.elapsed(sessions[0], Self.start.advanced(bySeconds: second)), now: now)
            }
        }
        #expect(passed == [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5])
        silent.take(Self.position(sessions[0], 10), now: 110.2)
        // A receiver that hangs repeats it.
        silent.take(Self.position(sessions[0], 10), now: 111.2)
        #expect(try Self.written(silent.due(now: 111.6))["silent"] == nil)
        let next = try Self.written(silent.due(now: 111.8))["silent"] ?? 0
        #expect(abs(next - 11.6) < 1e-6)
    }

    @Test func `after a takeover time continues where the former worker left it`() throws {
        let session = try Self.sessions("vehicle-1")[0]
        var silent = SilentSessions()
        silent.take(eventOf: "onNavigationStarted", session)
        // The repetition takes a moment.
        silent.take(Self.position(session, 0), now: 500)
        for second in [1.5, 2.5, 3.5] {
            silent.take(.elapsed(session, Self.start.advanced(bySeconds: second)), now: 500.01)
        }
        let next = try Self.written(silent.due(now: 501.51))["vehicle-1"] ?? 0
        #expect(abs(next - 5) < 1e-6)
    }

    @Test func `after a quarter of an hour time ends to pass until the next position`() throws {
        let session = try Self.sessions("vehicle-1")[0]
        var silent = SilentSessions()
        silent.take(eventOf: "onNavigationStarted", session)
        silent.take(Self.position(session, 0), now: 0)
        #expect(try Self.written(silent.due(now: 900)).count == 1)
        #expect(try Self.written(silent.due(now: 902)).isEmpty)
        silent.take(Self.position(session, 1000), now: 1000)
        #expect(try Self.written(silent.due(now: 1002)).count == 1)
        // An impossible time of a position ends nothing.
        for time in [Int64.max, .min] {
            let fix = Fix(
                time: Timestamp(nanosecondsSinceEpoch: time),
                position: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0))
            silent.take(.position(session, fix), now: 2000)
            _ = silent.due(now: 2002)
        }
    }

    @Test func `thousands of silent sessions share few messages`() throws {
        var silent = SilentSessions()
        for number in 0..<3000 {
            let session = try Self.sessions("vehicle-\(number)")[0]
            silent.take(eventOf: "onNavigationStarted", session)
            silent.take(Self.position(session, 0), now: 0)
        }
        let lists = silent.due(now: 2)
        #expect(lists.count <= 3 && lists.allSatisfy { $0.bytes.count <= RequestList.maxBytes })
        #expect(try Self.written(lists).count == 3000)
        #expect(silent.due(now: 2).isEmpty)
    }
}
