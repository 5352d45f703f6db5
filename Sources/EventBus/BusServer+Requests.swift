import EventCodec
public import NavigationEvents
import ZeroMQ

extension BusServer {
    /// Answers what has arrived on the request channel, or hands it on.
    func serveRequests() {
        // Who came first is known first.
        serveMonitors()
        for door in transport?.doors ?? [] {
            var turns = Self.mostMessagesInTurn
            while turns > 0, let message = transport?.receiveRequest(door) {
                turns -= 1
                take(message, door.kind)
            }
        }
    }

    /// Sends the answer to whoever asked; nothing happens if the peer has gone or wants none. How many bytes it had is
    /// returned.
    @discardableResult
    func answer(_ reply: Reply, to question: Question) -> Int {
        guard question.isAnswered else { return 0 }
        let bytes = ReplyFrame(id: question.id, reply: reply).wireBytes()
        if let transport, !transport.answer(bytes, to: question.peer, question.door) { counters.failedSends += 1 }
        return bytes.count
    }

    /// Sends the answer of the handler, and charges for a large one: all sessions of a fleet may be asked for.
    func answerCharging(_ reply: Reply, to question: Question) {
        book.chargeAnswer(question.from, bytes: answer(reply, to: question))
    }

    /// Decides by size and number alone, then by what is asked for and by whom.
    private func take(_ message: Transport.Message, _ door: Door.Kind) {
        counters.requests += 1
        guard let peer = message.peer else { return }
        let now = monotonicNanoseconds()
        guard identify(message.place, peer, now: now) else { return }
        let question = Question(peer: message.parts, id: 0, door: door, from: peer)
        switch book.admit(peer, bytes: message.payload.count, now: now) {
        case .take: takeAdmitted(message, question, peer)
        case .refuse: throttle(message, question, peer)
        case .drop: counters.access.throttledRequests += 1
        case .cut:
            counters.access.throttledRequests += 1
            warnOnce("flood", "\(peer) does not cease to send too many requests: it is kept out for a while")
            cut(message.place, peer)
        }
    }

    private func throttle(_ message: Transport.Message, _ question: Question, _ peer: PeerIdentity) {
        counters.access.throttledRequests += 1
        warnOnce("throttled", "\(peer) sends too many requests")
        guard message.payload.count <= BusLimits.largestSmallRequestBytes else { return }
        var question = question
        // Only its number is wanted, so that the answer finds who waits for it.
        if let frame = try? RequestFrame(wireBytes: message.payload) {
            (question.id, question.isAnswered) = (frame.id, frame.id != 0)
        }
        answer(
            .refused(RequestError(code: .throttled, text: "too many requests in too short a time; wait a second")),
            to: question)
    }

    private func takeAdmitted(_ message: Transport.Message, _ question: Question, _ peer: PeerIdentity) {
        let most = book.policy.mostRequestBytes(of: peer)
        guard message.payload.count <= most else {
            counters.access.oversizedRequests += 1
            warnOnce("oversized", "\(peer) sent a request of \(message.payload.count) bytes; it may send \(most)")
            answer(refusal(.forbidden, "the request has more than the \(most) bytes you may send"), to: question)
            return cut(message.place, peer)
        }
        var question = question
        do {
            let frame = try RequestFrame(wireBytes: message.payload)
            (question.id, question.isAnswered) = (frame.id, frame.id != 0)
            take(frame.request, question)
        } catch {
            counters.malformedRequests += 1
            book.chargeMalformed(peer)
            // Who asked waits for this number.
            question.id = message.payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            answer(.refused(RequestError(code: .malformed, text: "failed to \(error)")), to: question)
        }
    }

    private func take(_ request: Request, _ question: Question) {
        if let denial = book.policy.denial(of: request, by: question.from) {
            note(denial)
            // A heartbeat has no answer, whatever its number is.
            if case .heartbeat = request { return }
            answer(refusal(.forbidden, denial.text), to: question)
            return
        }
        guard question.isAnswered || !request.isOnlyAsking else { return }
        switch request {
        case .hello(let hello): answer(welcome(hello, question), to: question)
        case .missed(let missed):
            book.chargeRepair(question.from, bytes: answer(resend(missed), to: question))
        case .report(let session, let report):
            book.chargePicture(question.from, bytes: report.picture?.data.count ?? 0)
            answer(take(report, session: session), to: question)
        case .heartbeat(let session, let vitals): take(vitals, session: session)
        case .position(let session, let fix): take(fix, session, question)
        case .heading(let session, let reading): take(reading, session, question)
        case .say:
            book.chargeWords(question.from)
            handOn(request, question)
        case .start, .stop, .status, .mute, .repeatAnnouncement, .verbosity, .calibrate, .answerRoute, .openSession,
            .closeSession, .sessions, .playback, .turnPage:
            handOn(request, question)
        }
    }

    /// Takes a position; one that has no number is only answered by what it causes.
    private func take(_ fix: Fix, _ session: Session, _ question: Question) {
        book.chargePosition(question.from)
        // A gateway may send thousands to a session that has gone: no words are made that nobody reads.
        guard question.isAnswered || sessions[session] != nil else {
            counters.refusedPositions += 1
            return
        }
        let reply = onPosition(session, fix)
        if reply != .done { counters.refusedPositions += 1 }
        answer(reply, to: question)
    }

    /// Takes a heading; one that has no number is only answered by what it causes.
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
        guard hasRoom(for: hello.control) else {
            return refusal(
                .unavailable,
                "the bus knows \(controls.count) controls already; use the name of one of them, or start the bus anew")
        }
        do {
            let values = try settings(hello)
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

    private func resend(_ missed: MissedEvents) -> Reply {
        guard let log = sessions.orDeparted(missed.session) else { return noSuchSession(missed.session) }
        counters.repairRequests += 1
        guard !memory.isShort else { return refusal(.throttled, "the bus is short of memory; ask again in a moment") }
        do {
            let kept = try log.kept(missed)
            guard !kept.isEmpty || !log.hasPublished(missed) else {
                return refusal(.unavailable, "the events that are asked for are gone from the journal")
            }
            counters.resentEvents += UInt64(kept.count)
            if missed.first > 0, let first = kept.first { counters.goneEvents += first.topicSequence - missed.first }
            return .events(kept)
        } catch {
            return refusal(.unavailable, "failed to \(error)")
        }
    }

    func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }

    /// What is answered to who asks for something of a session that is not on this bus.
    public func noSuchSession(_ session: Session) -> Reply { .refused(lacks(session)) }

    /// That a session is not on this bus.
    func lacks(_ session: Session) -> RequestError {
        RequestError(
            code: .noSuchSession,
            text: "there is no session \"\(session.name)\" on this bus; it has: \(sessions.words)")
    }
}

extension Request {
    /// Whether nothing comes of it but the answer.
    fileprivate var isOnlyAsking: Bool {
        switch self {
        case .missed, .status, .sessions: true
        case .hello, .report, .heartbeat, .position, .start, .stop, .mute, .repeatAnnouncement, .verbosity, .calibrate,
            .answerRoute, .openSession, .closeSession, .say, .playback, .turnPage, .heading:
            false
        }
    }
}
