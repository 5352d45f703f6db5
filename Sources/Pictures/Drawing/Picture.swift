/// A vector picture: shapes on a board, the lowest first. PNG, SVG and pixels are made from the same picture.
///
/// The board is measured in units, y downwards. ``unitsOfSize`` units equal the size of a ``PictureStyle``, which is
/// the height of a sign; a row of lanes is wider, and a sign with a caption below is higher.
public struct Picture: Sendable, Hashable {
    /// The units that equal the size of a style.
    public static let unitsOfSize = 96.0

    /// The width of the board in units.
    public var width: Double
    /// The height of the board in units.
    public var height: Double
    /// Strokes and fills, the lowest first.
    public var shapes: [Shape]

    /// Creates a picture from shapes.
    public init(width: Double, height: Double, shapes: [Shape]) {
        self.width = width
        self.height = height
        self.shapes = shapes
    }
}
