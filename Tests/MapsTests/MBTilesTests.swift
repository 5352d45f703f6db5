import Foundation
import Testing

@testable import Maps

@Suite("Map files")
struct MBTilesTests {
    @Test func `a tile is found by its place`() throws {
        let file = try MapFile([TileID(zoom: 3, x: 1, y: 2): [7], TileID(zoom: 5, x: 9, y: 31): [8, 9]])
        let tiles = try MBTiles(path: file.path)
        #expect(tiles.zooms == 3...5)
        #expect(try tiles.tile(TileID(zoom: 3, x: 1, y: 2)) == [7])
        #expect(try tiles.tile(TileID(zoom: 5, x: 9, y: 31)) == [8, 9])
        #expect(try tiles.tile(TileID(zoom: 5, x: 9, y: 30)) == nil)
    }

    @Test func `foreign and damaged files are refused with the reason`() throws {
        func reason(_ path: String) -> String {
            do throws(MapError) {
                _ = try MBTiles(path: path)
                return "none"
            } catch { return error.description }
        }
        #expect(reason("/nowhere/map.mbtiles") == "read the map /nowhere/map.mbtiles: unable to open database file")
        let pictures = try MapFile([MapFile.tile: [1]], format: "png")
        #expect(reason(pictures.path).hasSuffix("its tiles are \"png\"; vector tiles (\"pbf\") are needed"))
        let empty = try MapFile()
        #expect(reason(empty.path).hasSuffix("it has no tiles"))
        let deep = try MapFile(statements: "INSERT INTO tiles VALUES (99, 0, 0, X'00')")
        #expect(reason(deep.path).hasSuffix("it has the zoom levels 99 to 99; 0 to 22 are allowed"))
        let other = try MapFile(statements: "DROP TABLE tiles")
        #expect(reason(other.path).hasSuffix("no such table: tiles"))
        try Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: URL(filePath: other.path))
        #expect(reason(other.path).hasSuffix("file is not a database"))
    }

    @Test func `an endless view is interrupted`() throws {
        let endless = """
            DROP TABLE tiles; CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i % 3 AS zoom_level, 0 AS tile_column, 7 AS tile_row, x'00' AS tile_data FROM n;
            """
        let file = try MapFile(statements: endless)
        #expect(throws: MapError.file(path: file.path, reason: "interrupted")) { try MBTiles(path: file.path) }
    }

    @Test func `a tile that is served is checked, and places outside the world have none`() throws {
        let id = TileID(zoom: 1, x: 0, y: 0)
        let good = TileWriter.gzip([1, 2, 3])
        let file = try MapFile([id: good, TileID(zoom: 1, x: 1, y: 0): [0x1F, 0x8B, 8, 0]])
        let tiles = try MBTiles(path: file.path)
        #expect(try tiles.checkedTile(id) == good)
        #expect(throws: MapError.self) { try tiles.checkedTile(TileID(zoom: 1, x: 1, y: 0)) }
        for place in [(1, 2, 0), (1, 0, 2), (1, -1, 0), (2, 0, 0), (62, 0, 0)] {
            #expect(try tiles.checkedTile(TileID(zoom: place.0, x: place.1, y: place.2)) == nil)
        }
        #expect(tiles.metadata("format") == "pbf" && tiles.metadata("bounds") == nil)
    }

    @Test func `a damaged tile is empty and is read once`() throws {
        let file = try MapFile([MapFile.tile: [0xFF, 0xFF]])
        let tiles = try MapTiles(path: file.path)
        for _ in 0..<3 { #expect(tiles.tile(MapFile.tile).groups.isEmpty) }
        #expect(tiles.decodedCount == 1)
        #expect(tiles.failure?.description == "read a tile of the map: it ends inside a number")
    }

    @Test func `the cache keeps the tiles of a picture and forgets the oldest`() throws {
        let ids = (0..<200).map { TileID(zoom: 8, x: $0, y: 3) }
        let tile = TileWriter.tile([("water", [.area("lake", [(0, 0), (4096, 0), (4096, 4096)])])])
        let file = try MapFile(Dictionary(uniqueKeysWithValues: ids.map { ($0, tile) }))
        let tiles = try MapTiles(path: file.path)
        for id in ids { #expect(!tiles.tile(id).groups.isEmpty) }
        _ = tiles.tile(ids[199])
        #expect(tiles.decodedCount == 200)
        _ = tiles.tile(ids[0])
        #expect(tiles.decodedCount == 201)
    }
}
