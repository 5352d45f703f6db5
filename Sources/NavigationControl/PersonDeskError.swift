import EventBus

/// Why something a person asks for is not done. The description completes "failed to …".
public enum PersonDeskError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was given cannot be used.
    case usage(String)
    /// No bus answers.
    case noBus(String)
    /// The bus refuses it.
    case refused(String)
    /// It was asked for, and nobody said it to its end.
    case notSaid(String)
    /// It was asked for, and what became of it is not known: it may be done all the same, perhaps later.
    case unknown(String)
    /// The line to the bus is broken.
    case broken(String)

    init(_ error: BusError) {
        switch error {
        case .noAnswer: self = .noBus("\(error)")
        case .refused, .noAccess: self = .refused("\(error)")
        case .badEndpoint, .keys: self = .usage("\(error)")
        default: self = .broken("\(error)")
        }
    }

    /// What went wrong.
    public var description: String {
        switch self {
        case .usage(let text), .noBus(let text), .refused(let text), .unknown(let text), .broken(let text):
            text
        case .notSaid(let reason):
            reason.hasPrefix("failed to ") ? String(reason.dropFirst("failed to ".count)) : "have it said: \(reason)"
        }
    }
}
