import Geodesy
import NavigationEvents

/// The offsets of the compasses: the stored ones, and those that are learned on this drive.
struct Offsets: Hashable, Sendable {
    /// Without a known offset, a learned one is used and stored after this many seconds of walking straight on.
    static let minLearnedSeconds = 30.0
    /// Smaller changes of a learned offset are not stored.
    static let minChangeDegrees = 2.0

    /// The stored offsets by the name of the compass.
    private(set) var stored: [String: StoredOffset]
    /// The offset of compasses that were neither calibrated nor learned; `nil` if it is unknown.
    let fallback: HeadingCalibration?
    let learns: Bool
    /// The speed above which nothing is learned, metres per second: a faster wearer is carried, in any posture.
    var maxSpeedMetersPerSecond = Self.maxSpeedMetersPerSecond(nil)
    private var estimators: [String: OffsetEstimator] = [:]
    /// The present offsets of compasses that have learned something.
    private var corrected: [String: HeadingCalibration] = [:]

    init(stored: [String: StoredOffset] = [:], fallback: HeadingCalibration? = nil, learns: Bool = true) {
        (self.stored, self.fallback, self.learns) = (stored, fallback, learns)
    }

    /// Whether a compass was calibrated, or its offset was learned.
    func isKnown(_ source: String) -> Bool { stored[source] != nil || corrected[source] != nil }

    /// The maximum speed at which the wearer faces the direction of movement, metres per second; on foot by default.
    static func maxSpeedMetersPerSecond(_ mode: TravelMode?) -> Double {
        switch mode {
        case .car: 70
        case .bicycle: 15
        case .foot, .unknown, nil: 2.5
        }
    }

    /// The offset of a compass; `nil` if it is unknown.
    func calibration(of source: String) -> HeadingCalibration? {
        corrected[source]
            ?? stored[source].map { HeadingCalibration(positionOffsetDegrees: $0.degrees) } ?? fallback
    }

    /// Sets the offset of a compass that was calibrated.
    mutating func calibrated(_ source: String, _ offset: StoredOffset) {
        stored[source] = offset
        corrected[source] = nil
        estimators[source] = nil
    }

    /// Learns the offset from a fix and the heading at its time.
    mutating func learn(_ source: String, device: Double, fix: Fix, since begin: Timestamp) {
        guard learns else { return }
        var estimator = estimators[source] ?? OffsetEstimator()
        let before = estimator.learnedSeconds
        let speed = fix.speedMetersPerSecond ?? 0
        estimator.handle(
            device: device, course: speed <= maxSpeedMetersPerSecond ? fix.courseDegrees : nil, speed: speed,
            at: fix.time.seconds(since: begin))
        estimators[source] = estimator
        guard estimator.learnedSeconds != before else { return }
        let known = stored[source]
        let most = known?.maxCorrectionDegrees(at: fix.time) ?? 180
        // An offset in the configuration counts as much as a stored one.
        let base = known?.degrees ?? fallback?.positionOffsetDegrees
        // Without a known offset, a few seconds may be chance: the positions of a stationary receiver drift.
        guard base != nil || estimator.learnedSeconds >= Self.minLearnedSeconds else { return }
        if let degrees = estimator.offset(known: base, maxDegrees: most) {
            corrected[source] = HeadingCalibration(positionOffsetDegrees: degrees)
        }
    }

    /// Ends the learning of a drive, and uses the learned offsets from now on. They never replace an offset of a
    /// calibration.
    ///
    /// - Returns: The offsets to store.
    mutating func takeLearned(at now: Timestamp) -> [String: StoredOffset] {
        var kept: [String: StoredOffset] = [:]
        for (source, estimator) in estimators where estimator.learnedSeconds >= Self.minLearnedSeconds {
            guard let degrees = corrected[source]?.positionOffsetDegrees else { continue }
            if let known = stored[source] {
                let change = abs(Angle.turn(from: known.degrees, to: degrees))
                guard known.origin == .learned, change >= Self.minChangeDegrees else { continue }
            }
            kept[source] = StoredOffset(
                degrees: degrees, spreadDegrees: estimator.deviationDegrees, origin: .learned, time: now)
        }
        for (source, offset) in kept { calibrated(source, offset) }
        estimators = [:]
        return kept
    }

    /// Forgets what was learned on this drive.
    mutating func forgetLearned() { (estimators, corrected) = ([:], [:]) }

    /// The difference between the learned and the stored offset of a compass: a disturbance, or a compass that has
    /// slipped. `nil` while it is unknown or small.
    func disagreement(of source: String) -> Double? {
        guard let known = stored[source], let estimator = estimators[source],
            estimator.learnedSeconds >= Self.minLearnedSeconds, let learned = estimator.learnedDegrees
        else { return nil }
        let degrees = abs(Angle.turn(from: known.degrees, to: learned))
        return degrees > StoredOffset.maxCorrectionDegrees ? degrees : nil
    }
}
