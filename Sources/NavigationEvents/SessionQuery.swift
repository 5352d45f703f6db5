/// Which sessions of a bus somebody wants to know of, in the order of their names.
public struct SessionQuery: Sendable, Hashable {
    /// The first name that counts, whether there is such a session or not; empty: from the beginning.
    public var first: String
    /// How many at most; the bus tells of no more than ``largestMost`` at a time.
    public var most: UInt32

    /// Sessions told of at a time.
    public static let largestMost: UInt32 = 1000

    /// Makes a query.
    public init(first: String = "", most: UInt32 = SessionQuery.largestMost) {
        self.first = first
        self.most = most
    }
}
