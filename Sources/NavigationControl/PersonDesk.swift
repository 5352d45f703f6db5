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
    let client: BusClient

    static let patience = Duration.seconds(3)

    /// Finds the bus where the environment says: `NAVBUS_ENDPOINT`, `NAVBUS_SESSION`, and for a bus on another machine
    /// `NAVBUS_KEY` and `NAVBUS_BUS_KEY`.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus, instead of that of the environment.
    ///   - session: Name of the session, instead of that of the environment.
    public init(endpoint: String? = nil, session: String? = nil) throws(PersonDeskError) {
        let environment = ControlEnvironment()
        let name = session ?? environment.sessionName
        guard let session = Session(name) else {
            throw .usage("use the session \"\(name)\": 1 to 32 of a-z, 0-9, - and _ is wanted")
        }
        self.session = session
        do throws(BusError) {
            client = try BusClient(requests: endpoint ?? environment.endpoint)
        } catch {
            throw PersonDeskError(error)
        }
    }

    /// Asks over a line that is there.
    init(_ client: BusClient, session: Session = .main) {
        self.client = client
        self.session = session
    }

    /// Asks, and waits until the bus has taken it.
    ///
    /// - Throws: ``PersonDeskError``; ``PersonDeskError/noBus(_:)`` only if nothing was asked.
    public func ask(_ request: (Session) -> Request) throws(PersonDeskError) {
        try reach()
        do throws(BusError) {
            _ = try client.request(request(session), timeout: Self.patience)
        } catch {
            guard case .noAnswer = error else { throw PersonDeskError(error) }
            throw .unknown(
                "hear whether the bus has taken it: it does not answer any more; it may be done all the same")
        }
    }

    /// Lets words be said, and waits until they have been said to their end.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - beginning: How long it may take until somebody begins; an announcement, or what was asked for before, comes
    ///     first.
    ///   - warned: Takes what the control warned of while it said them, in order.
    /// - Throws: ``PersonDeskError`` if nobody says them, or not to their end; ``PersonDeskError/noBus(_:)`` only if
    ///   nothing was asked.
    public func say(
        _ text: SpokenText, beginning: Duration = .seconds(60), warned: (String) -> Void = { _ in }
    ) throws(PersonDeskError) {
        try reach()
        try listen()
        do throws(BusError) {
            _ = try client.request(.say(session, text), timeout: Self.patience)
        } catch {
            // Whether it was taken all the same is heard by the event.
            guard case .noAnswer = error else { throw PersonDeskError(error) }
        }
        let watch = try follow(SayWatch(text, at: .now, beginning: beginning))
        for warning in watch.warnings { warned(warning) }
        switch watch.verdict {
        case .said: return
        case .notSaid(let reason): throw .notSaid(reason)
        case .unknown(let reason): throw .unknown(reason)
        case .waiting, .speaking, .paused: throw .unknown("hear what became of it")
        }
    }

    /// Throws unless a bus answers; nothing comes of it.
    func reach() throws(PersonDeskError) {
        do throws(BusError) {
            _ = try client.request(.status, timeout: Self.patience)
        } catch {
            throw PersonDeskError(error)
        }
    }

    /// Joins as one that only listens, and so needs no name.
    func listen() throws(PersonDeskError) {
        let wanted: [Topic] = [.onCommand, .onControl]
        let deaf = PersonDeskError.refused(
            "hear what becomes of it: that takes the role tap and the topics onCommand and onControl; have them "
                + "allowed, or do not wait for it (--no-wait)")
        let welcome: Welcome
        do throws(BusError) {
            welcome = try client.join(
                Hello(control: "", session: session, topics: wanted, processID: getpid()), timeout: Self.patience)
        } catch {
            // A bus that has just answered sends nothing.
            if case .noAnswer = error { throw deaf }
            throw PersonDeskError(error)
        }
        guard wanted.allSatisfy(welcome.topics.contains) else { throw deaf }
    }

    /// Waits until it is known what became of the words.
    private func follow(_ asked: SayWatch) throws(PersonDeskError) -> SayWatch {
        var watch = asked
        do throws(BusError) {
            while watch.verdict.isOpen {
                if let delivery = try client.next(timeout: Self.lookInterval) { watch.take(delivery, at: .now) }
                if watch.wantsLook(at: .now) { watch.look(at: try status(), now: .now) }
            }
        } catch {
            throw PersonDeskError(error)
        }
        return watch
    }

    private static let lookInterval = Duration.seconds(1)

    /// What the bus says of its controls; `nil` if it does not answer.
    private func status() throws(BusError) -> BusStatus? {
        do throws(BusError) {
            guard case .status(let status) = try client.request(.status, timeout: Self.lookInterval) else { return nil }
            return status
        } catch {
            switch error {
            case .noAnswer, .refused: return nil
            default: throw error
            }
        }
    }
}
