// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl

/// The section `[map]` of the configuration.
struct MapSettings: Hashable, Sendable {
    /// The values of `theme`.
    enum ThemeChoice: String, CaseIterable, Sendable {
        /// Light, with coloured roads.
        case day
        /// Dark, without glare.
        case night
        /// Few strong colours, for low vision.
        case contrast
        /// Black and white only, with patterns for areas, for e-paper.
        case paper
    }

    /// Map tiles: the map.mbtiles of a region, or another file of vector tiles in the OpenMapTiles schema.
    var file = ""
    /// Folder of map.png; the control creates it if it is missing.
    var folder = "map"
    /// Width and height of the picture in pixels.
    var panel = "800x480"
    /// Framebuffer of a panel of this size, such as /dev/fb1, which the control writes in place; empty for none.
    var device = ""
    /// Colours of the map. One of: `day`, `night`, `contrast`, `paper`.
    var theme = ThemeChoice.day
    /// Pixels per point: widths of lines and sizes of names are in points. Range: 0.5 to 4.
    var scale = 1.0
    /// Whether north is up; otherwise the direction of travel is.
    var northUp = false
    /// Least time between two pictures, in seconds; e-paper needs some seconds for each. Range: 0 to 600.
    var pauseSeconds = 1.0

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        file = try settings.path("file", default: file)
        folder = try settings.path("folder", default: folder)
        panel = try settings.text("panel", default: panel)
        device = try settings.path("device", default: device)
        theme = try settings.choice("theme", default: theme)
        scale = try settings.number("scale", default: scale, in: 0.5...4)
        northUp = try settings.bool("northUp", default: northUp)
        pauseSeconds = try settings.number("pauseSeconds", default: pauseSeconds, in: 0...600)
    }
}
