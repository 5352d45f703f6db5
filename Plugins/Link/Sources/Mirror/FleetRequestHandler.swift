import EventBus
import NavigationEvents
import NavigationLoop

/// Answers the requests to a bus that shows sessions of a fleet: those about navigation go to the fleet, the others concern this
/// bus.
struct FleetRequestHandler: Sendable {
    let requests: FleetRequests
    /// The only session of the bus; `nil` if it shows all.
    let session: Session?
    /// Whether commands of people are for the controls of this bus, rather than for those of the fleet.
    let hasControls: Bool
    /// Words of the sessions.
    let words: DescriptionWriter

    /// Answers a request.
    func answer(_ request: Request, _ bus: BusServer) async -> Reply {
        switch request {
        case .start(let session, _), .stop(let session), .skipStopover(let session), .openSession(let session),
            .closeSession(let session):
            guard isShown(session) else { return await bus.noSuchSession(session) }
            return await send(request, of: session)
        case .answerRoute(let session, _), .speech(let session, _):
            guard isShown(session) else { return await bus.noSuchSession(session) }
            // Their senders expect no result.
            requests.send(request, of: session)
            return .done
        case .status:
            var status = await bus.status()
            status.sessions = await bus.detailed(status.sessions)
            return .status(status)
        case .sessions(let query):
            var status = await bus.outline()
            status.sessions = await bus.detailed(
                bus.states(from: query.first, most: Int(min(query.most, SessionQuery.maxSessions))))
            return .status(status)
        case .describe(let session, let query): return await words.answer(query, session, bus)
        case .mute, .repeatAnnouncement, .verbosity, .calibrate, .say, .playback, .turnPage, .focus:
            return await answerCommand(request, bus)
        case .checkpoint, .restoreSession:
            return .refused(
                RequestError(code: .forbidden, text: "the workers of the fleet keep the records of its sessions"))
        case .hello, .missed, .report, .heartbeat, .position, .heading, .motion, .elapsed, .part:
            return .refused(RequestError(code: .malformed, text: "this request is handled by the bus itself"))
        }
    }

    private func isShown(_ session: Session) -> Bool { self.session == nil || self.session == session }

    /// Passes a reading of a sensor to the fleet.
    func take(_ reading: Request, of session: Session) -> Reply {
        guard isShown(session) else {
            return .refused(
                RequestError(code: .noSuchSession, text: "there is no session \"\(session.name)\" on this bus"))
        }
        requests.send(reading, of: session)
        return .done
    }

    private func send(_ request: Request, of session: Session) async -> Reply {
        await withCheckedContinuation { continuation in
            requests.send(request, of: session) { continuation.resume(returning: $0) }
        }
    }

    private func answerCommand(_ request: Request, _ bus: BusServer) async -> Reply {
        guard let (session, action) = request.command else {
            return .refused(RequestError(code: .malformed, text: "it has no command"))
        }
        guard hasControls else { return await send(request, of: session) }
        if let problem = action.problem { return .refused(RequestError(code: .malformed, text: problem)) }
        do throws(RequestError) {
            if case .focus(let focus) = action { try await bus.check(focus, of: session) }
            try await bus.publish(action: action, session: session)
            return .done
        } catch {
            return .refused(error)
        }
    }
}

extension BusServer {
    /// States of sessions with the details that their newest events have.
    fileprivate func detailed(_ states: [SessionStatus]) -> [SessionStatus] {
        states.map { known in
            var state = known
            if let newest = newest(.onGPS, of: known.session), case .gps = newest.event {
                state.fixesAccepted = newest.tick
                state.fixAgeSeconds = max(Timestamp.now.seconds(since: newest.publishedAt), 0)
            }
            guard isNavigating(known.session) else { return state }
            if case .navigationStarted(let route)? = newest(.onNavigationStarted, of: known.session)?.event {
                state.routeID = route.id
            }
            if case .navigation(let info)? = newest(.onNavigation, of: known.session)?.event {
                (state.state, state.toDestination) = (info.state, info.toDestination)
            }
            return state
        }
    }
}
