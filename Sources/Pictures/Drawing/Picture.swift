/// What is to be drawn: shapes on a board, the lowest first. PNG, SVG and pixels are made from the same picture.
///
/// The board is measured in units, y downwards. ``unitsOfSize`` of them are as high as the points of a
/// ``PictureStyle``: so is a sign; a row of lanes is wider, a sign with a caption below it is higher.
public struct Picture: Sendable, Hashable {
    /// The units that are drawn as high as the size of a style.
    public static let unitsOfSize = 96.0

    /// Width of the board in units.
    public var width: Double
    /// Height of the board in units.
    public var height: Double
    /// Strokes and fills, the lowest first.
    public var shapes: [Shape]

    /// Makes a picture of shapes.
    public init(width: Double, height: Double, shapes: [Shape]) {
        self.width = width
        self.height = height
        self.shapes = shapes
    }
}
