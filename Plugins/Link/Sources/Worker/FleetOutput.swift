import NATS
import NavigationEvents
import Platform
import Synchronization

/// Publishes the events of sessions: all on ``FleetNames/output(_:topic:session:)``, and those that must not be missed also
/// in the stream ``FleetNames/keptStream``. Used on one thread.
final class FleetOutput {
    /// The bytes of an envelope before those of its run: the tag of field 1, a fixed64.
    private static let runTag: UInt8 = 0x09
    private static let runRange = 1..<9

    /// Where the events of a session go.
    private struct Route {
        var partition: Partition
        /// The subjects, by the name of the topic.
        var subjects: [String: String] = [:]
    }

    private let connection: NATSConnection
    private let kept: KeptEvents?
    private var routes: [Session: Route] = [:]
    private var buffer: [UInt8] = []
    /// The events that were published.
    private(set) var count: UInt64 = 0

    init(_ connection: NATSConnection, kept: KeptEvents?) { (self.connection, self.kept) = (connection, kept) }

    /// Publishes an envelope of the bus under the run that the session has in the fleet.
    func publish(
        _ envelope: UnsafeRawBufferPointer, topic: String, of session: Session, run: UInt64, sequence: UInt64
    ) throws(NATSError) {
        guard envelope.count > Self.runRange.upperBound, envelope[0] == Self.runTag else { return }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: envelope)
        withUnsafeBytes(of: run.littleEndian) { buffer.replaceSubrange(Self.runRange, with: $0) }
        if let kept, KeptEvents.topics.contains(topic) {
            try kept.store(buffer, of: session, run: run, sequence: sequence)
        }
        try connection.publish(subject(topic, session), buffer)
        count += 1
    }

    /// Sends an answer to the sender of a request.
    func answer(_ bytes: [UInt8], to subject: String) throws(NATSError) { try connection.publish(subject, bytes) }

    /// Forgets the subjects of a session.
    func forget(_ session: Session) { routes[session] = nil }

    private func subject(_ topic: String, _ session: Session) -> String {
        if let known = routes[session]?.subjects[topic] { return known }
        let partition = routes[session]?.partition ?? Partition(of: session)
        let subject = FleetNames.output(partition, topic: topic, session: session.name)
        routes[session, default: Route(partition: partition)].subjects[topic] = subject
        return subject
    }
}
