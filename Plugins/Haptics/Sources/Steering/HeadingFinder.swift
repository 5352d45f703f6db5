import Geodesy
import NavigationEvents

/// Finds where the wearer faces: by the compass in use, less how it sits on its wearer; without one, or while nothing is
/// known of how it sits, by the direction of movement; else not at all.
struct HeadingFinder: Sendable {
    /// What is older tells nothing.
    static let mostAgeSeconds = 2.0
    /// A compass that is off by more points nowhere.
    static let worstAccuracyDegrees = 45.0
    /// Slower, the direction of movement is chance.
    static let leastCourseSpeed = 0.8
    /// The name of the compass whose headings come with the positions, from a program that sends both.
    static let ofPositions = "positions"
    /// Headings of fixes are those of compasses too, as long as there are any: they are not taken twice.
    private static let compassesSeconds = 10.0
    /// The compasses that are kept apart.
    private static let mostCompasses = 8

    /// What a compass said last.
    struct Sample: Hashable, Sendable {
        /// As the compass said it, degrees.
        var deviceDegrees: Double
        var time: Timestamp
    }

    private var samples: [String: Sample] = [:]
    private var compassTime: Timestamp?
    private var course: Sample?
    /// The compass in use: another takes its place when it falls silent, or sits in a known way while this one does not.
    private(set) var source: String?

    init() {}

    /// Takes what a compass says; what is vague or no number is left out.
    ///
    /// - Parameter isKnown: Whether it is known how a compass sits on its wearer.
    /// - Returns: Whether it is of use.
    @discardableResult
    mutating func take(_ heading: Heading, isKnown: (String) -> Bool) -> Bool {
        compassTime = heading.time
        return take(heading.degrees, heading.accuracyDegrees, of: heading.source, at: heading.time, isKnown)
    }

    /// Takes the direction of movement, and the heading that comes with a fix where no compass tells one.
    ///
    /// - Returns: Whether its heading is of use.
    @discardableResult
    mutating func take(_ fix: Fix, isKnown: (String) -> Bool) -> Bool {
        course = nil
        if let degrees = fix.courseDegrees, degrees.isFinite, fix.speedMetersPerSecond ?? 0 >= Self.leastCourseSpeed {
            course = Sample(deviceDegrees: degrees, time: fix.time)
        }
        guard let heading = fix.headingDegrees, !hasCompass(at: fix.time) else { return false }
        return take(heading, fix.headingAccuracyDegrees, of: Self.ofPositions, at: fix.time, isKnown)
    }

    /// Where the wearer faces.
    ///
    /// - Parameters:
    ///   - now: The time of the drive.
    ///   - calibration: How a compass sits; `nil` if nothing is known of that: it may point anywhere.
    func facing(at now: Timestamp, calibration: (String) -> HeadingCalibration?) -> Facing? {
        if let source, let sample = samples[source], Self.isFresh(sample, now), let sits = calibration(source) {
            let degrees = sits.trueHeading(deviceHeading: sample.deviceDegrees)
            return Facing(degrees: degrees, origin: .compass(source))
        }
        guard let course, Self.isFresh(course, now) else { return nil }
        return Facing(degrees: Angle.normalized(course.deviceDegrees), origin: .course)
    }

    /// What the compass in use said last, if that is fresh.
    func sample(at now: Timestamp) -> Sample? {
        source.flatMap { samples[$0] }.flatMap { Self.isFresh($0, now) ? $0 : nil }
    }

    private mutating func take(
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
        guard samples.count > Self.mostCompasses,
            let oldest = samples.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) })
        else { return }
        samples[oldest.key] = nil
    }

    private func hasCompass(at time: Timestamp) -> Bool {
        compassTime.map { abs(time.seconds(since: $0)) <= Self.compassesSeconds } ?? false
    }

    /// Whether it tells of now: not of long ago, nor of a clock that has been set back since.
    private static func isFresh(_ sample: Sample, _ now: Timestamp) -> Bool {
        abs(now.seconds(since: sample.time)) <= mostAgeSeconds
    }
}
