import NavigationEvents

@testable import Routes

/// Builds small documents in every format, so that a test contains only its own values. Their roads run north from
/// 50° N 8° E with a vertex about every 100 m.
enum Documents {
    /// The point of a maneuver; each is north of the previous one.
    static func point(_ index: Int) -> Coordinate {
        Coordinate(latitudeDegrees: 50 + Double(index) * 0.001, longitudeDegrees: 8)
    }

    /// A leg in Valhalla's format: a start, the given maneuvers, a destination.
    static func valhalla(
        _ maneuvers: [String], units: String = "kilometers", last: String = #""type": 4"#
    ) -> [UInt8] {
        let all = [#""type": 1"#] + maneuvers + [last]
        let written = all.enumerated().map { index, maneuver in
            let length = index + 1 < all.count ? 0.111 : 0
            return """
                {\(maneuver), "time": 10, "length": \(length), "begin_shape_index": \(index),
                 "end_shape_index": \(min(index + 1, all.count - 1)), "travel_mode": "drive"}
                """
        }
        let shape = encoded(all.indices.map(point), decimals: 1e6)
        return Array(
            """
            {"trip": {"status": 0, "units": "\(units)", "summary": {"time": 30, "length": 0.333},
             "locations": [{"type": "break", "lat": 50, "lon": 8}, {"type": "break", "lat": 50.1, "lon": 8}],
             "legs": [{"summary": {"time": 30, "length": 0.333}, "shape": \(quoted(shape)),
                       "maneuvers": [\(written.joined(separator: ","))]}]}}
            """.utf8)
    }

    /// A step of the OSRM format.
    struct OSRMStep {
        var type: String
        var modifier: String?
        var side = "right"
        var mode = "driving"
        /// Further fields of the step, as JSON.
        var more = ""
        /// Further fields of its maneuver, as JSON.
        var maneuver = ""
        /// Further fields of its only intersection, as JSON.
        var intersection = ""
    }

    /// A leg in the OSRM format: a departure, the given steps, an arrival.
    static func osrm(_ steps: [OSRMStep], decimals: Double? = nil, legFields: String = "") -> [UInt8] {
        let side = steps.first?.side ?? "right"
        let all =
            [OSRMStep(type: "depart", side: side)] + steps + [OSRMStep(type: "arrive", side: side)]
        let written = all.enumerated().map { index, step in
            let isLast = index + 1 == all.count
            let line = isLast ? [point(index)] : [point(index), point(index + 1)]
            return osrmStep(step, line, decimals: decimals, distance: isLast ? 0 : 111)
        }
        return Array(
            """
            {"code": "Ok", "routes": [{"distance": 333, "duration": 30, "legs": [{"distance": 333, "duration": 30,
             \(legFields) "steps": [\(written.joined(separator: ","))]}]}]}
            """.utf8)
    }

    private static func osrmStep(
        _ step: OSRMStep, _ line: [Coordinate], decimals: Double?, distance: Double
    ) -> String {
        let modifier = step.modifier.map { #""modifier": "\#($0)","# } ?? ""
        let maneuver = step.maneuver.isEmpty ? "" : ", " + step.maneuver
        let more = step.more.isEmpty ? "" : ", " + step.more
        let intersection = step.intersection.isEmpty ? "" : ", " + step.intersection
        let geometry = decimals.map { quoted(encoded(line, decimals: $0)) } ?? geoJSON(line)
        return """
            {"maneuver": {"type": "\(step.type)", \(modifier) "location": \(pair(line[0]))\(maneuver)},
             "geometry": \(geometry), "mode": "\(step.mode)", "driving_side": "\(step.side)",
             "distance": \(distance), "duration": 10,
             "intersections": [{"location": \(pair(line[0]))\(intersection)}]\(more)}
            """
    }

    /// The same from Mapbox, with its own member at the top.
    static func mapbox(_ steps: [OSRMStep], decimals: Double? = nil, legFields: String = "") -> [UInt8] {
        let text = String(decoding: osrm(steps, decimals: decimals, legFields: legFields), as: UTF8.self)
        return Array(text.replacing(#"{"code": "Ok","#, with: #"{"uuid": "harbour", "code": "Ok","#).utf8)
    }

    /// A path of GraphHopper: a start, the given instructions, the destination.
    static func graphHopper(
        _ instructions: [String], details: String = "", decimals: Double? = 1e5, last: String = #""sign": 4"#
    ) -> [UInt8] {
        let all = [#""sign": 0"#] + instructions + [last]
        let written = all.enumerated().map { index, instruction in
            let isLast = index + 1 == all.count
            return """
                {\(instruction), "distance": \(isLast ? 0 : 111), "time": \(isLast ? 0 : 10_000),
                 "interval": [\(index), \(isLast ? index : index + 1)]}
                """
        }
        let line = all.indices.map(point)
        let points = decimals.map { quoted(encoded(line, decimals: $0)) } ?? geoJSON(line)
        return Array(
            """
            {"info": {"took": 3}, "paths": [{"distance": 333, "time": 30000, "points_encoded": \(decimals != nil),
             "points_encoded_multiplier": \(decimals ?? 1e5), "points": \(points),
             "details": {\(details)}, "instructions": [\(written.joined(separator: ","))]}]}
            """.utf8)
    }

    /// A position in metres to the east and to the north of 50° N 8° E.
    static func place(_ east: Double, _ north: Double) -> Coordinate {
        Coordinate(latitudeDegrees: 50 + north / 111_229, longitudeDegrees: 8 + east / 71_696)
    }

    /// A track through positions, with times in seconds if they are given.
    static func gpx(_ line: [Coordinate], seconds: [Int]? = nil, before: String = "", kind: String = "") -> [UInt8] {
        let points = line.enumerated().map { index, place in
            let time = seconds.map { "<time>\(clock($0[index]))</time>" } ?? ""
            return "<trkpt lat=\"\(place.latitudeDegrees)\" lon=\"\(place.longitudeDegrees)\">\(time)</trkpt>"
        }
        let type = kind.isEmpty ? "" : "<type>\(kind)</type>"
        return Array(
            """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="test">\(before)<trk>\(type)<trkseg>
            \(points.joined(separator: "\n"))
            </trkseg></trk></gpx>
            """.utf8)
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2025-03-04T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }

    static func geoJSON(_ line: [Coordinate]) -> String {
        #"{"type": "LineString", "coordinates": [\#(line.map(pair).joined(separator: ","))]}"#
    }

    private static func pair(_ place: Coordinate) -> String {
        "[\(place.longitudeDegrees), \(place.latitudeDegrees)]"
    }

    /// Encodes a polyline.
    static func encoded(_ line: [Coordinate], decimals: Double) -> String {
        var (latitude, longitude): (Int64, Int64) = (0, 0)
        let numbers = line.flatMap { place in
            let next = (
                Int64((place.latitudeDegrees * decimals).rounded()),
                Int64((place.longitudeDegrees * decimals).rounded())
            )
            defer { (latitude, longitude) = next }
            return [next.0 - latitude, next.1 - longitude]
        }
        return encodedNumbers(numbers)
    }

    /// Encodes the differences of a polyline.
    static func encodedNumbers(_ numbers: [Int64]) -> String {
        var bytes: [UInt8] = []
        for number in numbers {
            var rest = number < 0 ? ~(number << 1) : number << 1
            while rest >= 0x20 {
                bytes.append(UInt8(rest & 0x1F | 0x20) + 63)
                rest >>= 5
            }
            bytes.append(UInt8(rest) + 63)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\") + "\""
    }
}
