import Geodesy
import NavigationEvents

/// Notices positions that the vehicle cannot have reached, as if the signals of the satellites were counterfeited.
///
/// A receiver that followed the movement for some time and is suddenly far away is probably wrong; one that was still
/// for the whole time before, as with its last known position, has probably found the true one. Neither is believed at
/// once, and both are believed if they stay.
struct JumpCheck {
    /// A greater speed is impossible, metres per second; smaller jumps may be errors that were corrected, metres.
    private static let maxSpeed = 85.0
    private static let minJumpMeters = 400.0
    /// The same for the way back.
    private static let minReturnMeters = 200.0
    /// Positions within so many degrees of the previous one are no jump.
    private static let nearDegrees = 0.002
    /// Seconds for which jumps are not believed: usually, and after the receiver followed a movement for as long as the
    /// next constants say, seconds and degrees.
    private static let doubtSeconds = 30.0
    private static let longDoubtSeconds = 150.0
    private static let movementSeconds = 60.0
    private static let movementDegrees = 0.0025
    /// After a longer time without a fix, positions are a new beginning, seconds.
    private static let forgottenSeconds = 600.0

    private struct Place {
        var position: Coordinate
        var time: Timestamp
    }

    /// Where the receiver began to report a continuous movement, and the last position that was believed.
    private var begin: Place?
    private var hasMoved = false
    private var believed: Place?
    /// The last position, if it is not believed, and when such positions began.
    private var doubted: (last: Place, since: Timestamp)?

    /// Whether the last fix was not believed.
    var isDoubting: Bool { doubted != nil }

    /// Processes a fix.
    ///
    /// - Parameter isExpected: Whether the fix is where the vehicle may be after all.
    /// - Returns: Whether it is not believed.
    mutating func isDoubtful(_ fix: Fix, isExpected: (Fix) -> Bool) -> Bool {
        let place = Place(position: fix.smoothedPosition, time: fix.time)
        guard let believed, let begin else {
            believe(place, isNew: true)
            return false
        }
        guard let doubted else {
            if isWithin(Self.nearDegrees, place, believed) || isReachable(place, from: believed, Self.minJumpMeters)
                || isExpected(fix)
            {
                believe(place, isNew: false)
                return false
            }
            doubted = (place, place.time)
            return true
        }
        // A second jump, to where the vehicle may be by now.
        let isBack =
            !isReachable(place, from: doubted.last, Self.minReturnMeters)
            && isReachable(place, from: believed, Self.minJumpMeters)
        let isMovement = hasMoved && believed.time.seconds(since: begin.time) >= Self.movementSeconds
        let limit = isMovement ? Self.longDoubtSeconds : Self.doubtSeconds
        guard isBack || isExpected(fix) || place.time.seconds(since: doubted.since) >= limit else {
            self.doubted = (place, doubted.since)
            return true
        }
        believe(place, isNew: !isBack)
        return false
    }

    private mutating func believe(_ place: Place, isNew: Bool) {
        if isNew { (begin, hasMoved) = (place, false) }
        if !hasMoved, let begin, !isWithin(Self.movementDegrees, place, begin) { hasMoved = true }
        believed = place
        doubted = nil
    }

    private func isWithin(_ degrees: Double, _ place: Place, _ other: Place) -> Bool {
        (place.position.latitudeDegrees - other.position.latitudeDegrees).magnitude < degrees
            && (place.position.longitudeDegrees - other.position.longitudeDegrees).magnitude < degrees
    }

    private func isReachable(_ place: Place, from other: Place, _ minMeters: Double) -> Bool {
        let seconds = place.time.seconds(since: other.time)
        guard (0...Self.forgottenSeconds).contains(seconds) else { return true }
        return place.position.distanceMeters(to: other.position) <= minMeters + Self.maxSpeed * seconds
    }
}
