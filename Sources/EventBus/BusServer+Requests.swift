import EventCodec
import NavigationEvents

extension BusServer {
    /// Answers what has arrived on the request channel, or hands it on.
    func serveRequests() {
        var turns = Self.mostMessagesInTurn
        while turns > 0, let message = transport?.receiveRequest() {
            turns -= 1
            counters.requests += 1
            do {
                let frame = try RequestFrame(wireBytes: message.payload)
                take(frame.request, Question(peer: message.peer, id: frame.id))
            } catch {
                counters.malformedRequests += 1
                let refusal = RequestError(code: .malformed, text: "failed to \(error)")
                answer(.refused(refusal), to: Question(peer: message.peer, id: 0))
            }
        }
    }

    /// Sends the answer to whoever asked; nothing happens if the peer has gone.
    func answer(_ reply: Reply, to question: Question) {
        let bytes = ReplyFrame(id: question.id, reply: reply).wireBytes()
        if let transport, !transport.answer(bytes, to: question.peer) { counters.failedSends += 1 }
    }

    private func take(_ request: Request, _ question: Question) {
        switch request {
        case .hello(let hello): answer(welcome(hello), to: question)
        case .missed(let missed): answer(resend(missed), to: question)
        case .report(let session, let report): take(report, session: session)
        case .heartbeat: break
        case .position(let session, let fix): answer(onPosition(session, fix), to: question)
        case .start, .stop, .status, .mute, .repeatAnnouncement, .verbosity, .calibrate:
            handOn(request, question)
        }
    }

    /// More controls than any vehicle has; whoever says hello under ever new names fills no memory.
    private static let mostControls = 256

    private func welcome(_ hello: Hello) -> Reply {
        guard (1...Hello.currentContractVersion).contains(hello.contractVersion) else {
            return refusal(
                .contractVersion,
                "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version "
                    + "\(Hello.currentContractVersion); update the older of the two")
        }
        guard logs.contains(where: { $0.session == hello.session }) else { return noSuchSession(hello.session) }
        guard controls[hello.control] != nil || controls.count < Self.mostControls else {
            return refusal(
                .unavailable,
                "the bus knows \(controls.count) controls already; use the name of one of them, or start the bus anew")
        }
        do {
            let values = try settings(hello)
            controls[hello.control] = ControlStatus(
                control: hello.control, state: .running, processID: hello.processID)
            return .welcome(Welcome(run: run, eventsEndpoint: endpoints.events, settings: values))
        } catch {
            return .refused(error)
        }
    }

    private func resend(_ missed: MissedEvents) -> Reply {
        guard let log = logs.first(where: { $0.session == missed.session }) else {
            return noSuchSession(missed.session)
        }
        do {
            let kept = try log.kept(missed)
            counters.resentEvents += UInt64(kept.count)
            if let first = kept.first { counters.goneEvents += first.topicSequence - max(missed.first, 1) }
            return .events(kept)
        } catch {
            return refusal(.unavailable, "failed to \(error)")
        }
    }

    private func take(_ report: ControlReport, session: Session) {
        if report.effect.isEmpty, let state = ControlState(after: report.kind) {
            controls[report.control]?.state = state
            controls[report.control]?.text = state == .failed ? report.text : ""
        }
        onReport(report)
        publish(.control(report), session: session)
    }

    private func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }

    private func noSuchSession(_ session: Session) -> Reply {
        let known = logs.map(\.session.name).joined(separator: ", ")
        return refusal(.noSuchSession, "there is no session \"\(session.name)\" on this bus; it has: \(known)")
    }
}

extension ControlState {
    /// What a report about the control itself says of it; `nil` if nothing new.
    fileprivate init?(after kind: ReportKind) {
        switch kind {
        case .ready: self = .running
        case .leaving: self = .stopped
        case .failed: self = .failed
        default: return nil
        }
    }
}
