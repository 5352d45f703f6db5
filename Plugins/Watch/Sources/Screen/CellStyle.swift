/// What a cell of the screen stands for; the palette gives it a colour, or none.
enum Paint: Hashable {
    /// The colours that the person has chosen for the terminal.
    case text
    /// What matters less.
    case muted
    case symbol
    case faint
    case plate
    /// The bar.
    case accent
    case good
    case warning
    case danger
}

/// How a cell looks.
struct CellStyle: Hashable {
    var paint = Paint.text
    var ground: Paint?
    var isBold = false
    var isReversed = false

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let muted = CellStyle(paint: .muted)
    /// Something is wrong: seen without colours as well.
    static let alarm = CellStyle(paint: .danger, isBold: true, isReversed: true)
    static let caution = CellStyle(paint: .warning, isBold: true)
}
