import Launcher
import CommandOutput
package import EventBus
package import NavigationEvents

/// Receives the events of a ``TapLoop``.
package protocol DeliveryHandler {
    /// Handles the next delivery.
    mutating func handle(_ delivery: Delivery)
    /// Returns the reports to send to the bus; called after each delivery and each wake-up.
    mutating func reports() -> [ControlReport]
    /// Whether it accepts no further deliveries.
    var isDone: Bool { get }
}

extension DeliveryHandler {
    package mutating func reports() -> [ControlReport] { [] }
}

/// The position in the stream at which a subscription starts.
package enum TapStart {
    /// The present state.
    case present
    /// The first event of the run, if the journal still has all events since. Else the present state, after a
    /// ``Delivery/resynchronized(missed:)``.
    case beginning
    /// The first event after a known cursor.
    case after(StreamCursor)
}

/// Subscribes to a bus until SIGINT, SIGTERM or SIGHUP, or until its launcher ends.
///
/// If its role permits, it sends a heartbeat once a second, like a control, so that a replay can wait for it.
package struct TapLoop {
    package let client: BusClient
    let endpoint: String
    let hello: Hello
    private let end: EndRequest

    /// Milliseconds between two heartbeats.
    private static let heartbeatMilliseconds = 1000

    /// Creates a client of the bus at an endpoint. The bus need not run yet.
    package init(
        endpoint: String, hello: Hello, over way: EventTransport? = nil
    ) throws(BusError) {
        let client = try BusClient(requests: endpoint, over: way)
        self.client = client
        end = EndRequest { [wakeup = client.wakeup] in wakeup.wake() }
        self.endpoint = endpoint
        self.hello = hello
    }

    /// Passes every delivery to the handler, until the program has to end or the handler is done.
    ///
    /// - Parameters:
    ///   - handler: Receives the deliveries.
    ///   - start: The position at which the subscription starts.
    package func run(_ handler: inout some DeliveryHandler, from start: TapStart = .present) throws(BusError) {
        guard let welcome = try join(from: start) else { return }
        let mayReport = !welcome.isListener
        if mayReport { try report(.ready) }
        var delivered: UInt64 = 0
        var heartbeatDue = ContinuousClock.now
        while !end.isRequested, !handler.isDone {
            if mayReport, ContinuousClock.now >= heartbeatDue {
                try sendHeartbeat(delivered)
                heartbeatDue = .now + .milliseconds(Self.heartbeatMilliseconds)
            }
            if let delivery = try client.next(timeout: .milliseconds(Self.heartbeatMilliseconds)) {
                delivered += 1
                handler.handle(delivery)
            }
            if mayReport { try send(handler.reports()) }
        }
        try client.catchUp()
        while let delivery = try client.next(timeout: .zero) { handler.handle(delivery) }
        guard mayReport else { return }
        try send(handler.reports())
        try report(.leaving)
    }

    /// - Returns: `nil` if the program has to end before a bus has answered.
    private func join(from start: TapStart) throws(BusError) -> Welcome? {
        var isReported = false
        while !end.isRequested {
            do {
                return try join(from: start, timeout: .milliseconds(500))
            } catch BusError.noAnswer {
                if !isReported { Output.error("waiting for a bus at \(endpoint)") }
                isReported = true
            }
        }
        return nil
    }

    private func join(from start: TapStart, timeout: Duration) throws(BusError) -> Welcome {
        switch start {
        case .present: return try client.join(hello, timeout: timeout)
        case .after(let place): return try client.join(hello, after: place, timeout: timeout)
        case .beginning:
            // The first hello only returns the number of the run.
            guard case .welcome(let welcome) = try client.request(.hello(hello), timeout: timeout) else {
                throw .unexpectedAnswer(to: "hello")
            }
            let beginning = StreamCursor(run: welcome.run, sequence: 0, topicSequences: [:])
            return try client.join(hello, after: beginning, timeout: timeout)
        }
    }

    private func sendHeartbeat(_ delivered: UInt64) throws(BusError) {
        let counters = client.counters
        let vitals = ControlVitals(
            control: hello.control, processID: hello.processID, delivered: delivered, gaps: counters.gaps,
            repaired: counters.repaired, missed: counters.missed, malformed: counters.malformed)
        _ = try client.sendHeartbeat(vitals, session: hello.session)
    }

    private func report(_ kind: ReportKind) throws(BusError) {
        try send([ControlReport(control: hello.control, kind: kind)])
    }

    private func send(_ reports: [ControlReport]) throws(BusError) {
        for report in reports { try client.report(report, session: hello.session) }
    }
}
