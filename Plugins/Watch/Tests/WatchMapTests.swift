import Dashboard
import NavigationEvents
import Pictures
import TestSupport
import Testing

@testable import Watch

@Suite("The map beside the dashboard")
struct WatchMapTests {
    @Test func `a wide screen has the map on the right; a narrow one is as without a map`() throws {
        let folder = try TemporaryFolder()
        let map = try #require(try WatchMap.named(RoadMap.write(in: folder)))
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
        let map = try #require(try WatchMap.named(RoadMap.write(in: folder)))
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
