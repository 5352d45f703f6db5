import NavigationControl
import NavigationEvents
import TOML

extension TOMLSection {
    /// The value of a key with the type of a setting; throws if it is absent or of another type.
    func value(_ key: String, kind: SettingDeclaration.Kind) throws(ConfigurationError) -> SettingValue {
        let value: SettingValue? =
            switch kind {
            case .text, .path: try text(key).map(SettingValue.text)
            case .bool: try bool(key).map(SettingValue.bool)
            case .integer: try integer(key).map { .integer(Int64($0)) }
            case .number: try number(key).map(SettingValue.number)
            case .list: try list(key).map(SettingValue.list)
            }
        guard let value else { throw error(key, "\"\(key)\" is missing") }
        return value
    }
}
