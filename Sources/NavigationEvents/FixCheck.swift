/// The result of the check of a fix.
package enum FixVerdict: Sendable, Hashable {
    /// The fix can be used.
    case usable
    /// The fix can be used, and the receiver's clock was set back: the movement since the last fix is unknown.
    case clockSetBack
    /// The fix is not a position, with the reason.
    case rejected(FixRejection)
}

/// Decides whether a fix can be used, whatever its source. The filter and guidance have the same rules.
package enum FixCheck {
    /// Accuracy that is assumed for a fix without one, metres.
    private static let assumedAccuracyMeters = 15.0
    /// Fixes with a worse accuracy are rejected.
    private static let maxAccuracyMeters = 100.0
    /// A time that is earlier by more than this shows that the clock was set back.
    package static let clockSetBackSeconds = 30.0

    /// The verdict on a fix as received.
    ///
    /// - Parameters:
    ///   - position: Its position.
    ///   - time: Its time.
    ///   - accuracyMeters: Its accuracy, if the receiver reports one.
    ///   - last: The time of the last usable fix; `nil` before the first.
    package static func verdict(
        at position: Coordinate, _ time: Timestamp, accuracyMeters: Double?, after last: Timestamp?
    ) -> FixVerdict {
        if let rejection = rejection(of: position) { return .rejected(rejection) }
        guard PhysicalRange.time.contains(time) else { return .rejected(.impossibleTime) }
        var isSetBack = false
        if let last, time <= last {
            guard time != last else { return .rejected(.sameTime) }
            guard last.seconds(since: time) > clockSetBackSeconds else { return .rejected(.oldTime) }
            isSetBack = true
        }
        guard accuracy(accuracyMeters) <= maxAccuracyMeters else { return .rejected(.inexact) }
        return isSetBack ? .clockSetBack : .usable
    }

    /// The reason why a position is invalid; `nil` if it is valid.
    package static func rejection(of position: Coordinate) -> FixRejection? {
        if position.isValid {
            return position.latitudeDegrees == 0 && position.longitudeDegrees == 0 ? .nullIsland : nil
        }
        return position.latitudeDegrees.isFinite && position.longitudeDegrees.isFinite ? .outOfRange : .notFinite
    }

    /// Radius of 68 % probability, metres; 15 m if the receiver reports none, or one that is not positive.
    package static func accuracy(_ meters: Double?) -> Double {
        guard let meters, meters > 0 else { return assumedAccuracyMeters }
        return meters
    }
}
