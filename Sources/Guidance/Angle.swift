import Glibc

/// Helpers for angles in degrees clockwise from true north.
enum Angle {
    /// Brings an angle to 0..<360.
    static func normalized(_ degrees: Double) -> Double {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        let positive = turned < 0 ? turned + 360 : turned
        return positive >= 360 ? 0 : positive
    }

    /// Brings a difference of longitudes to -180...180.
    static func wrapped180(_ degrees: Double) -> Double {
        if degrees > 180 { return degrees - 360 * ((degrees + 180) / 360).rounded(.down) }
        if degrees < -180 { return degrees + 360 * ((180 - degrees) / 360).rounded(.down) }
        return degrees
    }

    /// The direction of a displacement, 0..<360; north if there is none.
    static func bearing(eastMeters: Double, northMeters: Double) -> Double {
        guard eastMeters != 0 || northMeters != 0 else { return 0 }
        let degrees = atan2(eastMeters, northMeters) * 180 / .pi
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive >= 360 ? 0 : positive
    }
}
