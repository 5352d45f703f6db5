package import NavigationEvents
package import Platform

extension SettingValue {
    /// The value as JSON.
    package var json: JSONText {
        switch self {
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(Int(integer))
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let texts): .array(texts.map { .string($0) })
        }
    }
}
