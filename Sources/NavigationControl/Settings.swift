public import NavigationEvents

/// The section of a control in the configuration.
///
/// Nested keys are joined by dots: `rate` in the table `[speech.voice]` is `voice.rate`. Each accessor returns the
/// default if the key is absent, and throws ``SettingsError`` if its value has another type: an invalid setting is
/// never ignored.
public struct Settings: Sendable, Hashable {
    /// All values, by their dotted keys.
    public let values: [String: SettingValue]
    /// The rule for paths; `nil`: all values come from this process.
    private let source: PathPolicy?

    /// Makes settings from their values.
    public init(_ values: [String: SettingValue] = [:]) {
        self.values = values
        source = nil
    }

    /// Makes settings from those of a bus, overridden by those of the command line.
    init(_ values: [String: SettingValue], from source: PathPolicy) {
        self.values = values.merging(source.given.mapValues(SettingValue.text)) { $1 }
        self.source = source
    }

    /// The file, folder or device that a key names, as an absolute path.
    ///
    /// Use this method, never ``text(_:default:choices:)``, for a path to open: a bus whose launcher has not started this
    /// process cannot choose it. The default then counts, unless the command line gives another path (`--set
    /// KEY=PATH`).
    ///
    /// - Parameters:
    ///   - key: The key in the section of the control.
    ///   - fallback: The result if the key is absent or its value does not count.
    ///   - choices: Texts that are not file names.
    public func path(
        _ key: String, default fallback: String, choices: [String] = []
    ) throws(SettingsError) -> String {
        let path = try text(key, default: fallback)
        return path == fallback || choices.contains(path) || isTrusted(key) ? path : fallback
    }

    /// The list of a key whose texts may be paths, those with a `/`; see ``path(_:default:choices:)``.
    public func paths(_ key: String, default fallback: [String]) throws(SettingsError) -> [String] {
        if let given = source?.given[key] { return given.split(separator: ",").map(String.init) }
        let paths = try list(key, default: fallback)
        return paths == fallback || !paths.contains { $0.contains("/") } || isTrusted(key) ? paths : fallback
    }

    private func isTrusted(_ key: String) -> Bool {
        guard let source, !source.trustsBus, source.given[key] == nil else { return true }
        source.reportIgnored(key)
        return false
    }

    /// The text of a key. For a path to open, use ``path(_:default:choices:)``.
    ///
    /// - Parameters:
    ///   - key: The key in the section of the control.
    ///   - fallback: The result if the key is absent.
    ///   - choices: The only allowed texts; empty: any text.
    public func text(
        _ key: String, default fallback: String, choices: [String] = []
    ) throws(SettingsError) -> String {
        switch values[key] {
        case nil: return fallback
        case .text(let text):
            guard choices.isEmpty || choices.contains(text) else {
                throw .notAChoice(key: key, value: text, choices: choices)
            }
            return text
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "text")
        }
    }

    /// The boolean of a key.
    public func bool(_ key: String, default fallback: Bool) throws(SettingsError) -> Bool {
        switch values[key] {
        case nil: fallback
        case .bool(let bool): bool
        case .some(let value): throw .wrongType(key: key, value: value, wanted: "true or false")
        }
    }

    /// The integer of a key; throws if it is outside `range`.
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

    /// The number of a key, integer or not; throws if it is outside `range` or not finite.
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

    /// The member of an enumeration whose raw value a key has.
    public func choice<Choice>(_ key: String, default fallback: Choice) throws(SettingsError) -> Choice
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let name = try text(key, default: fallback.rawValue)
        guard let choice = Choice(rawValue: name) else {
            throw .notAChoice(key: key, value: name, choices: Choice.allCases.map(\.rawValue))
        }
        return choice
    }
}
