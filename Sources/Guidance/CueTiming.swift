import NavigationEvents

/// Trigger distances of the stages, computed from the speed so that the announcement *ends* in time.
struct CueTiming {
    static let distanceScaleMeters: [Double] = [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000]
    static let farMeters = 2000.0
    static let farNeedsStretchMeters = 2500.0
    static let farNeedsSpeed = 22.0
    static let followNeedsMeters = 3000.0
    static let followNeedsSeconds = 60.0
    private static let understandingSeconds = 1.5

    /// The driving parameters of a mode of travel that affect announcements.
    private struct ModeTiming {
        /// Range of trigger distances of "now", metres.
        var now: ClosedRange<Double>
        /// Range of trigger distances of the prepare stage, metres.
        var prepare: ClosedRange<Double>
        /// Speed through a corner, metres per second.
        var corner: Double
        /// Deceleration before a corner, metres per second squared.
        var braking: Double

        static func of(_ mode: TravelMode) -> ModeTiming {
            switch mode {
            case .car, .unknown: ModeTiming(now: 25...300, prepare: 150...1000, corner: 5, braking: 2)
            case .bicycle: ModeTiming(now: 15...100, prepare: 100...400, corner: 3, braking: 1.2)
            // Smaller than for others: at walking speed a few metres are seconds.
            case .foot: ModeTiming(now: 9...60, prepare: 50...200, corner: 1.2, braking: 1)
            }
        }
    }

    private let modeTiming: ModeTiming
    private let factor: Double

    init(mode: TravelMode, factor: Double) {
        self.factor = factor
        modeTiming = ModeTiming.of(mode)
    }

    /// Metres before a maneuver at which "now" is announced: the announcement ends one reaction time before the
    /// maneuver.
    ///
    /// - Parameters:
    ///   - speed: Present speed, metres per second.
    ///   - speechSeconds: Duration of the announcement.
    ///   - maneuver: The maneuver; the vehicle slows down for a corner, so that the last metres take longer.
    func nowMeters(speed: Double, speechSeconds: Double, maneuver: Maneuver) -> Double {
        let (reaction, end) = (min(2.8 + 0.06 * speed, 4.5), turnSpeed(of: maneuver))
        let meters = lastMeters(seconds: speechSeconds + reaction, speed: speed, end: end)
        return clamp(factor * max(meters, slowingMeters(speed: speed, end: end)), modeTiming.now)
    }

    /// Metres for a calm deceleration from the present speed, after a moment to understand.
    private func slowingMeters(speed: Double, end: Double) -> Double {
        guard speed > end else { return 0 }
        return speed * Self.understandingSeconds + (speed * speed - end * end) / (2 * modeTiming.braking)
    }

    /// Metres before a stopover or the destination at which the arrival is announced; at least `minMeters`, the
    /// distance at which it counts as reached.
    func arrivalMeters(speed: Double, speechSeconds: Double, minMeters: Double) -> Double {
        max(clamp(factor * speed * (speechSeconds + 1.5), 15...150), minMeters)
    }

    /// The largest step of the distance scale at which the prepare stage may be announced.
    func prepareMeters(speed: Double) -> Double {
        let limit = clamp(factor * 30 * speed, modeTiming.prepare)
        return Self.distanceScaleMeters.last { $0 <= limit } ?? limit
    }

    /// Metres driven in the last seconds before a point that is passed at the speed `end`, if the vehicle slows down to
    /// it.
    private func lastMeters(seconds: Double, speed: Double, end: Double) -> Double {
        let slower = max(speed - end, 0)
        let braking = min(slower / modeTiming.braking, seconds)
        return speed * seconds - slower * braking + modeTiming.braking * braking * braking / 2
    }

    /// Speed through a maneuver, metres per second; infinite if it requires no deceleration.
    private func turnSpeed(of maneuver: Maneuver) -> Double {
        switch maneuver {
        case .turnLeft, .turnRight, .onRampLeft, .onRampRight: modeTiming.corner
        case .turnSharpLeft, .turnSharpRight, .turnUTurnClockwise, .turnUTurnCounterclockwise: modeTiming.corner * 0.75
        case .turnSlightLeft, .turnSlightRight: modeTiming.corner * 2
        default: maneuver.isRoundabout ? modeTiming.corner * 1.4 : .infinity
        }
    }

    private func clamp(_ meters: Double, _ range: ClosedRange<Double>) -> Double {
        min(max(meters, range.lowerBound), range.upperBound)
    }
}

/// Estimates of speaking time. Guidance does not know the texts, but it knows which maneuvers need long ones: the
/// numbers are letters of a typical phrase, counted as ``SpokenLetters`` counts those of the street name.
extension CueTiming {
    /// Seconds from the event to the first sound.
    private static let startSeconds = 0.2

    /// Seconds from the event to the end of "now", the maneuver and the street name.
    static func speechSeconds(of step: Step) -> Double {
        let name = step.streetName
        let onto = name.isEmpty ? 0 : Double(" onto ".count) + SpokenLetters.count(of: name)
        let letters = Double("now ".count + self.letters(of: step.maneuver)) + onto
        return startSeconds + letters / SpokenLetters.perSecond
    }

    /// Seconds of ", then" and the next maneuver.
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
