import NavigationEvents

/// The result of the check of an incoming fix.
enum FixVerdict {
    /// The position is invalid or too inaccurate, or the fix is not newer than the last one: it is ignored.
    case ignored
    /// The receiver's clock was set back: the state of the movement is discarded.
    case clockSetBack
    case usable
}

/// Checks incoming fixes, whatever their source.
enum FixCheck {
    static let assumedAccuracyMeters = 15.0
    static let weakMeters = 40.0
    static let uselessMeters = 100.0
    static let clockSetBackSeconds = 30.0

    static func verdict(on fix: Fix, after last: Timestamp?) -> FixVerdict {
        guard isValidPosition(fix.position), isValidPosition(fix.smoothedPosition), accuracy(of: fix) <= uselessMeters
        else {
            return .ignored
        }
        guard let last, fix.time <= last else { return .usable }
        return last.seconds(since: fix.time) > clockSetBackSeconds ? .clockSetBack : .ignored
    }

    /// Accuracy in metres; 15 m if it is missing or not positive.
    static func accuracy(of fix: Fix) -> Double {
        guard let meters = fix.horizontalAccuracyMeters, meters > 0 else { return assumedAccuracyMeters }
        return max(meters, 1)
    }

    private static func isValidPosition(_ place: Coordinate) -> Bool {
        place.isValid && (place.latitudeDegrees != 0 || place.longitudeDegrees != 0)
    }
}
