public import NavigationControl
import NavigationEvents

extension SettingDeclaration {
    /// The value as this setting holds it: a whole number where a number is wanted becomes one; `nil` for another type.
    func accept(_ value: SettingValue) -> SettingValue? {
        switch (kind, value) {
        case (.text, .text), (.path, .text), (.bool, .bool), (.integer, .integer), (.number, .number), (.list, .list):
            value
        case (.number, .integer(let integer)): .number(Double(integer))
        default: nil
        }
    }

    /// Whether the value is a path, and none of the words that may stand in its place.
    func namesFile(_ value: SettingValue) -> Bool {
        guard kind == .path, case .text(let text) = value else { return false }
        return !choices.contains(text)
    }

    /// The text that is none of the choices; `nil` if all are.
    func wrongChoice(_ value: SettingValue) -> String? {
        guard !choices.isEmpty else { return nil }
        switch value {
        case .text(let text):
            // Beside its choices a path may be any file, and a file has a folder or an ending: the rest is mistyped.
            return choices.contains(text) || kind == .path && text.contains { "/.".contains($0) } ? nil : text
        case .list(let texts): return texts.first { !choices.contains($0) }
        case .bool, .integer, .number: return nil
        }
    }

    /// The choices, in words.
    var choicesForPeople: String {
        (choices + (kind == .path ? ["the path of a file"] : [])).joined(separator: ", ")
    }

    /// What the number should be, with what it is, where it lies outside the bounds; `nil` where it does not.
    func wrongBounds(_ value: SettingValue) -> String? {
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let given): number = given
        case .bool, .text, .list: return nil
        }
        guard let bounds else { return nil }
        // What is no number lies in no bounds.
        let isInside = (minimum.map { number >= $0 } ?? true) && (maximum.map { number <= $0 } ?? true)
        return isInside && !number.isNaN ? nil : "\(kind.forPeople) \(bounds), not \(spelled(number))"
    }

    /// The bounds in words, such as `from 0 to 1`; `nil` if there are none.
    public var bounds: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let least?, nil): "from \(spelled(least)) on"
        case (nil, let most?): "up to \(spelled(most))"
        case (let least?, let most?): "from \(spelled(least)) to \(spelled(most))"
        }
    }

    /// Without a fraction where there is none.
    private func spelled(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension SettingValue {
    /// What it is, in words: a number itself, the type of all else.
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
    /// What it wants, in words.
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
