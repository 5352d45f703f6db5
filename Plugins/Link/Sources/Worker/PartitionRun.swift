import EventCodec
import NavigationEvents

/// The inputs of an owned partition on their way through the bus. A value without I/O: messages of the log go in,
/// requests to the bus and answers to senders come out.
///
/// A request that the bus carries out later than positions blocks its session until the reply, so that the inputs of a
/// session take effect in the order of the log. Other sessions continue meanwhile.
struct PartitionRun: Sendable {
    /// How far a takeover has come.
    enum Phase: Sendable, Hashable {
        /// Inputs up to this message are repeated in silence.
        case replaying(through: UInt64)
        /// Inputs take effect, and their events are published.
        case live
    }

    /// A request for the bus, with the purpose of its reply.
    struct Outgoing: Sendable, Hashable {
        var request: Request
        var ticket: Ticket
    }

    /// The purpose of a reply.
    struct Ticket: Sendable, Hashable {
        fileprivate enum Kind: Sendable, Hashable {
            case immediate, blocking, closing
            case opening(run: UInt64)
            case checkpoint(place: UInt64, PartitionInputs.Open)
        }

        var session: Session
        /// The id that the sender gave to the frame.
        fileprivate var frameID: UInt64
        /// The message of the log.
        fileprivate var sequence: UInt64
        fileprivate var kind: Kind
        fileprivate var answer: AnswerAddress?
    }

    /// Where the reply goes: to the sender of the request.
    struct AnswerAddress: Sendable, Hashable {
        var subject: String
        var id: UInt64
    }

    /// An answer to the sender of a request.
    struct Answer: Sendable, Hashable {
        var address: AnswerAddress
        var reply: Reply
    }

    /// A message of the log, as far as it matters here.
    struct Message: Sendable {
        var sequence: UInt64
        var payload: [UInt8]
        /// The subject for the reply; only a message with one frame has it.
        var replyTo: String?
    }

    /// The requests and answers that follow from an input or a reply.
    struct Effects: Sendable, Hashable {
        var requests: [Outgoing] = []
        var answers: [Answer] = []
        /// The points that were reached.
        var points: [SessionPoint] = []
    }

    /// The counters of inputs.
    struct Counters: Sendable, Hashable {
        var carriedOut: UInt64 = 0
        var repeated: UInt64 = 0
        var notOpen: UInt64 = 0
        var refused: UInt64 = 0
        var malformed: UInt64 = 0
    }

    /// The replies that are kept for each session, for repeated requests.
    static let keptReplies = 4

    private(set) var phase: Phase
    private(set) var counters = Counters()
    private var inputs: PartitionInputs
    /// The sessions that wait for a reply, with the requests behind it.
    private var blocked: [Session: [Outgoing]] = [:]
    /// The runs of the sessions on the bus, also of those whose last events are still under way.
    private var runs: [Session: UInt64] = [:]
    /// The sessions that were closed since the last barrier was requested, and those closed before it.
    private var closed: [Session] = []
    private var closedBeforeBarrier: [Session] = []
    /// The last replies of each session to requests that are not carried out at once, with the ids of their frames.
    private var replies: [Session: [(id: UInt64, reply: Reply)]] = [:]
    /// The number of requests of each message without a reply yet.
    private var outstanding: [UInt64: Int] = [:]
    /// The messages with an entry in ``outstanding``, in order; the first entries may have ended.
    private var order: [UInt64] = []
    private var orderStart = 0
    private(set) var lastTaken: UInt64
    /// The open sessions after a message that changed them, until it is processed.
    private var changes: [(sequence: UInt64, sessions: [Session: UInt64])] = []
    private var processedSessions: [Session: UInt64]

    /// The requests with which sessions are restored; see ``begin()``.
    private var restorations: [Outgoing] = []
    /// The first message of the log that is needed.
    let firstNeeded: UInt64

    /// Takes a partition over at its mark.
    ///
    /// - Parameter points: Where sessions continue that are not repeated from their opening; see
    ///   ``PartitionMark/usable(_:logFrom:)``.
    init(from mark: PartitionMark, points: [Session: SessionPoint] = [:]) {
        let needsReplay = !mark.sessions.isEmpty
        let firstNeeded = mark.firstNeeded(points)
        self.firstNeeded = firstNeeded
        phase = needsReplay ? .replaying(through: mark.sequence) : .live
        inputs = needsReplay ? PartitionInputs(replayingTo: mark, from: points) : PartitionInputs()
        lastTaken = needsReplay ? firstNeeded - 1 : mark.sequence
        processedSessions = mark.sessions
        for (session, point) in points {
            runs[session] = point.run
            replies[session] = point.replies.map { ($0.id, $0.reply) }
            blocked[session] = []
            let ticket = Ticket(
                session: session, frameID: 0, sequence: firstNeeded, kind: .opening(run: point.run), answer: nil)
            restorations.append(Outgoing(request: .restoreSession(point.record), ticket: ticket))
        }
        guard !points.isEmpty else { return }
        order = [firstNeeded]
        outstanding[firstNeeded] = points.count
    }

    /// The requests before the first message: sessions are restored from their points.
    mutating func begin() -> Effects {
        defer { restorations = [] }
        return Effects(requests: restorations)
    }

    /// The run of a session on the bus; its last events may come after its end.
    func run(of session: Session) -> UInt64? { runs[session] }

    /// The sessions on the bus.
    var sessionsOnBus: [Session] { Array(runs.keys) }

    /// Whether a message is next that the present phase does not take: the replay must be ended first.
    func mustWait(before sequence: UInt64) -> Bool {
        if case .replaying(let last) = phase { sequence > last } else { false }
    }

    /// Whether all inputs of the replay have been carried out.
    ///
    /// - Parameter held: The first message after them, if it has come: the log may have lost the last ones of the replay.
    func isReplayed(butFor held: Message?) -> Bool {
        guard case .replaying(let last) = phase else { return true }
        return isIdle && (lastTaken >= last || held != nil)
    }

    /// Whether all taken inputs have been carried out.
    var isIdle: Bool { outstanding.isEmpty }

    /// All messages up to this one have been carried out.
    private var processed: UInt64 { orderStart < order.count ? order[orderStart] - 1 : lastTaken }

    /// How far the inputs have been carried out.
    mutating func mark() -> PartitionMark {
        let processed = processed
        while let change = changes.first, change.sequence <= processed {
            processedSessions = change.sessions
            changes.removeFirst()
        }
        return PartitionMark(sequence: processed, sessions: processedSessions)
    }

    /// A barrier in the stream of events is requested: the events of all earlier replies come before it.
    mutating func beginBarrier() {
        closedBeforeBarrier = closed
        closed = []
    }

    /// The barrier has come: closed sessions have no more events, and may be opened again.
    mutating func passBarrier() -> Effects {
        var effects = Effects()
        for session in closedBeforeBarrier {
            runs[session] = nil
            if inputs.open[session] == nil { replies[session] = nil }
            unblock(session, &effects)
        }
        closedBeforeBarrier = []
        return effects
    }

    /// Ends the replay: its inputs have been carried out, and their events have passed.
    mutating func goLive() {
        inputs.passMark()
        phase = .live
    }

    /// Takes the next message of the log.
    mutating func take(_ message: Message) -> Effects {
        lastTaken = message.sequence
        guard let frames = try? RequestList.frames(in: message.payload) else {
            counters.malformed += 1
            return Effects()
        }
        let before = inputs.open.count
        var (effects, isChanged) = (Effects(), false)
        for (index, frame) in frames.enumerated() {
            let address = message.replyTo.map { AnswerAddress(subject: $0, id: frame.id) }
            guard let session = frame.request.fleetSession else {
                counters.malformed += 1
                continue
            }
            let place = PartitionInputs.run(at: message.sequence, index: index)
            switch inputs.take(frame, of: session, at: place) {
            case .carriedOut:
                counters.carriedOut += 1
                switch frame.request {
                case .openSession, .closeSession: isChanged = true
                default: break
                }
                queue(frame, session, place, phase == .live ? address : nil, &effects)
            case .repeated:
                counters.repeated += 1
                // The first reply may be lost. Without a known one, the sender asks again.
                let reply = frame.request.isImmediate ? .done : replies[session]?.first { $0.id == frame.id }?.reply
                if let reply { answer(reply, address, &effects) }
            case .notOpen:
                counters.notOpen += 1
                let text = "the fleet has no open session \"\(session.name)\"; open it first"
                answer(.refused(RequestError(code: .noSuchSession, text: text)), address, &effects)
            case .refused(let text):
                counters.refused += 1
                answer(.refused(RequestError(code: .forbidden, text: text)), address, &effects)
            }
        }
        if isChanged || inputs.open.count != before {
            changes.append((message.sequence, inputs.open.mapValues(\.run)))
        }
        return effects
    }

    private func answer(_ reply: Reply, _ address: AnswerAddress?, _ effects: inout Effects) {
        guard let address, phase == .live else { return }
        effects.answers.append(Answer(address: address, reply: reply))
    }

    private mutating func queue(
        _ frame: RequestFrame, _ session: Session, _ place: UInt64, _ address: AnswerAddress?,
        _ effects: inout Effects
    ) {
        let request = frame.request
        let kind: Ticket.Kind =
            switch request {
            case .openSession: .opening(run: place)
            case .closeSession: .closing
            case .checkpoint: inputs.open[session].map { .checkpoint(place: place, $0) } ?? .blocking
            default: request.isImmediate ? .immediate : .blocking
            }
        let sequence = place >> 16
        let outgoing = Outgoing(
            request: request,
            ticket: Ticket(session: session, frameID: frame.id, sequence: sequence, kind: kind, answer: address))
        if outstanding[sequence, default: 0] == 0 { order.append(sequence) }
        outstanding[sequence, default: 0] += 1
        guard blocked[session] == nil else {
            blocked[session]?.append(outgoing)
            return
        }
        send(outgoing, &effects)
    }

    private mutating func send(_ outgoing: Outgoing, _ effects: inout Effects) {
        if case .opening(let run) = outgoing.ticket.kind, runs[outgoing.ticket.session] == nil {
            runs[outgoing.ticket.session] = run
        }
        if outgoing.ticket.kind != .immediate { blocked[outgoing.ticket.session] = [] }
        effects.requests.append(outgoing)
    }

    /// Takes the reply to a request.
    mutating func take(_ reply: Reply, to ticket: Ticket) -> Effects {
        var effects = Effects()
        if let address = ticket.answer { effects.answers.append(Answer(address: address, reply: reply)) }
        settle(ticket.sequence)
        if ticket.kind != .immediate, ticket.frameID != 0 {
            replies[ticket.session, default: []].append((ticket.frameID, reply))
            if replies[ticket.session]?.count ?? 0 > Self.keptReplies { replies[ticket.session]?.removeFirst() }
        }
        switch ticket.kind {
        case .checkpoint(let place, let open):
            if case .record(let record) = reply, phase == .live {
                effects.points.append(point(of: ticket.session, at: place, open, record))
            }
            unblock(ticket.session, &effects)
        case .immediate: break
        case .blocking, .opening: unblock(ticket.session, &effects)
        case .closing: closed.append(ticket.session)
        }
        return effects
    }

    private func point(
        of session: Session, at place: UInt64, _ open: PartitionInputs.Open, _ record: SessionRecord
    ) -> SessionPoint {
        SessionPoint(
            run: open.run, place: place, senders: open.senders,
            replies: replies[session]?.map { ReplyFrame(id: $0.id, reply: $0.reply) } ?? [], record: record)
    }

    /// Sends what has waited, up to the next request that blocks the session.
    private mutating func unblock(_ session: Session, _ effects: inout Effects) {
        guard var waiting = blocked.removeValue(forKey: session)?[...] else { return }
        while let next = waiting.popFirst() {
            send(next, &effects)
            if blocked[session] != nil {
                blocked[session] = Array(waiting)
                return
            }
        }
    }

    private mutating func settle(_ sequence: UInt64) {
        guard let count = outstanding[sequence] else { return }
        outstanding[sequence] = count > 1 ? count - 1 : nil
        while orderStart < order.count, outstanding[order[orderStart]] == nil { orderStart += 1 }
        if orderStart > 1024, orderStart * 2 > order.count {
            order.removeFirst(orderStart)
            orderStart = 0
        }
    }
}
