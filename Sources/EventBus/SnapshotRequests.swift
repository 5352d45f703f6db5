import EventCodec
import NavigationEvents
import ZeroMQ

/// The snapshots that a client has requested, each with a subscription to a name of its own. The subscription stays: libzmq repeats it on
/// every new connection, so that a restarted bus sends a snapshot too.
struct SnapshotRequests {
    /// Maximum number of requested snapshots that may still arrive.
    private static let maxNames = 4

    private let session: Session
    /// The beginning of each name, which no other client has.
    private let tag: String
    private var count = 0
    /// The names under which snapshots may arrive, the newest last: an earlier request may still be answered.
    private(set) var names: [[UInt8]] = []
    private var isAnswered = false
    /// Number of snapshots that answered the last request at their time.
    private(set) var answers = 0

    init(_ hello: Hello) {
        session = hello.session
        tag = String(hello.processID) + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    /// Requests another snapshot.
    ///
    /// - Parameter isLastAwaited: Whether the answer to the last request is of use.
    mutating func add(to socket: Socket, isLastAwaited: Bool) throws(ZeroMQError) {
        let kept = isLastAwaited && !isAnswered ? Self.maxNames - 1 : 0
        count += 1
        let name = WireNames.snapshot(session, id: "\(tag)-\(count)")
        isAnswered = false
        try socket.subscribe(name)
        try forget(but: kept, socket)
        names.append(Array(name.utf8))
    }

    /// Repeats the requests over a new socket.
    func subscribe(_ socket: Socket) throws(ZeroMQError) {
        for name in names { try socket.subscribe(name) }
    }

    /// Records a snapshot with the newest name.
    ///
    /// - Returns: `false` if there was one before, so that this one was sent over a new connection.
    mutating func noteNewest(over socket: Socket) throws(ZeroMQError) -> Bool {
        try forget(but: 1, socket)
        answers += 1
        defer { isAnswered = true }
        return !isAnswered
    }

    private mutating func forget(but count: Int, _ socket: Socket) throws(ZeroMQError) {
        while names.count > count { try socket.unsubscribe(names.removeFirst()) }
    }
}
