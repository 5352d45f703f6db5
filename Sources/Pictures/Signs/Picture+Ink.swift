extension Picture {
    /// The share of the board that is not background, 0...1: how heavy the picture looks.
    ///
    /// - Throws: ``PictureError`` if the picture cannot be drawn.
    public func inkShare() throws(PictureError) -> Double {
        let shares = try InkRaster(self).shares(left: 0, top: 0, right: 1, bottom: 1)
        return shares.symbol + shares.faint
    }
}

extension Picture {
    /// The picture with its shapes moved, to put several pictures on one board.
    public func moved(right: Double, down: Double) -> Picture {
        Picture(width: width, height: height, shapes: shapes.mapped { Point($0.x + right, $0.y + down) })
    }
}
