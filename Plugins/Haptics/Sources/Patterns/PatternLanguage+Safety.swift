package import HapticDevices
import TOML

/// The safety rules of a table: its wearer may neither see nor hear.
extension PatternLanguage {
    /// Situations that cannot be switched off, because silence means "on course".
    static let requiredPatterns: [PatternName] = [
        .offRoute, .ended, .positionUnreliable, .headingUnknown, .steerLeft, .steerRight, .steerBehind,
    ]
    static let pairs: [(left: PatternName, right: PatternName)] = [
        (.prepareLeft, .prepareRight), (.nowLeft, .nowRight), (.steerLeft, .steerRight),
    ]
    /// Situations in which guidance is impossible; they must differ from pointers.
    static let warnings: [PatternName] = [.offRoute, .positionUnreliable, .headingUnknown]
    /// The minimum number of perceptible differences between situations that must not be confused.
    package static let minSteps = 1.5

    /// Refuses a table that omits or confuses necessary situations.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - root: The root of its document, for the position of an error.
    ///   - isWhole: Whether it extends no other table, and so needs an entry for each situation.
    static func check(_ table: PatternTable, _ root: TOMLSection, isWhole: Bool) throws(ConfigurationError) {
        if isWhole { try checkWhole(table, root) }
        for name in requiredPatterns where table.pulses(name).isEmpty {
            throw root.error(
                name.rawValue,
                "\"\(name.rawValue)\" cannot be switched off: silence means \"on course\"; write pulses for it")
        }
        for (left, right) in pairs {
            guard table.pulses(left).isEmpty == table.pulses(right).isEmpty else {
                throw failure(
                    left, right, table, root, "one of them is switched off; the silence would be taken for the other")
            }
        }
        let apart =
            pairs.map { ($0.left, $0.right) }
            + warnings.flatMap { warning in PatternName.allCases.filter(\.isPointer).map { (warning, $0) } }
        for (one, other) in apart where !table.pulses(one).isEmpty && !table.pulses(other).isEmpty {
            guard table.steps(from: one, to: other) < minSteps else { continue }
            throw failure(
                one, other, table, root,
                "they cannot be told apart with \(table.motors.words); let them differ in the number of pulses, in length "
                    + "or pause by 80 ms, or in strength by 0.3"
                    + (table.motors == .one ? "" : ", or in side"))
        }
    }

    private static func checkWhole(_ table: PatternTable, _ root: TOMLSection) throws(ConfigurationError) {
        let missing = PatternName.allCases.filter { table.patterns[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty else {
            throw ConfigurationError(
                file: root.file,
                text: "says nothing of \(missing.joined(separator: ", ")); write pulses for it, or "
                    + "\(missing[0]) = [] for none, or let the table begin with extends = \"wristband\"")
        }
    }

    private static func failure(
        _ one: PatternName, _ other: PatternName, _ table: PatternTable, _ root: TOMLSection, _ text: String
    ) -> ConfigurationError {
        // In a table that extends another, only one of the two may be written here.
        let key = [other.rawValue, one.rawValue, "steering", "motors"].first { root.keys.contains($0) }
        return root.error(key ?? "extends", "\"\(one.rawValue)\" and \"\(other.rawValue)\": \(text)")
    }
}

extension HapticMotors {
    /// In words: "two motors".
    package var words: String {
        switch self {
        case .one: "one motor"
        case .two: "two motors"
        case .ring(let count): "a ring of \(count) motors"
        }
    }
}
