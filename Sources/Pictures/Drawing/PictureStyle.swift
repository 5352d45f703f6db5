/// The size and theme of drawn pictures.
public struct PictureStyle: Hashable, Sendable {
    /// The sizes of signs, in points.
    public enum Size: Int, CaseIterable, Sendable {
        /// The size for lists and the step after the next.
        case list = 48
        /// The size for banners.
        case banner = 96
    }

    /// The allowed pixels per point, for PNG only.
    public static let scales = 1...3

    /// The height of a sign in points, and of ``Picture/unitsOfSize`` of any other picture.
    public var size: Size
    /// The pixels per point, one of ``scales``.
    public var scale: Int
    /// The colours and line widths. The maker of the picture applies the widths.
    public var theme: Theme

    /// Creates a style, by default that of a banner by day.
    public init(size: Size = .banner, scale: Int = 1, theme: Theme = .day) {
        self.size = size
        self.scale = scale
        self.theme = theme
    }

    /// The height of the PNG of a sign.
    public var pixels: Int { size.rawValue * scale }
}
