import Foundation
import Regions
import TestSupport
import Testing

/// The landmarks of a town, as another program reads them: with SQL, by the tables of docs/regions.md.
@Suite struct LandmarkTests {
    private let test: TestRegion
    private let region: Region

    init() throws {
        test = try TestRegion()
        region = try test.build()
    }

    private func rows(_ query: String) throws -> [String] {
        let code = """
            import sqlite3, sys
            for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print("|".join(str(x) for x in row))
            """
        let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/python3")).run(
            ["-B", "-c", code, region.path("landmarks.sqlite"), query])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.lines
    }

    @Test func `each kind is there once`() throws {
        let kinds = try rows("SELECT kind, count(*) FROM landmark GROUP BY kind ORDER BY kind")
        #expect(
            kinds == [
                "barrier|1", "bridge|1", "church|1", "crossing|1", "entrance|1", "fuel|1", "level_crossing|1", "lift|1",
                "speed_camera|1", "stairs|1", "station|2", "stop_sign|1", "traffic_signals|1",
            ])
    }

    @Test func `a point on a road has the road, its bearing and its direction`() throws {
        let signal = try rows(
            """
            SELECT l.direction, r.bearing, r.class, r.name, r.oneway, r.is_end
            FROM landmark l JOIN landmark_road r ON r.landmark = l.id WHERE l.kind = 'traffic_signals'
            """)
        #expect(signal == ["forward|90.0|primary|Ostring|1|0"])
        #expect(try rows("SELECT has_signals FROM landmark WHERE kind = 'crossing'") == ["1"])
        #expect(try rows("SELECT is_restricted FROM landmark WHERE kind = 'speed_camera'") == ["1"])
        #expect(try rows("SELECT sum(is_restricted) FROM landmark WHERE kind != 'speed_camera'") == ["0"])
    }

    @Test func `stairs and bridges have their ends`() throws {
        #expect(
            try rows("SELECT steps, detail, start_lat, end_lat, bearing FROM landmark WHERE kind = 'stairs'")
                == ["24|up|50.01|50.0102|0.0"])
        #expect(try rows("SELECT name FROM landmark WHERE kind = 'bridge'") == ["Alte Brücke"])
        #expect(try rows("SELECT name, detail FROM landmark WHERE kind = 'church'") == ["Peterskirche|church"])
    }

    @Test func `landmarks around a position come from the index`() throws {
        let near = try rows(
            """
            SELECT kind FROM landmark_position p JOIN landmark l USING(id)
            WHERE p.min_lat > 50.0128 AND p.max_lat < 50.0135 AND p.min_lon > 7.99 AND p.max_lon < 8.01
            """)
        #expect(near == ["church"])
    }
}
