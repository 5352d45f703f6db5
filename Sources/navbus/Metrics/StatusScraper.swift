import Dispatch
import NavigationEvents

/// Asks the bus how it fares, one question at a time, away from the threads that must not wait.
final class StatusScraper: Sendable {
    private let queue = DispatchQueue(label: "navbus.metrics")
    private let ask: @Sendable () throws -> Reply

    init(_ ask: @escaping @Sendable () throws -> Reply) { self.ask = ask }

    /// What the bus says; `nil` if none answers.
    func status() async -> BusStatus? {
        await withCheckedContinuation { continuation in
            queue.async { [ask] in
                // Why it does not answer is for `navbus doctor`; here it is down.
                guard case .status(let status)? = try? ask() else { return continuation.resume(returning: nil) }
                continuation.resume(returning: status)
            }
        }
    }
}
