import NavigationControl

/// The section `[console]` of the configuration.
struct ConsoleSettings {
    /// Whether the fixes are printed too, or only the guidance.
    var showsFixes = true

    /// The defaults.
    init() {}

    /// Reads the section; a value of the wrong type is refused.
    init(_ settings: Settings) throws(SettingsError) {
        showsFixes = try settings.bool("fixes", default: showsFixes)
    }
}
