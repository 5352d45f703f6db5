import EventBus
public import NavigationEvents

extension PersonDesk {
    /// Asks for something, and follows what controls report of it.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - heard: Takes each report that comes from then on; `nil` when nothing has come for a quarter of a second.
    ///     Returns whether to go on.
    /// - Throws: ``PersonDeskError``; ``PersonDeskError/noBus(_:)`` only if nothing was asked.
    public func ask(
        _ request: (Session) -> Request, following heard: (ControlReport?) -> Bool
    ) throws(PersonDeskError) {
        try reach()
        // First one listens, so that nothing is missed.
        try listen()
        try ask(request)
        while true {
            switch try next() {
            case .event(let envelope):
                if case .control(let report) = envelope.event, !heard(report) { return }
            case .restarted: throw .unknown("hear what became of it: the bus has begun another run")
            case .resynchronized: break
            case nil: if !heard(nil) { return }
            }
        }
    }

    private func next() throws(PersonDeskError) -> Delivery? {
        do throws(BusError) {
            return try client.next(timeout: .milliseconds(250))
        } catch {
            throw PersonDeskError(error)
        }
    }
}
