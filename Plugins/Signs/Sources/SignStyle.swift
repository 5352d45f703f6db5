/// How signs are drawn: size and colours.
struct SignStyle: Hashable, Sendable {
    /// The sizes that displays of signs use, in points.
    enum Size: Int, CaseIterable, Sendable {
        /// For lists and the step after the next.
        case list = 48
        /// For banners.
        case banner = 96
    }

    /// Pixels to a point; for PNG only, since SVG has no pixels.
    static let scales = 1...3

    var size = Size.banner
    var scale = 1
    var theme = SignTheme.day

    /// Width and height of the PNG.
    var pixels: Int { size.rawValue * scale }
}
