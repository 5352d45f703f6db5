import Glibc
import NavigationEvents
import Pictures
import Testing

@testable import Maps

@Suite("Names on maps")
struct LabelTests {
    private static func labels(
        _ layers: [(String, [TileWriter.Feature])], heading: Double = 0, zoom: Double = 15
    ) throws -> [MapLabel] {
        let camera = MapCamera(center: MapFile.middle, zoom: zoom, headingDegrees: heading)
        let projection = MapProjection(camera, width: 800, height: 480, scale: 1)
        let tile = try MapTile(stored: TileWriter.tile(layers))
        var placer = LabelPlacer(projection: projection, theme: .day, scale: 1)
        var names = NameTypesetter()
        let placements = projection.placements(zooms: 0...14).filter { $0.id == MapFile.tile }
        placer.place(placements.map { ($0, tile) }, &names)
        return placer.placed
    }

    @Test func `the name of a street follows it and is upright in every direction`() throws {
        let street = [("transportation_name", [TileWriter.Feature.name("Hauptstraße", [(1000, 2048), (3100, 2048)])])]
        for heading in stride(from: 0.0, to: 360, by: 7.5) {
            let label = try #require(try Self.labels(street, heading: heading).first)
            // The street is from west to east.
            let (x, y) = (cos(heading * .pi / 180), -sin(heading * .pi / 180))
            let across = label.direction.x * y - label.direction.y * x
            #expect(across.magnitude < 0.01, "\(heading)")
            #expect(label.direction.x > -0.01, "\(heading)")
        }
    }

    @Test func `a street with a sharp bend has its name on a straight part`() throws {
        let bend = [(1000, 1400), (2048, 2048), (1000, 2600)]
        let labels = try Self.labels([("transportation_name", [.name("Serpentine", bend)])])
        #expect(labels.count == 1)
        #expect(labels.allSatisfy { $0.direction.y.magnitude > 0.3 && $0.center.x < 400 })
    }

    @Test func `a street shorter than its name has none`() throws {
        let short = [
            ("transportation_name", [TileWriter.Feature.name("Karl-Ludwig-Straße", [(2048, 2048), (2150, 2048)])])
        ]
        #expect(try Self.labels(short).isEmpty)
        #expect(try Self.labels(short, zoom: 19).count == 1)
    }

    @Test func `of two names in one place, the more important one is shown`() throws {
        let places = [
            TileWriter.Feature.town("Altstadt", 2048, 2048, kind: "suburb"),
            .town("Heidelberg", 2060, 2050, kind: "city"),
            .town("Neuenheim", 2048, 1500, kind: "suburb"),
        ]
        let labels = try Self.labels([("place", places)])
        #expect(labels.count == 2)
        #expect((labels[0].center - SIMD2(402.9, 240.5)).x.magnitude < 2)
        #expect(labels[0].line.height > labels[1].line.height)
    }

    @Test func `a name is not repeated nearby, and is bounded in number and length`() throws {
        let parallel = (0..<30).map { TileWriter.Feature.name("Ring", [(0, 1500 + 40 * $0), (4096, 1500 + 40 * $0)]) }
        let rings = try Self.labels([("transportation_name", parallel)])
        for (index, ring) in rings.enumerated() {
            for other in rings[..<index] {
                let step = ring.center - other.center
                #expect((step.x * step.x + step.y * step.y).squareRoot() >= 240)
            }
        }
        let many = (0..<3000).map { TileWriter.Feature.town("Ort \($0)", 1000 + $0 % 60 * 40, 1500 + $0 / 60 * 20) }
        #expect(try Self.labels([("place", many)]).count <= 48)
        let long = TileWriter.Feature.town(String(repeating: "W\u{301}", count: 50_000), 2048, 2048)
        let tile = try MapTile(stored: TileWriter.tile([("place", [long])]))
        #expect(tile.names.map(\.text.count) == [60])
    }

    @Test(arguments: ["<script>alert(1)</script>", "\u{202E}شارع\u{202C}", "\u{0}\u{1B}[2J", "👩‍👩‍👧‍👦", ""])
    func `a hostile name is drawn or left out`(name: String) throws {
        let labels = try Self.labels([("place", [.town(name, 2048, 2048)])])
        #expect(labels.count <= 1)
        let renderer = try MapFile([("place", [.town(name, 2048, 2048)])]).renderer()
        let camera = MapCamera(center: MapFile.middle, zoom: 14)
        let map = try renderer.characters(MapPicture(width: 60, height: 20, camera: camera))
        #expect(map.lines.allSatisfy { $0 == $0.displayable && $0.count == 60 })
    }
}
