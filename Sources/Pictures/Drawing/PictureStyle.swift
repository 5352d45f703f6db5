/// How pictures are drawn: size and theme.
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

    /// Height in points of a sign, ``Picture/unitsOfSize`` of any other picture.
    public var size: Size
    /// Pixels to a point, one of ``scales``.
    public var scale: Int
    /// Colours and line widths; the widths are drawn by those who make the picture.
    public var theme: Theme

    /// Makes a style; what is not given is that of a banner by day.
    public init(size: Size = .banner, scale: Int = 1, theme: Theme = .day) {
        self.size = size
        self.scale = scale
        self.theme = theme
    }

    /// Height of a sign's PNG.
    public var pixels: Int { size.rawValue * scale }
}
