extension Picture {
    /// Which share of the board has ink other than that of the ground, 0...1: how heavy the picture looks.
    ///
    /// Throws ``PictureError`` if it cannot be drawn.
    public func inkShare() throws(PictureError) -> Double {
        let bare = Picture(width: width, height: height, shapes: shapes.filter { $0.ink != .plate })
        let pixels = try PictureRenderer(style: PictureStyle(size: .banner)).pixels(bare).argb
        let covered = pixels.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
        return pixels.isEmpty ? 0 : covered / Double(pixels.count)
    }
}

extension Picture {
    /// The same shapes at another place: to put several pictures on one board.
    public func moved(right: Double, down: Double) -> Picture {
        Picture(width: width, height: height, shapes: shapes.mapped { Point($0.x + right, $0.y + down) })
    }
}
