import Platform

/// The reason why a case ends early.
enum CaseEnding: Error {
    /// The control violates the contract: the expected and the observed behaviour.
    case failed(String)
    /// The control does not do what the grade of the case requires. The contract permits that.
    case notDone(String)
    /// The test cannot observe the behaviour.
    case notAsked(String)
    /// The test itself cannot continue. Completes "failed to …".
    case broken(String)

    /// The text of the reason.
    var text: String {
        switch self {
        case .failed(let text), .notDone(let text), .notAsked(let text), .broken(let text): text
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

extension ProcessPipe {
    /// Makes a pipe for a case, which cannot continue without it.
    static func forCase() throws(CaseEnding) -> ProcessPipe {
        do {
            return try ProcessPipe()
        } catch {
            throw .broken("\(error)")
        }
    }
}
