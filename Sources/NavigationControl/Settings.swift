public import NavigationEvents

/// A control's section of the configuration.
///
/// Nested keys are joined by dots: `rate` in the table `[speech.voice]` is `voice.rate`. Each accessor gives the
/// default when the key is absent and throws when its value has another type: a wrong setting is never ignored.
public struct Settings: Sendable, Hashable {
    /// All values, by their dotted keys.
    public let values: [String: SettingValue]

    /// Makes settings from their values.
    public init(_ values: [String: SettingValue] = [:]) {
        self.values = values
    }

    /// The text of a key. Also the place of a file: the launcher has made it absolute.
    public func text(_ key: String, default fallback: String) throws(SettingsError) -> String {
        switch values[key] {
        case nil: fallback
        case .text(let text): text
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "text")
        }
    }

    /// The truth value of a key.
    public func bool(_ key: String, default fallback: Bool) throws(SettingsError) -> Bool {
        switch values[key] {
        case nil: fallback
        case .bool(let bool): bool
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "true or false")
        }
    }

    /// The whole number of a key; outside `range` it is refused.
    public func integer(
        _ key: String, default fallback: Int, in range: ClosedRange<Int>? = nil
    ) throws(SettingsError) -> Int {
        let number: Int
        switch values[key] {
        case nil: return fallback
        case .integer(let value): number = Int(value)
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "a whole number")
        }
        if let range, !range.contains(number) {
            throw .invalid(
                key: key, value: "\(number)", reason: "it must lie in \(range.lowerBound)...\(range.upperBound)")
        }
        return number
    }

    /// The number of a key, whole or not; outside `range`, or not finite, it is refused.
    public func number(
        _ key: String, default fallback: Double, in range: ClosedRange<Double>? = nil
    ) throws(SettingsError) -> Double {
        let number: Double
        switch values[key] {
        case nil: return fallback
        case .number(let value): number = value
        case .integer(let value): number = Double(value)
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "a number")
        }
        guard number.isFinite else { throw .invalid(key: key, value: "\(number)", reason: "it must be finite") }
        if let range, !range.contains(number) {
            throw .invalid(
                key: key, value: "\(number)", reason: "it must lie in \(range.lowerBound)...\(range.upperBound)")
        }
        return number
    }

    /// The list of texts of a key.
    public func list(_ key: String, default fallback: [String]) throws(SettingsError) -> [String] {
        switch values[key] {
        case nil: fallback
        case .list(let list): list
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "a list of texts")
        }
    }

    /// The member of an enumeration that a key names by its raw value.
    public func choice<Choice>(_ key: String, default fallback: Choice) throws(SettingsError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let name = try text(key, default: fallback.rawValue)
        guard let choice = Choice(rawValue: name) else {
            throw .notAChoice(key: key, value: name, choices: Choice.allCases.map(\.rawValue))
        }
        return choice
    }
}
