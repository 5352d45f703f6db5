import NavigationEvents
import Pictures

extension Instruction {
    /// The time before the maneuver at which the bar is full, at the speed that the router expects.
    static let barSeconds = 30.0
    /// The limits of the distance at which the bar is full.
    static let barMeters = 150.0...1500.0
    /// The distance at which the bar is full if the step has no expected speed.
    static let usualBarMeters = 500.0

    init(_ step: Step, toManeuver: Remaining?) {
        let distance = toManeuver?.distanceMeters.ifDistance
        self.init(
            sign: Sign(step), maneuver: step.maneuver, stepNumber: step.number, distanceMeters: distance,
            durationSeconds: toManeuver?.durationSeconds.ifDuration,
            bar: distance.map { min($0 / Self.fullBarMeters(step), 1) }, street: step.streetName.displayable,
            towards: step.signpostText, exit: step.exitNumber?.displayable ?? "")
    }

    /// The distance at which the bar is full. It depends only on the step, so that the bar never fills on the way to
    /// it.
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
    /// Road numbers and destinations in reading order, without the street name.
    fileprivate var signpostText: String {
        guard let signpost, !signpost.isEmpty else { return "" }
        let texts = signpost.refs + signpost.destinations
        return texts.filter { !$0.isEmpty && $0 != streetName }.joined(separator: ", ").displayable
    }
}

extension Remaining {
    /// The value, if its distance and duration are in the range of roads.
    var ifShowable: Remaining? {
        distanceMeters.ifDistance == nil || durationSeconds.ifDuration == nil ? nil : self
    }
}

extension Double {
    /// The value, if it is a possible distance along a road, metres.
    var ifDistance: Double? { isFinite && self >= 0 && self < 1e8 ? self : nil }

    /// The value, if it is a possible duration of a drive, seconds.
    var ifDuration: Double? { isFinite && self >= 0 && self < 1e8 ? self : nil }
}
