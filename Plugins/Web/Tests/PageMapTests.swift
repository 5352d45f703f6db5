import CSQLite
import Foundation
import HTTPServer
import NavigationControl
import NavigationEvents
import Platform
import Regions
import Synchronization
import TestSupport
import Testing

@testable import Web

/// A folder with a page, MapLibre beside it, and files of tiles.
private final class MapFolder {
    /// The bytes "tile" as gzip.
    static let gzip = "1f8b08000000000002032bc9cc49050004a98f7604000000"
    static let text = Array("tile".utf8)

    let folder: TemporaryFolder

    init(hasMapLibre: Bool = true) throws {
        folder = try TemporaryFolder()
        try folder.write("<!DOCTYPE html>\n", to: "Page/page.html")
        if hasMapLibre { try folder.write("maplibre", to: "MapLibre/maplibre-gl.js") }
    }

    /// Writes a file of tiles; `tiles` are SQL values.
    @discardableResult
    func map(_ name: String = "map.mbtiles", tiles: [String], more: String = "") throws -> String {
        let path = "\(folder.path)/\(name)"
        let rows = tiles.map { "INSERT INTO tiles VALUES (\($0));" }.joined()
        let text = """
            CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
            INSERT INTO metadata VALUES ('format', 'pbf'), ('bounds', '8.5,49.2,8.9,49.6');\(rows)\(more)
            """
        var opened: OpaquePointer?
        defer { sqlite3_close(opened) }
        try #require(sqlite3_open(path, &opened) == SQLITE_OK && sqlite3_exec(opened, text, nil, nil, nil) == SQLITE_OK)
        return path
    }

    /// Makes a region with a map.
    func region(_ name: String, bounds: String) throws -> String {
        let json = """
            {"format":1,"bounds":[\(bounds)],"builtAt":1,"extract":{"path":"x","bytes":1,"sha256":"x"},"parts":{},"counts":{}}
            """
        try folder.write(json, to: "regions/\(name)/region.json")
        return try map("regions/\(name)/map.mbtiles", tiles: ["0, 0, 0, x'\(Self.gzip)'"])
    }

    var library: RegionLibrary { RegionLibrary(environment: ["NAVBUS_REGIONS": "\(folder.path)/regions"]) }
    var page: PageFolder { PageFolder(path: "\(folder.path)/Page") }
}

/// Collects the reports of a map.
private final class Reports: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
}

@Suite("The map of the page")
struct PageMapTests {
    /// A running control with the map of a setting.
    private func running(_ setting: String, _ files: MapFolder, _ reports: Reports = Reports()) throws -> RunningWeb {
        try RunningWeb(
            ["map": .text(setting)], folder: files.page,
            reporter: Reporter(control: "web") { if $0.kind == .warning { reports.add($0.text) } })
    }

    private func info(_ web: RunningWeb) throws -> [String: Any] {
        let answer = try web.ask("/map.json")
        #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func path(_ info: [String: Any], _ place: String) throws -> String {
        let tiles = try #require(info["tiles"] as? String)
        #expect(tiles.hasSuffix("/{z}/{x}/{y}.pbf"))
        return tiles.replacingOccurrences(of: "{z}/{x}/{y}", with: place)
    }

    @Test func `tiles and MapLibre are served as stored, and browsers may keep them`() throws {
        let files = try MapFolder()
        let map = try files.map(
            tiles: ["3, 4, 5, x'\(MapFolder.gzip)'", "2, 1, 1, x'746c65'"],
            more: "INSERT INTO metadata VALUES ('attribution', '© these mappers')")
        let web = try running(map, files)
        let info = try info(web)
        #expect(info["problem"] is NSNull && info["attribution"] as? String == "© these mappers")
        #expect(info["bounds"] as? [Double] == [8.5, 49.2, 8.9, 49.6])
        #expect(info["minZoom"] as? Int == 2 && info["maxZoom"] as? Int == 3)
        let tile = try web.ask(path(info, "3/4/2"))
        #expect(
            tile.status == 200 && tile.headers["content-encoding"] == "gzip" && tile.body.starts(with: [0x1F, 0x8B]))
        #expect(tile.headers["cache-control"] == "private, max-age=604800, immutable")
        let plain = try web.ask(path(info, "2/1/2"))
        #expect(plain.status == 200 && plain.headers["content-encoding"] == nil && plain.text == "tle")
        let script = try web.ask(#require(info["script"] as? String))
        #expect(script.text == "maplibre" && script.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(script.headers["cache-control"] == "private, max-age=604800, immutable")
    }

    @Test func `addresses that no tile has are refused or empty`() throws {
        let files = try MapFolder()
        let web = try running(try files.map(tiles: ["3, 4, 5, x'\(MapFolder.gzip)'"]), files)
        let info = try info(web)
        for place in ["3/4/3", "3/8/0", "3/0/8", "2/0/0", "30/1073741823/0", "3/9223372036854775807/1"] {
            let answer = try web.ask(path(info, place))
            #expect(answer.status == 204 && answer.body.isEmpty, "\(place)")
        }
        for place in ["3/-1/2", "31/0/0", "3/4/2/1", "3/4/", "a/b/c", "99999999999999999999/0/0", "-1/0/0"] {
            #expect(try web.ask(path(info, place)).status == 404, "\(place)")
        }
        for path in ["/map/0-0-0-0/3/4/2.pbf", "/map/x/maplibre-gl.js", "/map/../maplibre-gl.js", "/map/", "/map"] {
            #expect(try web.ask(path).status == 404, "\(path)")
        }
    }

    @Test func `damaged and oversized tiles are empty, with one warning`() throws {
        let files = try MapFolder()
        // 64 MB of zeros in 64 kB.
        let bomb = try MapFolder.bomb()
        let map = try files.map(tiles: [
            "1, 0, 0, x'1f8b0800ffffffff'", "1, 1, 0, x'\(bomb)'", "1, 0, 1, zeroblob(9000000)",
        ])
        let reports = Reports()
        let web = try running(map, files, reports)
        let info = try info(web)
        for place in ["1/0/1", "1/1/1", "1/0/0"] { #expect(try web.ask(path(info, place)).status == 204, "\(place)") }
        let warnings = reports.all.filter { $0.contains(map) }
        #expect(warnings.count == 1 && warnings.first?.contains("the tile 1/0/1 of \(map)") == true)
        #expect(try web.ask("/health").status == 200)
    }

    @Test func `a foreign, damaged or endless database is a reason, not an end`() throws {
        let files = try MapFolder()
        let endless = """
            DROP TABLE tiles; CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i AS zoom_level, i AS tile_column, i AS tile_row, x'00' AS tile_data FROM n;
            """
        let paths = [
            try files.map("endless.mbtiles", tiles: [], more: endless),
            try files.folder.write("not a database, but long enough for one", to: "text.mbtiles"),
            "\(files.folder.path)/missing.mbtiles",
        ]
        for path in paths {
            let web = try running(path, files)
            #expect(try info(web)["problem"] as? String == "damaged", "\(path)")
            #expect(try info(web)["problem"] as? String == "damaged", "\(path)")
        }
    }

    @Test func `the region of the position is shown, else the first one`() throws {
        let files = try MapFolder()
        let first = try files.region("a", bounds: "1,2,3,4")
        let second = try files.region("b", bounds: "8,49,9,50")
        let choice = MapChoice("", library: files.library)
        #expect(choice.path(at: nil) == first)
        #expect(choice.path(at: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7)) == second)
        #expect(choice.path(at: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)) == first)
        #expect(MapChoice(files.folder.path + "/regions/b").path(at: nil) == second)
        #expect(MapChoice("", library: RegionLibrary(environment: ["NAVBUS_REGIONS": "/nowhere"])).path(at: nil) == nil)
    }

    @Test func `a missing region and a missing MapLibre are named`() throws {
        let empty = RegionLibrary(environment: ["NAVBUS_REGIONS": "/nowhere"])
        let files = try MapFolder(hasMapLibre: false)
        let map = try files.map(tiles: ["0, 0, 0, x'00'"])
        let none = PageMap(MapChoice("", library: empty), page: files.page) { _ in }
        #expect(String(decoding: none.info(at: nil).bytes, as: UTF8.self) == "{\"problem\":\"noRegion\"}")
        let bare = PageMap(MapChoice(map), page: files.page) { _ in }
        #expect(String(decoding: bare.info(at: nil).bytes, as: UTF8.self) == "{\"problem\":\"noLibrary\"}")
        #expect(bare.script("x").status == 404)
    }

    @Test func `a replaced map gets another address, and its predecessor stays readable`() throws {
        let files = try MapFolder()
        let path = try files.map(tiles: ["0, 0, 0, x'61'"])
        let web = try running(path, files)
        let before = try info(web)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try files.map(tiles: ["0, 0, 0, x'62'"])
        let after = try info(web)
        #expect(before["tiles"] as? String != after["tiles"] as? String)
        #expect(try web.ask(self.path(before, "0/0/0")).text == "a")
        #expect(try web.ask(self.path(after, "0/0/0")).text == "b")
    }
}

extension MapFolder {
    /// 64 MB of zeros as gzip, in hexadecimal digits.
    fileprivate static func bomb() throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "head -c 67108864 /dev/zero | gzip -9"]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return bytes.map { String(format: "%02x", $0) }.joined()
    }
}
