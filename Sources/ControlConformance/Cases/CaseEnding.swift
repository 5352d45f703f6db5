import Platform

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

extension Spawn {
    /// Starts the process for a case, which cannot continue without it.
    func runForCase() throws(CaseEnding) -> Int32 {
        do {
            return try run()
        } catch {
            throw .broken("\(error)")
        }
    }
}
