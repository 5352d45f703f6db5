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
    /// Metres per second; faster than this, positions of the coarsest receivers differ at ten a second.
    private static let movingSpeed = 3.0

    private let mode: TravelMode
    private var lastTime: Timestamp?
    /// As received, of the last fix that was used.
    private var lastPlace: Coordinate?
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
        let measured = MotionMeasurement(fix)
        if let rejection = check(measured) { return rejection }
        if let last = lastTime, measured.time < last { restart() }
        // A receiver that hangs goes on telling speed and course. In full motion no position is twice the same.
        if measured.place == lastPlace, (fix.speedMetersPerSecond ?? 0) > Self.movingSpeed { return .repeated }
        lastPlace = measured.place
        let seconds = lastTime.map { max(measured.time.seconds(since: $0), 0) } ?? 0
        lastTime = measured.time
        guard seconds <= Self.mostSeconds, let isExplained = estimate?.take(measured, after: seconds, mode: mode) else {
            return begin(at: &fix)
        }
        guard isExplained else { return outliers.agrees(fix) ? begin(at: &fix) : .outlier }
        outliers.forget()
        let place = estimate?.place
        fix.smoothedPosition = place ?? measured.place
        if place == nil { estimate = nil }
        return nil
    }

    private mutating func restart() {
        estimate = nil
        lastTime = nil
        lastPlace = nil
        outliers = OutlierRun()
    }

    private mutating func begin(at fix: inout Fix) -> FixRejection? {
        estimate = MotionEstimate(at: MotionMeasurement(fix))
        outliers = OutlierRun()
        fix.smoothedPosition = fix.position
        return nil
    }

    static func accuracy(of fix: Fix) -> Double {
        guard let meters = fix.horizontalAccuracyMeters, meters > 0 else { return assumedAccuracyMeters }
        return meters
    }

    private func check(_ measured: MotionMeasurement) -> FixRejection? {
        let place = measured.place
        guard place.latitudeDegrees.isFinite, place.longitudeDegrees.isFinite else { return .notFinite }
        guard place.isValid else { return .outOfRange }
        guard place.latitudeDegrees != 0 || place.longitudeDegrees != 0 else { return .nullIsland }
        guard PhysicalRange.time.contains(measured.time) else { return .impossibleTime }
        if let last = lastTime {
            guard measured.time != last else { return .sameTime }
            guard measured.time > last || last.seconds(since: measured.time) > Self.clockSetBackSeconds else {
                return .oldTime
            }
        }
        return measured.accuracy > Self.uselessMeters ? .inexact : nil
    }
}
