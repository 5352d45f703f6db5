import Dispatch
import NavigationEvents

/// Asks the bus how it fares, away from the threads that must not wait.
final class StatusScraper: Sendable {
    private let queue = DispatchQueue(label: "navbus.metrics")
    private let ask: @Sendable () throws -> Reply

    init(_ ask: @escaping @Sendable () throws -> Reply) { self.ask = ask }

    /// What the bus says; `nil` if none answers.
    func status() async -> BusStatus? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.statusNow()) }
        }
    }

    /// The same, for a thread that may wait.
    func statusNow() -> BusStatus? {
        // Why it does not answer is for `navbus doctor`; here it is down.
        guard case .status(let status)? = try? ask() else { return nil }
        return status
    }
}
