import Foundation
import NavigationEvents

/// A small town for leaving the route: two parallel long roads and three short ones between them.
///
///     north  A───────C─────────────────E     50 km/h, the destination at its eastern end
///            │       │                 │
///     south  B───────D─────────────────F     60 km/h, the faster route
///
/// From B the route leads along the south and up at the end. After a turn at D, the best route is along the north.
enum Ladder {
    static let southWest = Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.6)
    static let lengthMeters = 3000.0
    static let widthMeters = 400.0
    static let turnOffMeters = 600.0

    /// A position in metres east and north of the south-western corner.
    static func place(east: Double, north: Double) -> Coordinate {
        let latitude = southWest.latitudeDegrees
        return Coordinate(
            latitudeDegrees: latitude + north / 111_229, longitudeDegrees: southWest.longitudeDegrees + east / 72_580)
    }

    /// The destination of the drive.
    static let goal = place(east: lengthMeters - 60, north: widthMeters)
    /// The start of the drive.
    static let start = place(east: 30, north: 0)

    /// The corners of a drive that leaves the route at D.
    static let drivenCorners = [
        start, place(east: turnOffMeters, north: 0), place(east: turnOffMeters, north: widthMeters), goal,
    ]

    /// The town as an OpenStreetMap document.
    static var map: String {
        let columns = [0, turnOffMeters, lengthMeters]
        var lines: [String] = []
        for (row, north) in [0, widthMeters].enumerated() {
            for (column, east) in columns.enumerated() {
                let place = place(east: east, north: north)
                let position = "lat=\"\(place.latitudeDegrees)\" lon=\"\(place.longitudeDegrees)\""
                lines.append("<node id=\"\(10 * row + column + 1)\" version=\"1\" \(position)/>")
            }
        }
        lines.append(way(1, [1, 2, 3], "South Road", kilometersPerHour: 60))
        lines.append(way(2, [11, 12, 13], "North Road", kilometersPerHour: 50))
        for (number, name) in ["West Lane", "Middle Lane", "East Lane"].enumerated() {
            lines.append(way(3 + number, [number + 1, number + 11], name, kilometersPerHour: 50))
        }
        return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<osm version=\"0.6\">"] + lines + ["</osm>", ""])
            .joined(separator: "\n")
    }

    private static func way(_ id: Int, _ nodes: [Int], _ name: String, kilometersPerHour: Int) -> String {
        let references = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
        let tags = [("highway", "secondary"), ("name", name), ("maxspeed", "\(kilometersPerHour)")]
            .map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined()
        return "<way id=\"\(id)\" version=\"1\">\(references)\(tags)</way>"
    }
}

/// The log of a receiver along a line, one fix a second.
enum ReceiverLog {
    private static let metersPerSecond = 13.0

    /// NMEA sentences, which repeat the last position for a while.
    static func nmea(along corners: [Coordinate]) -> String {
        var lines: [String] = []
        var seconds = 0
        for (from, to) in zip(corners, corners.dropFirst()) {
            let north = (to.latitudeDegrees - from.latitudeDegrees) * 111_229
            let east = (to.longitudeDegrees - from.longitudeDegrees) * 72_580
            let length = (north * north + east * east).squareRoot()
            let course = (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
            for step in 0..<Int(length / metersPerSecond) {
                let part = Double(step) * metersPerSecond / length
                let place = Coordinate(
                    latitudeDegrees: from.latitudeDegrees + part * (to.latitudeDegrees - from.latitudeDegrees),
                    longitudeDegrees: from.longitudeDegrees + part * (to.longitudeDegrees - from.longitudeDegrees))
                lines += sentences(place, course, metersPerSecond, seconds)
                seconds += 1
            }
        }
        for _ in 0..<30 {
            lines += corners.last.map { sentences($0, 0, 0, seconds) } ?? []
            seconds += 1
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func sentences(_ place: Coordinate, _ course: Double, _ speed: Double, _ seconds: Int) -> [String] {
        let time = String(format: "%02d%02d%02d.00", 8 + seconds / 3600, seconds / 60 % 60, seconds % 60)
        let latitude = angle(place.latitudeDegrees, digits: 2)
        let longitude = angle(place.longitudeDegrees, digits: 3)
        let knots = String(format: "%.2f", speed / 0.514444)
        return [
            "GPRMC,\(time),A,\(latitude),N,\(longitude),E,\(knots),\(String(format: "%.1f", course)),040526,,,A",
            "GPGGA,\(time),\(latitude),N,\(longitude),E,1,10,0.8,110.0,M,48.0,M,,",
        ].map { body in
            "$\(body)*\(String(format: "%02X", body.utf8.reduce(0) { $0 ^ $1 }))"
        }
    }

    private static func angle(_ degrees: Double, digits: Int) -> String {
        let whole = Int(degrees)
        return String(format: "%0\(digits)d%09.6f", whole, (degrees - Double(whole)) * 60)
    }
}
