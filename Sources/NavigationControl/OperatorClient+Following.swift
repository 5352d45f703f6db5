import EventBus
public import NavigationEvents

extension OperatorClient {
    /// Sends a request, and follows the reports that result.
    ///
    /// - Parameters:
    ///   - request: Makes the request for the session.
    ///   - heard: Called with each report that follows, and with `nil` after a quarter of a second without one. Returns
    ///     whether to continue.
    /// - Throws: ``OperatorClientError``; ``OperatorClientError/noBus(_:)`` only if nothing was requested.
    public func ask(
        _ request: (Session) -> Request, following heard: (ControlReport?) -> Bool
    ) throws(OperatorClientError) {
        try reach()
        // It subscribes before it asks, so that no report is missed.
        try listen()
        try ask(request)
        while true {
            switch try next() {
            case .event(let envelope):
                if case .control(let report) = envelope.event, !heard(report) { return }
            case .restarted: throw .unknown("learn the outcome: the bus has begun another run")
            case .resynchronized: break
            case nil: if !heard(nil) { return }
            }
        }
    }

    private func next() throws(OperatorClientError) -> Delivery? {
        do throws(BusError) {
            return try client.next(timeout: .milliseconds(250))
        } catch {
            throw OperatorClientError(error)
        }
    }
}
