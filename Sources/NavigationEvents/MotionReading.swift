/// A reading of the motion sensors of a vehicle or device: wheels, gyroscope and gear.
public struct MotionReading: Sendable, Hashable {
    /// Speed of the wheels, metres per second, without a sign: 0 to 1000; `nil` if the source does not measure it.
    public var speedMetersPerSecond: Double?
    /// Rate of turn, degrees per second, positive clockwise seen from above, -1000 to 1000; `nil` if the source does
    /// not measure it.
    public var yawRateDegreesPerSecond: Double?
    /// The gear, from which the sign of the movement follows.
    public var gear: Gear
    /// The name of the source: 1 to 64 bytes of text, such as "can0" or "phone".
    public var source: String
    /// The time of the reading, by the clock of the fixes; `nil` for now.
    public var time: Timestamp?

    /// Makes a reading; everything that is not given is unknown.
    public init(
        speedMetersPerSecond: Double? = nil, yawRateDegreesPerSecond: Double? = nil, gear: Gear = .unknown,
        source: String, time: Timestamp? = nil
    ) {
        self.speedMetersPerSecond = speedMetersPerSecond
        self.yawRateDegreesPerSecond = yawRateDegreesPerSecond
        self.gear = gear
        self.source = source
        self.time = time
    }
}
