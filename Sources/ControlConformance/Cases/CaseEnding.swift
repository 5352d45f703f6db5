/// The reason why a case ends early.
enum CaseEnding: Error {
    /// The control violates the contract: the expected and the observed behaviour.
    case failed(String)
    /// The test itself cannot continue. Completes "failed to …".
    case broken(String)

    /// The text of the reason.
    var text: String {
        switch self {
        case .failed(let text), .broken(let text): text
        }
    }
}
