import EventBus
import Glibc
public import NavigationEvents

/// Where a person at a terminal asks the controls for something: for the subcommands of a control's executable.
///
///     try PersonDesk().ask { .mute($0, true) }
///
/// It asks the bus, which tells the controls; whatever control of the session does such a thing does it.
public struct PersonDesk {
    /// Whose controls are asked.
    public let session: Session
    private let client: BusClient

    private static let patience = Duration.seconds(3)

    /// Finds the bus where the environment says: `NAVBUS_ENDPOINT`, `NAVBUS_SESSION`, and for a bus on another machine
    /// `NAVBUS_KEY` and `NAVBUS_BUS_KEY`.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus, instead of that of the environment.
    ///   - session: Name of the session, instead of that of the environment.
    public init(endpoint: String? = nil, session: String? = nil) throws(PersonDeskError) {
        var environment = ControlEnvironment()
        environment.endpoint = endpoint ?? environment.endpoint
        environment.sessionName = session ?? environment.sessionName
        do {
            self.session = try environment.session()
            client = try BusClient(requests: environment.endpoint)
        } catch let error as BusError {
            throw PersonDeskError(error)
        } catch {
            throw .usage("\(error)")
        }
    }

    /// Asks, and waits until the bus has taken it.
    ///
    /// - Throws: ``PersonDeskError`` if there is no bus, or it refuses.
    public func ask(_ request: (Session) -> Request) throws(PersonDeskError) {
        do throws(BusError) {
            _ = try client.request(request(session), timeout: Self.patience)
        } catch {
            throw PersonDeskError(error)
        }
    }

    /// Lets words be said, and waits until they have been said to their end.
    ///
    /// - Parameter beginning: How long it may take until somebody begins; an announcement, or what was asked for before,
    ///   comes first.
    /// - Throws: ``PersonDeskError`` if nobody says them, or not to their end.
    public func say(_ text: SpokenText, beginning: Duration = .seconds(60)) throws(PersonDeskError) {
        var watch = SayWatch(text)
        let hello = Hello(
            control: "asker", session: session, topics: [.onCommand, .onControl], processID: getpid())
        do throws(BusError) {
            let welcome = try client.join(hello, timeout: Self.patience)
            _ = try client.request(.say(session, text), timeout: Self.patience)
            try follow(&watch, beginning)
            guard !welcome.isListener else { return }
            try client.report(ControlReport(control: hello.control, kind: .leaving), session: session)
        } catch {
            throw PersonDeskError(error)
        }
        switch watch.verdict {
        case .said: return
        case .notSaid(let reason): throw .notSaid(reason)
        case .waiting: throw .notSaid("no control has begun with it within \(beginning.components.seconds) s")
        case .speaking, .paused: throw .notSaid("the control that had begun with it tells nothing any more")
        }
    }

    /// Longer than a control that speaks is silent on the bus.
    private static func longestUtterance(_ text: SpokenText) -> Duration { .seconds(60 + text.text.count / 2) }

    private func follow(_ watch: inout SayWatch, _ beginning: Duration) throws(BusError) {
        var deadline = ContinuousClock.now + beginning
        while true {
            let before = watch.verdict
            // Who has paused it may take any time.
            let left = before == .paused ? .seconds(3600) : deadline - .now
            guard left > .zero else { return }
            if case .event(let envelope) = try client.next(timeout: left) { watch.take(envelope.event) }
            switch watch.verdict {
            case .said, .notSaid: return
            case .waiting: break
            case .speaking, .paused:
                if watch.verdict != before { deadline = .now + Self.longestUtterance(watch.text) }
            }
        }
    }
}
