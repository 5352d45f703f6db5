extension FleetGateway {
    /// The figures of this gateway for its ``FleetStatus``.
    var figures: [FleetFigure: Double] {
        let counters = counters
        return [
            .requestsAccepted: Double(counters.accepted), .requestsStored: Double(counters.stored),
            .requestsDropped: Double(counters.dropped),
            .requestsWaiting: Double(waitingCount),
        ]
    }

    /// The numbers of refused requests, by their code.
    var refusals: [String: UInt64] {
        Dictionary(counters.refused.map { ("\($0.key)", $0.value) }, uniquingKeysWith: +)
    }
}
