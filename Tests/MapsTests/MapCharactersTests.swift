import NavigationEvents
import Pictures
import Testing

@testable import Maps

@Suite("Maps of characters")
struct MapCharactersTests {
    @Test func `a terminal shows the road, the route, the vehicle and the name`() throws {
        let file = try MapFile([
            ("transportation", [.road([(-64, 2048), (4160, 2048)], "primary")]),
            ("transportation_name", [.name("Am Ring", [(1500, 1800), (2600, 1800)])]),
        ])
        let renderer = try file.renderer()
        let route = MapRoute(remaining: [
            MapFile.middle, MapFile.coordinate(2048, 1900), MapFile.coordinate(2300, 1900),
        ])
        let picture = MapPicture(
            width: 60, height: 20, camera: MapCamera(center: MapFile.middle, zoom: 13.5), route: route,
            position: MapPosition(MapFile.middle, headingDegrees: 90))
        let map = try renderer.characters(picture)
        #expect(map.columns == 60 && map.rows == 20)
        #expect(map.cells[10][30].character == "▶")
        // The road is on the edge of two rows.
        for column in [5, 55] { #expect([9, 10].contains { map.cells[$0][column].ink == Shape.Ink.faint }) }
        #expect(map.cells[9][30].ink == Shape.Ink.symbol)
        #expect(map.lines.contains { $0.contains("Am Ring") })
        #expect(map.lines[0].allSatisfy { $0 == " " })
        #expect(try renderer.characters(picture) == map)
    }

    @Test func `the arrow points in the direction of travel on the picture`() throws {
        let renderer = try MapFile([("water", [.area("lake", [(0, 0), (9, 0), (9, 9)])])]).renderer()
        for (heading, arrow) in zip([0.0, 50, 90, 130, -180, 225, 270, 320], "▲◥▶◢▼◣◀◤") {
            let camera = MapCamera(center: MapFile.middle, zoom: 14, headingDegrees: 30)
            let position = MapPosition(MapFile.middle, headingDegrees: heading + 30)
            let map = try renderer.characters(MapPicture(width: 9, height: 5, camera: camera, position: position))
            #expect(map.cells[2][4].character == arrow)
        }
    }
}
