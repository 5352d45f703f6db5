/// The arrangement of the motors of a device.
package enum HapticMotors: Hashable, Sendable {
    /// One motor.
    case one
    /// A left and a right motor.
    case two
    /// A ring of this number of motors, the first in front, then clockwise.
    case ring(Int)
}
