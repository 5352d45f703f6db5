import NavigationControl

/// What the configuration says; the only place that reads it.
struct LanesSettings: Hashable, Sendable {
    /// The folder that `lanes.json` is written to.
    var folder = "lanes"
    /// Lanes are shown from this distance to their maneuver, in metres along the route.
    var withinMeters = 600.0

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        folder = try settings.text("folder", default: folder)
        guard !folder.isEmpty else { throw .invalid(key: "folder", value: "\"\"", reason: "it must name a folder") }
        withinMeters = try settings.number("withinMeters", default: withinMeters, in: 10...10_000)
    }
}
