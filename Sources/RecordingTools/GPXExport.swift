import NavigationEvents

/// Exports a GPX 1.1 file: stopovers as waypoints, routes as routes, fixes as tracks.
///
/// The schema requires this order, so the events are read several times.
package struct GPXExport: DriveExport {
    /// Whether the track has the smoothed positions.
    let isSmoothed: Bool

    /// Makes an export.
    ///
    /// - Parameter isSmoothed: Whether the track has the smoothed positions instead of those of the receiver.
    package init(isSmoothed: Bool = false) { self.isSmoothed = isSmoothed }

    /// Seconds without a fix after which a new segment begins, since the movement in between is unknown.
    private static let maxGapSeconds = 30.0

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="navbus" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

        """

    package func write(_ source: any EventSource, to sink: TextSink) throws {
        try sink.write(Self.head)
        var (stopovers, routes) = (Set<Stopover>(), Set<String>())
        try source.forEach(of: [.onNavigationStarted]) { envelope in
            guard case .navigationStarted(let route) = envelope.event else { return }
            for stopover in route.stopovers where stopovers.insert(stopover).inserted {
                try sink.write(Self.waypoint(stopover, isLast: stopover == route.stopovers.last))
            }
        }
        try source.forEach(of: [.onNavigationStarted]) { envelope in
            guard case .navigationStarted(let route) = envelope.event, routes.insert(route.id).inserted else { return }
            try Self.write(route, to: sink)
        }
        try writeTracks(source, to: sink)
        try sink.write("</gpx>\n")
    }

    private static func waypoint(_ stopover: Stopover, isLast: Bool) -> String {
        guard let positionAttributes = positionAttributes(stopover.position) else { return "" }
        let name = stopover.name.isEmpty ? "" : "<name>\(stopover.name.xml)</name>"
        return "  <wpt \(positionAttributes)>\(name)<type>\(isLast ? "destination" : "stopover")</type></wpt>\n"
    }

    private static func write(_ route: Route, to sink: TextSink) throws {
        let steps = Dictionary(route.legs.flatMap(\.steps).map { ($0.geometryIndex, $0) }) { first, _ in first }
        try sink.write(
            "  <rte><name>\(route.id.xml)</name><src>\(route.provider.xml)</src><type>\(route.reason)</type>\n")
        for (index, vertex) in route.geometry.enumerated() {
            guard let positionAttributes = positionAttributes(vertex) else { continue }
            try sink.write("    <rtept \(positionAttributes)>\(steps[index].map(describe) ?? "")</rtept>\n")
        }
        try sink.write("  </rte>\n")
    }

    private static func describe(_ step: Step) -> String {
        let name = step.fullRoadName.isEmpty ? "" : "<name>\(step.fullRoadName.xml)</name>"
        let text = step.instruction.map { "<desc>\($0.xml)</desc>" } ?? ""
        return "\(name)\(text)<type>\(step.maneuver)</type>"
    }

    // MARK: - Tracks

    /// The open track.
    private struct Track {
        var run: UInt64
        var session: Session
        var lastFix: Timestamp
    }

    private func writeTracks(_ source: any EventSource, to sink: TextSink) throws {
        // Each session has its own track, so the events are read once per session.
        for session in try sessions(in: source) {
            var track: Track?
            try source.forEach(of: [.onGPS]) { envelope in
                guard envelope.session == session, case .gps(let fix) = envelope.event else { return }
                try sink.write(Self.opening(envelope, fix, after: track) + point(fix))
                track = Track(run: envelope.run, session: session, lastFix: fix.time)
            }
            if track != nil { try sink.write("  </trkseg></trk>\n") }
        }
    }

    private func sessions(in source: any EventSource) throws -> [Session] {
        var sessions: Set<Session> = []
        try source.forEach(of: [.onGPS]) { sessions.insert($0.session) }
        return sessions.sorted { $0.name < $1.name }
    }

    private static func opening(_ envelope: Envelope, _ fix: Fix, after track: Track?) -> String {
        let begin = "  <trk><name>\(envelope.session.name)</name><trkseg>\n"
        guard let track else { return begin }
        if track.run != envelope.run { return "  </trkseg></trk>\n" + begin }
        let pause = fix.time.seconds(since: track.lastFix)
        return (0...maxGapSeconds).contains(pause) ? "" : "  </trkseg><trkseg>\n"
    }

    private func point(_ fix: Fix) -> String {
        guard let positionAttributes = Self.positionAttributes(isSmoothed ? fix.smoothedPosition : fix.position) else {
            return ""
        }
        var text = "    <trkpt \(positionAttributes)>"
        if let altitude = fix.altitudeMeters?.decimalText { text += "<ele>\(altitude)</ele>" }
        text += "<time>\(fix.time.iso8601)</time>"
        if fix.quality == .differential { text += "<fix>dgps</fix>" }
        if let satellites = fix.satellitesUsed, satellites >= 0 { text += "<sat>\(satellites)</sat>" }
        return text + Self.motion(fix) + "</trkpt>\n"
    }

    /// Speed and course in the extension of Garmin, since GPX 1.1 has no elements for them.
    private static func motion(_ fix: Fix) -> String {
        let speed = fix.speedMetersPerSecond?.decimalText.map { "<gpxtpx:speed>\($0)</gpxtpx:speed>" } ?? ""
        let course = fix.courseDegrees?.decimalText.map { "<gpxtpx:course>\($0)</gpxtpx:course>" } ?? ""
        if speed.isEmpty, course.isEmpty { return "" }
        return "<extensions><gpxtpx:TrackPointExtension>\(speed)\(course)</gpxtpx:TrackPointExtension></extensions>"
    }

    private static func positionAttributes(_ coordinate: Coordinate) -> String? {
        guard coordinate.isValid, let latitude = coordinate.latitudeDegrees.decimalText,
            let longitude = coordinate.longitudeDegrees.decimalText
        else { return nil }
        return "lat=\"\(latitude)\" lon=\"\(longitude)\""
    }
}

extension Double {
    /// The number without an exponent, which `xs:decimal` does not permit; `nil` if it is too large for a coordinate,
    /// an altitude or a speed.
    fileprivate var decimalText: String? {
        guard let text = plainText, magnitude < 1e9 else { return nil }
        guard text.contains("e") else { return text }
        // Only numbers close to zero have an exponent here, so nine digits are enough.
        let billionths = String(Int((magnitude * 1e9).rounded()))
        return (self < 0 ? "-0." : "0.") + String(repeating: "0", count: 9 - billionths.count) + billionths
    }
}
