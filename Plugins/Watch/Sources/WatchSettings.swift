// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl
import Pictures

/// The section `[watch]` of the configuration.
struct WatchSettings: Hashable, Sendable {
    /// The values of `characters`.
    enum CharactersChoice: String, CaseIterable, Sendable {
        /// Blocks, or ASCII where the locale is not UTF-8.
        case auto
        /// Block characters.
        case blocks
        /// Braille: finer, if the font has it.
        case dots
        /// ASCII only.
        case ascii
    }

    /// The values of `colors`.
    enum ColorsChoice: String, CaseIterable, Sendable {
        /// As declared by TERM, COLORTERM and NO_COLOR.
        case auto
        /// No colours.
        case none
        /// The 16 colours of the terminal.
        case colors16 = "16"
        /// 256 colours.
        case colors256 = "256"
        /// 24-bit colours.
        case `true`
    }

    /// Terminal to draw on, such as /dev/tty1; empty for lines of text on standard output.
    var terminal = ""
    /// Characters of pictures. One of: `auto`, `blocks`, `dots`, `ascii`.
    var characters = CharactersChoice.auto
    /// Number of colours of the terminal. One of: `auto`, `none`, `16`, `256`, `true`.
    var colors = ColorsChoice.auto
    /// Colours of signs: day, night, contrast, or a theme file that ends in .toml.
    var theme = "day"
    /// Units of the display. One of: `metric`, `us`, `uk`.
    var units = UnitsChoice.metric

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        terminal = try settings.text("terminal", default: terminal)
        characters = try settings.choice("characters", default: characters)
        colors = try settings.choice("colors", default: colors)
        theme = try settings.text("theme", default: theme)
        units = try settings.choice("units", default: units)
    }
}
