public import NavigationControl
public import NavigationEvents
public import TOML

/// Combines the settings that a manifest declares with those of a configuration.
public struct ControlSettings {
    private let manifest: ControlManifest
    private let paths: PathResolver

    /// Makes a value for a control.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of the control.
    ///   - paths: Resolves relative paths in the configuration.
    public init(manifest: ControlManifest, paths: PathResolver) {
        self.manifest = manifest
        self.paths = paths
    }

    /// The complete settings of the control: the defaults, overridden by the configuration.
    ///
    /// - Parameters:
    ///   - section: The section of the control; keys of nested tables are joined by dots.
    ///   - failure: Makes the error for a key of the section, with its position.
    public func resolved(
        _ section: [String: SettingValue], failure: (_ key: String, _ text: String) -> ConfigurationError
    ) throws(ConfigurationError) -> [String: SettingValue] {
        var values: [String: SettingValue] = [:]
        for declaration in manifest.settings { values[declaration.key] = declaration.defaultValue }
        for (key, value) in section.sorted(by: { $0.key < $1.key }) {
            guard let declaration = manifest.settings.first(where: { $0.key == key }) else {
                throw failure(key, unknown(key))
            }
            guard let accepted = declaration.accept(value) else {
                throw failure(key, "\"\(manifest.id).\(key)\" must be \(wanted(key)), not \(value.kindForPeople)")
            }
            if let wrong = declaration.wrongChoice(accepted) {
                let choices = declaration.choicesForPeople
                throw failure(key, "\"\(manifest.id).\(key)\" cannot be \"\(wrong)\"; use one of: \(choices)")
            }
            if let bounds = declaration.wrongBounds(accepted) {
                throw failure(key, "\"\(manifest.id).\(key)\" must be \(bounds)")
            }
            values[key] = declaration.namesFile(accepted) ? absolute(accepted) : accepted
        }
        return values
    }

    /// A value from the command line, parsed by its declaration; `nil` if it has the wrong type.
    public func value(_ text: String, for key: String) -> SettingValue? {
        guard let declaration = manifest.settings.first(where: { $0.key == key }) else { return .text(text) }
        switch declaration.kind {
        case .text, .path: return .text(text)
        case .bool: return Bool(text).map(SettingValue.bool)
        case .integer: return Int64(text).map(SettingValue.integer)
        case .number: return Double(text).map(SettingValue.number)
        case .list: return .list(text.split(separator: ",").map(String.init))
        }
    }

    /// Description of the valid values of a setting.
    public func wanted(_ key: String) -> String {
        guard let declaration = manifest.settings.first(where: { $0.key == key }) else {
            return "an existing setting"
        }
        return [declaration.kind.forPeople, declaration.bounds].compactMap(\.self).joined(separator: " ")
    }

    private func unknown(_ key: String) -> String {
        let known = manifest.settings.map(\.key)
        let hint = NearestWord.find(key, among: known).map { "did you mean \"\($0)\"?" }
        let list = known.isEmpty ? "it has no settings" : "known: \(known.joined(separator: ", "))"
        return "the control \(manifest.id) has no setting \"\(key)\"; \(hint ?? list)"
    }

    private func absolute(_ value: SettingValue) -> SettingValue {
        guard case .text(let path) = value, !path.isEmpty else { return value }
        return .text(paths.resolve(path))
    }
}
