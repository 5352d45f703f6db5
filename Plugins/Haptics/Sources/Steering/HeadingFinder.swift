import Geodesy
import NavigationEvents

/// Determines the direction in which the wearer faces: from the compass in use, minus its offset. Without a compass, or
/// while its offset is unknown, from the direction of movement. Otherwise the direction is unknown.
struct HeadingFinder: Sendable {
    /// An older heading counts as unknown.
    static let maxAgeSeconds = 2.0
    /// A heading with a worse accuracy is ignored.
    static let worstAccuracyDegrees = 45.0
    /// Below this speed, metres per second, the direction of movement is random.
    static let minCourseSpeedMetersPerSecond = 0.8
    /// The source name of headings that arrive with the positions, from a program that sends both.
    static let positionsSource = "positions"
    /// While compasses send headings, headings of fixes are ignored for this time: they may be from the same compasses.
    private static let compassesSeconds = 10.0
    /// The maximum number of compasses that are distinguished.
    private static let maxCompasses = 8

    /// The last value of a compass.
    struct Sample: Hashable, Sendable {
        /// The value of the compass, degrees.
        var deviceDegrees: Double
        var time: Timestamp
    }

    private var samples: [String: Sample] = [:]
    private var compassTime: Timestamp?
    private var course: Sample?
    /// The compass in use. Another compass replaces it when it falls silent, or when only the offset of the other is
    /// known.
    private(set) var source: String?

    init() {}

    /// Handles a heading of a compass; inaccurate and invalid headings are ignored.
    ///
    /// - Parameters:
    ///   - heading: The heading.
    ///   - isKnown: Whether the offset of a compass is known.
    /// - Returns: Whether the heading is usable.
    @discardableResult
    mutating func handle(_ heading: Heading, isKnown: (String) -> Bool) -> Bool {
        compassTime = heading.time
        return handle(heading.degrees, heading.accuracyDegrees, of: heading.source, at: heading.time, isKnown)
    }

    /// Handles the direction of movement of a fix, and its heading if no compass sends headings.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - isKnown: Whether the offset of a compass is known.
    /// - Returns: Whether the heading of the fix is usable.
    @discardableResult
    mutating func handle(_ fix: Fix, isKnown: (String) -> Bool) -> Bool {
        course = nil
        if let degrees = fix.courseDegrees, degrees.isFinite,
            fix.speedMetersPerSecond ?? 0 >= Self.minCourseSpeedMetersPerSecond
        {
            course = Sample(deviceDegrees: degrees, time: fix.time)
        }
        guard let heading = fix.headingDegrees, !hasCompass(at: fix.time) else { return false }
        return handle(heading, fix.headingAccuracyDegrees, of: Self.positionsSource, at: fix.time, isKnown)
    }

    /// The direction in which the wearer faces; `nil` if it is unknown.
    ///
    /// - Parameters:
    ///   - now: The time of the drive.
    ///   - calibration: The offset of a compass; `nil` if it is unknown.
    func facing(at now: Timestamp, calibration: (String) -> HeadingCalibration?) -> Facing? {
        if let source, let sample = samples[source], Self.isFresh(sample, now), let sits = calibration(source) {
            let degrees = sits.trueHeading(deviceHeading: sample.deviceDegrees)
            return Facing(degrees: degrees, origin: .compass(source))
        }
        guard let course, Self.isFresh(course, now) else { return nil }
        return Facing(degrees: Angle.normalized(course.deviceDegrees), origin: .course)
    }

    /// The last value of the compass in use, if it is recent.
    func sample(at now: Timestamp) -> Sample? {
        source.flatMap { samples[$0] }.flatMap { Self.isFresh($0, now) ? $0 : nil }
    }

    private mutating func handle(
        _ degrees: Double, _ accuracy: Double?, of name: String, at time: Timestamp, _ isKnown: (String) -> Bool
    ) -> Bool {
        guard degrees.isFinite, accuracy.map({ $0 <= Self.worstAccuracyDegrees }) ?? true else { return false }
        samples[name] = Sample(deviceDegrees: Angle.normalized(degrees), time: time)
        forgetOldest()
        guard let present = source, present != name else {
            source = name
            return true
        }
        let isSilent = samples[present].map { !Self.isFresh($0, time) } ?? true
        if isSilent || isKnown(name) && !isKnown(present) { source = name }
        return true
    }

    private mutating func forgetOldest() {
        guard samples.count > Self.maxCompasses,
            let oldest = samples.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) })
        else { return }
        samples[oldest.key] = nil
    }

    private func hasCompass(at time: Timestamp) -> Bool {
        compassTime.map { abs(time.seconds(since: $0)) <= Self.compassesSeconds } ?? false
    }

    /// Whether a sample is recent: neither old, nor from a clock that has been set back since.
    private static func isFresh(_ sample: Sample, _ now: Timestamp) -> Bool {
        abs(now.seconds(since: sample.time)) <= maxAgeSeconds
    }
}
