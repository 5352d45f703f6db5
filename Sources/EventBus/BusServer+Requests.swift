import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Answers the waiting requests, or passes them to the handler.
    func serveRequests() {
        // New connections must be known before their messages.
        serveMonitors()
        for door in transport?.doors ?? [] {
            var turns = Self.mostMessagesInTurn
            while turns > 0, let message = transport?.receiveRequest(door) {
                turns -= 1
                take(message, door.kind)
            }
        }
    }

    /// Sends an answer; no effect if the peer has gone or wants no answer. Returns the number of bytes.
    @discardableResult
    func answer(_ reply: Reply, to question: Question) -> Int {
        guard question.isAnswered else { return 0 }
        let bytes = ReplyFrame(id: question.id, reply: reply).wireBytes()
        if let transport, !transport.answer(bytes, to: question.peer, question.door) { counters.failedSends += 1 }
        return bytes.count
    }

    /// Sends an encoded answer if its peer has received most of the earlier ones. Returns the number of bytes sent.
    private func answer(_ bytes: SharedBytes, to question: Question) -> Int {
        guard let queue = queue(question.place, for: bytes.count) else {
            return answer(
                refusal(.throttled, "\(question.from) has unread answers; read them first"),
                to: question)
        }
        if let transport, !transport.answer(bytes, countedIn: queue, to: question.peer, question.door) {
            counters.failedSends += 1
        }
        return bytes.count
    }

    /// The counter for bytes that wait on a connection; `nil` if too many wait there, or in total.
    func queue(_ place: Connections.Place, for bytes: Int) -> QueuedBytes? {
        guard bytes > BusLimits.largestSmallRequestBytes, let queue = book.connections.queue(place) else {
            return QueuedBytes()
        }
        let isRoom = queue.count == 0 || queue.count + bytes <= BusLimits.largestMessageBytes
        return isRoom && queuedBytes.count + bytes <= BusLimits.maxQueuedBytes ? queue : nil
    }

    /// Sends the answer of the handler, and charges for a large one: a request may ask for all sessions of a fleet.
    func answerCharging(_ reply: Reply, to question: Question) {
        book.chargeAnswer(question.from, bytes: answer(reply, to: question))
    }

    /// Decides by size and rate alone, then by the request and its sender.
    private func take(_ message: Transport.Message, _ door: Door.Kind) {
        counters.requests += 1
        guard let peer = message.peer else { return }
        let now = MonotonicInstant.now.nanoseconds
        guard identify(message.place, peer, now: now) else { return }
        let question = Question(peer: message.parts, id: 0, door: door, place: message.place, from: peer)
        if takeExpectedPart(message, question) { return }
        switch book.admit(peer, bytes: message.payload.count, now: now) {
        case .take: takeAdmitted(message, question, peer)
        case .refuse: throttle(message, question, peer)
        case .drop: counters.access.throttledRequests += 1
        case .cut:
            counters.access.throttledRequests += 1
            warnOnce("flood", "\(peer) continues to send too many requests: it is banned for a while")
            cut(message.place, peer)
        }
    }

    private func throttle(_ message: Transport.Message, _ question: Question, _ peer: PeerIdentity) {
        counters.access.throttledRequests += 1
        warnOnce("throttled", "\(peer) sends too many requests")
        guard message.payload.count <= BusLimits.largestSmallRequestBytes else { return }
        var question = question
        // Only the id is needed, so that the answer reaches its request.
        if let frame = try? RequestFrame(wireBytes: message.payload) {
            (question.id, question.isAnswered) = (frame.id, frame.id != 0)
        }
        answer(
            .refused(RequestError(code: .throttled, text: "too many requests in too short a time; wait a second")),
            to: question)
    }

    private func takeAdmitted(_ message: Transport.Message, _ question: Question, _ peer: PeerIdentity) {
        let most = BusLimits.largestSmallRequestBytes
        guard message.payload.count <= most else {
            counters.access.oversizedRequests += 1
            warnOnce(
                "oversized",
                "\(peer) sent a request of \(message.payload.count) bytes in one frame; above \(most) bytes it must be "
                    + "sent in parts")
            answer(refusal(.forbidden, "the request has more than \(most) bytes; send it in parts"), to: question)
            return cut(message.place, peer)
        }
        var question = question
        do {
            let frame = try RequestFrame(wireBytes: message.payload)
            (question.id, question.isAnswered) = (frame.id, frame.id != 0)
            take(frame.request, question, over: message.place)
        } catch {
            counters.malformedRequests += 1
            book.chargeMalformed(peer)
            // The sender waits for an answer with this id.
            question.id = message.payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            answer(.refused(RequestError(code: .malformed, text: "failed to \(error)")), to: question)
        }
    }

    func take(_ request: Request, _ question: Question, over place: Connections.Place) {
        if let denial = book.policy.denial(of: request, by: question.from) {
            note(denial)
            // A heartbeat has no answer, whatever its id is.
            if case .heartbeat = request { return }
            answer(refusal(.forbidden, denial.text), to: question)
            return
        }
        guard question.isAnswered || !request.isOnlyAsking else { return }
        switch request {
        case .hello(let hello): answer(welcome(hello, question), to: question)
        case .missed(let missed):
            book.chargeRepair(question.from, bytes: resend(missed, to: question))
        case .report(let session, let report):
            book.chargePicture(question.from, bytes: report.picture?.data.count ?? 0)
            answer(take(report, session: session), to: question)
        case .heartbeat(let session, let vitals): take(vitals, session: session, from: question.from)
        case .position(let session, let fix): take(fix, session, question)
        case .heading(let session, let reading): take(reading, session, question)
        case .part(let part): take(part, question, over: place)
        case .say:
            book.chargeWords(question.from)
            handOn(request, question)
        case .start, .stop, .status, .mute, .repeatAnnouncement, .verbosity, .calibrate, .answerRoute, .openSession,
            .closeSession, .sessions, .playback, .turnPage:
            handOn(request, question)
        }
    }

    /// Handles a position. One without an id gets no answer.
    private func take(_ fix: Fix, _ session: Session, _ question: Question) {
        book.chargePosition(question.from)
        // A gateway may send thousands to a closed session: no answer is made that is not sent.
        guard question.isAnswered || sessions[session] != nil else {
            counters.refusedPositions += 1
            return
        }
        let reply = onPosition(session, fix)
        if reply != .done { counters.refusedPositions += 1 }
        answer(reply, to: question)
    }

    /// Handles a heading. One without an id gets no answer.
    private func take(_ reading: HeadingReading, _ session: Session, _ question: Question) {
        book.chargePosition(question.from)
        guard question.isAnswered || sessions[session] != nil else {
            counters.refusedHeadings += 1
            return
        }
        let reply = onHeading(session, reading)
        if reply != .done { counters.refusedHeadings += 1 }
        answer(reply, to: question)
    }

    private func welcome(_ hello: Hello, _ question: Question) -> Reply {
        guard (1...Hello.currentContractVersion).contains(hello.contractVersion) else {
            return refusal(
                .contractVersion,
                "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version "
                    + "\(Hello.currentContractVersion); update the older of the two")
        }
        guard let run = sessions[hello.session]?.run else { return noSuchSession(hello.session) }
        if let denial = book.policy.denial(of: hello, by: question.from) {
            note(denial)
            return refusal(.forbidden, denial.text)
        }
        guard book.policy.isControl(hello, question.from) else {
            return .welcome(welcome(run, question, [:], isListener: true))
        }
        do {
            let values = try settings(hello)
            guard
                controls.meet(
                    hello.control, processID: hello.processID, owner: question.from, now: MonotonicInstant.now.nanoseconds)
            else {
                return refusal(
                    .unavailable,
                    "the bus knows \(controls.count) controls that are alive; use the name of one of them, or end some")
            }
            join(hello, from: question.from)
            return .welcome(welcome(run, question, values))
        } catch {
            return .refused(error)
        }
    }

    private func welcome(
        _ run: UInt64, _ question: Question, _ settings: [String: SettingValue], isListener: Bool = false
    ) -> Welcome {
        let events = question.door == .local ? endpoints.events : transport?.remoteEndpoints?.events ?? ""
        let topics = book.policy.rights(of: question.from)?.topics ?? []
        return Welcome(
            run: run, eventsEndpoint: events, settings: settings, topics: Topic.allCases.filter(topics.contains),
            isListener: isListener)
    }

    /// Sends missed events as far as they are kept. Returns the number of bytes of the answer.
    private func resend(_ missed: MissedEvents, to question: Question) -> Int {
        guard let log = sessions.orDeparted(missed.session) else {
            return answer(noSuchSession(missed.session), to: question)
        }
        counters.repairRequests += 1
        guard !memory.isShort else {
            return answer(refusal(.throttled, "the bus is short of memory; try again in a moment"), to: question)
        }
        guard let (bytes, numbers) = log.encodedAnswer(id: question.id, to: missed, account: queuedBytes) else {
            guard log.hasPublished(missed) else { return answer(.events([]), to: question) }
            return answer(
                refusal(.unavailable, "the events that are asked for are gone from the journal"), to: question)
        }
        counters.resentEvents += UInt64(numbers.count)
        if missed.first > 0 { counters.goneEvents &+= numbers.lowerBound &- missed.first }
        return answer(bytes, to: question)
    }

    func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }

    /// The answer to a request for a session that is not on this bus.
    public func noSuchSession(_ session: Session) -> Reply { .refused(lacks(session)) }

    /// The error for a session that is not on this bus.
    func lacks(_ session: Session) -> RequestError {
        RequestError(
            code: .noSuchSession,
            text: "there is no session \"\(session.name)\" on this bus; it has: \(sessions.words)")
    }
}

extension Request {
    /// Whether the request has no effect but its answer.
    fileprivate var isOnlyAsking: Bool {
        switch self {
        case .missed, .status, .sessions: true
        case .hello, .report, .heartbeat, .position, .start, .stop, .mute, .repeatAnnouncement, .verbosity, .calibrate,
            .answerRoute, .openSession, .closeSession, .say, .playback, .turnPage, .heading, .part:
            false
        }
    }
}
