/// The line widths and the arrow head that all pictures share, in units of the board (a sign's is 96 wide and high).
///
/// They are data of a ``Theme``. A picture is drawn with pens and has no colours, so one picture serves every theme
/// with the same pens; those that are built in share ``standard``. Shapes take the pens as a parameter, and derive what
/// they need otherwise (the thinner way through a roundabout) as a share of them, so that the set stays one set.
public struct Pens: Hashable, Sendable {
    /// What is to be done.
    public var symbolWidth = 11.0
    /// The surroundings: thinner, so that they differ without colour too.
    public var faintWidth = 5.5
    /// The gap that sets the symbol apart from what it crosses.
    public var gap = 3.0
    /// Across the barbs of an arrow's head.
    public var headWidth = 30.0
    /// From the barbs of an arrow's head to its tip.
    public var headLength = 20.0
    /// Round corners of the plate; 0 is a square, 48 a circle.
    public var plateCornerRadius = 15.0

    /// The pens of the built-in themes.
    public static let standard = Pens()

    /// What each of them may be: outside, arrows lose their form or leave the plate.
    static let ranges: [(key: String, path: any WritableKeyPath<Pens, Double> & Sendable, range: ClosedRange<Double>)] =
        [
            ("symbol_width", \.symbolWidth, 6...16), ("faint_width", \.faintWidth, 2...10), ("gap", \.gap, 1...5),
            ("head_width", \.headWidth, 18...40), ("head_length", \.headLength, 12...30),
            ("corner_radius", \.plateCornerRadius, 0...48),
        ]
}
