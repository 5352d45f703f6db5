import CSQLite
import Foundation
import NavigationEvents

@testable import Maps

/// A map file in a folder of its own, which is removed with it.
final class MapFile {
    let path: String
    private let folder: URL

    /// The tile of the tests, and its middle.
    static let tile = TileID(zoom: 14, x: 8587, y: 5598)
    static let middle = coordinate(2048, 2048)

    /// Writes a file with tiles as they are to be stored.
    init(_ tiles: [TileID: [UInt8]] = [:], format: String = "pbf", statements: String = "") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "navbus-map-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "map.mbtiles").path
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK else { throw MapError.file(path: path, reason: "not made") }
        defer { sqlite3_close(opened) }
        let schema = """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
            INSERT INTO metadata VALUES ('format', '\(format)');
            """
        var text = schema
        for (id, bytes) in tiles {
            let hex = bytes.map { String(format: "%02X", $0) }.joined()
            text += "INSERT INTO tiles VALUES (\(id.zoom), \(id.x), \((1 << id.zoom) - 1 - id.y), X'\(hex)');"
        }
        guard sqlite3_exec(opened, text + statements, nil, nil, nil) == SQLITE_OK else {
            throw MapError.file(path: path, reason: String(cString: sqlite3_errmsg(opened)))
        }
    }

    /// Writes a file with one tile of the layers.
    convenience init(_ layers: [(String, [TileWriter.Feature])]) throws {
        try self.init([Self.tile: TileWriter.gzip(TileWriter.tile(layers))])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func renderer() throws -> MapRenderer { MapRenderer(tiles: try MapTiles(path: path)) }

    /// The coordinate of a point of ``tile``, in units of 1/4096 of its side.
    static func coordinate(_ x: Double, _ y: Double) -> Coordinate {
        let count = Double(1 << tile.zoom)
        let (worldX, worldY) = ((Double(tile.x) + x / 4096) / count, (Double(tile.y) + y / 4096) / count)
        return Coordinate(
            latitudeDegrees: atan(sinh(.pi * (1 - 2 * worldY))) * 180 / .pi, longitudeDegrees: worldX * 360 - 180)
    }
}

extension TileWriter.Feature {
    /// A road.
    static func road(_ line: [(Int, Int)], _ name: String = "primary", more: [(String, String)] = []) -> Self {
        Self(attributes: [("class", name)] + more, lines: [line])
    }

    /// The name of a road.
    static func name(_ name: String, _ line: [(Int, Int)], _ road: String = "primary") -> Self {
        Self(attributes: [("class", road), ("name", name)], lines: [line])
    }

    /// The name of a town.
    static func town(_ name: String, _ x: Int, _ y: Int, kind: String = "town") -> Self {
        Self(kind: 1, attributes: [("class", kind), ("name", name)], lines: [[(x, y)]])
    }

    /// An area.
    static func area(_ name: String, _ ring: [(Int, Int)]) -> Self {
        Self(kind: 3, attributes: [("class", name)], lines: [ring])
    }
}
