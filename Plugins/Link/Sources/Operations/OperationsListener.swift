import NATS
import Platform
import Synchronization

/// Answers operators of the fleet: with the ``FleetStatus`` of this process on ``FleetNames/status``, and on
/// ``FleetNames/control(of:)`` to the command to leave the fleet.
final class OperationsListener: Sendable {
    private let status: Mutex<FleetStatus>
    private let subscriptions = Mutex<[NATSSubscription]>([])
    private let onDrain: @Sendable () -> Void

    /// - Parameters:
    ///   - status: The status without figures.
    ///   - onDrain: Called on a thread of libnats when the process has to leave the fleet; it must not block.
    init(_ status: FleetStatus, onDrain: @escaping @Sendable () -> Void) {
        self.status = Mutex(status)
        self.onDrain = onDrain
    }

    /// Begins to answer.
    func listen(_ connection: NATSConnection) throws(NATSError) {
        let name = status.withLock { $0.name }
        var made: [NATSSubscription] = []
        for subject in [FleetNames.status, FleetNames.status(of: name)] {
            made.append(try connection.subscribe(subject) { [weak self] in self?.answer($0, connection) })
        }
        made.append(
            try connection.subscribe(FleetNames.control(of: name)) { [weak self] message in
                guard let self, message.payload == Array(FleetNames.drain.utf8) else { return }
                onDrain()
                answer(message, connection)
            })
        subscriptions.withLock { $0 = made }
    }

    /// Ends the answers.
    func close() {
        subscriptions.withLock { subscriptions in
            for subscription in subscriptions { subscription.unsubscribe() }
            subscriptions = []
        }
    }

    /// Changes the status.
    func update(_ change: @Sendable (inout FleetStatus) -> Void) { status.withLock { change(&$0) } }

    private func answer(_ message: NATSMessage, _ connection: NATSConnection) {
        guard let subject = message.replyTo else { return }
        let bytes = status.withLock { $0 }.json.bytes
        do throws(NATSError) {
            try connection.publish(subject, bytes)
        } catch {
            // The operator asks again.
        }
    }
}
