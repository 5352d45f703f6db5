import CSQLite
import Dashboard
import NavigationEvents
import Pictures
import TestSupport
import Testing

@testable import Watch

@Suite("The map beside the dashboard")
struct WatchMapTests {
    /// A tile with eight roads from west to east.
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

    /// Makes a map with roads all around the position of the drive.
    private static func makeMap(in folder: String) throws -> String {
        let path = "\(folder)/map.mbtiles"
        let hex = tile.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        var text =
            "CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);"
        for x in 8580...8594 {
            for y in 5590...5606 { text += "INSERT INTO tiles VALUES (14, \(x), \(16383 - y), x'\(hex)');" }
        }
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        try #require(sqlite3_open(path, &opened) == SQLITE_OK && sqlite3_exec(opened, text, nil, nil, nil) == SQLITE_OK)
        return path
    }

    @Test func `a wide screen has the map on the right; a narrow one is as without a map`() throws {
        let folder = try TemporaryFolder()
        let map = try #require(try WatchMap.named(Self.makeMap(in: folder.path)))
        let dashboard = Dashboard.make()
        var plain = DashboardRenderer(options: RenderOptions(form: .dots))
        var renderer = DashboardRenderer(options: RenderOptions(form: .dots), map: map)
        for (columns, rows) in [(99, 30), (140, 11)] {
            let frame = renderer.frame(dashboard, columns: columns, rows: rows, at: Moment(seconds: 0))
            #expect(frame == plain.frame(dashboard, columns: columns, rows: rows, at: Moment(seconds: 0)))
        }
        let frame = renderer.frame(dashboard, columns: 140, rows: 30, at: Moment(seconds: 0))
        let left = plain.frame(dashboard, columns: 56, rows: 30, at: Moment(seconds: 0))
        #expect(frame.columns == 140 && frame.rows == 30)
        for row in 0..<30 { for column in 0..<56 { #expect(frame[row, column] == left[row, column]) } }
        let right = (0..<30).flatMap { row in (57..<140).map { frame[row, $0] } }
        #expect(right.contains { $0.glyph.text == "●" || $0.glyph.text == "▲" })
        #expect(right.count { ("\u{2801}"..."\u{28FF}").contains($0.glyph.text) } > 40)
    }

    @Test func `without braille, or without a position, there is no map`() throws {
        let folder = try TemporaryFolder()
        let map = try #require(try WatchMap.named(Self.makeMap(in: folder.path)))
        var ascii = DashboardRenderer(options: RenderOptions(form: .ascii), map: map)
        let frame = ascii.frame(.make(), columns: 140, rows: 30, at: Moment(seconds: 0))
        #expect(frame.text.utf8.allSatisfy { $0 < 0x7F })
        #expect(map.picture(Dashboard(), columns: 80, rows: 30) == nil)
    }

    @Test func `a file that is no map is an error of the command`() throws {
        #expect(throws: (any Error).self) { try WatchMap.named("/nowhere/map.mbtiles") }
        #expect(try WatchMap.named(nil) == nil)
    }
}
