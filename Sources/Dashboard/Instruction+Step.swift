import NavigationEvents
import Pictures

extension Instruction {
    /// The bar is full so many seconds before the maneuver, at the speed that the router expects on the way to it.
    static let barSeconds = 30.0
    /// However slow or fast the way is, the bar is full at a distance within these.
    static let barMeters = 150.0...1500.0
    /// Where the way to the maneuver says nothing of its speed.
    static let usualBarMeters = 500.0

    init(_ step: Step, toManeuver: Remaining?) {
        let distance = toManeuver?.distanceMeters.ifDistance
        self.init(
            sign: Sign(step), maneuver: step.maneuver, stepNumber: step.number, distanceMeters: distance,
            durationSeconds: toManeuver?.durationSeconds.ifDuration,
            bar: distance.map { min($0 / Self.fullBarMeters(step), 1) }, street: step.streetName.displayable,
            towards: step.signpostText, exit: step.exitNumber?.displayable ?? "")
    }

    /// Depends on the step alone, so that the bar only empties on the way to it.
    private static func fullBarMeters(_ step: Step) -> Double {
        let meters = step.distanceFromPreviousMeters
        let seconds = step.durationFromPreviousSeconds
        guard let meters = meters.ifDistance, let seconds = seconds.ifDuration, meters > 0, seconds > 0 else {
            return usualBarMeters
        }
        return min(max(meters / seconds * barSeconds, barMeters.lowerBound), barMeters.upperBound)
    }
}

extension LaterManeuver {
    init(_ step: Step) {
        self.init(
            sign: Sign(step), maneuver: step.maneuver, metersFromPrevious: step.distanceFromPreviousMeters.ifDistance,
            street: step.streetName.displayable, towards: step.signpostText)
    }
}

extension Step {
    /// Road numbers and places, in the order in which they are to be read; what the street is called is not said twice.
    fileprivate var signpostText: String {
        guard let signpost, !signpost.isEmpty else { return "" }
        let texts = signpost.refs + signpost.destinations
        return texts.filter { !$0.isEmpty && $0 != streetName }.joined(separator: ", ").displayable
    }
}

extension Remaining {
    /// What is left, if a road can be so long and take so much time.
    var ifShowable: Remaining? {
        distanceMeters.ifDistance == nil || durationSeconds.ifDuration == nil ? nil : self
    }
}

extension Double {
    /// The value, if it is one that metres along a road can have.
    var ifDistance: Double? { isFinite && self >= 0 && self < 1e8 ? self : nil }

    /// The value, if it is one that seconds of a drive can have.
    var ifDuration: Double? { isFinite && self >= 0 && self < 1e8 ? self : nil }
}
