/// The colours, line widths and font of pictures. Three themes are built in; others are read from files
/// (``init(file:)``).
public struct Theme: Hashable, Sendable {
    /// The name of a built-in theme, or the path of a file.
    public var name: String
    /// The colour of the background.
    public var plate: Color
    /// The colour of the maneuver.
    public var symbol: Color
    /// The colour of the surroundings.
    public var faint: Color
    /// The line widths.
    public var pens = Pens.standard
    /// The font of texts, as a Pango font description, such as `DejaVu Sans Bold`.
    public var font = "sans-serif Bold"

    /// White on road-sign blue.
    public static let day = Theme(
        name: "day", plate: Color(0x0B, 0x3F, 0x86), symbol: Color(0xFF, 0xFF, 0xFF), faint: Color(0x86, 0xAE, 0xE0))
    /// Soft light on nearly black, without glare.
    public static let night = Theme(
        name: "night", plate: Color(0x0F, 0x14, 0x19), symbol: Color(0xCF, 0xD8, 0xE0), faint: Color(0x6B, 0x77, 0x83))
    /// Yellow on black, for low vision.
    public static let contrast = Theme(
        name: "contrast", plate: Color(0, 0, 0), symbol: Color(0xFF, 0xE1, 0x00), faint: Color(0xB4, 0xB4, 0xB4))

    /// The built-in themes.
    public static let builtIn = [day, night, contrast]

    /// The colour of an ink.
    public subscript(_ ink: Shape.Ink) -> Color {
        switch ink {
        case .symbol: symbol
        case .faint: faint
        case .plate: plate
        }
    }
}
