import NavigationControl
import PictureOutput
import Pictures

/// The section `[lanes]` of the configuration.
struct LanesSettings: Hashable, Sendable {
    /// The displays and the style of the picture.
    var pictures = PictureSettings(folder: "lanes")
    /// The folder that keeps all lanes of the run; empty for none.
    var album = ""
    /// The distance to the maneuver from which lanes are shown, metres along the route.
    var withinMeters = LaneChoice.defaultMeters

    init() {}

    init(_ settings: Settings) throws(SettingsError) {
        pictures = try PictureSettings(settings, folder: pictures.folder)
        album = try settings.path("album", default: album)
        withinMeters = try settings.number("withinMeters", default: withinMeters, in: 10...10_000)
    }
}
