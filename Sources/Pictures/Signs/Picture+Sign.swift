extension Picture {
    /// The picture of a sign, on its plate.
    ///
    /// - Parameter pens: The line widths, as a ``Theme`` has them.
    public init(_ sign: Sign, pens: Pens = .standard) {
        let plate = Path(
            x: 0, y: 0, width: SignBoard.size, height: SignBoard.size, cornerRadius: pens.plateCornerRadius)
        self.init(
            width: SignBoard.size, height: SignBoard.size,
            shapes: [.fill(plate, .plate)] + SignShapes(pens: pens).shapes(of: sign))
    }
}
