/// The place of a tile: the world has 2^zoom columns, from west to east, and as many rows, from north to south.
public struct TileID: Hashable, Sendable {
    /// The zoom level.
    public let zoom: Int
    /// The column.
    public let x: Int
    /// The row.
    public let y: Int

    /// Creates a place; nothing is checked.
    public init(zoom: Int, x: Int, y: Int) {
        self.zoom = zoom
        self.x = x
        self.y = y
    }
}
