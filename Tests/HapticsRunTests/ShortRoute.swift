import Glibc
import NavigationEvents

/// A short walking route in the format of a routing server: along a street, to the right, to the left.
enum ShortRoute {
    private static let start = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)
    /// The direction and the length of each street.
    private static let streets: [(bearing: Double, meters: Double)] = [(30, 30), (120, 30), (30, 25)]
    /// The direction of the first street.
    static var firstBearing: Double { streets[0].bearing }

    /// The response, in the format of OSRM.
    static var answer: String {
        var corners = [start]
        for street in streets { corners.append(moved(corners[corners.count - 1], street.bearing, street.meters)) }
        let turns = [("depart", ""), ("turn", "right"), ("turn", "left"), ("arrive", "")]
        let steps = turns.enumerated().map { index, turn in
            let meters = index < streets.count ? streets[index].meters : 0
            return step(turn, Array(corners[index...].prefix(2)), meters: meters)
        }
        let meters = streets.reduce(0) { $0 + $1.meters }
        let whole = "\"distance\": \(meters), \"duration\": \(meters / 1.3)"
        return """
            {"code": "Ok", "routes": [{\(whole), "legs": [{\(whole), "steps": [\(steps.joined(separator: ","))]}]}]}
            """
    }

    private static func step(_ turn: (type: String, side: String), _ line: [Coordinate], meters: Double) -> String {
        let side = turn.side.isEmpty ? "" : "\"modifier\": \"\(turn.side)\","
        let coordinates = line.map(pair).joined(separator: ",")
        // The last line has a single point.
        return """
            {"maneuver": {"type": "\(turn.type)", \(side) "location": \(pair(line[0]))},
             "geometry": {"type": "LineString", "coordinates": [\(coordinates)]}, "mode": "walking", "driving_side": "right",
             "distance": \(meters), "duration": \(meters / 1.3), "intersections": [{"location": \(pair(line[0]))}]}
            """
    }

    private static func pair(_ coordinate: Coordinate) -> String {
        "[\(coordinate.longitudeDegrees), \(coordinate.latitudeDegrees)]"
    }

    private static func moved(_ coordinate: Coordinate, _ bearing: Double, _ meters: Double) -> Coordinate {
        let radians = bearing * .pi / 180
        let east = 111_320 * cos(coordinate.latitudeDegrees * .pi / 180)
        return Coordinate(
            latitudeDegrees: coordinate.latitudeDegrees + meters * cos(radians) / 111_200,
            longitudeDegrees: coordinate.longitudeDegrees + meters * sin(radians) / east)
    }
}
