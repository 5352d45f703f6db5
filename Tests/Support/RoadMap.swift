import CSQLite

/// A map with eight roads from west to east in each tile, around the place of the recorded drive.
public enum RoadMap {
    /// The map could not be written.
    public struct Failure: Error {}

    /// Writes `map.mbtiles` into a folder, and returns its path.
    public static func write(in folder: TemporaryFolder) throws(Failure) -> String {
        let path = "\(folder.path)/map.mbtiles"
        let hex = tile.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        var text =
            "CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);"
        for x in 8580...8594 {
            for y in 5590...5606 { text += "INSERT INTO tiles VALUES (14, \(x), \(16383 - y), x'\(hex)');" }
        }
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        guard sqlite3_open(path, &opened) == SQLITE_OK, sqlite3_exec(opened, text, nil, nil, nil) == SQLITE_OK else {
            throw Failure()
        }
        return path
    }

    private static let tile: [UInt8] = {
        // Each line has 4096 units to the east; the next one begins 512 units to the south.
        let first: [UInt8] = [0x09, 0, 0x80, 0x04, 0x0A, 0x80, 0x40, 0]
        let next: [UInt8] = [0x09, 0xFF, 0x3F, 0x80, 0x08, 0x0A, 0x80, 0x40, 0]
        let lines = first + Array(repeatElement(next, count: 7).joined())
        let feature: [UInt8] = [0x12, 2, 0, 0, 0x18, 2, 0x22, UInt8(lines.count)] + lines
        let road =
            [0x0A, 14] + Array("transportation".utf8) + [0x12, UInt8(feature.count)] + feature + [0x1A, 5]
            + Array("class".utf8) + [0x22, 9, 0x0A, 7] + Array("primary".utf8)
        return [0x1A, UInt8(road.count)] + road
    }()
}
