import HapticDevices
import TOML

extension PatternLanguage {
    /// The pulses of a situation; empty if it is switched off, `nil` if the table has no entry for it.
    static func pulses(of name: PatternName, in root: TOMLSection) throws(ConfigurationError) -> [Pulse]? {
        let key = name.rawValue
        guard root.keys.contains(key) else { return nil }
        let row: [Pulse]?
        if root.isList(key) {
            row = try pulses(root, key)
        } else if let section = try root.section(key) {
            row = try situation(section)
        } else {
            row = nil
        }
        guard var row else { return nil }
        if let last = row.indices.last, !isFollowed(name) { row[last].pauseMilliseconds = 0 }
        try checkLength(row, name, root)
        return row
    }

    /// A situation that is written as a TOML table: pulses, repetitions, and whether it is enabled.
    private static func situation(_ section: TOMLSection) throws(ConfigurationError) -> [Pulse]? {
        try section.allowOnly(situationKeys)
        let times = try integer("repeat", in: section, repeats)
        let pause = try integer("pauseMilliseconds", in: section, pauseMilliseconds, " ms")
        let isEnabled = try section.bool("enabled")
        let row = try pulses(section, "pulses")
        if isEnabled == false { return [] }
        guard var row else {
            guard isEnabled == true, times == nil, pause == nil else {
                throw section.error(
                    "pulses",
                    "\"\(section.name)\" has no pulses; write pulses = [{ strength = 0.8, milliseconds = 200 }], or "
                        + "enabled = false")
            }
            return nil
        }
        if let pause, let last = row.indices.last { row[last].pauseMilliseconds = pause }
        return Array(repeatElement(row, count: times ?? 1).joined())
    }

    private static func pulses(_ section: TOMLSection, _ key: String) throws(ConfigurationError) -> [Pulse]? {
        guard let list = try section.sections(key) else { return nil }
        var row: [Pulse] = []
        for pulse in list {
            try pulse.allowOnly(pulseKeys)
            let times = try integer("repeat", in: pulse, repeats) ?? 1
            row += Array(repeating: try self.pulse(pulse), count: times)
            guard row.count <= maxPulses else {
                throw section.error(key, "\"\(key)\" has more than \(maxPulses) pulses; more cannot be told apart")
            }
        }
        return row
    }

    private static func pulse(_ section: TOMLSection) throws(ConfigurationError) -> Pulse {
        guard let strength = try number("strength", in: section, strength) else {
            throw missing("strength", in: section, "a number from \(strength.lowerBound) to \(strength.upperBound)")
        }
        guard let length = try integer("milliseconds", in: section, milliseconds, " ms") else {
            throw missing(
                "milliseconds", in: section,
                "a whole number from \(milliseconds.lowerBound) to \(milliseconds.upperBound)")
        }
        let pause = try integer("pauseMilliseconds", in: section, pauseMilliseconds, " ms")
        return Pulse(strength, length, pause: pause ?? defaultPauseMilliseconds, at: try side(section))
    }

    private static func side(_ section: TOMLSection) throws(ConfigurationError) -> PulseSide {
        guard let word = try section.text("side") else { return .all }
        guard let side = PulseSide(rawValue: word) else {
            let known = PulseSide.allCases.map(\.rawValue)
            let hint = NearestWord.find(word, among: known).map { "did you mean \"\($0)\"? " } ?? ""
            throw section.error(
                "side", "there is no side \"\(word)\"; \(hint)there are \(known.joined(separator: ", "))")
        }
        return side
    }

    private static func missing(_ key: String, in section: TOMLSection, _ wanted: String) -> ConfigurationError {
        section.error(key, "\"\(key)\" of \(section.name) is missing; it must be \(wanted)")
    }

    private static func checkLength(
        _ row: [Pulse], _ name: PatternName, _ root: TOMLSection
    ) throws(ConfigurationError) {
        guard row.count <= maxPulses else {
            throw root.error(
                name.rawValue, "\"\(name.rawValue)\" has \(row.count) pulses with its repeats; at most \(maxPulses)")
        }
        let milliseconds = row.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds }
        guard milliseconds <= maxMilliseconds(name) else {
            throw root.error(
                name.rawValue,
                "\"\(name.rawValue)\" lasts \(milliseconds) ms with its pauses and repeats; at most "
                    + "\(maxMilliseconds(name)) ms, so that the next pattern can be felt")
        }
    }
}
