import Geodesy
import NavigationEvents
import Pictures
import Testing

@testable import Maps

@Suite("Map pictures")
struct MapPictureTests {
    private static let size = (width: 240, height: 160)

    private static func picture(
        _ theme: MapTheme = .day, zoom: Double = 14, heading: Double = 0, at place: Coordinate = MapFile.middle
    ) -> MapPicture {
        MapPicture(
            width: size.width, height: size.height, theme: theme,
            camera: MapCamera(center: place, zoom: zoom, headingDegrees: heading))
    }

    /// A road from west to east through the middle of the tile.
    private static func road() throws -> MapFile {
        try MapFile([("transportation", [.road([(-64, 2048), (4160, 2048)], "primary")])])
    }

    private static func rgb(_ color: Color) -> UInt32 {
        [color.red, color.green, color.blue].reduce(0) { $0 << 8 | UInt32($1 * 255 + 0.5) }
    }

    private func color(_ pixels: Pixels, _ x: Int, _ y: Int) -> UInt32 { pixels.argb[y * pixels.width + x] & 0xFFFFFF }

    @Test(arguments: [14.0, 15.5, 17.0, 19.0]) func `a road is where the map has it, at every zoom`(zoom: Double) throws
    {
        var renderer = try Self.road().renderer()
        let pixels = try renderer.pixels(Self.picture(zoom: zoom))
        let (primary, land) = (Self.rgb(MapTheme.day.primary), Self.rgb(MapTheme.day.land))
        for x in stride(from: 5, to: 240, by: 20) {
            #expect(color(pixels, x, 80) == primary)
            #expect(color(pixels, x, 5) == land)
        }
        let width = (0..<160).count { color(pixels, 20, $0) == primary }
        let wanted = try #require(MapClass.primary.width(zoom: zoom))
        #expect((Double(width) - min(wanted, 160)).magnitude <= 2)
    }

    @Test func `the heading is up`() throws {
        // A road from the middle to the east: with the heading east, it is above the middle.
        let file = try MapFile([("transportation", [.road([(2048, 2048), (4160, 2048)], "primary")])])
        var renderer = try file.renderer()
        let ends = [(0.0, (200, 80)), (90, (120, 20)), (180, (40, 80)), (270, (120, 140))]
        for (heading, road) in ends {
            let pixels = try renderer.pixels(Self.picture(heading: heading))
            for (_, place) in ends {
                let isRoad = color(pixels, place.0, place.1) == Self.rgb(MapTheme.day.primary)
                #expect(isRoad == (place == road), "\(heading)")
            }
        }
    }

    @Test func `beside the map there is land only, also at the edges of the world`() throws {
        var renderer = try Self.road().renderer()
        let places = [(0.0, 0.0), (85.2, 10), (-90, 179.999), (12, -180), (.nan, .infinity)]
        for (latitude, longitude) in places {
            for zoom in [-3, 0, 2.5, 14, 99, .nan] {
                var picture = Self.picture(
                    zoom: zoom, heading: 33, at: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
                picture.route = MapRoute(remaining: [picture.camera.center, MapFile.middle])
                _ = try renderer.pixels(picture)
                picture.route = nil
                let pixels = try renderer.pixels(picture)
                // Above the attribution.
                #expect(Set(pixels.argb[..<(240 * 130)]) == [0xFF00_0000 | Self.rgb(MapTheme.day.land)])
            }
        }
    }

    @Test func `a map without an allowed size is refused`() throws {
        var renderer = try Self.road().renderer()
        for (width, height) in [(0, 10), (10, -1), (9000, 10)] {
            var picture = Self.picture()
            (picture.width, picture.height) = (width, height)
            #expect(throws: PictureError.self) { try renderer.pixels(picture) }
            #expect(throws: PictureError.self) { try renderer.characters(picture) }
        }
    }

    @Test func `equal pictures have equal pixels`() throws {
        let file = try MapFile([
            ("transportation", [.road([(0, 2000), (4096, 2100)]), .road([(1900, 0), (2000, 4096)], "minor")]),
            ("transportation_name", [.name("Bergheimer Straße", [(0, 2000), (4096, 2100)])]),
            ("water", [.area("river", [(0, 0), (4096, 0), (4096, 1500)])]),
        ])
        for theme in MapTheme.builtIn {
            let picture = Self.picture(theme, zoom: 14.5, heading: 20)
            var (one, two) = (try file.renderer(), try file.renderer())
            let pixels = try one.pixels(picture)
            let again = [try one.pixels(picture), try two.pixels(picture)]
            #expect(again == [pixels, pixels])
        }
    }

    @Test func `paper has black and white pixels only`() throws {
        let ring = [(0, 0), (4096, 0), (4096, 2000), (0, 1900)]
        for area in ["water", "building", "landcover", "transportation"] {
            let features: [TileWriter.Feature] =
                area == "transportation" ? [.road([(0, 1900), (4096, 1990)])] : [.area("wood", ring)]
            var renderer = try MapFile([(area, features), ("place", [.town("Heidelberg", 2048, 2100)])]).renderer()
            var picture = Self.picture(.paper, heading: 12)
            picture.route = MapRoute(
                driven: [MapFile.coordinate(1500, 2500), MapFile.middle],
                remaining: [MapFile.middle, MapFile.coordinate(2500, 1500)])
            picture.position = MapPosition(MapFile.middle, headingDegrees: 45)
            let pixels = try renderer.pixels(picture)
            #expect(Set(pixels.argb) == [0xFF00_0000, 0xFFFF_FFFF], "\(area)")
        }
    }

    @Test func `an area with a hole is land inside the hole`() throws {
        let lake = TileWriter.Feature(
            kind: 3, attributes: [("class", "lake")],
            lines: [
                [(1500, 1500), (2600, 1500), (2600, 2600), (1500, 2600)],
                [(1900, 1900), (1900, 2200), (2200, 2200), (2200, 1900)],
            ])
        var renderer = try MapFile([("water", [lake])]).renderer()
        let pixels = try renderer.pixels(Self.picture())
        #expect(color(pixels, 120, 80) == Self.rgb(MapTheme.day.land))
        #expect(color(pixels, 85, 80) == Self.rgb(MapTheme.day.water))
    }

    @Test func `bridges are above the roads below, whatever their class`() throws {
        let roads = [
            TileWriter.Feature.road([(2048, -64), (2048, 4160)], "motorway"),
            .road([(1500, 2048), (2600, 2048)], "minor", more: [("brunnel", "bridge")]),
        ]
        var renderer = try MapFile([("transportation", roads)]).renderer()
        let pixels = try renderer.pixels(Self.picture(zoom: 16))
        #expect(color(pixels, 120, 80) == Self.rgb(MapTheme.day.minor))
        #expect(color(pixels, 120, 40) == Self.rgb(MapTheme.day.motorway))
    }

    @Test func `the route is ahead of the vehicle, the driven part behind it`() throws {
        var renderer = try Self.road().renderer()
        var picture = Self.picture(zoom: 16)
        let line = [1800.0, 2048, 2300].map { MapFile.coordinate($0, 2048) }
        picture.route = MapRoute(driven: Array(line[...1]), remaining: Array(line[1...]))
        let pixels = try renderer.pixels(picture)
        #expect(color(pixels, 60, 80) == Self.rgb(MapTheme.day.driven))
        #expect(color(pixels, 180, 80) == Self.rgb(MapTheme.day.route))
        picture.camera = .following(MapFile.middle, zoom: 16, headingDegrees: 90)
        picture.position = MapPosition(MapFile.middle, headingDegrees: 90)
        let moving = try renderer.pixels(picture)
        #expect(color(moving, 120, 112) == Self.rgb(MapTheme.day.arrow))
        #expect(color(moving, 120, 40) == Self.rgb(MapTheme.day.route))
        #expect(color(moving, 120, 138) == Self.rgb(MapTheme.day.driven))
    }

    @Test func `a route is divided at the driven distance`() {
        let line = [0.0, 0.01, 0.03].map { Coordinate(latitudeDegrees: 49, longitudeDegrees: $0) }
        let whole = line.distancesAlongMeters[2]
        let half = MapRoute(line, drivenMeters: whole / 2)
        #expect(half.driven.count == 3 && half.remaining.count == 2 && half.driven.last == half.remaining.first)
        #expect((half.remaining[0].longitudeDegrees - 0.015).magnitude < 1e-6)
        #expect(MapRoute(line, drivenMeters: 0).remaining == line)
        #expect(MapRoute(line, drivenMeters: 1e9).driven == line)
        #expect(MapRoute([], drivenMeters: 5).remaining.isEmpty)
    }
}
