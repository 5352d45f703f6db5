import NATS
import NavigationEvents
import Platform

/// Stores the newest points of sessions in the stream ``FleetNames/pointStream``: two of each, so that a successor always has
/// the events since the older one.
///
/// No acknowledgement is awaited: a point that is lost, late or written by a former owner is still right. A successor uses only
/// those up to its mark, and without one it repeats the session from its opening.
struct SessionPoints: Sendable {
    private static let perSession = 2
    private static let timeout = Duration.seconds(5)
    /// Bytes of a message besides its payload.
    private static let headBytes = 1024

    private let connection: NATSConnection
    private let stream: JetStream

    /// Makes the stream, if it does not exist yet.
    init(_ connection: NATSConnection, replicas: Int, maxAge: Duration) throws(NATSError) {
        self.connection = connection
        stream = try JetStream(connection)
        var settings = StreamSettings(name: FleetNames.pointStream, subjects: [FleetNames.pointSubjects])
        (settings.replicas, settings.maxAge, settings.maxMessagesPerSubject) = (replicas, maxAge, Self.perSession)
        settings.allowsRollup = true
        try stream.ensureStream(settings)
    }

    /// Stores a point, unless it is too large for the servers.
    func store(_ point: SessionPoint) throws(NATSError) {
        let bytes = point.bytes
        guard bytes.count + Self.headBytes <= connection.maxPayloadBytes else { return }
        try connection.publish(FleetNames.point(of: point.session), bytes)
    }

    /// Replaces the points of a session that was closed by an empty message.
    func remove(_ session: Session) throws(NATSError) {
        try connection.publish(
            FleetNames.point(of: session), [], headers: [NATSMessage.Header("Nats-Rollup", "sub")])
    }

    /// The points of a partition, the oldest first. Blocks.
    func points(of partition: Partition) throws(NATSError) -> [SessionPoint] {
        let reader = try stream.reader(
            FleetNames.pointStream, subject: FleetNames.points(of: partition), from: .sequence(1), timeout: Self.timeout
        )
        defer { reader.close() }
        var points: [SessionPoint] = []
        while reader.pending > 0, let message = try reader.next(timeout: Self.timeout) {
            if let point = SessionPoint(message.payload) { points.append(point) }
        }
        return points
    }
}

extension PartitionMark {
    /// The points from which the sessions of this mark are continued: of each the oldest one that the log continues.
    ///
    /// - Parameter first: The first message of the log.
    func usable(_ points: [SessionPoint], logFrom first: UInt64) -> [Session: SessionPoint] {
        var usable: [Session: SessionPoint] = [:]
        for point in points.sorted(by: { $0.place < $1.place }) {
            let isOfRun = sessions[point.session] == point.run && point.place > point.run
            // The events after the mark are published again, so the session must be behind it.
            guard isOfRun, point.sequence <= sequence, point.sequence >= first, usable[point.session] == nil else {
                continue
            }
            usable[point.session] = point
        }
        return usable
    }
}
