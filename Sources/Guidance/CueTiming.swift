import NavigationEvents

/// When a stage becomes due: distances from speed, so that what counts is when the words *end*.
struct CueTiming {
    static let rungsMeters: [Double] = [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000]
    static let farMeters = 2000.0
    static let farNeedsStretchMeters = 2500.0
    static let farNeedsSpeed = 22.0
    static let followNeedsMeters = 3000.0
    static let followNeedsSeconds = 60.0
    private static let understandingSeconds = 1.5

    /// How one travels in a mode, as far as it matters for words.
    private struct Habits {
        /// Metres within which "now" is said.
        var now: ClosedRange<Double>
        /// Metres within which the preparing message is given.
        var prepare: ClosedRange<Double>
        /// Metres per second around a corner.
        var corner: Double
        /// Metres per second squared when slowing down for it.
        var braking: Double

        static func of(_ mode: TravelMode) -> Habits {
            switch mode {
            case .car, .unknown: Habits(now: 25...300, prepare: 150...1000, corner: 5, braking: 2)
            case .bicycle: Habits(now: 15...100, prepare: 100...400, corner: 3, braking: 1.2)
            // Nearer than for others: at walking speed a few metres are seconds.
            case .foot: Habits(now: 9...60, prepare: 50...200, corner: 1.2, braking: 1)
            }
        }
    }

    private let habits: Habits
    private let factor: Double

    init(mode: TravelMode, factor: Double) {
        self.factor = factor
        habits = Habits.of(mode)
    }

    /// Metres before a maneuver at which "now" is said: where the words end a reaction's time before it.
    ///
    /// - Parameters:
    ///   - speed: Metres per second now.
    ///   - speechSeconds: How long the words take.
    ///   - maneuver: What is to be done; one slows down for a corner, so that the last metres take longer.
    func nowMeters(speed: Double, speechSeconds: Double, maneuver: Maneuver) -> Double {
        let (reaction, end) = (min(2.8 + 0.06 * speed, 4.5), turnSpeed(of: maneuver))
        let meters = lastMeters(seconds: speechSeconds + reaction, speed: speed, end: end)
        return clamp(factor * max(meters, slowingMeters(speed: speed, end: end)), habits.now)
    }

    /// Metres that one who has not slowed down yet needs to do it calmly, after a moment to understand.
    private func slowingMeters(speed: Double, end: Double) -> Double {
        guard speed > end else { return 0 }
        return speed * Self.understandingSeconds + (speed * speed - end * end) / (2 * habits.braking)
    }

    /// Metres before a stopover or the destination at which its arrival is said. `leastMeters` is where it counts as
    /// reached: the words come before that.
    func arrivalMeters(speed: Double, speechSeconds: Double, leastMeters: Double) -> Double {
        max(clamp(factor * speed * (speechSeconds + 1.5), 15...150), leastMeters)
    }

    /// The largest rung the preparing message may come at.
    func prepareMeters(speed: Double) -> Double {
        let limit = clamp(factor * 30 * speed, habits.prepare)
        return Self.rungsMeters.last { $0 <= limit } ?? limit
    }

    /// Metres driven in the last seconds before a place that is passed at the speed `end`, if that is the slower one.
    private func lastMeters(seconds: Double, speed: Double, end: Double) -> Double {
        let slower = max(speed - end, 0)
        let braking = min(slower / habits.braking, seconds)
        return speed * seconds - slower * braking + habits.braking * braking * braking / 2
    }

    /// Metres per second at which a maneuver is driven; what needs no slowing down has no such speed.
    private func turnSpeed(of maneuver: Maneuver) -> Double {
        switch maneuver {
        case .turnLeft, .turnRight, .onRampLeft, .onRampRight: habits.corner
        case .turnSharpLeft, .turnSharpRight, .turnUTurnClockwise, .turnUTurnCounterclockwise: habits.corner * 0.75
        case .turnSlightLeft, .turnSlightRight: habits.corner * 2
        default: maneuver.isRoundabout ? habits.corner * 1.4 : .infinity
        }
    }

    private func clamp(_ meters: Double, _ range: ClosedRange<Double>) -> Double {
        min(max(meters, range.lowerBound), range.upperBound)
    }
}

/// How long words take. Guidance does not know them, but which maneuvers need many: the numbers are letters of a usual
/// phrase, counted as ``SpokenLetters`` counts those of the name.
extension CueTiming {
    /// From the event to the first sound.
    private static let startSeconds = 0.2

    /// Seconds from the event to the end of "now" and a maneuver with its name.
    static func speechSeconds(of step: Step) -> Double {
        let name = step.streetName
        let onto = name.isEmpty ? 0 : Double(" onto ".count) + SpokenLetters.count(of: name)
        let letters = Double("now ".count + self.letters(of: step.maneuver)) + onto
        return startSeconds + letters / SpokenLetters.perSecond
    }

    /// Seconds of ", then" and another maneuver.
    static func thenSeconds(of maneuver: Maneuver) -> Double {
        Double(", then ".count + letters(of: maneuver)) / SpokenLetters.perSecond
    }

    private static func letters(of maneuver: Maneuver) -> Int {
        switch maneuver {
        case .turnLeft, .turnRight, .turnKeepLeft, .turnKeepRight, .forkLeft, .forkRight, .straight: 10
        case .turnSlightLeft, .turnSlightRight, .turnSharpLeft, .turnSharpRight: 18
        case .destination: 30
        case .destinationLeft, .destinationRight: 44
        default: maneuver.isRoundabout ? 38 : 22
        }
    }
}
