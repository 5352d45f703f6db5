/// Why a case ends before its end.
enum CaseEnding: Error {
    /// The control does not do what the contract says: what was expected, what came, and the way out.
    case failed(String)
    /// The exam itself cannot go on. Completes "failed to …".
    case broken(String)

    /// What it says.
    var text: String {
        switch self {
        case .failed(let text), .broken(let text): text
        }
    }
}
