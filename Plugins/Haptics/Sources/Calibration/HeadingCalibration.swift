import Geodesy

/// How the device sits on its wearer.
struct HeadingCalibration: Hashable, Sendable {
    /// The device's heading while its wearer faces true north, 0..<360.
    let positionOffsetDegrees: Double

    /// Creates a calibration with an offset, any number of degrees.
    init(positionOffsetDegrees: Double = 0) {
        self.positionOffsetDegrees = Angle.normalized(positionOffsetDegrees)
    }

    /// The direction in which the wearer faces, 0..<360.
    func trueHeading(deviceHeading: Double) -> Double {
        Angle.normalized(deviceHeading - positionOffsetDegrees)
    }
}
