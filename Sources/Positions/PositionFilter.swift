public import NavigationEvents

/// Validates fixes and smooths their positions, with a constant-velocity model, speed and course as separate
/// measurements, and a gate for implausible positions.
///
/// The first fix is returned unchanged, and so is one that the filter cannot smooth. A rejected fix is not a position;
/// the rejection has the reason. The filter has no clock: the times of the fixes count.
public struct PositionFilter: Sendable {
    /// After an interval of this length the movement is unknown and the filter restarts, seconds.
    static let maxGapSeconds = 120.0
    /// Metres per second at which even coarse receivers report different positions ten times a second.
    private static let movingSpeed = 3.0

    private let mode: TravelMode
    private var lastTime: Timestamp?
    /// The position of the last used fix, as received.
    private var lastPosition: Coordinate?
    private var estimate: MotionEstimate?
    private var outliers = OutlierRun()

    /// Makes a filter for one source; a pedestrian's movement changes more slowly than a car's.
    public init(mode: TravelMode = .car) {
        self.mode = mode
    }

    /// Processes the next fix of the source: accepted with its smoothed position, or rejected with the reason.
    public mutating func accept(_ fix: Fix) -> FilterResult {
        var smoothed = fix
        return smooth(&smoothed).map { .rejected($0) } ?? .accepted(smoothed)
    }

    /// Processes the next fix of the source like ``accept(_:)`` and sets its smoothed position; returns the reason if
    /// the fix is rejected, and leaves it unchanged.
    public mutating func smooth(_ fix: inout Fix) -> FixRejection? {
        switch FixCheck.verdict(on: fix, after: lastTime) {
        case .rejected(let rejection): return rejection
        case .clockSetBack: restart()
        case .usable: break
        }
        let measured = MotionMeasurement(fix)
        // A receiver that hangs may still report speed and course. At this speed no position occurs twice.
        if measured.position == lastPosition, (fix.speedMetersPerSecond ?? 0) > Self.movingSpeed { return .repeated }
        lastPosition = measured.position
        let seconds = lastTime.map { max(measured.time.seconds(since: $0), 0) } ?? 0
        lastTime = measured.time
        guard seconds <= Self.maxGapSeconds, let isExplained = estimate?.take(measured, after: seconds, mode: mode)
        else {
            return begin(at: &fix)
        }
        guard isExplained else { return outliers.agrees(fix) ? begin(at: &fix) : .outlier }
        outliers.forget()
        let position = estimate?.position
        // Without a measured speed, smoothed positions would lag at every change of speed, by more than their noise.
        fix.smoothedPosition = measured.speed == nil ? measured.position : position ?? measured.position
        if position == nil { estimate = nil }
        return nil
    }

    private mutating func restart() {
        estimate = nil
        lastTime = nil
        lastPosition = nil
        outliers = OutlierRun()
    }

    private mutating func begin(at fix: inout Fix) -> FixRejection? {
        estimate = MotionEstimate(at: MotionMeasurement(fix))
        outliers = OutlierRun()
        fix.smoothedPosition = fix.position
        return nil
    }
}
