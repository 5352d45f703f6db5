/// One vibration and the silence after it.
struct Pulse: Hashable, Sendable {
    /// 0...1 of what the motor can do.
    var strength: Double
    var milliseconds: Int
    var pauseMilliseconds: Int

    init(_ strength: Double, _ milliseconds: Int, pause pauseMilliseconds: Int) {
        self.strength = strength
        self.milliseconds = milliseconds
        self.pauseMilliseconds = pauseMilliseconds
    }
}

/// What can be felt. Each has an entry in the table of patterns.
enum PatternName: String, CaseIterable, Sendable {
    case prepareLeft, prepareRight, prepareAhead, prepareAround
    case nowLeft, nowRight, nowAhead, nowAround
    case prepareRoundabout, nowRoundabout
    /// Felt once for each exit to count, after one of the roundabout patterns.
    case roundaboutExit
    case offRoute, rerouted, stopover, arrived, positionUnreliable, headingUnknown
    case steerLeft, steerRight, steerBehind

    /// The name in words: "now left".
    var words: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
