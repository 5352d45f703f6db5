extension Picture {
    /// Creates the picture of a sign with its caption, on one plate.
    ///
    /// - Parameters:
    ///   - sign: The sign.
    ///   - caption: The texts, and their side.
    ///   - pens: The line widths, as in a ``Theme``.
    ///   - font: The font, as in ``Theme/font``.
    public init(_ sign: Sign, caption: SignCaption, pens: Pens = .standard, font: String = Theme.day.font) {
        self.init(sign, caption: caption, pens: pens, font: font, typesetter: .shared)
    }

    init(_ sign: Sign, caption: SignCaption, pens: Pens, font: String, typesetter: Typesetter) {
        let layout = CaptionLayout(caption, sign: sign, font: font, typesetter: typesetter)
        self.init(sign, pens: pens)
        guard !layout.shapes.isEmpty else { return }
        (width, height) = (layout.width, layout.height)
        let plate = Path(x: 0, y: 0, width: width, height: height, cornerRadius: pens.plateCornerRadius)
        // The lowest shape is the plate of the sign, which is replaced.
        shapes = [.fill(plate, .plate)] + shapes.dropFirst() + layout.shapes
    }
}
