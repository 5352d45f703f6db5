import Glibc

/// Arithmetic of directions in degrees, clockwise from north.
package enum Angle {
    /// The same direction in 0..<360.
    package static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        // Adding 360 to a tiny negative rest rounds to 360 itself.
        return rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest
    }

    /// The same direction, or difference of directions, in -180..<180.
    package static func signed(_ degrees: Double) -> Double { normalized(degrees + 180) - 180 }

    /// The smaller turn from one direction to another in -180..<180, positive clockwise.
    package static func turn(from: Double, to: Double) -> Double {
        let difference = normalized(to - from)
        return difference >= 180 ? difference - 360 : difference
    }

    /// A longitude, or a difference of longitudes, in -180...180. An angle within that range keeps its bits.
    package static func wrapped180(_ degrees: Double) -> Double {
        if degrees > 180 { return degrees - 360 * ((degrees + 180) / 360).rounded(.down) }
        if degrees < -180 { return degrees + 360 * ((180 - degrees) / 360).rounded(.down) }
        return degrees
    }

    /// The direction of a displacement in 0..<360; `nil` if the displacement is zero.
    package static func bearing(eastMeters: Double, northMeters: Double) -> Double? {
        guard eastMeters != 0 || northMeters != 0 else { return nil }
        let degrees = atan2(eastMeters, northMeters) * 180 / .pi
        // Adding 360 to a tiny negative angle rounds to 360 itself.
        return degrees < 0 ? (degrees + 360 < 360 ? degrees + 360 : 0) : degrees
    }
}
