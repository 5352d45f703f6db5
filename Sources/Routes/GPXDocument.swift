import NavigationEvents

/// The parts of a GPX file that are read: tracks, routes and waypoints.
struct GPXDocument {
    /// A track with its segments joined, or a route.
    struct Line {
        var isTrack: Bool
        /// The activity ("cycling"), as the author of the file wrote it.
        var kind = ""
        var points: [Point] = []
    }

    struct Point {
        var position: Coordinate
        /// `nil` if the file has no valid time.
        var time: Timestamp?
        /// Name of a stop; `nil` for points that only shape the line.
        var stopName: String?
    }

    struct Waypoint {
        var position: Coordinate
        var name: String
    }

    /// The tracks, then the routes.
    var lines: [Line]
    var places: [Waypoint]

    /// Parses a GPX file.
    init(_ bytes: [UInt8]) throws(RouteError) {
        let reader = GPXReader()
        try reader.read(bytes)
        lines = reader.lines.filter(\.isTrack) + reader.lines.filter { !$0.isTrack }
        places = reader.places
    }

    /// Whether the bytes begin like XML, in any encoding.
    static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "<")
    }
}
