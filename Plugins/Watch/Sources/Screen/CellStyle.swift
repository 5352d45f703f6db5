/// The meaning of a cell of the screen, which the palette maps to a colour.
enum Paint: Hashable {
    /// The default colours of the terminal.
    case text
    /// Less important text.
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

/// The style of a cell.
struct CellStyle: Hashable {
    var paint = Paint.text
    var ground: Paint?
    var isBold = false
    var isReversed = false

    static let plain = CellStyle()
    static let bold = CellStyle(isBold: true)
    static let muted = CellStyle(paint: .muted)
    /// A problem, visible without colours too.
    static let alarm = CellStyle(paint: .danger, isBold: true, isReversed: true)
    static let caution = CellStyle(paint: .warning, isBold: true)
}
