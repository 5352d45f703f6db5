import EventBus
import EventCodec
import Guidance
import NavigationEvents
import Synchronization

/// Handles the requests of people, buttons and controls: the only path by which they reach guidance.
final class RequestHandler: Sendable {
    /// Size of an event without its route, bytes.
    private static let envelopeBytes = 1024

    private enum State {
        /// A drive is being recovered; these requests wait for it.
        case opening([CheckedContinuation<LoopParts, Never>])
        case open(LoopParts)
    }

    private let settings: [String: [String: SettingValue]]
    private let words: DescriptionWriter
    private let state = Mutex(State.opening([]))

    init(settings: [String: [String: SettingValue]]) {
        self.settings = settings
        words = DescriptionWriter(speech: settings["speech"] ?? [:])
    }

    /// Starts handling requests, including those that have waited.
    func open(_ parts: LoopParts) {
        let waiting: [CheckedContinuation<LoopParts, Never>] = state.withLock { state in
            defer { state = .open(parts) }
            guard case .opening(let waiting) = state else { return [] }
            return waiting
        }
        for request in waiting { request.resume(returning: parts) }
    }

    private func whenOpen() async -> LoopParts {
        await withCheckedContinuation { continuation in
            let parts: LoopParts? = state.withLock { state in
                switch state {
                case .open(let parts): return parts
                case .opening(let waiting):
                    state = .opening(waiting + [continuation])
                    return nil
                }
            }
            if let parts { continuation.resume(returning: parts) }
        }
    }

    /// Whether a name of a control or a tap is valid; names are shown to people.
    static func isName(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The settings of a control that sends hello; empty if the configuration does not name it.
    func settings(for hello: Hello) throws(RequestError) -> [String: SettingValue] {
        guard Self.isName(hello.control) else {
            throw RequestError(
                code: .malformed, text: "the name in a hello must be 1 to 32 of a-z, A-Z, 0-9, ., - and _")
        }
        return settings[hello.control] ?? [:]
    }

    /// Processes a position, on the thread of the bus.
    func take(_ position: Fix, session: Session) -> Reply {
        withLoop(of: session) { loop in loop.accept(position) }
    }

    /// Processes a heading, on the thread of the bus.
    func take(_ reading: HeadingReading, session: Session) -> Reply {
        withLoop(of: session) { loop throws(RequestError) in try loop.accept(reading) }
    }

    /// Processes a reading of motion sensors, on the thread of the bus.
    func take(_ motion: MotionReading, session: Session) -> Reply {
        withLoop(of: session) { loop throws(RequestError) in try loop.accept(motion) }
    }

    /// Processes time that has passed without a position, on the thread of the bus.
    func take(elapsedTo time: Timestamp, session: Session) -> Reply {
        withLoop(of: session) { loop throws(RequestError) in try loop.accept(elapsedTo: time) }
    }

    private func withLoop(
        of session: Session, _ body: @Sendable (isolated GuidanceLoop) throws(RequestError) -> Void
    ) -> Reply {
        guard case .open(let parts) = state.withLock({ $0 }) else {
            return refusal(.unavailable, "the bus is starting; try again in a moment")
        }
        guard parts.fleet.assumeIsolated({ !$0.isEnding }) else {
            return refusal(.unavailable, "the bus is ending")
        }
        guard let loop = parts.fleet.assumeIsolated({ $0.loop(of: session) }) else {
            return parts.fleet.assumeIsolated { $0.noSuchSession(session) }
        }
        return loop.assumeIsolated { loop in
            do throws(RequestError) {
                try body(loop)
                return .done
            } catch {
                return .refused(error)
            }
        }
    }

    /// Handles a request.
    func answer(_ request: Request) async -> Reply {
        let parts = await whenOpen()
        let fleet = parts.fleet
        switch request {
        case .start(let session, let route):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            return await start(route, loop)
        case .stop(let session):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            await loop.stop()
            return .done
        case .skipStopover(let session):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            await loop.skipStopover()
            return .done
        case .speech(let session, let durations):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            return await change { () throws(RequestError) in try await loop.accept(durations) }
        case .answerRoute(let session, let answer):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            return await take(answer, loop)
        case .openSession(let session): return await change { () throws(RequestError) in try await fleet.open(session) }
        case .closeSession(let session):
            return await change { () throws(RequestError) in try await fleet.close(session) }
        case .checkpoint(let session):
            guard let loop = await fleet.loop(of: session) else { return await fleet.noSuchSession(session) }
            do throws(RequestError) {
                return .record(try await loop.checkpoint())
            } catch {
                return .refused(error)
            }
        case .restoreSession(let record):
            return await change { () throws(RequestError) in try await fleet.restore(record) }
        case .status:
            var status = await parts.bus.status()
            await fleet.contribute(to: &status)
            return .status(status)
        case .sessions(let query):
            var status = await parts.bus.outline()
            status.sessions = await fleet.states(query)
            return .status(status)
        case .describe(let session, let query): return await words.answer(query, session, parts.bus)
        case .mute, .repeatAnnouncement, .verbosity, .calibrate, .say, .playback, .turnPage, .focus:
            guard let (session, action) = request.command else { return refusal(.malformed, "it has no command") }
            return await publish(action, session, parts)
        case .position, .heading, .motion, .elapsed, .hello, .missed, .report, .heartbeat, .part:
            return refusal(.malformed, "this request is handled by the bus itself")
        }
    }

    /// Publishes a command of a person to the controls of a session.
    private func publish(_ action: ControlAction, _ session: Session, _ parts: LoopParts) async -> Reply {
        if let problem = action.problem { return refusal(.malformed, problem) }
        guard let loop = await parts.fleet.loop(of: session) else { return await parts.fleet.noSuchSession(session) }
        return await change { () throws(RequestError) in
            if case .focus(let focus) = action { try await parts.bus.check(focus, of: session) }
            try await loop.publish(action: action)
        }
    }

    private func change(_ body: () async throws(RequestError) -> Void) async -> Reply {
        do {
            try await body()
            return .done
        } catch {
            return .refused(error)
        }
    }

    /// Handles a router's answer; a route that is too large for an event is refused.
    private func take(_ answer: RouteAnswer, _ loop: GuidanceLoop) async -> Reply {
        guard case .route(let route) = answer.outcome, let reason = Self.sizeProblem(route) else {
            await loop.accept(answer)
            return .done
        }
        await loop.accept(RouteAnswer(number: answer.number, outcome: .failure("follow it: \(reason)")))
        return refusal(.badRoute, reason)
    }

    private static func sizeProblem(_ route: Route) -> String? {
        let bytes = route.wireBytes().count
        let most = BusLimits.maxEventBytes - Self.envelopeBytes
        guard bytes > most else { return nil }
        return "the route has \(bytes) bytes, more than the \(most) of an event; ask the router for a simpler one"
    }

    private func start(_ route: Route, _ loop: GuidanceLoop) async -> Reply {
        if let reason = Self.sizeProblem(route) { return refusal(.badRoute, reason) }
        return await change { () throws(RequestError) in try await loop.start(route) }
    }

    private func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }
}
