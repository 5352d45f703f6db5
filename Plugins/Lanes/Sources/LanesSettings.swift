// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl
import PictureOutput

/// The section `[lanes]` of the configuration.
struct LanesSettings: Hashable, Sendable {
    /// The values of `theme`.
    enum ThemeChoice: String, CaseIterable, Sendable {
        /// White on blue.
        case day
        /// Soft light on black.
        case night
        /// Yellow on black, for low vision.
        case contrast
    }

    /// Folder of lanes.png, lanes.svg, lanes.txt and lanes.json; the control creates it if it is missing.
    var folder = "lanes"
    /// Separate folder that keeps all lanes of a run, numbered; the control deletes numbered files in it when another
    /// run begins. Empty for none.
    var album = ""
    /// Distance to the maneuver from which its lanes are shown, in metres along the route. Range: 10 to 10000.
    var withinMeters = 600.0
    /// Height of the picture in points: 96 for banners, 48 for lists.
    var size = 96
    /// Pixels of the PNG per point; the SVG has no pixels. Range: 1 to 3.
    var scale = 1
    /// Colours of the picture. One of: `day`, `night`, `contrast`.
    var theme = ThemeChoice.day
    /// TOML file of a custom theme with colours, line widths and font; empty for none.
    var themeFile = ""
    /// Format in which the picture is published on the bus, for displays elsewhere. One of: `svg`, `png`, `none`.
    var publish = PublishChoice.svg
    /// Width and height of a small panel in pixels, such as 240x240, for a file with its raw pixels; empty for none.
    var panel = ""
    /// Framebuffer of the panel, such as /dev/fb1, which the control writes in place; empty for none.
    var device = ""

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        folder = try settings.path("folder", default: folder)
        album = try settings.path("album", default: album)
        withinMeters = try settings.number("withinMeters", default: withinMeters, in: 10...10000)
        size = try settings.integer("size", default: size)
        scale = try settings.integer("scale", default: scale, in: 1...3)
        theme = try settings.choice("theme", default: theme)
        themeFile = try settings.path("themeFile", default: themeFile)
        publish = try settings.choice("publish", default: publish)
        panel = try settings.text("panel", default: panel)
        device = try settings.path("device", default: device)
    }
}
