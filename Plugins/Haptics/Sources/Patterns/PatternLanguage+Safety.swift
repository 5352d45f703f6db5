import TOML

/// What a table may not do, since somebody may walk by it who neither sees nor hears.
extension PatternLanguage {
    /// Silence means "on course": what would be taken for that if it were silent cannot be switched off.
    static let needed: [PatternName] = [
        .offRoute, .ended, .positionUnreliable, .headingUnknown, .steerLeft, .steerRight, .steerBehind,
    ]
    static let pairs: [(left: PatternName, right: PatternName)] = [
        (.prepareLeft, .prepareRight), (.nowLeft, .nowRight), (.steerLeft, .steerRight),
    ]
    /// What says that one cannot be led, and must never be taken for being led.
    static let warnings: [PatternName] = [.offRoute, .positionUnreliable, .headingUnknown]
    /// So many just felt differences must lie between those.
    static let leastSteps = 1.5

    /// Refuses a table that leaves out, mixes up or misleads.
    ///
    /// - Parameter isWhole: Whether it extends none, and so has to say something of each situation.
    static func check(_ table: PatternTable, _ root: TOMLSection, isWhole: Bool) throws(ConfigurationError) {
        if isWhole { try checkWhole(table, root) }
        for name in needed where table.pulses(name).isEmpty {
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
            guard table.steps(from: one, to: other) < leastSteps else { continue }
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
        // Where the table extends another, it may be the one or the other that is written here.
        let key = [other.rawValue, one.rawValue, "steering", "motors"].first { root.keys.contains($0) }
        return root.error(key ?? "extends", "\"\(one.rawValue)\" and \"\(other.rawValue)\": \(text)")
    }
}

extension HapticMotors {
    /// In words: "two motors".
    var words: String {
        switch self {
        case .one: "one motor"
        case .two: "two motors"
        case .ring(let count): "a ring of \(count) motors"
        }
    }
}
