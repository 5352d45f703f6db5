extension Picture {
    /// The picture of a sign, on its plate.
    public init(_ sign: Sign) {
        let plate = Path(
            x: 0, y: 0, width: SignBoard.size, height: SignBoard.size, cornerRadius: SignBoard.cornerRadius)
        self.init(width: SignBoard.size, height: SignBoard.size, shapes: [.fill(plate, .plate)] + [Shape](sign))
    }
}
