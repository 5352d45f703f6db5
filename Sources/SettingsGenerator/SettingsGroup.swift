import NavigationControl

/// The settings of a control, or of a table within its section.
struct SettingsGroup {
    /// The last part of the name of the table; for the whole section, the id of the control.
    let name: String
    /// The part of the keys before the names of these settings, such as `patterns.`; empty for the whole section.
    let prefix: String
    /// The settings of the table itself, in the order of the manifest.
    private(set) var settings: [SettingDeclaration] = []
    /// The tables in this one, in the order of the manifest.
    private(set) var groups: [SettingsGroup] = []

    init(_ manifest: ControlManifest) {
        self.init(name: manifest.id, prefix: "")
        for setting in manifest.settings { add(setting, at: setting.key.split(separator: ".").map(String.init)[...]) }
    }

    private init(name: String, prefix: String) {
        self.name = name
        self.prefix = prefix
    }

    /// All settings, those of nested tables last.
    var all: [SettingDeclaration] { settings + groups.flatMap(\.all) }

    private mutating func add(_ setting: SettingDeclaration, at path: ArraySlice<String>) {
        guard path.count > 1, let first = path.first else { return settings.append(setting) }
        let index = groups.firstIndex { $0.name == first } ?? groups.endIndex
        if index == groups.endIndex { groups.append(SettingsGroup(name: first, prefix: "\(prefix)\(first).")) }
        groups[index].add(setting, at: path.dropFirst())
    }
}
