/// The line widths and arrow head of all pictures, in units of the board; that of a sign is 96 wide and high.
///
/// They are data of a ``Theme``. A picture is drawn with pens and has no colours, so one picture serves every theme
/// with the same pens; the built-in themes share ``standard``. Shapes take the pens as a parameter and derive other
/// widths from them, such as the thinner lines of a roundabout.
public struct Pens: Hashable, Sendable {
    /// The width of the maneuver.
    public var symbolWidth = 11.0
    /// The width of the surroundings: thinner, so that they differ without colour too.
    public var faintWidth = 5.5
    /// The gap between the maneuver and lines that it crosses.
    public var gap = 3.0
    /// The width of an arrow head.
    public var headWidth = 30.0
    /// The length of an arrow head.
    public var headLength = 20.0
    /// The corner radius of the plate; 0 is a square, 48 a circle.
    public var plateCornerRadius = 15.0

    /// The pens of the built-in themes.
    public static let standard = Pens()

    /// The allowed ranges: outside, arrows lose their form or leave the plate.
    static let ranges: [(key: String, path: any WritableKeyPath<Pens, Double> & Sendable, range: ClosedRange<Double>)] =
        [
            ("symbol_width", \.symbolWidth, 6...16), ("faint_width", \.faintWidth, 2...10), ("gap", \.gap, 1...5),
            ("head_width", \.headWidth, 18...40), ("head_length", \.headLength, 12...30),
            ("corner_radius", \.plateCornerRadius, 0...48),
        ]
}
