import NavigationControl
import PictureOutput
import Pictures

/// What the configuration says; the only place that reads it.
struct LanesSettings: Hashable, Sendable {
    /// Where and how the picture is shown.
    var pictures = PictureSettings(folder: "lanes")
    /// Lanes are shown from this distance to their maneuver, in metres along the route.
    var withinMeters = LaneChoice.defaultMeters

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        pictures = try PictureSettings(settings, folder: pictures.folder)
        withinMeters = try settings.number("withinMeters", default: withinMeters, in: 10...10_000)
    }
}
