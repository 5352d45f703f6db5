import CSQLite

/// Limits the work of a query: the tables of a foreign file may be views that never end.
final class QueryWork {
    /// The steps of a virtual machine between two checks, and the maximum number of checks: about a second.
    private static let stepsPerCheck: Int32 = 100_000
    private static let maxChecks = 300

    private let checks = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { checks.initialize(to: 0) }

    deinit { checks.deallocate() }

    /// Limits the queries of a database, which must be closed before this object ends.
    func limit(_ database: OpaquePointer) {
        sqlite3_progress_handler(
            database, Self.stepsPerCheck,
            { count in
                guard let count = count?.assumingMemoryBound(to: Int.self) else { return 1 }
                count.pointee += 1
                return count.pointee > QueryWork.maxChecks ? 1 : 0
            }, checks)
    }

    /// Begins another query.
    func reset() { checks.pointee = 0 }
}
