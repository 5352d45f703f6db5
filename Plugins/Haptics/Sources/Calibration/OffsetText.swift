import Geodesy
import NavigationEvents
import TOML

/// The offsets of compasses as TOML that a person can read:
///
///     [[compass]]
///     source = "bluetooth F0:F1:F2:F3:F4:F5"
///     offsetDegrees = 91.4
///     spreadDegrees = 1.2
///     how = "facing north"
///     time = "2026-05-04T08:00:01Z"
enum OffsetText {
    /// Parses the offsets; an error has the position in the text.
    static func offsets(of text: String, file: String) throws(ConfigurationError) -> [String: StoredOffset] {
        let root = try TOMLDocument(text: text, file: file).root
        try root.allowOnly(["compass"])
        var offsets: [String: StoredOffset] = [:]
        for section in try root.sections("compass") ?? [] {
            let source = try section.requiredText("source")
            guard offsets.updateValue(try offset(section), forKey: source) == nil else {
                throw section.error("source", "\"\(source)\" is listed twice")
            }
        }
        return offsets
    }

    /// Formats the offsets, sorted by name.
    static func text(of offsets: [String: StoredOffset]) -> String {
        let head =
            "# The offset of each compass: its heading while its wearer faces true north. navbus haptics calibrate\n"
        return offsets.sorted { $0.key < $1.key }.reduce(into: head) { text, entry in
            text += """

                [[compass]]
                source = \(quoted(entry.key))
                offsetDegrees = \(tenths(entry.value.degrees))
                spreadDegrees = \(tenths(entry.value.spreadDegrees))
                how = "\(entry.value.origin.rawValue)"
                time = "\(entry.value.time.iso8601Seconds)"

                """
        }
    }

    private static func offset(_ section: TOMLSection) throws(ConfigurationError) -> StoredOffset {
        try section.allowOnly(["source", "offsetDegrees", "spreadDegrees", "how", "time"])
        let how = try section.requiredText("how")
        guard let origin = StoredOffset.Origin(rawValue: how) else {
            let known = StoredOffset.Origin.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            throw section.error("how", "\"how\" must be \(known), not \"\(how)\"")
        }
        guard let time = time(try section.requiredText("time")) else {
            throw section.error("time", "\"time\" must be a time such as \"2026-05-04T08:00:01Z\"")
        }
        return StoredOffset(
            degrees: Angle.normalized(try degrees("offsetDegrees", section, in: -360...360)),
            spreadDegrees: try degrees("spreadDegrees", section, in: 0...1000), origin: origin, time: time)
    }

    private static func degrees(
        _ key: String, _ section: TOMLSection, in range: ClosedRange<Double>
    ) throws(ConfigurationError) -> Double {
        guard let degrees = try section.number(key), range.contains(degrees) else {
            throw section.error(key, "\"\(key)\" must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return degrees
    }

    private static func tenths(_ degrees: Double) -> Double { (degrees * 10).rounded() / 10 }

    /// Quotes a name from outside with the escapes of TOML.
    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(inner.joined())\""
    }

    private static func time(_ text: String) -> Timestamp? {
        guard let time = Timestamp(iso8601: text), time.iso8601Seconds == text else { return nil }
        return time
    }
}
