extension Picture {
    /// The picture of a sign with its caption, on one plate.
    ///
    /// - Parameters:
    ///   - pens: As in `Picture(sign)`.
    ///   - font: As Pango describes fonts: ``Theme/font``.
    public init(_ sign: Sign, caption: SignCaption, pens: Pens = .standard, font: String = Theme.day.font) {
        self.init(sign, caption: caption, pens: pens, font: font, typesetter: .shared)
    }

    init(_ sign: Sign, caption: SignCaption, pens: Pens, font: String, typesetter: Typesetter) {
        let layout = CaptionLayout(caption, sign: sign, font: font, typesetter: typesetter)
        self.init(sign, pens: pens)
        guard !layout.shapes.isEmpty else { return }
        (width, height) = (layout.width, layout.height)
        let plate = Path(x: 0, y: 0, width: width, height: height, cornerRadius: pens.plateCornerRadius)
        // The sign's own plate is its lowest shape.
        shapes = [.fill(plate, .plate)] + shapes.dropFirst() + layout.shapes
    }
}
