import EventBus
import Guidance
import NavigationControl
import NavigationEvents
import Supervisor
import Synchronization

/// Answers the requests of people, buttons and controls: the only place where they reach guidance.
final class RequestDesk: Sendable {
    let roster = ControlRoster()
    private let settings: [String: [String: SettingValue]]
    private let parts = Mutex<(bus: BusServer, loop: GuidanceLoop)?>(nil)

    init(lineup: ControlLineup) {
        settings = lineup.settings
    }

    /// Begins to answer; what comes before is refused.
    func open(bus: BusServer, loop: GuidanceLoop) {
        parts.withLock { $0 = (bus, loop) }
    }

    /// What the name of a control or a tap may be.
    static let nameRule = "has to be 1 to 32 of a-z, A-Z, 0-9, ., - and _"

    /// Whether a control or a tap may call itself so: names are shown to people.
    static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z0-9._-]{1,32}/) != nil }

    /// A control says hello: it is told its settings; one that the configuration does not know has none.
    func settings(for hello: Hello) throws(RequestError) -> [String: SettingValue] {
        guard Self.isName(hello.control) else {
            throw RequestError(code: .malformed, text: "the name in a hello \(Self.nameRule)")
        }
        roster.noteHello(hello)
        return settings[hello.control] ?? [:]
    }

    /// Answers a request.
    func answer(_ request: Request) async -> Reply {
        guard let (bus, loop) = parts.withLock({ $0 }) else {
            return refusal(.unavailable, "the bus is just starting; try again in a moment")
        }
        switch request {
        case .start(let session, let route):
            return session == loop.session ? await start(route, loop) : noSuchSession(session, loop)
        case .stop(let session):
            guard session == loop.session else { return noSuchSession(session, loop) }
            await loop.stop()
            return .done
        case .status: return .status(await status(bus, loop))
        case .mute, .repeatAnnouncement, .verbosity, .calibrate:
            return refusal(.unavailable, "no control on this bus takes this request")
        case .position: return refusal(.unavailable, "positions come from the source of this bus's configuration")
        case .hello, .missed, .report, .heartbeat:
            return refusal(.malformed, "the bus itself answers this request")
        }
    }

    private func start(_ route: Route, _ loop: GuidanceLoop) async -> Reply {
        do {
            try await loop.start(route)
            return .done
        } catch {
            return refusal(.badRoute, "failed to \(error)")
        }
    }

    private func status(_ bus: BusServer, _ loop: GuidanceLoop) async -> BusStatus {
        var status = await bus.status()
        let sequences = Dictionary(status.sessions.map { ($0.session, $0.sequence) }) { first, _ in first }
        var session = await loop.sessionStatus()
        session.sequence = sequences[session.session] ?? 0
        status.sessions = [session]
        status.controls = roster.all(with: status.controls)
        status.counters.merge(await loop.problemCounters()) { $0 + $1 }
        return status
    }

    private func noSuchSession(_ session: Session, _ loop: GuidanceLoop) -> Reply {
        refusal(.noSuchSession, "there is no session \"\(session.name)\" on this bus; it has: \(loop.session.name)")
    }

    private func refusal(_ code: RequestError.Code, _ text: String) -> Reply {
        .refused(RequestError(code: code, text: text))
    }
}
