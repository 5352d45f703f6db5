import CSQLite

/// A SQLite database of a region.
final class SQLiteDatabase {
    private let handle: OpaquePointer
    private let path: String
    /// The maximum size of a value; a longer one is an error.
    private static let maxValueBytes: Int32 = 16 << 20

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file, which must exist.
    ///   - isWritable: Whether it may be changed.
    init(_ path: String, isWritable: Bool = false) throws(RegionError) {
        var opened: OpaquePointer?
        let flags = (isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw .file(path: path, reason: String(cString: sqlite3_errstr(code)))
        }
        (handle, self.path) = (opened, path)
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.maxValueBytes)
        // A region may come from another machine: its schema must not run functions.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }

    deinit { sqlite3_close(handle) }

    /// Runs statements that return nothing of interest.
    func execute(_ statements: String) throws(RegionError) {
        guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// Compiles a statement.
    func statement(_ text: String) throws(RegionError) -> SQLiteStatement {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, text, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw failure }
        return SQLiteStatement(prepared, of: self)
    }

    /// The first column of the first row as an integer; `nil` without a row.
    func integer(_ text: String) throws(RegionError) -> Int? {
        let statement = try statement(text)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first column of the first row as text; `nil` without a row.
    func text(_ text: String) throws(RegionError) -> String? {
        let statement = try statement(text)
        return try statement.step() ? statement.text(0) : nil
    }

    /// The latest error.
    var failure: RegionError { .file(path: path, reason: String(cString: sqlite3_errmsg(handle))) }
}
