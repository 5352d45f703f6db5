public import NavigationEvents

/// A setting cannot be used. The description completes "failed to …".
public enum SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value has another type than the control needs.
    case wrongType(key: String, value: SettingValue, wanted: String)
    /// The text is not one of the choices.
    case notAChoice(key: String, value: String, choices: [String])
    /// The value is refused for this reason: out of range, a file that cannot be read.
    case invalid(key: String, value: String, reason: String)

    /// The key, its value, and the valid values.
    public var description: String {
        switch self {
        case .wrongType(let key, let value, let wanted):
            "use the setting \"\(key)\": it is \(Self.spelled(value)), but \(wanted) is wanted"
        case .notAChoice(let key, let value, let choices):
            "use the setting \"\(key)\": \"\(value)\" is not one of \(choices.joined(separator: ", "))"
        case .invalid(let key, let value, let reason):
            "use the setting \"\(key)\" = \(value): \(reason)"
        }
    }

    private static func spelled(_ value: SettingValue) -> String {
        switch value {
        case .bool(let bool): "\(bool)"
        case .integer(let number): "the whole number \(number)"
        case .number(let number): "the number \(number)"
        case .text(let text): "the text \"\(text)\""
        case .list(let list): "the list [\(list.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
    }
}
