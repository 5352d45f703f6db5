import EventBus
import Glibc
public import NavigationEvents

/// Sends the requests of a person at a terminal, for the subcommands of the executable of a control.
///
///     try OperatorClient().ask { .mute($0, true) }
///
/// The bus publishes the command; every control of the session that handles it carries it out.
public struct OperatorClient {
    /// The session whose controls receive the requests.
    public let session: Session
    let client: BusClient

    static let requestTimeout = Duration.seconds(3)

    /// Connects to the bus of the environment: `NAVBUS_ENDPOINT`, `NAVBUS_SESSION`, and for a bus on another machine
    /// `NAVBUS_KEY` and `NAVBUS_BUS_KEY`.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus; `nil`: that of the environment.
    ///   - session: Name of the session; `nil`: that of the environment.
    /// - Throws: ``OperatorClientError``; ``OperatorClientError/noBus(_:)`` at once if the socket of the bus does not exist.
    public init(endpoint: String? = nil, session: String? = nil) throws(OperatorClientError) {
        let environment = ControlEnvironment()
        let name = session ?? environment.sessionName
        guard let session = Session(name) else {
            throw .usage("use the session \"\(name)\": a name has 1 to 32 of a-z, 0-9, - and _")
        }
        self.session = session
        do throws(BusError) {
            client = try BusClient(ofRunningBusAt: endpoint ?? environment.endpoint)
        } catch {
            throw OperatorClientError(error)
        }
    }

    /// Makes a client from an open connection.
    init(_ client: BusClient, session: Session = .main) {
        self.client = client
        self.session = session
    }

    /// Sends a request, and waits until the bus has accepted it.
    ///
    /// - Throws: ``OperatorClientError``; ``OperatorClientError/noBus(_:)`` only if nothing was requested.
    public func ask(_ request: (Session) -> Request) throws(OperatorClientError) {
        try reach()
        do throws(BusError) {
            _ = try client.request(request(session), timeout: Self.requestTimeout)
        } catch {
            guard case .noAnswer = error else { throw OperatorClientError(error) }
            throw .unknown(
                "learn whether the bus has accepted it: the bus no longer answers; it may be done nevertheless")
        }
    }

    /// Requests that a text is spoken, and waits until it has been spoken to its end.
    ///
    /// - Parameters:
    ///   - text: The text; its `requestNumber` is replaced.
    ///   - beginning: Maximum time until a control begins; announcements and earlier requests come first.
    ///   - warned: Called with each warning of the control during the speech, in order.
    /// - Throws: ``OperatorClientError`` if no control speaks the text, or not to its end; ``OperatorClientError/noBus(_:)``
    ///   only if nothing was requested.
    public func say(
        _ text: SpokenText, beginning: Duration = .seconds(60), warned: (String) -> Void = { _ in }
    ) throws(OperatorClientError) {
        try reach()
        try listen()
        // The number by which the reports about this request are recognised among those of other requests.
        var text = text
        text.requestNumber = .random(in: 1...UInt64.max)
        do throws(BusError) {
            _ = try client.request(.say(session, text), timeout: Self.requestTimeout)
        } catch {
            // The published event will show whether the bus accepted it nevertheless.
            guard case .noAnswer = error else { throw OperatorClientError(error) }
        }
        let watch = try follow(SpeechTracker(text, at: .now, beginning: beginning))
        for warning in watch.warnings { warned(warning) }
        switch watch.verdict {
        case .said: return
        case .notSaid(let reason): throw .notSaid(reason)
        case .unknown(let reason): throw .unknown(reason)
        case .waiting, .speaking, .paused: throw .unknown("learn the outcome")
        }
    }

    /// Throws unless a bus answers. The request has no effect.
    func reach() throws(OperatorClientError) {
        do throws(BusError) {
            _ = try client.request(.status, timeout: Self.requestTimeout)
        } catch {
            throw OperatorClientError(error)
        }
    }

    /// Joins as an observer, which needs no name.
    func listen() throws(OperatorClientError) {
        let wanted: [Topic] = [.onCommand, .onControl]
        let deaf = OperatorClientError.refused(
            "learn the outcome: that needs the role tap and the topics onCommand and onControl; have them allowed, "
                + "or do not wait (--no-wait)")
        let welcome: Welcome
        do throws(BusError) {
            welcome = try client.join(
                Hello(control: "", session: session, topics: wanted, processID: getpid()), timeout: Self.requestTimeout)
        } catch {
            // The bus has just answered a request, but sends no events.
            if case .noAnswer = error { throw deaf }
            throw OperatorClientError(error)
        }
        guard wanted.allSatisfy(welcome.topics.contains) else { throw deaf }
    }

    /// Waits until the outcome is known.
    private func follow(_ asked: SpeechTracker) throws(OperatorClientError) -> SpeechTracker {
        var watch = asked
        do throws(BusError) {
            while watch.verdict.isOpen {
                if let delivery = try client.next(timeout: Self.statusInterval) { watch.take(delivery, at: .now) }
                if watch.needsStatus(at: .now) { watch.look(at: try status(), now: .now) }
            }
        } catch {
            throw OperatorClientError(error)
        }
        return watch
    }

    private static let statusInterval = Duration.seconds(1)

    /// The status of the bus; `nil` if it does not answer.
    private func status() throws(BusError) -> BusStatus? {
        do throws(BusError) {
            guard case .status(let status) = try client.request(.status, timeout: Self.statusInterval) else {
                return nil
            }
            return status
        } catch {
            switch error {
            case .noAnswer, .refused: return nil
            default: throw error
            }
        }
    }
}
