import CSQLite

/// A compiled statement, whose rows are read one after another.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase
    /// SQLite copies a bound text.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
        (self.handle, self.database) = (handle, database)
    }

    deinit { sqlite3_finalize(handle) }

    /// Begins again with other values for the parameters.
    func bind(_ values: [SQLiteValue]) {
        sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            switch value {
            case .integer(let number): sqlite3_bind_int64(handle, place, Int64(number))
            case .real(let number): sqlite3_bind_double(handle, place, number)
            case .text(let text): sqlite3_bind_text(handle, place, text, -1, Self.copied)
            }
        }
    }

    /// Moves to the next row; `false` after the last one.
    func step() throws(RegionError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw database.failure
        }
    }

    /// Runs a statement without rows.
    func run(_ values: SQLiteValue...) throws(RegionError) {
        bind(values)
        _ = try step()
    }

    /// A column of the row as an integer.
    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

    /// A column of the row as a number.
    func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// A column of the row as text; `nil` if it is null. Invalid UTF-8 is repaired.
    func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

/// A value for a parameter of a statement.
enum SQLiteValue {
    case integer(Int)
    case real(Double)
    case text(String)
}
