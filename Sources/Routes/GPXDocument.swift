import NavigationEvents

/// What is read of a GPX file: its tracks and routes, and the places beside them.
struct GPXDocument {
    /// A track, all its segments joined, or a route.
    struct Line {
        var isTrack: Bool
        /// What it was recorded or planned for ("cycling"), in the words of its maker.
        var kind = ""
        var points: [Point] = []
    }

    struct Point {
        var position: Coordinate
        /// Seconds since an epoch of its own, where the file gives a time.
        var seconds: Double?
        /// Name of a point of a route where one stops; `nil` for points that only shape the line.
        var stopName: String?
    }

    struct Place {
        var position: Coordinate
        var name: String
    }

    /// Tracks, then routes.
    var lines: [Line]
    var places: [Place]

    /// Reads a file.
    init(_ bytes: [UInt8]) throws(RouteError) {
        let reader = GPXReader()
        try reader.read(bytes)
        lines = reader.lines.filter(\.isTrack) + reader.lines.filter { !$0.isTrack }
        places = reader.places
    }

    /// Whether bytes begin like XML, in any encoding.
    static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "<")
    }
}
