import EventBus
import NavigationEvents

/// Whoever follows a bus through a ``TapLoop``.
protocol TapListener {
    /// Takes what comes next.
    mutating func take(_ delivery: Delivery)
    /// What there is to tell on the bus; asked for after each delivery and each wake-up.
    mutating func reports() -> [ControlReport]
    /// Whether it can take nothing more.
    var isDone: Bool { get }
}

extension TapListener {
    mutating func reports() -> [ControlReport] { [] }
}

/// Where somebody begins to follow a bus.
enum TapStart {
    /// With the present state.
    case present
    /// With the first event of the run, if the journal still has all from there on; else with the present state,
    /// behind a ``Delivery/resynchronized(missed:)``.
    case beginning
    /// Behind a place that is known.
    case after(StreamPlace)
}

/// Follows a bus until SIGINT, SIGTERM or SIGHUP, or until its launcher goes.
///
/// Where it may, it tells the bus once a second how far it is, like a control, so that a replay knows whom to wait for.
struct TapLoop {
    let client: BusClient
    let endpoint: String
    let hello: Hello
    private let end: EndRequest

    /// Milliseconds between two signs of life.
    private static let beatMilliseconds = 1000

    /// Prepares to follow the bus at an endpoint; it need not run yet.
    init(endpoint: String, hello: Hello) throws(BusError) {
        let client = try BusClient(requests: endpoint)
        self.client = client
        end = EndRequest { [wakeup = client.wakeup] in wakeup.wake() }
        self.endpoint = endpoint
        self.hello = hello
    }

    /// Hands the listener everything that comes, until the end is asked for or it is done.
    ///
    /// - Parameter start: Where to begin.
    func run(_ listener: inout some TapListener, from start: TapStart = .present) throws(BusError) {
        guard let welcome = try join(from: start) else { return }
        let mayTell = !welcome.isListener
        if mayTell { try report(.ready) }
        var delivered: UInt64 = 0
        var beatAt = ContinuousClock.now
        while !end.isAsked, !listener.isDone {
            if mayTell, ContinuousClock.now >= beatAt {
                try beat(delivered)
                beatAt = .now + .milliseconds(Self.beatMilliseconds)
            }
            if let delivery = try client.next(timeout: .milliseconds(Self.beatMilliseconds)) {
                delivered += 1
                listener.take(delivery)
            }
            if mayTell { try send(listener.reports()) }
        }
        try client.catchUp()
        while let delivery = try client.next(timeout: .zero) { listener.take(delivery) }
        guard mayTell else { return }
        try send(listener.reports())
        try report(.leaving)
    }

    /// - Returns: `nil` if the end was asked for before there was a bus.
    private func join(from start: TapStart) throws(BusError) -> Welcome? {
        var isTold = false
        while !end.isAsked {
            do {
                return try join(from: start, patience: .milliseconds(500))
            } catch BusError.noAnswer {
                if !isTold { Output.error("waiting for a bus at \(endpoint)") }
                isTold = true
            }
        }
        return nil
    }

    private func join(from start: TapStart, patience: Duration) throws(BusError) -> Welcome {
        switch start {
        case .present: return try client.join(hello, timeout: patience)
        case .after(let place): return try client.join(hello, after: place, timeout: patience)
        case .beginning:
            // The first time it is learnt which run it is.
            guard case .welcome(let welcome) = try client.request(.hello(hello), timeout: patience) else {
                throw .unexpectedAnswer(to: "hello")
            }
            let beginning = StreamPlace(run: welcome.run, sequence: 0, topicSequences: [:])
            return try client.join(hello, after: beginning, timeout: patience)
        }
    }

    private func beat(_ delivered: UInt64) throws(BusError) {
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
