public import NavigationControl
import NavigationEvents

extension SettingDeclaration {
    /// The value in the type of this setting: an integer becomes a number where one is expected; `nil` for another
    /// type.
    func accept(_ value: SettingValue) -> SettingValue? {
        switch (kind, value) {
        case (.text, .text), (.path, .text), (.bool, .bool), (.integer, .integer), (.number, .number), (.list, .list):
            value
        case (.number, .integer(let integer)): .number(Double(integer))
        default: nil
        }
    }

    /// Whether the value is a path, and not one of the choices.
    func namesFile(_ value: SettingValue) -> Bool {
        guard kind == .path, case .text(let text) = value else { return false }
        return !choices.contains(text)
    }

    /// The text that is not one of the choices; `nil` if there is none.
    func wrongChoice(_ value: SettingValue) -> String? {
        guard !choices.isEmpty else { return nil }
        switch value {
        case .text(let text):
            // A file name has a folder or an extension; any other text besides the choices is a mistake.
            return choices.contains(text) || kind == .path && text.contains { "/.".contains($0) } ? nil : text
        case .list(let texts): return texts.first { !choices.contains($0) }
        case .bool, .integer, .number: return nil
        }
    }

    /// The choices, as text.
    var choicesForPeople: String {
        (choices + (kind == .path ? ["the path of a file"] : [])).joined(separator: ", ")
    }

    /// The expected number and the value, if the value is outside the bounds; `nil` if it is inside.
    func wrongBounds(_ value: SettingValue) -> String? {
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let given): number = given
        case .bool, .text, .list: return nil
        }
        guard let bounds else { return nil }
        // NaN is inside no bounds.
        let isInside = (minimum.map { number >= $0 } ?? true) && (maximum.map { number <= $0 } ?? true)
        return isInside && !number.isNaN ? nil : "\(kind.forPeople) \(bounds), not \(spelled(number))"
    }

    /// The bounds as text, such as `from 0 to 1`; `nil` if there are none.
    public var bounds: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let least?, nil): "from \(spelled(least)) on"
        case (nil, let most?): "up to \(spelled(most))"
        case (let least?, let most?): "from \(spelled(least)) to \(spelled(most))"
        }
    }

    /// The number, without a fraction if it is an integer.
    private func spelled(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension SettingValue {
    /// Description of the value: the value of a number, the type of any other.
    var kindForPeople: String {
        switch self {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text: "a text"
        case .list: "a list"
        }
    }
}

extension SettingDeclaration.Kind {
    /// Description of the expected value.
    var forPeople: String {
        switch self {
        case .text: "a text in quotes"
        case .path: "a path in quotes"
        case .bool: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .list: "a list of texts"
        }
    }
}
