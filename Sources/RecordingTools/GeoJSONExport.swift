import NavigationEvents
import Platform

/// Exports a GeoJSON FeatureCollection (RFC 7946): tracks and routes as lines; maneuvers, cues and effects of controls
/// as points. The property `kind` distinguishes them.
package struct GeoJSONExport: DriveExport {
    /// Whether the track has the smoothed positions.
    let isSmoothed: Bool

    /// Makes an export.
    ///
    /// - Parameter isSmoothed: Whether the track has the smoothed positions instead of those of the receiver.
    package init(isSmoothed: Bool = false) { self.isSmoothed = isSmoothed }

    package func write(_ source: any EventSource, to sink: TextSink) throws {
        var features = FeatureWriter(sink)
        try sink.write("{\"type\":\"FeatureCollection\",\"features\":[")
        try writeTracks(source, &features)
        try writeRoutes(source, &features)
        try writePoints(source, &features)
        try sink.write("\n]}\n")
    }

    // MARK: - Tracks

    /// Positions and times are separate lists, so the fixes are read twice.
    private func writeTracks(_ source: any EventSource, _ features: inout FeatureWriter) throws {
        for (session, count) in try fixCounts(source).sorted(by: { $0.key.name < $1.key.name }) {
            // A LineString requires at least two points.
            try features.begin(geometry: count > 1 ? "LineString" : "Point")
            var points = Separator()
            try forEachFix(source, session) { fix, _ in
                guard let text = position(fix) else { return }
                try features.sink.write(points.next() + text)
            }
            try features.properties(isPoint: count == 1, ["kind": "track", "session": session.name])
            try features.sink.write(",\"coordTimes\":[")
            var times = Separator()
            try forEachFix(source, session) { fix, _ in
                guard position(fix) != nil else { return }
                try features.sink.write(times.next() + fix.time.iso8601.json)
            }
            try features.sink.write("]")
            try features.end()
        }
    }

    private func fixCounts(_ source: any EventSource) throws -> [Session: Int] {
        var counts: [Session: Int] = [:]
        try source.forEach(of: [.onGPS]) { envelope in
            if case .gps(let fix) = envelope.event, position(fix) != nil { counts[envelope.session, default: 0] += 1 }
        }
        return counts
    }

    private func forEachFix(
        _ source: any EventSource, _ session: Session, _ body: (Fix, Envelope) throws -> Void
    ) throws {
        try source.forEach(of: [.onGPS]) { envelope in
            guard envelope.session == session, case .gps(let fix) = envelope.event else { return }
            try body(fix, envelope)
        }
    }

    private func position(_ fix: Fix) -> String? {
        let coordinate = isSmoothed ? fix.smoothedPosition : fix.position
        return Self.position(coordinate, altitude: fix.altitudeMeters)
    }

    /// The longitude comes first, as in RFC 7946.
    private static func position(_ coordinate: Coordinate, altitude: Double? = nil) -> String? {
        guard coordinate.isValid else { return nil }
        let height = altitude?.plainText.map { ",\($0)" } ?? ""
        return "[\(coordinate.longitudeDegrees),\(coordinate.latitudeDegrees)\(height)]"
    }

    // MARK: - Routes

    private func writeRoutes(_ source: any EventSource, _ features: inout FeatureWriter) throws {
        var seen: Set<String> = []
        try source.forEach(of: [.onNavigationStarted]) { envelope in
            guard case .navigationStarted(let route) = envelope.event, seen.insert(route.id).inserted else { return }
            try Self.write(route, envelope, &features)
            for step in route.legs.flatMap(\.steps) where route.geometry.indices.contains(step.geometryIndex) {
                try features.point(
                    Self.position(route.geometry[step.geometryIndex]),
                    [
                        "kind": "maneuver", "route": route.id, "maneuver": "\(step.maneuver)",
                        "road": step.fullRoadName, "instruction": step.instruction ?? "",
                    ], numbers: ["step": Double(step.number)])
            }
        }
    }

    private static func write(_ route: Route, _ envelope: Envelope, _ features: inout FeatureWriter) throws {
        let line = route.geometry.compactMap { position($0) }
        guard line.count > 1 else { return }
        try features.begin(geometry: "LineString")
        try features.sink.write(line.joined(separator: ","))
        try features.properties(
            isPoint: false,
            [
                "kind": "route", "route": route.id, "provider": route.provider, "reason": "\(route.reason)",
                "time": envelope.driveTime.iso8601,
            ], numbers: ["distanceMeters": route.distanceMeters, "durationSeconds": route.durationSeconds])
        try features.end()
    }

    // MARK: - Points

    private func writePoints(_ source: any EventSource, _ features: inout FeatureWriter) throws {
        var moments = DriveMoments()
        try source.forEach { envelope in
            guard let moment = moments.add(envelope) else { return }
            let fix = moment.fix
            let texts = moment.texts.merging(["time": fix.time.iso8601]) { first, _ in first }
            let coordinate = isSmoothed ? fix.smoothedPosition : fix.position
            try features.point(
                Self.position(coordinate), texts, numbers: moment.numbers.merging(["tick": Double(moment.tick)]) { $1 })
        }
    }
}

/// Commas between the elements of a list.
struct Separator {
    private var isFirst = true

    mutating func next() -> String {
        defer { isFirst = false }
        return isFirst ? "" : ","
    }
}

/// Writes features one after the other.
struct FeatureWriter {
    let sink: TextSink
    private var features = Separator()

    init(_ sink: TextSink) { self.sink = sink }

    /// Begins a feature; its coordinates follow.
    mutating func begin(geometry: String) throws {
        let open = geometry == "Point" ? "" : "["
        try sink.write(
            "\(features.next())\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"\(geometry)\",\"coordinates\":\(open)")
    }

    /// Ends the geometry and writes the properties; empty texts are omitted.
    func properties(isPoint: Bool, _ texts: [String: String], numbers: [String: Double] = [:]) throws {
        let named = texts.filter { !$0.value.isEmpty }.map { ($0.key, $0.value.json) }
        let counted = numbers.compactMap { key, value in value.plainText.map { (key, $0) } }
        let fields = (named + counted).sorted { $0.0 < $1.0 }.map { "\($0.0.json):\($0.1)" }
        try sink.write("\(isPoint ? "" : "]")},\"properties\":{\(fields.joined(separator: ","))")
    }

    /// Ends the feature.
    func end() throws { try sink.write("}}") }

    /// Writes a point feature; nothing without a position.
    mutating func point(_ position: String?, _ texts: [String: String], numbers: [String: Double]) throws {
        guard let position else { return }
        try begin(geometry: "Point")
        try sink.write(position)
        try properties(isPoint: true, texts, numbers: numbers)
        try end()
    }
}
