import HapticDevices
import TOML

extension PatternTable {
    /// Parses a table; docs/haptics.md describes the language.
    ///
    /// - Parameters:
    ///   - text: TOML.
    ///   - file: The name of the file in errors.
    ///   - name: The name of the table in reports.
    ///   - extending: Finds the table that this one extends.
    init(
        text: String, file: String, name: String,
        extending: (String) throws(PatternTableError) -> PatternTable
    ) throws(PatternTableError) {
        do throws(ConfigurationError) {
            let root = try TOMLDocument(text: text, file: file).root
            try PatternLanguage.checkKeys(root)
            var base: PatternTable?
            if let wanted = try root.text("extends") {
                do throws(PatternTableError) {
                    base = try extending(wanted)
                } catch {
                    throw Self.explained(error.cause, of: wanted, in: root, file)
                }
            }
            self = base ?? PatternTable(name: name, patterns: [:])
            self.name = name
            summary = try PatternLanguage.summary(root) ?? (base.map { "\($0.name), changed" } ?? "")
            motors = try PatternLanguage.motors(root) ?? motors
            steering = try PatternLanguage.steering(root, over: steering)
            for pattern in PatternName.allCases {
                if let pulses = try PatternLanguage.pulses(of: pattern, in: root) { patterns[pattern] = pulses }
            }
            try PatternLanguage.check(self, root, isWhole: base == nil)
        } catch {
            throw PatternTableError(error)
        }
    }

    /// The error of the extended table, at the position of `extends` if that table does not exist.
    private static func explained(
        _ cause: ConfigurationError, of name: String, in root: TOMLSection, _ file: String
    ) -> ConfigurationError {
        cause.file == file && cause.place == nil ? root.error("extends", cause.text) : cause
    }
}

/// The pattern language: the format of a table of patterns, and its limits.
package enum PatternLanguage {
    /// The keys of a table besides the names of situations.
    static let keys = ["extends", "summary", "motors", "steering"]
    static let pulseKeys = ["strength", "milliseconds", "pauseMilliseconds", "side", "repeat"]
    static let situationKeys = ["pulses", "repeat", "pauseMilliseconds", "enabled"]

    /// Weaker pulses are not felt with any motor.
    static let strength = 0.05...1.0
    /// Shorter pulses do not start a motor.
    static let milliseconds = 20...4000
    static let pauseMilliseconds = 0...2000
    /// The pause of pulses that name none.
    static let defaultPauseMilliseconds = 100
    static let repeats = 1...10
    static let maxPulses = 24
    /// The possible numbers of motors in a ring.
    package static let ring = 3...36

    /// The longest duration of a pattern, milliseconds: a pointer must end before the next one, a second later.
    static func maxMilliseconds(_ name: PatternName) -> Int {
        switch name {
        case .steerLeft, .steerRight, .steerBehind, .onCourse, .calibrating: 1000
        case .prepareRoundabout, .nowRoundabout: 2000
        case .roundaboutExit: 500
        default: 4000
        }
    }

    /// Whether another pattern follows at once, so that the pause after the last pulse counts.
    static func isFollowed(_ name: PatternName) -> Bool {
        [.prepareRoundabout, .nowRoundabout, .roundaboutExit].contains(name)
    }

    static func checkKeys(_ root: TOMLSection) throws(ConfigurationError) {
        let names = PatternName.allCases.map(\.rawValue)
        for key in root.keys where !keys.contains(key) && !names.contains(key) {
            let hint = NearestWord.find(key, among: names + keys).map { "did you mean \"\($0)\"?" }
            throw root.error(
                key, "unknown situation \"\(key)\"; " + (hint ?? "there are \(names.joined(separator: ", "))"))
        }
    }

    static func summary(_ root: TOMLSection) throws(ConfigurationError) -> String? {
        guard let summary = try root.text("summary") else { return nil }
        guard summary.count <= 200, summary.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw root.error("summary", "\"summary\" must be one line of at most 200 characters")
        }
        return summary
    }

    static func motors(_ root: TOMLSection) throws(ConfigurationError) -> HapticMotors? {
        guard let count = try root.integer("motors") else { return nil }
        guard let motors = HapticMotors(count: count) else {
            throw root.error(
                "motors",
                "\"motors\" must be 1, 2 (left and right), or \(ring.lowerBound) to \(ring.upperBound) in a ring, "
                    + "not \(count)")
        }
        return motors
    }

    static func steering(
        _ root: TOMLSection, over base: SteeringStrength
    ) throws(ConfigurationError) -> SteeringStrength {
        guard let section = try root.section("steering") else { return base }
        try section.allowOnly(["leastDegrees", "leastStrength", "fullDegrees", "fullStrength"])
        var steering = base
        steering.minDegrees = try number("leastDegrees", in: section, 0...90) ?? steering.minDegrees
        steering.minStrength = try number("leastStrength", in: section, 0.1...1) ?? steering.minStrength
        steering.fullDegrees = try number("fullDegrees", in: section, 1...180) ?? steering.fullDegrees
        steering.fullStrength = try number("fullStrength", in: section, 0.1...1) ?? steering.fullStrength
        guard steering.minDegrees < steering.fullDegrees, steering.minStrength <= steering.fullStrength else {
            throw root.error(
                "steering",
                "\"steering\" must grow: leastDegrees \(steering.minDegrees) below fullDegrees "
                    + "\(steering.fullDegrees), leastStrength \(steering.minStrength) not above fullStrength "
                    + "\(steering.fullStrength)")
        }
        return steering
    }

    static func number(
        _ key: String, in section: TOMLSection, _ range: ClosedRange<Double>
    ) throws(ConfigurationError) -> Double? {
        guard let number = try section.number(key) else { return nil }
        guard range.contains(number) else {
            throw section.error(
                key, "\"\(name(key, in: section))\" must be \(range.lowerBound) to \(range.upperBound), not \(number)")
        }
        return number
    }

    static func integer(
        _ key: String, in section: TOMLSection, _ range: ClosedRange<Int>, _ unit: String = ""
    ) throws(ConfigurationError) -> Int? {
        guard let number = try section.integer(key) else { return nil }
        guard range.contains(number) else {
            throw section.error(
                key,
                "\"\(name(key, in: section))\" must be \(range.lowerBound) to \(range.upperBound)\(unit), not \(number)"
            )
        }
        return number
    }

    /// A key with the tables that contain it: "nowLeft.pulses[2].strength".
    private static func name(_ key: String, in section: TOMLSection) -> String { "\(section.name).\(key)" }
}
