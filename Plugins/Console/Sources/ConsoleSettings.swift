import NavigationControl

/// The section `[console]` of the configuration.
struct ConsoleSettings {
    /// Whether fixes are printed in addition to guidance.
    var showsFixes = true

    /// Creates the default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type.
    init(_ settings: Settings) throws(SettingsError) {
        showsFixes = try settings.bool("fixes", default: showsFixes)
    }
}
