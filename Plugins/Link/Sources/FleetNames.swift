package import NavigationEvents

/// The subjects, streams and buckets of a fleet on NATS.
///
/// A fleet has an account of its own, so the names are short. Vehicles publish to ``request(of:)`` of their own sessions,
/// gateways to ``input(_:)``, and workers to the others.
package enum FleetNames {
    /// The stream of the inputs: a log in the order in which they take effect.
    package static let inputStream = "IN"
    /// The stream of the events that must not be missed.
    package static let keptStream = "KEEP"
    /// The stream of the points from which sessions can be continued.
    package static let pointStream = "POINT"
    /// The bucket of the living workers.
    package static let aliveBucket = "alive"
    /// The bucket of the owners of the partitions.
    package static let ownerBucket = "own"
    /// The bucket of the marks: how far the inputs of a partition have been processed.
    package static let markBucket = "mark"

    /// The subject to which a vehicle or an operator sends a request frame for a session: `REQ.<session>`.
    package static func request(of session: Session) -> String { "REQ.\(session.name)" }
    /// All of ``request(of:)``.
    package static let requests = "REQ.*"

    /// The subject of the inputs of a partition: `IN.<partition>`.
    package static func input(_ partition: Partition) -> String { "IN.\(partition.number)" }
    /// All of ``input(_:)``.
    package static let inputs = "IN.*"

    /// The subject of the events of a topic of a session: `OUT.<partition>.<topic>.<session>`.
    package static func output(_ partition: Partition, topic: String, session: String) -> String {
        "OUT.\(partition.number).\(topic).\(session)"
    }
    /// The subject of all events of a session.
    package static func outputs(of session: Session) -> String {
        "OUT.\(Partition(of: session).number).*.\(session.name)"
    }
    /// The subject of all events of a topic.
    package static func outputs(of topic: Topic) -> String { "OUT.*.\(topic.rawValue).*" }

    /// The subject of the kept events of a session: `KEEP.<partition>.<session>`.
    package static func kept(_ partition: Partition, session: String) -> String {
        "KEEP.\(partition.number).\(session)"
    }
    /// All of ``kept(_:session:)``.
    package static let keptSubjects = "KEEP.*.*"

    /// The subject of the points of a session: `POINT.<partition>.<session>`.
    package static func point(of session: Session) -> String {
        "POINT.\(Partition(of: session).number).\(session.name)"
    }
    /// The subject of all points of a partition.
    package static func points(of partition: Partition) -> String { "POINT.\(partition.number).*" }
    /// All of ``point(of:)``.
    package static let pointSubjects = "POINT.*.*"

    /// The subject of questions about a session: `ASK.<session>`.
    package static func question(about session: Session) -> String { "ASK.\(session.name)" }
    /// All of ``question(about:)``.
    package static let questions = "ASK.*"

    /// The subject on which every worker and gateway answers with its ``FleetStatus``.
    package static let status = "STATUS"
    /// The subject on which one process answers: `STATUS.<name>`.
    package static func status(of name: String) -> String { "STATUS.\(name)" }
    /// The subject of commands to one process: `CONTROL.<name>`.
    package static func control(of name: String) -> String { "CONTROL.\(name)" }
    /// The payload of the command to leave the fleet.
    package static let drain = "drain"

    /// The header of an input with the subject for the reply of the bus.
    package static let replyHeader = "Navbus-Reply"

    /// The session of a subject whose last word names it; `nil` if it names none.
    package static func session(ofSubject subject: String) -> Session? {
        subject.split(separator: ".", omittingEmptySubsequences: false).last.flatMap { Session(String($0)) }
    }
}
