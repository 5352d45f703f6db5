import EventBus
import EventCodec
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import NavigationLoop

/// A session continues from its record, and another bus that restores it has the same events.
@Suite("Checkpoints")
struct CheckpointTests {
    private let session: Session

    init() throws { session = try #require(Session("rider")) }

    @Test func `a restored session has the events of the one that continues`() async throws {
        var generator = SplitMix64.announced(for: "checkpoints")
        let fixes = try await DriveTimeTests.secondlyFixes()
        for length in [3, 40, 90, 260] {
            let start = Int.random(in: 0..<max(fixes.count - length, 1), using: &generator)
            let requests = DriveTimeTests.script(Array(fixes.dropFirst(start).prefix(length)), &generator).requests
            let first = Int.random(in: 1..<requests.count / 2, using: &generator)
            let second = Int.random(in: first..<requests.count, using: &generator)
            let (one, other, third) = (try await Bus(), try await Bus(), try await Bus())
            try await one.parts.fleet.open(session)
            _ = try await one.take(requests[..<first], session)
            let record = try await one.record(session)
            try await other.parts.fleet.restore(try SessionRecord(wireBytes: record.wireBytes()))
            let begin = record.snapshot.sequence
            let between = requests[first..<second]
            #expect(try await one.take(between, session) == other.take(between, session))
            let later = try await one.record(session)
            #expect(try await other.record(session).drive == later.drive)
            try await third.parts.fleet.restore(later)
            let refusals = try await one.take(requests[second...], session)
            #expect(try await other.take(requests[second...], session) == refusals)
            #expect(try await third.take(requests[second...], session) == refusals)
            let events = try await one.events(session, after: begin)
            #expect(try await other.events(session, after: begin) == events, "length \(length)")
            let last = later.snapshot.sequence
            #expect(try await third.events(session, after: last) == events.filter { $0.sequence > last })
            #expect(length < 40 || events.count > 20)
            for bus in [one, other, third] { await bus.parts.end() }
        }
    }

    @Test func `a late joiner of a restored session gets its state`() async throws {
        var generator = SplitMix64.announced(for: "the state of a restored session")
        let fixes = Array(try await DriveTimeTests.secondlyFixes().prefix(30))
        let requests = DriveTimeTests.script(fixes, &generator).requests.dropLast()
        let (one, other) = (try await Bus(), try await Bus())
        try await one.parts.fleet.open(session)
        _ = try await one.take(requests[...], session)
        let record = try await one.record(session)
        #expect(record.snapshot.latest.contains { $0.event.topic == .onNavigationStarted })
        try await other.parts.fleet.restore(record)
        let again = try await other.record(session)
        #expect(again.snapshot.latest.map(\.event) == record.snapshot.latest.map(\.event))
        #expect(again.snapshot.topicSequences == record.snapshot.topicSequences)
        #expect(again.drive == record.drive)
        for bus in [one, other] { await bus.parts.end() }
    }

    @Test func `a damaged record and an open session are refused`() async throws {
        let bus = try await Bus()
        let fleet = bus.parts.fleet
        try await fleet.open(session)
        let record = try await bus.record(session)
        let error = await #expect(throws: RequestError.self) { try await fleet.restore(record) }
        #expect(error?.code == .unavailable)
        try await fleet.close(session)
        var damaged = record
        damaged.drive[damaged.drive.count / 2] ^= 1
        for drive in [damaged.drive, Array(record.drive.dropLast())] {
            let error = await #expect(throws: RequestError.self) {
                try await fleet.restore(SessionRecord(snapshot: record.snapshot, drive: drive))
            }
            #expect(error?.code == .malformed)
            #expect(await fleet.loop(of: session) == nil)
        }
        try await fleet.restore(record)
        let own = try #require(await fleet.loop(of: .main))
        let refusal = await #expect(throws: RequestError.self) { try await own.checkpoint() }
        #expect(refusal?.code == .forbidden)
        await bus.parts.end()
    }

    /// A bus in a folder of its own.
    private struct Bus {
        let folder: TemporaryFolder
        let parts: LoopParts

        init() async throws {
            folder = try TemporaryFolder()
            parts = try await LoopParts(DriveTimeTests.plan(in: folder))
        }

        func record(_ session: Session) async throws -> SessionRecord {
            try await #require(await parts.fleet.loop(of: session)).checkpoint()
        }

        /// The codes of the refusals.
        func take(_ requests: ArraySlice<Request>, _ session: Session) async throws -> [RequestError.Code?] {
            let loop = try #require(await parts.fleet.loop(of: session))
            var refusals: [RequestError.Code?] = []
            for request in requests { refusals.append(try await loop.take(request)?.code) }
            return refusals
        }

        func events(_ session: Session, after first: UInt64) async throws -> [DriveTimeTests.NumberedEvent] {
            try await DriveTimeTests.events(of: session, on: parts.bus, after: first)
        }
    }
}
