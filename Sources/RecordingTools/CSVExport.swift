import NavigationEvents
import Platform

/// Exports a CSV table (RFC 4180) with one row per fix and the guidance computed from it.
///
/// Texts are not changed. In a spreadsheet, columns of names should be imported as text, since a text that begins with
/// = + - or @ could be taken for a formula.
package struct CSVExport: DriveExport {
    /// Whether the output is a terminal, where control characters of texts are made visible.
    let isForTerminal: Bool

    /// Makes an export.
    ///
    /// - Parameter isForTerminal: Whether control characters of texts are made visible.
    package init(isForTerminal: Bool = false) { self.isForTerminal = isForTerminal }

    /// The names of the columns, with units.
    static let columns = [
        "session", "tick", "time", "published_at", "latitude_degrees", "longitude_degrees",
        "smoothed_latitude_degrees", "smoothed_longitude_degrees", "altitude_m", "horizontal_accuracy_m", "speed_mps",
        "course_degrees", "heading_degrees", "satellites_used", "quality", "state", "position_status", "street",
        "speed_limit_mps", "maneuver", "maneuver_road", "to_maneuver_m", "to_maneuver_s", "to_destination_m",
        "to_destination_s", "off_route", "in_tunnel", "cue_identity", "cue_stage", "cue_subject",
    ]

    package func write(_ source: any EventSource, to sink: TextSink) throws {
        try sink.write(row(Self.columns))
        // The guidance follows its fix, so a row waits for it.
        var waiting: [Session: Envelope] = [:]
        try source.forEach(of: [.onGPS, .onNavigation]) { envelope in
            switch envelope.event {
            case .gps:
                if let fix = waiting.updateValue(envelope, forKey: envelope.session) {
                    try sink.write(row(fix, nil))
                }
            case .navigation(let info):
                guard let fix = waiting[envelope.session], fix.tick == envelope.tick, fix.run == envelope.run else {
                    return
                }
                waiting[envelope.session] = nil
                try sink.write(row(fix, info))
            case .navigationStarted, .navigationStopped, .control, .command, .heading: break
            }
        }
        for fix in waiting.values.sorted(by: { $0.session.name < $1.session.name }) {
            try sink.write(row(fix, nil))
        }
    }

    private func row(_ fields: [String]) -> String {
        fields.map { (isForTerminal ? $0.printable : $0).csv }.joined(separator: ",") + "\r\n"
    }

    private func row(_ envelope: Envelope, _ info: NavigationInfo?) -> String {
        guard case .gps(let fix) = envelope.event else { return "" }
        return row(
            [envelope.session.name, "\(envelope.tick)", fix.time.iso8601, envelope.publishedAt.iso8601]
                + Self.fields(of: fix)
                + (info.map(Self.fields) ?? Array(repeating: "", count: 15)))
    }

    private static func fields(of fix: Fix) -> [String] {
        let numbers: [Double?] = [
            fix.position.latitudeDegrees, fix.position.longitudeDegrees, fix.smoothedPosition.latitudeDegrees,
            fix.smoothedPosition.longitudeDegrees, fix.altitudeMeters, fix.horizontalAccuracyMeters,
            fix.speedMetersPerSecond, fix.courseDegrees, fix.headingDegrees,
        ]
        return numbers.map(text) + [fix.satellitesUsed.map(String.init) ?? "", "\(fix.quality)"]
    }

    private static func fields(of info: NavigationInfo) -> [String] {
        let numbers: [Double?] = [
            info.toManeuver?.distanceMeters, info.toManeuver?.durationSeconds, info.toDestination?.distanceMeters,
            info.toDestination?.durationSeconds,
        ]
        return [
            "\(info.state)", "\(info.positionStatus)", info.currentStreetName, text(info.speedLimit?.metersPerSecond),
            info.currentStep.map { "\($0.maneuver)" } ?? "", info.currentStep?.fullRoadName ?? "",
        ] + numbers.map(text) + ["\(info.isOffRoute)", "\(info.isInTunnel)"]
            + (info.cue.map { ["\($0.identity)", "\($0.stage)", "\($0.subject)"] } ?? ["", "", ""])
    }

    private static func text(_ number: Double?) -> String { number?.plainText ?? "" }
}
