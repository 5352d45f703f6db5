package import CommandOutput
import NavigationEvents
import Platform
package import Recording

/// The contents of a recording, for people and for programs.
package enum InfoText {
    /// The most gaps and damaged positions that are listed.
    private static let maxListed = 20

    // MARK: - Text

    package static func lines(_ info: RecordingInfo, _ summary: RecordingSummary, style: Style = .output) -> [String] {
        var lines = info.paths.map { style.bold($0.printable) }
        func add(_ name: String, _ text: String) { lines.append("  \(name.padded(to: 12)) \(text.printable)") }
        add("size", "\(info.bytes) bytes, \(condition(info))")
        add("events", "\(summary.events)")
        if let first = summary.first, let last = summary.last {
            add("first", first.iso8601)
            add("last", "\(last.iso8601), \(Quantity.duration(summary.durationSeconds)) later")
        }
        add("topics", list(Topic.allCases.map { ($0.rawValue, summary.counts[$0] ?? 0) }))
        add("sessions", summary.sessions.map(\.name).sorted().joined(separator: ", "))
        add("runs", "\(summary.runs.count) (\(summary.runs.map(name).joined(separator: ", ")))")
        for navigation in summary.navigations.prefix(maxListed) { add("navigation", describe(navigation)) }
        add("cues", "\(summary.cues.count)")
        add("reports", list(summary.reports.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        add("missing", missing(info, summary))
        for hole in summary.holes.prefix(maxListed) { add("", describe(hole)) }
        for gap in info.gaps.prefix(maxListed) { add("gap", describe(gap)) }
        add("duplicates", "\(summary.duplicates)")
        if info.disordered > 0 { add("disordered", "\(info.disordered)") }
        add("torn", "\(info.tornBytes) bytes")
        for damage in info.damage.prefix(maxListed) { add("damage", "failed to \(damage)") }
        if !info.ignoredMessages.isEmpty {
            add(
                "others",
                list(info.ignoredMessages.sorted { $0.key < $1.key }.map { ($0.key, Int(clamping: $0.value)) }))
        }
        return lines
    }

    private static func condition(_ info: RecordingInfo) -> String {
        if info.isWhole { return "whole" }
        return info.isFinished ? "damaged: navbus recover saves the complete events" : unfinished(info.paths.count)
    }

    private static func missing(_ info: RecordingInfo, _ summary: RecordingSummary) -> String {
        let count = info.missing(holes: summary.missing)
        guard let location = info.unknownLoss else { return count == 0 ? "none" : "\(count) events" }
        return count == 0 ? "unknown: \(location)" : "at least \(count) events, more are unknown: \(location)"
    }

    private static func unfinished(_ parts: Int) -> String {
        parts == 1
            ? "being written or incomplete: navbus recover repairs it"
            : "a part is being written or incomplete: navbus recover repairs it"
    }

    private static func list(_ counts: [(String, Int)]) -> String {
        counts.isEmpty ? "none" : counts.map { "\($0) \($1)" }.joined(separator: ", ")
    }

    private static func name(_ run: UInt64) -> String { String(run, radix: 16) }

    private static func describe(_ navigation: RecordingSummary.Navigation) -> String {
        let places = navigation.places.isEmpty ? "" : " to \(navigation.places.joined(separator: ", "))"
        return "\(Quantity.distance(navigation.distanceMeters))\(places), \(navigation.provider), "
            + "\(navigation.reason.words) at \(navigation.startedAt.iso8601)"
    }

    private static func describe(_ hole: (row: RecordingSummary.Row, numbers: ClosedRange<UInt64>)) -> String {
        let numbers = hole.numbers
        let range =
            numbers.lowerBound == numbers.upperBound
            ? "\(numbers.lowerBound)" : "\(numbers.lowerBound) to \(numbers.upperBound)"
        let topic = hole.row.topic.map { "\($0.rawValue) " } ?? "#"
        return "\(topic)\(range) of session \(hole.row.session.name), run \(name(hole.row.run))"
    }

    private static func describe(_ gap: RecordingGap) -> String {
        let range = gap.firstSequence > 0 ? ", #\(gap.firstSequence) to #\(gap.lastSequence)" : ""
        return "\(gap.count) events\(range), until \(gap.ended.iso8601): \(gap.reason)"
    }

    // MARK: - JSON

    package static func json(_ info: RecordingInfo, _ summary: RecordingSummary) -> String {
        var fields: [(String, String)] = [
            ("files", array(info.paths.map(\.json))), ("bytes", "\(info.bytes)"), ("isWhole", "\(info.isWhole)"),
            ("events", "\(summary.events)"),
        ]
        if let first = summary.first, let last = summary.last {
            fields += [("first", first.iso8601.json), ("last", last.iso8601.json)]
        }
        fields += [
            ("durationSeconds", "\(summary.durationSeconds)"),
            ("topics", object(Topic.allCases.map { ($0.rawValue, "\(summary.counts[$0] ?? 0)") })),
            ("sessions", array(summary.sessions.map(\.name).sorted().map(\.json))),
            ("runs", array(summary.runs.map { name($0).json })),
            ("navigations", array(summary.navigations.map(json))), ("cues", "\(summary.cues.count)"),
            ("reports", object(summary.reports.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })),
            ("missing", "\(info.missing(holes: summary.missing))"), ("unknownLoss", info.unknownLoss?.json ?? "null"),
            ("unreadable", "\(info.unreadable)"), ("isFinished", "\(info.isFinished)"),
            ("holes", array(summary.holes.map(json))),
            ("gaps", array(info.gaps.map(json))), ("duplicates", "\(summary.duplicates)"),
            ("disordered", "\(info.disordered)"), ("tornBytes", "\(info.tornBytes)"),
            ("damage", array(info.damage.map { "failed to \($0)".json })),
            ("otherMessages", object(info.ignoredMessages.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })),
        ]
        return object(fields)
    }

    private static func json(_ navigation: RecordingSummary.Navigation) -> String {
        object([
            ("route", navigation.routeID.json), ("provider", navigation.provider.json),
            ("reason", "\(navigation.reason)".json), ("places", array(navigation.places.map(\.json))),
            ("distanceMeters", navigation.distanceMeters.plainText ?? "null"),
            ("startedAt", navigation.startedAt.iso8601.json),
        ])
    }

    private static func json(_ hole: (row: RecordingSummary.Row, numbers: ClosedRange<UInt64>)) -> String {
        object([
            ("run", name(hole.row.run).json), ("session", hole.row.session.name.json),
            ("topic", hole.row.topic.map(\.rawValue.json) ?? "null"), ("first", "\(hole.numbers.lowerBound)"),
            ("last", "\(hole.numbers.upperBound)"),
        ])
    }

    private static func json(_ gap: RecordingGap) -> String {
        object([
            ("run", name(gap.run).json), ("session", gap.session.name.json),
            ("firstSequence", "\(gap.firstSequence)"), ("lastSequence", "\(gap.lastSequence)"),
            ("count", "\(gap.count)"), ("began", gap.began.iso8601.json), ("ended", gap.ended.iso8601.json),
            ("reason", gap.reason.json),
        ])
    }

    private static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

    private static func object(_ fields: [(String, String)]) -> String {
        "{\(fields.map { "\($0.0.json):\($0.1)" }.joined(separator: ","))}"
    }
}
