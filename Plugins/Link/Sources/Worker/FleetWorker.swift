import EventBus
import EventCodec
import Glibc
import NATS
import NavigationEvents
import Platform

/// Connects a bus with the inputs and outputs of the partitions that it owns. All sockets of the bus are used on one thread.
///
/// Inputs are read from the log of their partition and sent to the bus in order. Its events are published under the run
/// and the numbers that every worker gives them, since the same inputs always have the same events. A partition that was
/// taken over is repeated in silence from the openings of its sessions to its mark, and from there aloud: what its former
/// owner published after the mark is published again with the same numbers, so that receivers drop it.
final class FleetWorker {
    /// The most requests without a reply: their events must fit in the queue of the bus.
    private static let maxUnderWay = 1000
    private static let maxReceived = 2000
    private static let idleMilliseconds = 5
    private static let busTimeout = Duration.seconds(20)
    private static let replySeconds = 20.0
    /// Seconds between two barriers, after which marks are written.
    private static let barrierSeconds = 0.5
    /// Seconds after which a barrier is requested again; more with each time.
    private static let renewalSeconds = 2.0
    /// Seconds between two searches for silent sessions.
    private static let silenceSeconds = 0.5
    private static let retryMilliseconds: UInt32 = 20

    /// A partition that is owned.
    final class Owned {
        var run: PartitionRun
        let reader: LogReader
        /// The sessions whose positions stop.
        var silent = SilentSessions()
        /// The checkpoints of the sessions.
        var checkpoints: Checkpoints
        /// When the last message was stored in the log, nanoseconds since 1970.
        var takenNanoseconds: Int64 = 0
        /// A message that the present phase does not take.
        var held: PartitionRun.Message?
        var isWanted = false
        /// Where it was taken over.
        var takenOverAt = PartitionMark()
        var points: [Session: SessionPoint] = [:]
        /// How far inputs were carried out when the last barrier was requested.
        var markAtBarrier: PartitionMark?
        /// Whether the replay had ended then.
        var isReplayedAtBarrier = false
        var lastMark: PartitionMark?
        /// Tells this ownership from an earlier one of the same partition.
        let number: UInt64
        init(_ number: UInt64, _ run: PartitionRun, _ reader: LogReader, _ checkpoints: Checkpoints) {
            (self.number, self.run, self.reader, self.checkpoints) = (number, run, reader, checkpoints)
        }
    }

    /// A request to the bus without a reply yet.
    private struct Sent {
        var partition: Partition
        var owner: UInt64
        var outgoing: PartitionRun.Outgoing
        /// Seconds of the monotonic clock.
        var at: Double
    }

    private let bus: BusPipeline
    private let connection: NATSConnection
    private let stream: JetStream
    /// The lease: other threads leave the fleet, or end the work, through it.
    let lease: LeaseKeeper
    private let keeper: PartitionKeeper
    private let kept: KeptEvents
    private let points: SessionPoints
    private let checkpointSeconds: Double
    let output: FleetOutput
    private let questions: Questions
    private let say: @Sendable (String) -> Void
    private(set) var owned: [Partition: Owned] = [:]
    /// The figures that the worker reports about itself.
    var figures = WorkerFigures()
    private var tickets: [UInt64: Sent] = [:]
    /// The questions under way, by the id of the request or the token of the snapshot.
    private var asked: [UInt64: (question: Questions.Question, run: UInt64)] = [:]
    /// The tokens of the snapshots that are the barrier under way: one, and its repetitions.
    private var barriers: Set<UInt64> = []
    private var barrierAt = 0.0
    private var silenceAt = 0.0
    /// Marks that wait until the stream of kept events has all of theirs.
    private var waitingMarks: [Partition: PartitionMark] = [:]
    private var ownersAtBarrier: [Partition: UInt64] = [:]
    /// The next number of each session's events, by the bus's own run.
    private var expected: [Session: (run: UInt64, sequence: UInt64)] = [:]

    /// Joins the bus, whose sessions of an earlier worker are closed, and the fleet.
    init(
        name: String, busEndpoint: String, connection: NATSConnection, replicas: Int, keptFor: Duration,
        checkpointSeconds: Double, say: @escaping @Sendable (String) -> Void
    ) throws {
        self.connection = connection
        self.say = say
        stream = try JetStream(connection)
        bus = try BusPipeline(requests: busEndpoint)
        try bus.join(
            Hello(control: "", topics: Topic.allCases, processID: getpid()), timeout: Self.busTimeout)
        self.checkpointSeconds = checkpointSeconds
        points = try SessionPoints(connection, replicas: replicas, maxAge: keptFor)
        lease = try LeaseKeeper(name: name, connection: connection, replicas: replicas, complain: say)
        keeper = try PartitionKeeper(
            lease: lease, connection: connection, replicas: replicas, points: points, complain: say)
        kept = try KeptEvents(connection, replicas: replicas, maxAge: keptFor)
        output = FleetOutput(connection, kept: kept)
        questions = try Questions(connection)
        try closeSessions()
        try lease.start()
        try keeper.start()
    }

    private func closeSessions() throws(BusError) {
        while true {
            guard case .status(let status) = try bus.request(.sessions(SessionQuery())) else { return }
            let opened = status.sessions.map(\.session).filter { $0 != .main }
            if opened.isEmpty { return }
            for session in opened { _ = try bus.request(.closeSession(session)) }
        }
    }

    /// Works until the worker has left, or its lease is closed. Blocks.
    ///
    /// - Throws: ``BusError`` if the bus is gone: a new worker begins then.
    func serve() throws {
        while !lease.isClosed {
            for change in keeper.takeChanges() {
                if case .left = change { return }
                try apply(change)
            }
            let isBusy = try readInputs()
            var failure: (any Error)?
            let hasReceived = try bus.receive(
                most: Self.maxReceived,
                onReply: { reply in
                    do { try take(reply) } catch { failure = error }
                },
                onEvent: { topic, envelope in
                    do { try publish(envelope, topic) } catch { failure = error }
                },
                onSnapshot: { token, bytes in
                    do { try take(bytes, of: token) } catch { failure = error }
                })
            if let failure { throw failure }
            try askBus()
            try writeRequests()
            try requestBarrier()
            try writeMarks()
            try handOver()
            reportFigures()
            if !isBusy, !hasReceived { try bus.wait(milliseconds: Self.idleMilliseconds) }
        }
    }

    // MARK: - Ownership

    private func apply(_ change: PartitionKeeper.Change) throws {
        switch change {
        case .gained(let partition, let mark, let points):
            try begin(partition, from: mark, points)
            figures.partitionsGained += 1
        case .wanted(let partition): owned[partition]?.isWanted = true
        case .lost(let partition): try drop(partition)
        case .lostAll:
            say("the lease has ended; all sessions are left to other workers")
            for partition in Array(owned.keys) { try drop(partition) }
        case .left: break
        }
    }

    /// Takes a partition over.
    private func begin(_ partition: Partition, from mark: PartitionMark, _ points: [Session: SessionPoint]) throws {
        // A session that is still open from an earlier ownership would not begin again.
        try drop(partition)
        let run = PartitionRun(from: mark, points: points)
        let reader = try stream.reader(
            FleetNames.inputStream, subject: FleetNames.input(partition), from: .sequence(run.firstNeeded),
            timeout: .zero)
        let own = Owned(bus.nextID(), run, reader, Checkpoints(everySeconds: checkpointSeconds))
        (own.takenOverAt, own.points) = (mark, points)
        owned[partition] = own
        try perform(own.run.begin(), partition, own)
    }

    /// Takes a partition over again, because one of its sessions cannot be restored.
    private func beginAgain(_ partition: Partition, _ own: Owned, without session: Session) throws {
        say("failed to restore session \(session.name); it is repeated from its opening")
        let isWanted = own.isWanted
        try begin(partition, from: own.takenOverAt, own.points.filter { $0.key != session })
        owned[partition]?.isWanted = isWanted
    }

    /// Ends the sessions of a partition on this bus.
    private func drop(_ partition: Partition) throws {
        guard let own = owned.removeValue(forKey: partition) else { return }
        own.reader.close()
        waitingMarks[partition] = nil
        figures.retire(own.run)
        for session in own.run.sessionsOnBus {
            output.forget(session)
            expected[session] = nil
            try bus.send(.closeSession(session), id: bus.nextID())
        }
    }

    /// Hands over the partitions that another worker waits for, once their last inputs have passed.
    private func handOver() throws {
        for (partition, own) in owned where own.isWanted && own.run.isIdle && own.run.phase == .live {
            guard let mark = own.lastMark, mark == own.run.mark() else { continue }
            keeper.release(partition, at: mark)
            try drop(partition)
        }
    }

    // MARK: - Inputs

    /// Reads what has arrived for the partitions, as far as the bus has room.
    ///
    /// - Returns: Whether there may be more.
    private func readInputs() throws -> Bool {
        guard lease.isTrusted(now: MonotonicInstant.now.seconds) else { return false }
        var isBusy = false
        for (partition, own) in owned where !own.isWanted || own.run.phase != .live {
            guard tickets.count + bus.waitingCount < Self.maxUnderWay else { return false }
            while let message = try next(own) {
                if own.run.mustWait(before: message.sequence) {
                    own.held = message
                    break
                }
                try perform(own.run.take(message), partition, own)
                isBusy = true
                if tickets.count >= Self.maxUnderWay { break }
            }
        }
        return isBusy
    }

    private func next(_ own: Owned) throws(NATSError) -> PartitionRun.Message? {
        if let held = own.held {
            guard !own.run.mustWait(before: held.sequence) else { return nil }
            own.held = nil
            return held
        }
        return try own.reader.next(timeout: .zero).map {
            own.takenNanoseconds = $0.nanosecondsSinceEpoch
            return PartitionRun.Message(
                sequence: $0.sequence, payload: $0.payload, replyTo: $0.header(FleetNames.replyHeader))
        }
    }

    private func perform(_ effects: PartitionRun.Effects, _ partition: Partition, _ own: Owned) throws {
        for outgoing in effects.requests {
            own.silent.take(outgoing.request, now: MonotonicInstant.now.seconds)
            own.checkpoints.take(outgoing.request, now: MonotonicInstant.now.seconds)
            if case .closeSession(let session) = outgoing.request, own.run.phase == .live { try points.remove(session) }
            let id = bus.nextID()
            tickets[id] = Sent(
                partition: partition, owner: own.number, outgoing: outgoing, at: MonotonicInstant.now.seconds)
            try bus.send(outgoing.request, id: id)
        }
        for answer in effects.answers {
            try output.answer(
                ReplyFrame(id: answer.address.id, reply: answer.reply).wireBytes(), to: answer.address.subject)
        }
        for point in effects.points { try points.store(point) }
    }

    private func take(_ reply: ReplyFrame) throws {
        guard let sent = tickets[reply.id] else { return try answer(reply) }
        // The limits of the bus are no input: the request is carried out later.
        if case .refused(let refusal) = reply.reply, refusal.code == .throttled {
            usleep(Self.retryMilliseconds * 1000)
            return try bus.send(sent.outgoing.request, id: reply.id)
        }
        tickets[reply.id] = nil
        guard let own = owned[sent.partition], own.number == sent.owner else { return }
        if case .restoreSession(let record) = sent.outgoing.request, reply.reply != .done {
            return try beginAgain(sent.partition, own, without: record.snapshot.session)
        }
        try perform(own.run.take(reply.reply, to: sent.outgoing.ticket), sent.partition, own)
    }

    /// Writes requests to the log: checkpoints, and time that passes in sessions whose positions stop. What waits in the log
    /// comes first.
    private func writeRequests() throws(NATSError) {
        let now = MonotonicInstant.now.seconds
        guard now - silenceAt >= Self.silenceSeconds, lease.isTrusted(now: now) else { return }
        silenceAt = now
        for (partition, own) in owned where own.run.phase == .live && !own.isWanted && own.waitingCount == 0 {
            for list in own.silent.due(now: now) + own.checkpoints.due(now: now) {
                try connection.publish(FleetNames.input(partition), list.bytes)
            }
        }
    }

    // MARK: - Events

    private func publish(_ envelope: UnsafeRawBufferPointer, _ topic: UnsafeRawBufferPointer) throws {
        let name = String(decoding: topic, as: UTF8.self)
        guard let slash = name.firstIndex(of: "/"), let session = Session(String(name[name.index(after: slash)...])),
            let own = owned[Partition(of: session)], let run = own.run.run(of: session)
        else { return }
        own.silent.take(eventOf: name[..<slash], session)
        let sequence = try check(envelope, session)
        guard own.run.phase == .live, lease.isTrusted(now: MonotonicInstant.now.seconds) else { return }
        try output.publish(envelope, topic: String(name[..<slash]), of: session, run: run, sequence: sequence)
    }

    /// Notices events that are missing: the queue of the bus was full.
    private func check(_ envelope: UnsafeRawBufferPointer, _ session: Session) throws -> UInt64 {
        guard let numbers = EventNumbers(inEnvelope: envelope) else {
            throw FleetProblem("read an event of \(session.name)")
        }
        if let (run, next) = expected[session], run == numbers.run, numbers.sequence != next {
            throw FleetProblem("receive the events \(next) to \(numbers.sequence) of \(session.name) from the bus")
        }
        expected[session] = (numbers.run, numbers.sequence + 1)
        return numbers.sequence
    }

    // MARK: - Questions

    /// Asks the bus what those who follow a session want to know. Other workers answer for other sessions.
    private func askBus() throws {
        for question in questions.takeAll() {
            guard let own = owned[Partition(of: question.session)], own.run.phase == .live,
                let run = own.run.run(of: question.session), lease.isTrusted(now: MonotonicInstant.now.seconds)
            else { continue }
            if let missed = question.missed {
                let id = bus.nextID()
                asked[id] = (question, run)
                try bus.send(.missed(missed.events), id: id)
            } else {
                asked[try bus.requestSnapshot(of: question.session)] = (question, run)
            }
        }
    }

    /// Answers with missed events, under the run that they have in the fleet.
    private func answer(_ reply: ReplyFrame) throws(NATSError) {
        guard let (question, run) = asked.removeValue(forKey: reply.id) else { return }
        var answer = reply.reply
        if case .events(let events, let unknown) = answer {
            answer = .events(events.map { $0.with(run: run) }, unknown: unknown)
        }
        try output.answer(
            ReplyFrame(id: question.missed?.id ?? 0, reply: answer).wireBytes(), to: question.replyTo)
    }

    /// Takes a snapshot: the barrier, or the answer to a question.
    private func take(_ bytes: UnsafeRawBufferPointer, of token: UInt64) throws {
        if barriers.contains(token) { return passBarrier() }
        guard let (question, run) = asked.removeValue(forKey: token) else { return }
        var snapshot = try Snapshot(wireBytes: bytes)
        snapshot.run = run
        snapshot.latest = snapshot.latest.map { $0.with(run: run) }
        try output.answer(snapshot.wireBytes(), to: question.replyTo)
    }

    // MARK: - Marks

    private func requestBarrier() throws {
        let now = MonotonicInstant.now.seconds
        guard barriers.isEmpty else {
            // The bus drops a snapshot for which it has no room, and without a barrier no replay ends.
            guard now - barrierAt >= Self.renewalSeconds * Double(barriers.count) else { return }
            barrierAt = now
            barriers.insert(try bus.requestSnapshot(of: .main))
            return
        }
        guard now - barrierAt >= Self.barrierSeconds, !owned.isEmpty else { return }
        // The partition of a request without a reply would never continue.
        guard !tickets.values.contains(where: { now - $0.at > Self.replySeconds }) else {
            throw FleetProblem("get a reply from the bus within \(Self.replySeconds) s")
        }
        barrierAt = now
        ownersAtBarrier = owned.mapValues(\.number)
        for own in owned.values {
            own.markAtBarrier = own.run.mark()
            own.isReplayedAtBarrier = own.run.isReplayed(butFor: own.held)
            own.run.beginBarrier()
        }
        barriers = [try bus.requestSnapshot(of: .main)]
    }

    private func writeMarks() throws(NATSError) {
        guard try kept.hasAll(), !waitingMarks.isEmpty else { return }
        keeper.write(waitingMarks)
        for (partition, mark) in waitingMarks { owned[partition]?.lastMark = mark }
        waitingMarks = [:]
    }

    private func passBarrier() {
        barriers = []
        for (partition, own) in owned where ownersAtBarrier[partition] == own.number {
            do {
                try perform(own.run.passBarrier(), partition, own)
            } catch {
                // The next request shows that the bus is gone.
                continue
            }
            guard let mark = own.markAtBarrier else { continue }
            if own.run.phase != .live {
                if own.isReplayedAtBarrier { own.run.goLive() }
                continue
            }
            if mark != own.lastMark { waitingMarks[partition] = mark }
        }
    }
}

/// A reason for which a worker starts again; the description completes "failed to …".
struct FleetProblem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Envelope {
    /// The envelope under another run.
    fileprivate func with(run: UInt64) -> Envelope {
        var other = self
        other.run = run
        return other
    }
}
