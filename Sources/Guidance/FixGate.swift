import NavigationEvents

/// What guidance makes of an incoming fix before anything else.
enum FixVerdict {
    /// Not a place, too inexact to be one, or not newer than the last one: nothing happens.
    case ignored
    /// The clock was set back: what was known of the movement is void.
    case clockSetBack
    case usable
}

/// Keeps nonsense out, whoever feeds the guidance.
enum FixGate {
    static let assumedAccuracyMeters = 15.0
    static let weakMeters = 40.0
    static let uselessMeters = 100.0
    static let clockSetBackSeconds = 30.0

    static func verdict(on fix: Fix, after last: Timestamp?) -> FixVerdict {
        guard isPlace(fix.position), isPlace(fix.smoothedPosition), accuracy(of: fix) <= uselessMeters else {
            return .ignored
        }
        guard let last, fix.time <= last else { return .usable }
        return last.seconds(since: fix.time) > clockSetBackSeconds ? .clockSetBack : .ignored
    }

    /// Metres; what is missing or not positive counts as 15 m.
    static func accuracy(of fix: Fix) -> Double {
        guard let meters = fix.horizontalAccuracyMeters, meters > 0 else { return assumedAccuracyMeters }
        return max(meters, 1)
    }

    private static func isPlace(_ place: Coordinate) -> Bool {
        place.isValid && (place.latitudeDegrees != 0 || place.longitudeDegrees != 0)
    }
}
