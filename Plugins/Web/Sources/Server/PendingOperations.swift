import CMicroHTTPD
import Dashboard
import HTTPServer
import Synchronization

/// The operations that are being carried out: their connections are suspended until the replies are there, so that a
/// search or a route delays nothing else.
///
/// Used on the thread of the server only; replies may come from any thread.
final class PendingOperations {
    /// The maximum number of operations at the same time.
    static let maxCount = 8

    /// The replies that have arrived, by the number of the operation.
    private final class Arrived: Sendable {
        private let replies = Mutex<[Int: DriveReply]>([:])

        func add(_ reply: DriveReply, _ number: Int) { replies.withLock { $0[number] = reply } }

        func take() -> [Int: DriveReply] {
            replies.withLock { replies in
                defer { replies = [:] }
                return replies
            }
        }
    }

    private let drives: DriveHandler
    private let wake: @Sendable () -> Void
    private let arrived = Arrived()
    private var budget = RequestBudget()
    private var number = 0
    /// The suspended connections, by the number of the operation.
    private var waiting: [Int: OpaquePointer] = [:]
    /// The replies of connections that were resumed.
    private var ready: [OpaquePointer: DriveReply] = [:]

    /// - Parameters:
    ///   - drives: Carries out the operations.
    ///   - wake: Wakes the thread of the server, from any thread.
    init(_ drives: DriveHandler, wake: @escaping @Sendable () -> Void) { (self.drives, self.wake) = (drives, wake) }

    /// Begins an operation and suspends its connection.
    ///
    /// - Parameters:
    ///   - operation: The operation; `nil` if the request has none.
    ///   - dashboard: The state of the drive.
    ///   - connection: The connection of the request.
    ///   - now: Seconds of the monotonic clock.
    /// - Returns: The response to a request that is refused; `nil` if the operation has begun.
    func begin(
        _ operation: DriveOperation?, _ dashboard: Dashboard, on connection: OpaquePointer, at now: Double
    ) -> HTTPReply? {
        guard budget.take(at: now), waiting.count < Self.maxCount else {
            return HTTPReply(refusing: 429, "Too many requests; wait a second.")
        }
        guard let operation else {
            return HTTPReply(refusing: 400, "A part of this request is missing, or outside its bounds.")
        }
        number += 1
        waiting[number] = connection
        MHD_suspend_connection(connection)
        drives.perform(operation, dashboard) { [arrived, wake, number] reply in
            arrived.add(reply, number)
            wake()
        }
        return nil
    }

    /// Resumes the connections whose replies have arrived.
    func takeReplies() {
        for (number, reply) in arrived.take() {
            guard let connection = waiting.removeValue(forKey: number) else { continue }
            ready[connection] = reply
            MHD_resume_connection(connection)
        }
    }

    /// The response on a connection that was resumed; `nil` for any other.
    func reply(on connection: OpaquePointer) -> HTTPReply? { ready.removeValue(forKey: connection)?.http }

    /// Forgets a connection, which has ended.
    func forget(_ connection: OpaquePointer) {
        ready[connection] = nil
        waiting = waiting.filter { $0.value != connection }
    }

    /// Resumes all connections, because the server ends: a suspended one would keep it from stopping.
    func end() {
        for connection in waiting.values {
            ready[connection] = DriveReply(.noBus, "the page is restarted")
            MHD_resume_connection(connection)
        }
        waiting = [:]
    }
}
