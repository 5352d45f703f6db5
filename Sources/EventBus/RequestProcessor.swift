import Access
import NavigationEvents
import Platform

/// Answers the requests that their senders may make, or passes them to the handler of the bus.
final class RequestProcessor {
    /// The functions that answer what the bus does not know itself.
    struct Callbacks {
        /// Finds the settings of a control that says hello.
        var settings: BusServer.SettingsProvider
        /// Handles a position.
        var onPosition: BusServer.PositionHandler
        /// Handles a heading.
        var onHeading: BusServer.HeadingHandler
        /// Handles a reading of motion sensors.
        var onMotion: BusServer.MotionHandler
        /// Handles time that has passed without a position.
        var onElapsed: BusServer.ElapsedHandler
    }

    private let sessions: SessionRegistry
    private let controls: ControlRegistry
    private let admissionControl: AdmissionControl
    private let memory: MemoryControl
    private let transport: Transport
    private let replies: ReplySender
    private let publisher: EventPublisher
    private let counters: BusCounters
    private let dispatcher: RequestDispatcher
    /// The path of the ring socket; empty if there is none.
    var ringPath = ""
    private let callbacks: Callbacks

    /// Makes a processor for the requests of a bus.
    ///
    /// - Parameter dispatcher: Passes requests to the handler.
    init(
        _ sessions: SessionRegistry, _ controls: ControlRegistry, _ admissionControl: AdmissionControl,
        _ memory: MemoryControl, _ transport: Transport, _ replies: ReplySender, _ publisher: EventPublisher,
        _ counters: BusCounters, _ dispatcher: RequestDispatcher, _ callbacks: Callbacks
    ) {
        self.sessions = sessions
        self.controls = controls
        self.admissionControl = admissionControl
        self.memory = memory
        self.transport = transport
        self.replies = replies
        self.publisher = publisher
        self.counters = counters
        self.dispatcher = dispatcher
        self.callbacks = callbacks
    }

    /// Answers a request that its sender may make.
    func handle(_ request: Request, _ context: RequestContext) {
        guard context.isAnswered || !request.isOnlyAsking else { return }
        switch request {
        case .hello(let hello): replies.send(welcome(hello, context), to: context)
        case .missed(let missed):
            admissionControl.chargeRepair(context.sender, bytes: resend(missed, to: context))
        case .report(let session, let report):
            admissionControl.chargePicture(context.sender, bytes: report.picture?.data.count ?? 0)
            replies.send(controls.handle(report, session: session), to: context)
        case .heartbeat(let session, let vitals): controls.handle(vitals, session: session, from: context.sender)
        case .position(let session, let fix):
            handle(session, context, \.refusedPositions) { callbacks.onPosition(session, fix) }
        case .heading(let session, let reading):
            handle(session, context, \.refusedHeadings) { callbacks.onHeading(session, reading) }
        case .motion(let session, let reading):
            handle(session, context, \.refusedMotions) { callbacks.onMotion(session, reading) }
        case .elapsed(let session, let time):
            handle(session, context, \.refusedElapsed) { callbacks.onElapsed(session, time) }
        case .say:
            admissionControl.chargeSpokenText(context.sender)
            dispatch(request, context)
        case .start, .stop, .status, .mute, .repeatAnnouncement, .verbosity, .calibrate, .answerRoute, .openSession,
            .closeSession, .sessions, .playback, .turnPage, .skipStopover, .speech, .checkpoint, .restoreSession,
            .describe,
            .focus:
            dispatch(request, context)
        // The endpoint puts parts together.
        case .part: break
        }
    }

    /// Sends the answer of the handler, and charges for a large one: a request may ask for all sessions of a fleet.
    func answer(_ reply: Reply, to context: RequestContext) {
        admissionControl.chargeAnswer(context.sender, bytes: replies.send(reply, to: context))
    }

    /// Passes a request to the handler; refuses it at once if too many wait.
    private func dispatch(_ request: Request, _ context: RequestContext) {
        guard !dispatcher.submit(request, context) else { return }
        counters.refusedRequests += 1
        replies.refuse(.unavailable, "too many requests wait; try again in a moment", to: context)
    }

    /// Handles a position, a heading, a motion or time without a position. One without an id gets no answer.
    private func handle(
        _ session: Session, _ context: RequestContext, _ refused: ReferenceWritableKeyPath<BusCounters, UInt64>,
        _ body: () -> Reply
    ) {
        admissionControl.chargePosition(context.sender)
        // A gateway may send thousands to a closed session: no answer is made that is not sent.
        guard context.isAnswered || sessions[session] != nil else {
            counters[keyPath: refused] += 1
            return
        }
        let reply = body()
        if reply != .done { counters[keyPath: refused] += 1 }
        replies.send(reply, to: context)
    }

    // MARK: - Hello

    private func welcome(_ hello: Hello, _ context: RequestContext) -> Reply {
        guard (1...Hello.currentContractVersion).contains(hello.contractVersion) else {
            return .refused(
                RequestError(
                    code: .contractVersion,
                    text: "\(hello.control) speaks version \(hello.contractVersion) of the contract, this bus version "
                        + "\(Hello.currentContractVersion); update the older of the two"))
        }
        guard let run = sessions[hello.session]?.run else { return .refused(sessions.missing(hello.session)) }
        let policy = admissionControl.policy
        if let denial = policy.denial(of: hello, by: context.sender) {
            publisher.warn(of: denial)
            return .refused(RequestError(code: .forbidden, text: denial.text))
        }
        let topics = policy.rights(of: context.sender)?.topics ?? []
        guard policy.isControl(hello, context.sender) else {
            return .welcome(welcome(run, context, topics, [:], isListener: true))
        }
        do {
            let values = try callbacks.settings(hello)
            let error = controls.join(hello, from: context.sender, mayReceive: topics.contains(.onCommand))
            return error.map { .refused($0) } ?? .welcome(welcome(run, context, topics, values))
        } catch {
            return .refused(error)
        }
    }

    private func welcome(
        _ run: UInt64, _ context: RequestContext, _ topics: Set<Topic>, _ settings: [String: SettingValue],
        isListener: Bool = false
    ) -> Welcome {
        let endpoints = context.listener == .local ? transport.endpoints : transport.remoteEndpoints
        return Welcome(
            run: run, eventsEndpoint: endpoints?.events ?? "", settings: settings,
            topics: Topic.allCases.filter(topics.contains), isListener: isListener,
            ringPath: context.listener == .local && topics.count == Topic.allCases.count ? ringPath : "")
    }

    // MARK: - Missed Events

    /// Sends missed events as far as they are kept. Returns the number of bytes of the answer.
    private func resend(_ missed: MissedEvents, to context: RequestContext) -> Int {
        guard let log = sessions.includingRecentlyClosed(missed.session) else {
            return replies.send(.refused(sessions.missing(missed.session)), to: context)
        }
        counters.repairRequests += 1
        guard !memory.isShort else {
            return replies.refuse(.throttled, "the bus is short of memory; try again in a moment", to: context)
        }
        guard let (bytes, numbers) = log.encodedAnswer(id: context.id, to: missed, account: replies.queuedBytes) else {
            guard log.hasPublished(missed) else { return replies.send(.events([]), to: context) }
            return replies.refuse(
                .unavailable, "the events that are asked for are gone from the journal", to: context)
        }
        counters.resentEvents += UInt64(numbers.count)
        if missed.first > 0 { counters.goneEvents &+= numbers.lowerBound &- missed.first }
        return replies.send(bytes, to: context)
    }
}

extension Request {
    /// Whether the request has no effect but its answer.
    fileprivate var isOnlyAsking: Bool {
        switch self {
        case .missed, .status, .sessions, .describe: true
        case .hello, .report, .heartbeat, .position, .start, .stop, .mute, .repeatAnnouncement, .verbosity, .calibrate,
            .answerRoute, .openSession, .closeSession, .say, .playback, .turnPage, .heading, .part,
            .skipStopover, .motion, .speech, .elapsed, .checkpoint, .restoreSession, .focus:
            false
        }
    }
}
