/// Arithmetic of directions in degrees.
enum Angle {
    /// The same direction in 0..<360.
    static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        // Adding 360 to a tiny negative rest rounds to 360 itself.
        return rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest
    }

    /// The smallest turn from one direction to another, -180..<180, positive clockwise.
    static func turn(from: Double, to: Double) -> Double {
        let difference = normalized(to - from)
        return difference >= 180 ? difference - 360 : difference
    }
}
