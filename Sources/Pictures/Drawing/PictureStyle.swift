/// How signs are drawn: size and colours.
public struct PictureStyle: Hashable, Sendable {
    /// The sizes that displays of signs use, in points.
    public enum Size: Int, CaseIterable, Sendable {
        /// For lists and the step after the next.
        case list = 48
        /// For banners.
        case banner = 96
    }

    /// Pixels to a point; for PNG only, since SVG has no pixels.
    public static let scales = 1...3

    /// Height in points.
    public var size: Size
    /// Pixels to a point, one of ``scales``.
    public var scale: Int
    /// Colours.
    public var theme: Theme

    /// Makes a style; what is not given is that of a banner by day.
    public init(size: Size = .banner, scale: Int = 1, theme: Theme = .day) {
        self.size = size
        self.scale = scale
        self.theme = theme
    }

    /// Height of the PNG.
    public var pixels: Int { size.rawValue * scale }
}
