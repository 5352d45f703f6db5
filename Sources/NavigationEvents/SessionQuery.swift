/// A query for the status of some sessions, in the order of their names.
public struct SessionQuery: Sendable, Hashable {
    /// The first name, whether the session exists or not; empty: from the beginning.
    public var first: String
    /// The maximum number of sessions; the bus limits it to ``maxSessions``.
    public var most: UInt32

    /// The maximum number of sessions in one reply.
    public static let maxSessions: UInt32 = 1000

    /// Makes a query.
    public init(first: String = "", most: UInt32 = SessionQuery.maxSessions) {
        self.first = first
        self.most = most
    }
}
