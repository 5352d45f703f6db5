import Pictures

/// A text at its place on a map.
struct MapLabel {
    /// The outlines of the text.
    var line: TextLine
    /// The middle of the text, in pixels.
    var center: SIMD2<Double>
    /// The direction of reading, as a vector of length 1.
    var direction = SIMD2(1.0, 0)
    /// How it is drawn.
    var look = Look.text

    /// How a label is drawn.
    enum Look {
        case text, water, shield
    }
}
