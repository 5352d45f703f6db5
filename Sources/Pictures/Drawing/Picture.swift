/// What is to be drawn: shapes on a board, the lowest first. PNG, SVG and pixels are made from the same picture.
///
/// The board is measured in units, y downwards; a sign's is ``SignBoard/size`` wide and high.
public struct Picture: Sendable, Hashable {
    /// Width of the board in units.
    public var width: Double
    /// Height of the board in units; it is as high as the points of the ``PictureStyle``.
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
