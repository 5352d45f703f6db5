import Dispatch
package import NavigationEvents

/// Requests the status of the bus on a queue of its own, since the request blocks.
package final class StatusScraper: Sendable {
    private let queue = DispatchQueue(label: "navbus.metrics")
    private let ask: @Sendable () throws -> Reply

    /// - Parameter ask: Requests the status; it may block, and throws if no bus answers.
    package init(_ ask: @escaping @Sendable () throws -> Reply) { self.ask = ask }

    /// The status; `nil` if no bus answers.
    package func status() async -> BusStatus? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.statusNow()) }
        }
    }

    /// The same, for a thread that may block.
    func statusNow() -> BusStatus? {
        // The reason for a missing answer is reported by `navbus doctor`, not here.
        guard case .status(let status)? = try? ask() else { return nil }
        return status
    }
}
