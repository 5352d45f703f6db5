// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl
import PictureOutput
import Pictures

/// The section `[signs]` of the configuration.
struct SignsSettings: Hashable, Sendable {
    /// The values of `theme`.
    enum ThemeChoice: String, CaseIterable, Sendable {
        /// White on blue.
        case day
        /// Soft light on black.
        case night
        /// Yellow on black, for low vision.
        case contrast
    }

    /// Folder of next.png, next.svg and next.json; the control creates it if it is missing.
    var folder = "signs"
    /// Separate folder that keeps every sign of a run, numbered; the control deletes numbered files in it when another
    /// run begins. Empty for none.
    var album = ""
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
    /// Whether the maneuver after the next has its own pictures, then.png and then.svg, 48 points high.
    var then = false
    /// Texts of the sign: distance, street and exit (the number of a motorway exit); empty for the sign alone.
    var text: [String] = []
    /// Position of the texts. One of: `beside`, `below`.
    var textPlace = TextPlaceChoice.beside
    /// Units of written distances. One of: `metric`, `us`, `uk`.
    var units = UnitsChoice.metric
    /// Character before the tenths of a distance. One of: `.`, `,`, `٫`.
    var decimalSeparator = "."

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        folder = try settings.path("folder", default: folder)
        album = try settings.path("album", default: album)
        size = try settings.integer("size", default: size)
        scale = try settings.integer("scale", default: scale, in: 1...3)
        theme = try settings.choice("theme", default: theme)
        themeFile = try settings.path("themeFile", default: themeFile)
        publish = try settings.choice("publish", default: publish)
        panel = try settings.text("panel", default: panel)
        device = try settings.path("device", default: device)
        then = try settings.bool("then", default: then)
        text = try settings.paths("text", default: text)
        textPlace = try settings.choice("textPlace", default: textPlace)
        units = try settings.choice("units", default: units)
        decimalSeparator = try settings.text("decimalSeparator", default: decimalSeparator, choices: [".", ",", "٫"])
    }
}
