import EventCodec
import NavigationEvents
import Platform
import Testing

@testable import Link

@Suite("The inputs of a partition")
struct PartitionRunTests {
    private let session: Session
    private let other: Session

    init() throws {
        session = try #require(Session("vehicle-1"))
        other = try #require(Session("vehicle-2"))
    }

    private func fix(_ second: Double) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_767_225_600_000_000_000).advanced(bySeconds: second),
            position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8), quality: .gps)
    }

    private func message(
        _ sequence: UInt64, _ requests: [(UInt64, Request)], replyTo: String? = nil
    ) -> PartitionRun.Message {
        var list = RequestList()
        for (id, request) in requests { list.append(RequestFrame(id: id, request: request).wireBytes()) }
        return PartitionRun.Message(sequence: sequence, payload: list.bytes, replyTo: replyTo)
    }

    /// A partition with the open session, opened by message 1.
    private func opened() -> PartitionRun {
        var run = PartitionRun(from: PartitionMark())
        let effects = run.take(message(1, [(1, .openSession(session))]))
        for outgoing in effects.requests { _ = run.take(.done, to: outgoing.ticket) }
        return run
    }

    @Test func `a request that the bus carries out later blocks its session, and only that`() {
        var run = opened()
        let opening = run.take(message(2, [(1, .openSession(other))]))
        _ = run.take(.done, to: opening.requests[0].ticket)
        let first = run.take(
            message(
                3,
                [
                    (2, .stop(session)), (3, .position(session, fix(1))), (2, .position(other, fix(1))),
                    (4, .position(session, fix(2))),
                ]))
        #expect(first.requests.map(\.request) == [.stop(session), .position(other, fix(1))])
        let outcome1 = run.mark()
        #expect(outcome1.sequence == 2)
        let second = run.take(.done, to: first.requests[0].ticket)
        #expect(second.requests.map(\.request) == [.position(session, fix(1)), .position(session, fix(2))])
        for outgoing in second.requests + [first.requests[1]] { _ = run.take(.done, to: outgoing.ticket) }
        let outcome2 = run.mark()
        #expect(outcome2.sequence == 3)
        #expect(run.isIdle)
    }

    @Test func `a repeated request has no effect, and gets the first reply`() {
        var run = opened()
        let refusal = Reply.refused(RequestError(code: .badRoute, text: "no"))
        let sent = run.take(message(2, [(2, .skipStopover(session))], replyTo: "in"))
        let again = run.take(message(3, [(2, .skipStopover(session))], replyTo: "in2"))
        #expect(again == PartitionRun.Effects(), "the first reply is not known yet")
        let done = run.take(refusal, to: sent.requests[0].ticket)
        #expect(done.answers == [.init(address: .init(subject: "in", id: 2), reply: refusal)])
        let late = run.take(message(4, [(2, .skipStopover(session))], replyTo: "in3"))
        #expect(late.requests.isEmpty)
        #expect(late.answers == [.init(address: .init(subject: "in3", id: 2), reply: refusal)])
        #expect(run.counters.repeated == 2)
    }

    @Test func `the senders of a session count for themselves, and unnumbered positions are all new`() {
        var run = opened()
        let (gps, desk) = (UInt64(7) << 32, UInt64(9) << 32)
        let effects = run.take(
            message(
                2,
                [
                    (gps | 5, .position(session, fix(1))), (desk | 1, .position(session, fix(2))),
                    (gps | 4, .position(session, fix(3))), (gps | 6, .position(session, fix(4))),
                    (0, .position(session, fix(5))), (0, .position(session, fix(5))),
                ]))
        #expect(effects.requests.map(\.request) == [1, 2, 4, 5, 5].map { .position(session, fix($0)) })
    }

    @Test func `what is not open, not readable or not for a fleet has no effect`() throws {
        var run = opened()
        let unknown = run.take(message(2, [(1, .stop(other))], replyTo: "in"))
        #expect(unknown.requests.isEmpty)
        guard case .refused(let refusal) = unknown.answers.first?.reply else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal.code == .noSuchSession)
        let outcome3 = run.take(message(3, [(1, .status)]))
        #expect(outcome3.requests.isEmpty)
        let outcome4 = run.take(PartitionRun.Message(sequence: 4, payload: [9, 9], replyTo: nil))
        #expect(outcome4 == .init())
        let own = run.take(message(5, [(1, .openSession(.main))], replyTo: "in"))
        #expect(own.requests.isEmpty && own.answers.count == 1)
        #expect(run.counters == .init(carriedOut: 1, repeated: 0, notOpen: 1, refused: 1, malformed: 2))
        let outcome5 = run.mark()
        #expect(outcome5 == PartitionMark(sequence: 5, sessions: [session: 1 << 16]))
    }

    @Test func `a session that is opened again waits for the events of its end`() {
        var run = opened()
        let closing = run.take(message(2, [(2, .closeSession(session))]))
        _ = run.take(.done, to: closing.requests[0].ticket)
        let outcome6 = run.take(message(3, [(3, .openSession(session))]))
        #expect(outcome6.requests.isEmpty)
        #expect(run.run(of: session) == 1 << 16)
        run.beginBarrier()
        let effects = run.passBarrier()
        #expect(effects.requests.map(\.request) == [.openSession(session)])
        #expect(run.run(of: session) == 3 << 16)
    }

    /// A log of two sessions that open, drive and close; the mark after each message must lead another worker to the same
    /// requests, in the same order for each session.
    @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
    func `a successor repeats exactly the inputs of the open sessions`(seed: UInt64, isPointed: Bool) {
        var random = SplitMix64(seed: seed)
        var ids: [Session: UInt64] = [:]
        let log = (1...60).map { number in
            let requests = (0..<1).map { _ in
                let session = Bool.random(using: &random) ? session : other
                ids[session, default: 0] += 1
                let id = Int.random(in: 0..<8, using: &random) == 0 ? 1 : ids[session] ?? 1
                let request: Request =
                    switch Int.random(in: 0..<12, using: &random) {
                    case 0, 1: .openSession(session)
                    case 2: .closeSession(session)
                    case 3: .stop(session)
                    case 4: .checkpoint(session)
                    default: .position(session, fix(Double(number)))
                    }
                return (id, request)
            }
            return message(UInt64(number), requests)
        }
        var whole = Follower(PartitionRun(from: PartitionMark()))
        for message in log { whole.follow(message) }
        let end = whole.run.mark()
        for cut in log.indices {
            var first = Follower(PartitionRun(from: PartitionMark()))
            for message in log[...cut] { first.follow(message) }
            let mark = first.run.mark()
            #expect(mark.sequence == log[cut].sequence)
            // With the points that were stored, or with some of them.
            let points = mark.usable(
                first.points.filter { _ in isPointed && Int.random(in: 0..<4, using: &random) != 0 }, logFrom: 1)
            var second = Follower(PartitionRun(from: mark, points: points))
            second.begin()
            #expect(Set(second.restored.keys) == Set(points.keys))
            for message in log where message.sequence >= second.run.firstNeeded {
                if second.run.mustWait(before: message.sequence) { second.goLive() }
                second.follow(message)
            }
            if second.run.phase != .live { second.goLive() }
            let reached = second.run.mark()
            #expect(reached == end, "seed \(seed), cut \(cut)")
            for session in [session, other] {
                let open = mark.sessions[session]
                let expected = whole.carriedOut[session, default: []].filter {
                    if let point = points[session] { return $0.place > point.place }
                    return $0.place >= open ?? (mark.sequence + 1) << 16
                }
                #expect(second.carriedOut[session, default: []] == expected, "seed \(seed), cut \(cut)")
            }
        }
    }

    /// Carries out everything at once, and notes what was carried out.
    private struct Follower {
        struct Done: Hashable {
            var request: Request
            var place: UInt64
        }

        var run: PartitionRun
        private(set) var carriedOut: [Session: [Done]] = [:]
        private(set) var points: [SessionPoint] = []
        private(set) var restored: [Session: SessionRecord] = [:]

        init(_ run: PartitionRun) { self.run = run }

        mutating func follow(_ message: PartitionRun.Message) {
            perform(run.take(message), message.sequence)
            run.beginBarrier()
            perform(run.passBarrier(), message.sequence)
        }

        mutating func begin() {
            for outgoing in run.begin().requests {
                guard case .restoreSession(let record) = outgoing.request else { continue }
                restored[record.snapshot.session] = record
                _ = run.take(.done, to: outgoing.ticket)
            }
        }

        mutating func goLive() {
            let isIdle = run.isIdle
            #expect(isIdle)
            run.goLive()
        }

        private func reply(to request: Request) -> Reply {
            guard case .checkpoint(let session) = request else { return .done }
            let snapshot = Snapshot(run: 1, session: session, sequence: 7, topicSequences: [:], latest: [])
            return .record(SessionRecord(snapshot: snapshot, drive: [1, 2, 3]))
        }

        private mutating func perform(_ effects: PartitionRun.Effects, _ sequence: UInt64) {
            var waiting = effects.requests[...]
            while let outgoing = waiting.popFirst() {
                guard let session = outgoing.request.fleetSession else { continue }
                carriedOut[session, default: []].append(Done(request: outgoing.request, place: sequence << 16))
                let more = run.take(reply(to: outgoing.request), to: outgoing.ticket)
                points += more.points.compactMap { SessionPoint($0.bytes) }
                waiting += more.requests
                run.beginBarrier()
                waiting += run.passBarrier().requests
            }
        }
    }
}
