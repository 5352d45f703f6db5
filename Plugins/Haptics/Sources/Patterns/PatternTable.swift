/// What each pattern feels like: data, of which some tables come along and others are written by those who feel them.
struct PatternTable: Hashable, Sendable {
    /// What it is called in reports: that of one that came along, or the path of a file.
    var name: String
    /// What it is for, in a line.
    var summary = ""
    /// The device it is written for; on others, sides are felt as far as there are motors.
    var motors = HapticMotors.one
    /// How strong a pointer is.
    var steering = SteeringStrength()
    /// The pulses of each name; a name without pulses is not felt.
    var patterns: [PatternName: [Pulse]]

    /// The pulses of a name, in order.
    func pulses(_ name: PatternName) -> [Pulse] { patterns[name] ?? [] }
}
