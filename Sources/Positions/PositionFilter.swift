public import NavigationEvents

/// Checks fixes and smooths their positions: constant velocity, speed and course as measurements of their own, and a
/// gate for positions that cannot be true.
///
/// The first fix is returned as it is, and so is one where the filter is unable. What is rejected is not a position;
/// the reason says why. Filtering has no clock: the fixes' own times count.
public struct PositionFilter: Sendable {
    /// Fixes that claim less are no positions.
    static let uselessMeters = 100.0
    static let assumedAccuracyMeters = 15.0
    static let clockSetBackSeconds = 30.0
    /// After this long the movement is unknown and the filter begins anew.
    static let mostSeconds = 120.0

    private let mode: TravelMode
    private var lastTime: Timestamp?
    private var estimate: MotionEstimate?
    private var outliers = OutlierRun()

    /// Makes a filter for one source; a walker's movement changes more slowly than a car's.
    public init(mode: TravelMode = .car) {
        self.mode = mode
    }

    /// Takes in the next fix of the source: accepted with its smoothed position, or rejected with the reason.
    public mutating func accept(_ fix: Fix) -> FilterResult {
        var smoothed = fix
        return smooth(&smoothed).map { .rejected($0) } ?? .accepted(smoothed)
    }

    /// Takes in the next fix of the source like ``accept(_:)`` and gives it its smoothed position; returns the reason
    /// if it is rejected, and leaves it as it is.
    public mutating func smooth(_ fix: inout Fix) -> FixRejection? {
        if let rejection = check(fix) { return rejection }
        if let last = lastTime, fix.time < last { restart() }
        let seconds = lastTime.map { max(fix.time.seconds(since: $0), 0) } ?? 0
        lastTime = fix.time
        let accuracy = Self.accuracy(of: fix)
        guard seconds <= Self.mostSeconds, estimate?.predict(seconds: seconds, mode: mode) != nil else {
            return begin(at: &fix)
        }
        guard estimate?.explains(fix.position, accuracy: accuracy) == true else {
            estimate?.measureMovement(fix)
            return outliers.agrees(fix) ? begin(at: &fix) : .outlier
        }
        outliers = OutlierRun()
        estimate?.measure(fix.position, accuracy: accuracy)
        estimate?.measureMovement(fix)
        estimate?.recenterIfFar()
        let place = estimate?.place
        fix.smoothedPosition = place ?? fix.position
        if place == nil { estimate = nil }
        return nil
    }

    private mutating func restart() {
        estimate = nil
        lastTime = nil
        outliers = OutlierRun()
    }

    private mutating func begin(at fix: inout Fix) -> FixRejection? {
        estimate = MotionEstimate(at: fix, accuracy: Self.accuracy(of: fix))
        outliers = OutlierRun()
        fix.smoothedPosition = fix.position
        return nil
    }

    static func accuracy(of fix: Fix) -> Double {
        guard let meters = fix.horizontalAccuracyMeters, meters > 0 else { return assumedAccuracyMeters }
        return meters
    }

    private func check(_ fix: Fix) -> FixRejection? {
        let place = fix.position
        guard place.latitudeDegrees.isFinite, place.longitudeDegrees.isFinite else { return .notFinite }
        guard place.isValid else { return .outOfRange }
        guard place.latitudeDegrees != 0 || place.longitudeDegrees != 0 else { return .nullIsland }
        if let last = lastTime {
            guard fix.time != last else { return .sameTime }
            guard fix.time > last || last.seconds(since: fix.time) > Self.clockSetBackSeconds else { return .oldTime }
        }
        return Self.accuracy(of: fix) > Self.uselessMeters ? .inexact : nil
    }
}
