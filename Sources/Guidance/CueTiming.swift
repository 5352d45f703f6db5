import NavigationEvents

/// When a stage becomes due: distances from speed, so that what counts is when the words *end*.
struct CueTiming {
    static let rungsMeters: [Double] = [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000]
    static let farMeters = 2000.0
    static let farNeedsStretchMeters = 2500.0
    static let farNeedsSpeed = 22.0
    static let followNeedsMeters = 3000.0
    static let followNeedsSeconds = 60.0

    private let now: ClosedRange<Double>
    private let prepare: ClosedRange<Double>
    private let factor: Double

    init(mode: TravelMode, factor: Double) {
        self.factor = factor
        switch mode {
        case .car, .unknown: (now, prepare) = (25...300, 150...1000)
        case .bicycle: (now, prepare) = (15...100, 100...400)
        case .foot: (now, prepare) = (12...60, 50...200)
        }
    }

    /// Guidance does not know the words: a maneuver takes the length of its names plus a usual phrase.
    static func speechSeconds(of step: Step) -> Double {
        let name = step.simpleRoadName.isEmpty ? step.fullRoadName : step.simpleRoadName
        let phrase = step.maneuver.isDestination ? 28 : 22
        return 0.4 + Double(phrase + name.utf8.count) / 15
    }

    /// Metres before a maneuver at which "now" is said.
    func nowMeters(speed: Double, speechSeconds: Double) -> Double {
        let reaction = min(max(2.5 + 0.08 * speed, 2.5), 4.5)
        return clamp(factor * speed * (speechSeconds + reaction), now)
    }

    /// Metres before a stopover or the destination at which its arrival is said. `leastMeters` is where it counts as
    /// reached: the words come before that.
    func arrivalMeters(speed: Double, speechSeconds: Double, leastMeters: Double) -> Double {
        max(clamp(factor * speed * (speechSeconds + 1.5), 15...150), leastMeters)
    }

    /// The largest rung the preparing message may come at.
    func prepareMeters(speed: Double) -> Double {
        let limit = clamp(factor * 30 * speed, prepare)
        return Self.rungsMeters.last { $0 <= limit } ?? limit
    }

    private func clamp(_ meters: Double, _ range: ClosedRange<Double>) -> Double {
        min(max(meters, range.lowerBound), range.upperBound)
    }
}
