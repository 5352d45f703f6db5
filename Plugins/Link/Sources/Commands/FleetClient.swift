import Glibc
import NATS
import Platform
import Synchronization

/// Asks the workers and gateways of a fleet. All calls block.
struct FleetClient {
    /// Seconds in which answers are collected.
    static let collectSeconds = 1.0

    let connection: NATSConnection

    /// The states of all workers and gateways that answer in time, or of those with a name, in the order of their names.
    func statuses(of name: String? = nil, seconds: Double = collectSeconds) throws(NATSError) -> [FleetStatus] {
        let answers = Answers()
        let inbox = connection.newInbox()
        let subscription = try connection.subscribe(inbox) { message in
            if let status = FleetStatus(message.payload) { answers.statuses.withLock { $0.append(status) } }
        }
        defer { subscription.unsubscribe() }
        try connection.publish(name.map(FleetNames.status(of:)) ?? FleetNames.status, [], replyTo: inbox)
        try connection.flush(timeout: .seconds(2))
        usleep(UInt32(seconds * 1e6))
        return answers.statuses.withLock { $0 }.sorted { ($0.name, $0.role) < ($1.name, $1.role) }
    }

    /// Has the workers and gateways with a name leave the fleet, and waits until they have.
    func drain(_ name: String, seconds: Double) throws {
        do throws(NATSError) {
            _ = try connection.request(
                FleetNames.control(of: name), Array(FleetNames.drain.utf8), timeout: .seconds(2))
        } catch {
            guard case .noResponders = error else { throw error }
            throw FleetCommandError.nobodyAnswers(name: name)
        }
        let end = MonotonicInstant.now.seconds + seconds
        // A process that has ended does not answer.
        while try !statuses(of: name, seconds: Self.collectSeconds / 2).allSatisfy({ $0.phase == .drained }) {
            guard MonotonicInstant.now.seconds < end else {
                throw FleetCommandError.stillThere(name: name, seconds: seconds)
            }
        }
    }

    private final class Answers: Sendable {
        let statuses = Mutex<[FleetStatus]>([])
    }
}
