import Testing

@testable import Maps

@Suite("Vector tiles")
struct VectorTileTests {
    @Test func `a tile has the lines, rings and attributes that were written`() throws {
        let bytes = TileWriter.tile([
            (
                "transportation",
                [.road([(0, 0), (4096, 2048)], "motorway"), .road([(10, 20), (-64, 4160), (30, 40)], "minor")]
            ),
            ("water", [.area("lake", [(0, 0), (4096, 0), (4096, 4096)])]),
        ])
        let tile = try VectorTile(bytes, layers: ["transportation", "water"])
        #expect(tile.layers.map(\.name) == ["transportation", "water"])
        let roads = tile.layers[0]
        #expect(roads.features.map { roads.text(roads.key("class"), of: $0) } == ["motorway", "minor"])
        #expect(roads.parts.map { Array(roads.points[$0]) }[0] == [SIMD2(0, 0), SIMD2(1, 0.5)])
        #expect(roads.points[roads.parts[1]].last == SIMD2<Float>(30, 40) / 4096)
        #expect(tile.layers[1].features.map(\.geometry) == [.polygon] && tile.layers[1].points.count == 3)
        #expect(try VectorTile(bytes, layers: ["water"]).layers.count == 1)
    }

    /// Tiles that are no tiles: a name for the report, and the bytes.
    private static let hostile: [(String, [UInt8])] = {
        func feature(_ geometry: [UInt8], kind: UInt64 = 2, tags: [UInt8] = []) -> [UInt8] {
            let layer =
                TileWriter.field(1, Array("water".utf8))
                + TileWriter.field(
                    2, TileWriter.field(2, tags) + TileWriter.number(3, kind) + TileWriter.field(4, geometry))
            return TileWriter.field(3, layer)
        }
        func move(_ x: Int, _ y: Int) -> [UInt8] { [9] + TileWriter.signed(x) + TileWriter.signed(y) }
        let whole = TileWriter.tile([("water", [.area("lake", [(0, 0), (4096, 0), (4096, 4096)])])])
        return [
            ("a number without an end", Array(repeating: 0xFF, count: 64)),
            ("a field longer than the tile", [0x1A, 0xFF, 0xFF, 0xFF, 0x7F]),
            ("the end of a group", [0x1C]),
            ("a line of 500 million points", feature(TileWriter.varint(1 << 32 - 6) + [1, 1])),
            ("a closed line", feature(move(1, 1) + [15])),
            ("a ring that is closed a million times", feature(move(1, 1) + TileWriter.varint(8_000_007), kind: 3)),
            ("an unknown command", feature([11])),
            ("a point beyond the world", feature(move(1 << 40, 0))),
            ("a sum of steps beyond all numbers", feature(move(.max, .max) + move(.max, .max))),
            ("an attribute that does not exist", feature(move(1, 1), tags: [5, 9])),
            ("an attribute without a value", feature(move(1, 1), tags: [0])),
            ("an extent of zero", TileWriter.field(3, TileWriter.field(1, Array("water".utf8)) + [0x28, 0])),
            (
                "100 layers", (0..<100).flatMap { _ in whole }
            ),
            (
                "a million empty features",
                TileWriter.field(
                    3,
                    TileWriter.field(1, Array("water".utf8)) + (0..<200_000).flatMap { _ in [0x12, 0] as [UInt8] })
            ),
        ]
    }()

    @Test(arguments: hostile.map(\.0)) func `a damaged tile is an error`(name: String) throws {
        let bytes = try #require(Self.hostile.first { $0.0 == name }).1
        #expect(throws: MapError.self) { try MapTile(stored: bytes) }
    }

    @Test func `a tile cut anywhere is an error or a smaller tile`() throws {
        let bytes = TileWriter.tile([
            ("water", [.area("lake", [(0, 0), (4096, 0), (4096, 4096)])]),
            ("transportation_name", [.name("Hauptstraße", [(0, 0), (300, 300)])]),
        ])
        var errors = 0
        for count in 0..<bytes.count {
            do { _ = try MapTile(stored: Array(bytes[..<count])) } catch { errors += 1 }
        }
        #expect(errors > bytes.count * 9 / 10)
    }

    @Test func `compressed tiles are decoded, and bombs and damaged data are errors`() throws {
        let bytes = TileWriter.tile([("water", [.area("lake", [(0, 0), (4096, 0), (4096, 4096)])])])
        let packed = TileWriter.gzip(bytes)
        #expect(try Gzip.inflated(packed) == bytes)
        #expect(try Gzip.inflated(bytes) == bytes)
        #expect(throws: MapError.self) { try Gzip.inflated(Array(packed.dropLast(9))) }
        let bomb = TileWriter.gzip([UInt8](repeating: 0, count: Gzip.maxBytes + 1))
        #expect(bomb.count < 20_000)
        let error = #expect(throws: MapError.self) { try Gzip.inflated(bomb) }
        #expect(error?.description == "read a tile of the map: it has more than 8 MB")
    }

    @Test func `the pieces of a street are one line for its name`() throws {
        let names = [
            TileWriter.Feature.name("Plöck", [(100, 0), (200, 0)]), .name("Plöck", [(300, 50), (200, 0)]),
            .name("Plöck", [(100, 0), (0, 0)]), .name("Sandgasse", [(200, 0), (200, 400)]),
        ]
        let tile = try MapTile(stored: TileWriter.tile([("transportation_name", names)]))
        #expect(tile.names.map(\.text) == ["Plöck", "Sandgasse"])
        #expect(tile.names[0].line.count == 4)
        #expect(tile.names[0].high.x - tile.names[0].low.x == Float(300) / 4096)
    }
}
