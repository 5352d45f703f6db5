import NavigationEvents
import Testing

@testable import RouteRequests

@Suite struct QueryTests {
    private let place = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)
    private let stop = Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.7)

    @Test func `a query names its stops, alternatives and avoidances`() {
        var query = InstalledRouter.Query(from: place, stops: [stop, place], mode: .bicycle)
        query.alternatives = 2
        query.avoided = [.tolls, .ferries]
        #expect(
            query.arguments == [
                "ask", "--from", "49.41,8.69", "--mode", "bicycle", "--via", "49.42,8.7", "--to", "49.41,8.69",
                "--alternatives", "2", "--avoid", "ferries,tolls",
            ])
    }

    @Test func `a route begins in the direction of a vehicle that moves`() {
        var query = InstalledRouter.Query(from: place, stops: [stop])
        var fix = Fix(time: Timestamp(nanosecondsSinceEpoch: 0), position: stop, courseDegrees: 90)
        fix.speedMetersPerSecond = 3
        query.begin(at: fix)
        #expect(query.arguments[2] == "49.42,8.7,90.0")
        fix.speedMetersPerSecond = 0.2
        query.begin(at: fix)
        #expect(query.arguments[2] == "49.42,8.7")
    }
}
