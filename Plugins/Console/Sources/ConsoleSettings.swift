// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl

/// The section `[console]` of the configuration.
struct ConsoleSettings: Hashable, Sendable {
    /// Whether fixes are printed in addition to guidance.
    var fixes = true

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        fixes = try settings.bool("fixes", default: fixes)
    }
}
