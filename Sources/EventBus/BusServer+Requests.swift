import Access
import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Answers the waiting requests, or passes them to the handler.
    func serveRequests() {
        // New connections must be known before their messages.
        serveMonitors()
        for listener in transport?.listeners ?? [] {
            var turns = Self.maxMessagesInTurn
            while turns > 0, let message = transport?.receiveRequest(listener) {
                turns -= 1
                handle(message, listener.kind)
            }
        }
    }

    /// Sends an answer; no effect if the peer has gone or wants no answer. Returns the number of bytes.
    @discardableResult
    func answer(_ reply: Reply, to context: RequestContext) -> Int {
        guard context.isAnswered else { return 0 }
        let bytes = ReplyFrame(id: context.id, reply: reply).wireBytes()
        if let transport, !transport.answer(bytes, to: context.peer, context.listener) { counters.failedSends += 1 }
        return bytes.count
    }

    /// Sends an encoded answer if its peer has received most of the earlier ones. Returns the number of bytes sent.
    private func answer(_ bytes: SharedBytes, to context: RequestContext) -> Int {
        guard let queue = queue(context.connection, for: bytes.count) else {
            return answer(
                refusal(.throttled, "\(context.sender) has unread answers; read them first"),
                to: context)
        }
        if let transport, !transport.answer(bytes, countedIn: queue, to: context.peer, context.listener) {
            counters.failedSends += 1
        }
        return bytes.count
    }

    /// The counter for bytes that wait on a connection; `nil` if too many wait there, or in total.
    func queue(_ connection: Connections.ID, for bytes: Int) -> QueuedBytes? {
        guard bytes > BusLimits.maxUnsplitRequestBytes, let queue = admissionControl.connections.queue(connection)
        else {
            return QueuedBytes()
        }
        let isRoom = queue.count == 0 || queue.count + bytes <= BusLimits.maxMessageBytes
        return isRoom && queuedBytes.count + bytes <= BusLimits.maxQueuedBytes ? queue : nil
    }

    /// Sends the answer of the handler, and charges for a large one: a request may ask for all sessions of a fleet.
    func answerCharging(_ reply: Reply, to context: RequestContext) {
        admissionControl.chargeAnswer(context.sender, bytes: answer(reply, to: context))
    }

    /// Decides by size and rate alone, then by the request and its sender.
    private func handle(_ message: Transport.Message, _ listener: BusListener.Kind) {
        counters.requests += 1
        guard let peer = message.peer else { return }
        let now = MonotonicInstant.now.nanoseconds
        guard identify(message.connection, peer, now: now) else { return }
        let context = RequestContext(
            peer: message.parts, id: 0, listener: listener, connection: message.connection, sender: peer)
        if handleExpectedPart(message, context) { return }
        switch admissionControl.admit(peer, bytes: message.payload.count, now: now) {
        case .accept: handleAdmitted(message, context, peer)
        case .refuse: throttle(message, context, peer)
        case .drop: counters.access.throttledRequests += 1
        case .cut:
            counters.access.throttledRequests += 1
            warnOnce("flood", "\(peer) continues to send too many requests: it is banned for a while")
            cut(message.connection, peer)
        }
    }

    private func throttle(_ message: Transport.Message, _ context: RequestContext, _ peer: PeerIdentity) {
        counters.access.throttledRequests += 1
        warnOnce("throttled", "\(peer) sends too many requests")
        guard message.payload.count <= BusLimits.maxUnsplitRequestBytes else { return }
        var context = context
        // Only the id is needed, so that the answer reaches its request.
        if let frame = try? RequestFrame(wireBytes: message.payload) {
            (context.id, context.isAnswered) = (frame.id, frame.id != 0)
        }
        answer(
            .refused(RequestError(code: .throttled, text: "too many requests in too short a time; wait a second")),
            to: context)
    }

    private func handleAdmitted(_ message: Transport.Message, _ context: RequestContext, _ peer: PeerIdentity) {
        let most = BusLimits.maxUnsplitRequestBytes
        guard message.payload.count <= most else {
            counters.access.oversizedRequests += 1
            warnOnce(
                "oversized",
                "\(peer) sent a request of \(message.payload.count) bytes in one frame; above \(most) bytes it must be "
                    + "sent in parts")
            answer(refusal(.forbidden, "the request has more than \(most) bytes; send it in parts"), to: context)
            return cut(message.connection, peer)
        }
        var context = context
        do {
            let frame = try RequestFrame(wireBytes: message.payload)
            (context.id, context.isAnswered) = (frame.id, frame.id != 0)
            handle(frame.request, context, over: message.connection)
        } catch {
            counters.malformedRequests += 1
            admissionControl.chargeMalformed(peer)
            // The sender waits for an answer with this id.
            context.id = message.payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            answer(.refused(RequestError(code: .malformed, text: "failed to \(error)")), to: context)
        }
    }

    func handle(_ request: Request, _ context: RequestContext, over connection: Connections.ID) {
        if let denial = admissionControl.policy.denial(of: request, by: context.sender) {
            note(denial)
            // A heartbeat has no answer, whatever its id is.
            if case .heartbeat = request { return }
            answer(refusal(.forbidden, denial.text), to: context)
            return
        }
        guard context.isAnswered || !request.isOnlyAsking else { return }
        switch request {
        case .hello(let hello): answer(welcome(hello, context), to: context)
        case .missed(let missed):
            admissionControl.chargeRepair(context.sender, bytes: resend(missed, to: context))
        case .report(let session, let report):
            admissionControl.chargePicture(context.sender, bytes: report.picture?.data.count ?? 0)
            answer(handle(report, session: session), to: context)
        case .heartbeat(let session, let vitals): handle(vitals, session: session, from: context.sender)
        case .position(let session, let fix): handle(fix, session, context)
        case .heading(let session, let reading): handle(reading, session, context)
        case .part(let part): handle(part, context, over: connection)
        case .say:
            admissionControl.chargeSpokenText(context.sender)
            dispatch(request, context)
        case .start, .stop, .status, .mute, .repeatAnnouncement, .verbosity, .calibrate, .answerRoute, .openSession,
            .closeSession, .sessions, .playback, .turnPage:
            dispatch(request, context)
        }
    }

    /// Handles a position. One without an id gets no answer.
    private func handle(_ fix: Fix, _ session: Session, _ context: RequestContext) {
        admissionControl.chargePosition(context.sender)
        // A gateway may send thousands to a closed session: no answer is made that is not sent.
        guard context.isAnswered || sessions[session] != nil else {
            counters.refusedPositions += 1
            return
        }
        let reply = onPosition(session, fix)
        if reply != .done { counters.refusedPositions += 1 }
        answer(reply, to: context)
    }

    /// Handles a heading. One without an id gets no answer.
    private func handle(_ reading: HeadingReading, _ session: Session, _ context: RequestContext) {
        admissionControl.chargePosition(context.sender)
        guard context.isAnswered || sessions[session] != nil else {
            counters.refusedHeadings += 1
            return
        }
        let reply = onHeading(session, reading)
        if reply != .done { counters.refusedHeadings += 1 }
        answer(reply, to: context)
    }

    private func welcome(_ hello: Hello, _ context: RequestContext) -> Reply {
        guard (1...Hello.currentContractVersion).contains(hello.contractVersion) else {
            return refusal(
                .contractVersion,
                "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version "
                    + "\(Hello.currentContractVersion); update the older of the two")
        }
        guard let run = sessions[hello.session]?.run else { return noSuchSession(hello.session) }
        if let denial = admissionControl.policy.denial(of: hello, by: context.sender) {
            note(denial)
            return refusal(.forbidden, denial.text)
        }
        guard admissionControl.policy.isControl(hello, context.sender) else {
            return .welcome(welcome(run, context, [:], isListener: true))
        }
        do {
            let values = try settings(hello)
            guard
                controls.register(
                    hello.control, processID: hello.processID, owner: context.sender,
                    now: MonotonicInstant.now.nanoseconds)
            else {
                return refusal(
                    .unavailable,
                    "the bus knows \(controls.count) controls that are alive; use the name of one of them, or end some")
            }
            join(hello, from: context.sender)
            return .welcome(welcome(run, context, values))
        } catch {
            return .refused(error)
        }
    }

    private func welcome(
        _ run: UInt64, _ context: RequestContext, _ settings: [String: SettingValue], isListener: Bool = false
    ) -> Welcome {
        let events = context.listener == .local ? endpoints.events : transport?.remoteEndpoints?.events ?? ""
        let topics = admissionControl.policy.rights(of: context.sender)?.topics ?? []
        return Welcome(
            run: run, eventsEndpoint: events, settings: settings, topics: Topic.allCases.filter(topics.contains),
            isListener: isListener)
    }

    /// Sends missed events as far as they are kept. Returns the number of bytes of the answer.
    private func resend(_ missed: MissedEvents, to context: RequestContext) -> Int {
        guard let log = sessions.includingRecentlyClosed(missed.session) else {
            return answer(noSuchSession(missed.session), to: context)
        }
        counters.repairRequests += 1
        guard !memory.isShort else {
            return answer(refusal(.throttled, "the bus is short of memory; try again in a moment"), to: context)
        }
        guard let (bytes, numbers) = log.encodedAnswer(id: context.id, to: missed, account: queuedBytes) else {
            guard log.hasPublished(missed) else { return answer(.events([]), to: context) }
            return answer(
                refusal(.unavailable, "the events that are asked for are gone from the journal"), to: context)
        }
        counters.resentEvents += UInt64(numbers.count)
        if missed.first > 0 { counters.goneEvents &+= numbers.lowerBound &- missed.first }
        return answer(bytes, to: context)
    }

    func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }

    /// The answer to a request for a session that is not on this bus.
    public func noSuchSession(_ session: Session) -> Reply { .refused(noSuchSessionError(session)) }

    /// The error for a session that is not on this bus.
    func noSuchSessionError(_ session: Session) -> RequestError {
        RequestError(
            code: .noSuchSession,
            text: "there is no session \"\(session.name)\" on this bus; it has: \(sessions.summary)")
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
