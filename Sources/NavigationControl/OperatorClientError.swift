import EventBus

/// A request of a person was not carried out. The description completes "failed to …".
public enum OperatorClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An argument is invalid.
    case usage(String)
    /// No bus answers.
    case noBus(String)
    /// The bus refuses the request.
    case refused(String)
    /// The bus accepted the request, but no control spoke the text to its end.
    case notSaid(String)
    /// The bus accepted the request, but its outcome is unknown: it may be carried out nevertheless, perhaps later.
    case unknown(String)
    /// The connection to the bus failed.
    case broken(String)

    init(_ error: BusError) {
        switch error {
        case .noAnswer, .noBus: self = .noBus("\(error)")
        case .refused, .noAccess: self = .refused("\(error)")
        case .badEndpoint, .keys: self = .usage("\(error)")
        default: self = .broken("\(error)")
        }
    }

    /// The failed operation and its reason.
    public var description: String {
        switch self {
        case .usage(let text), .noBus(let text), .refused(let text), .unknown(let text), .broken(let text):
            text
        case .notSaid(let reason):
            reason.hasPrefix("failed to ") ? String(reason.dropFirst("failed to ".count)) : "speak it: \(reason)"
        }
    }
}
