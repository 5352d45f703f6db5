extension Picture {
    /// Creates the picture of a sign, on its plate.
    ///
    /// - Parameters:
    ///   - sign: The sign.
    ///   - pens: The line widths, as in a ``Theme``.
    public init(_ sign: Sign, pens: Pens = .standard) {
        let plate = Path(
            x: 0, y: 0, width: SignBoard.size, height: SignBoard.size, cornerRadius: pens.plateCornerRadius)
        self.init(
            width: SignBoard.size, height: SignBoard.size,
            shapes: [.fill(plate, .plate)] + SignShapes(pens: pens).shapes(of: sign))
    }
}
