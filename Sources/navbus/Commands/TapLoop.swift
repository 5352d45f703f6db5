import EventBus
import NavigationEvents

/// Follows a bus until SIGINT, SIGTERM or SIGHUP, or until its launcher goes.
struct TapLoop {
    let endpoint: String
    let hello: Hello

    /// Calls `body` with each event until the end is asked for or standard output fails. Losses that could not be
    /// repaired are told on standard error.
    func run(_ body: (Envelope) -> Void) throws(BusError) {
        let client = try BusClient(requests: endpoint)
        let end = EndRequest { [wakeup = client.wakeup] in wakeup.wake() }
        guard try join(client, end) else { return }
        try report(.ready, client)
        while !end.isAsked, !Output.hasFailed {
            if let delivery = try client.next() { take(delivery, body) }
        }
        try client.catchUp()
        while let delivery = try client.next(timeout: .zero) { take(delivery, body) }
        try report(.leaving, client)
    }

    /// - Returns: `false` if the end was asked for before there was a bus.
    private func join(_ client: BusClient, _ end: EndRequest) throws(BusError) -> Bool {
        var isTold = false
        while !end.isAsked {
            do {
                try client.join(hello, timeout: .milliseconds(500))
                return true
            } catch BusError.noAnswer {
                if !isTold { Output.error("waiting for a bus at \(endpoint)") }
                isTold = true
            }
        }
        return false
    }

    private func report(_ kind: ReportKind, _ client: BusClient) throws(BusError) {
        try client.report(ControlReport(control: hello.control, kind: kind), session: hello.session)
    }

    private func take(_ delivery: Delivery, _ body: (Envelope) -> Void) {
        switch delivery {
        case .event(let envelope): body(envelope)
        case .resynchronized(let missed): Output.error("\(missed) events were lost; going on with the present state")
        case .restarted: Output.error("the bus was restarted")
        }
    }
}
