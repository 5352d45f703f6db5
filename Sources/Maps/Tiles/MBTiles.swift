import CSQLite

/// A file of map tiles (MBTiles 1.3): a SQLite database with vector tiles, as tilemaker writes it.
public final class MBTiles {
    /// The zoom levels of the file.
    public let zooms: ClosedRange<Int>
    /// The path of the file.
    public let path: String
    private let database: OpaquePointer
    private let select: OpaquePointer
    private let work: QueryWork

    /// The zoom levels that a file may have.
    private static let allowedZooms = 0...22
    /// The maximum size of a compressed tile.
    private static let maxTileBytes: Int32 = 8 << 20

    /// Opens a file for reading.
    ///
    /// - Throws: ``MapError/file(path:reason:)`` for a missing or damaged file, and for one with pictures as tiles.
    public init(path: String) throws(MapError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close(opened)
            throw .file(path: path, reason: String(cString: sqlite3_errstr(code)))
        }
        let work = QueryWork()
        work.limit(opened)
        do throws(MapError) {
            sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.maxTileBytes)
            // The file may come from another machine: its schema must not run functions.
            sqlite3_exec(opened, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", nil, nil, nil)
            zooms = try Self.zooms(of: opened, path)
            select = try Self.statement(
                "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?", opened, path)
        } catch {
            sqlite3_close(opened)
            throw error
        }
        (database, self.path, self.work) = (opened, path, work)
    }

    deinit {
        sqlite3_finalize(select)
        sqlite3_close(database)
    }

    /// The bytes of a tile as stored, usually compressed; `nil` if the file does not have it.
    public func tile(_ id: TileID) throws(MapError) -> [UInt8]? {
        defer { sqlite3_reset(select) }
        guard zooms.contains(id.zoom), (0..<1 << id.zoom).contains(id.x), (0..<1 << id.zoom).contains(id.y) else {
            return nil
        }
        work.reset()
        // The rows of MBTiles begin in the south.
        for (place, number) in [id.zoom, id.x, (1 << id.zoom) - 1 - id.y].enumerated() {
            sqlite3_bind_int64(select, Int32(place + 1), Int64(number))
        }
        switch sqlite3_step(select) {
        case SQLITE_DONE: return nil
        case SQLITE_ROW:
            let count = Int(sqlite3_column_bytes(select, 0))
            return sqlite3_column_blob(select, 0).map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
        default: throw Self.failure(database, path)
        }
    }

    /// The bytes of a tile as stored, after a check of their compression: without it, a tile has at most 8 MB.
    public func checkedTile(_ id: TileID) throws(MapError) -> [UInt8]? {
        guard let tile = try tile(id) else { return nil }
        _ = try Gzip.inflated(tile)
        return tile
    }

    /// A row of the metadata, such as `bounds` or `attribution`, at most 1000 characters of it; `nil` without one.
    public func metadata(_ name: String) -> String? {
        work.reset()
        guard let row = try? Self.statement("SELECT value FROM metadata WHERE name = ?", database, path) else {
            return nil
        }
        defer { sqlite3_finalize(row) }
        // The text is copied.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(row, 1, name, -1, copied)
        guard sqlite3_step(row) == SQLITE_ROW, let text = sqlite3_column_text(row, 0) else { return nil }
        return String(String(cString: text).unicodeScalars.prefix(1000))
    }

    private static func zooms(of database: OpaquePointer, _ path: String) throws(MapError) -> ClosedRange<Int> {
        let format = try statement("SELECT value FROM metadata WHERE name = 'format'", database, path)
        defer { sqlite3_finalize(format) }
        if sqlite3_step(format) == SQLITE_ROW, let text = sqlite3_column_text(format, 0) {
            let format = String(cString: text)
            guard format == "pbf" else {
                throw .file(path: path, reason: "its tiles are \"\(format)\"; vector tiles (\"pbf\") are needed")
            }
        }
        // The tiles decide, since the metadata of many files is wrong.
        let levels = try statement(
            "SELECT (SELECT min(zoom_level) FROM tiles), (SELECT max(zoom_level) FROM tiles)", database, path)
        defer { sqlite3_finalize(levels) }
        guard sqlite3_step(levels) == SQLITE_ROW else { throw failure(database, path) }
        guard sqlite3_column_type(levels, 0) != SQLITE_NULL else { throw .file(path: path, reason: "it has no tiles") }
        let (low, high) = (Int(sqlite3_column_int64(levels, 0)), Int(sqlite3_column_int64(levels, 1)))
        guard low <= high, allowedZooms.contains(low), allowedZooms.contains(high) else {
            throw .file(path: path, reason: "it has the zoom levels \(low) to \(high); 0 to 22 are allowed")
        }
        return low...high
    }

    private static func statement(
        _ text: String, _ database: OpaquePointer, _ path: String
    ) throws(MapError) -> OpaquePointer {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(database, text, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw failure(database, path)
        }
        return prepared
    }

    private static func failure(_ database: OpaquePointer, _ path: String) -> MapError {
        .file(path: path, reason: String(cString: sqlite3_errmsg(database)))
    }
}
