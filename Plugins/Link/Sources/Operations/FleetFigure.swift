/// A number that a worker or a gateway reports about itself: a member of ``FleetStatus``, and a metric.
package enum FleetFigure: CaseIterable, Sendable, Hashable {
    case partitionsOwned, partitionsReplaying, partitionsGained, partitionsLost
    case sessions
    case inputsCarriedOut, inputsRepeated, inputsNotOpen, inputsRefused, inputsMalformed
    case eventsPublished
    case lagMessages, lagSeconds, leaseAgeSeconds
    case requestsAccepted, requestsStored, requestsDropped, requestsWaiting

    /// How a figure is declared to readers.
    package struct Declaration: Sendable {
        /// The name of the member in JSON.
        package let member: StaticString
        /// The name of the metric without its prefix `navbus_fleet_`, and without `_total`.
        package let metric: String
        /// Whether it only grows while the process lives.
        package let isCounter: Bool
        /// The meaning, as a sentence.
        package let help: String

        fileprivate init(_ member: StaticString, _ metric: String, isCounter: Bool = false, _ help: String) {
            (self.member, self.metric, self.isCounter, self.help) = (member, metric, isCounter, help)
        }
    }

    /// The names and the meaning.
    package var declaration: Declaration {
        switch self {
        case .partitionsOwned: .init("partitionsOwned", "partitions_owned", "Partitions that the worker owns.")
        case .partitionsReplaying:
            .init(
                "partitionsReplaying", "partitions_replaying",
                "Owned partitions whose inputs up to the mark are repeated in silence.")
        case .partitionsGained:
            .init("partitionsGained", "partitions_gained", isCounter: true, "Partitions that the worker took over.")
        case .partitionsLost:
            .init(
                "partitionsLost", "partitions_lost", isCounter: true, "Partitions that the worker handed over or lost.")
        case .sessions: .init("sessions", "sessions", "Open sessions on the bus of the worker.")
        case .inputsCarriedOut:
            .init(
                "inputsCarriedOut", "inputs_carried_out", isCounter: true, "Inputs for the bus, replayed ones included."
            )
        case .inputsRepeated:
            .init(
                "inputsRepeated", "inputs_repeated", isCounter: true,
                "Inputs without effect: repetitions of their sender.")
        case .inputsNotOpen:
            .init(
                "inputsNotOpen", "inputs_not_open", isCounter: true, "Inputs without effect: their session is not open."
            )
        case .inputsRefused:
            .init("inputsRefused", "inputs_refused", isCounter: true, "Inputs that a fleet does not accept.")
        case .inputsMalformed:
            .init("inputsMalformed", "inputs_malformed", isCounter: true, "Messages of the log that cannot be read.")
        case .eventsPublished: .init("eventsPublished", "events_published", isCounter: true, "Published events.")
        case .lagMessages: .init("lagMessages", "lag_messages", "Messages of the log that are not taken yet.")
        case .lagSeconds:
            .init(
                "lagSeconds", "lag_seconds",
                "Age of the last taken message of the partition that is furthest behind; 0 without a lag.")
        case .leaseAgeSeconds:
            .init("leaseAgeSeconds", "lease_age_seconds", "Seconds since the lease of the worker was renewed.")
        case .requestsAccepted:
            .init("requestsAccepted", "requests_accepted", isCounter: true, "Requests that the gateway accepted.")
        case .requestsStored:
            .init("requestsStored", "requests_stored", isCounter: true, "Accepted requests that the log has stored.")
        case .requestsDropped:
            .init(
                "requestsDropped", "requests_dropped", isCounter: true,
                "Accepted positions that were dropped for newer ones of their session.")
        case .requestsWaiting:
            .init("requestsWaiting", "requests_waiting", "Accepted requests that the log has not stored yet.")
        }
    }
}
