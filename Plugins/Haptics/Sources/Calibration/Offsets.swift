import Geodesy
import NavigationEvents

/// How the compasses of this wearer sit: what is kept, and over it what is learned on this drive.
struct Offsets: Hashable, Sendable {
    /// Where nothing is known, what is learned holds, and is kept, when it counts for so many seconds of walking straight
    /// on.
    static let leastLearnedSeconds = 30.0
    /// A difference below is none.
    static let leastChangeDegrees = 2.0

    /// By the name of the compass.
    private(set) var stored: [String: StoredOffset]
    /// For compasses that were neither calibrated nor learned; `nil` if nothing is known of them.
    let fallback: HeadingCalibration?
    let learns: Bool
    /// Who is faster, metres per second, is carried, and sits as they like.
    var mostSpeed = Self.mostSpeed(nil)
    private var estimators: [String: OffsetEstimator] = [:]
    /// What holds now, of compasses that have learned something.
    private var corrected: [String: HeadingCalibration] = [:]

    init(stored: [String: StoredOffset] = [:], fallback: HeadingCalibration? = nil, learns: Bool = true) {
        (self.stored, self.fallback, self.learns) = (stored, fallback, learns)
    }

    /// Whether a compass was ever calibrated, or has been learned.
    func isKnown(_ source: String) -> Bool { stored[source] != nil || corrected[source] != nil }

    /// How fast one is who faces where they go, metres per second: on foot, unless the route is of another kind.
    static func mostSpeed(_ mode: TravelMode?) -> Double {
        switch mode {
        case .car: 70
        case .bicycle: 15
        case .foot, .unknown, nil: 2.5
        }
    }

    /// How a compass sits; `nil` if nothing is known of that.
    func calibration(of source: String) -> HeadingCalibration? {
        corrected[source]
            ?? stored[source].map { HeadingCalibration(positionOffsetDegrees: $0.degrees) } ?? fallback
    }

    /// A compass was calibrated.
    mutating func calibrated(_ source: String, _ offset: StoredOffset) {
        stored[source] = offset
        corrected[source] = nil
        estimators[source] = nil
    }

    /// Learns of a moment of walking.
    mutating func learn(_ source: String, device: Double, fix: Fix, since begin: Timestamp) {
        guard learns else { return }
        var estimator = estimators[source] ?? OffsetEstimator()
        let before = estimator.learnedSeconds
        let speed = fix.speedMetersPerSecond ?? 0
        estimator.take(
            device: device, course: speed <= mostSpeed ? fix.courseDegrees : nil, speed: speed,
            at: fix.time.seconds(since: begin))
        estimators[source] = estimator
        guard estimator.learnedSeconds != before else { return }
        let known = stored[source]
        let most = known?.mostCorrectionDegrees(at: fix.time) ?? 180
        // What a person has set in the configuration is worth as much as what was kept.
        let base = known?.degrees ?? fallback?.positionOffsetDegrees
        // Where nothing is known, a few seconds may be chance: satellites drift while one stands.
        guard base != nil || estimator.learnedSeconds >= Self.leastLearnedSeconds else { return }
        if let degrees = estimator.offset(known: base, mostDegrees: most) {
            corrected[source] = HeadingCalibration(positionOffsetDegrees: degrees)
        }
    }

    /// A drive ends: what was learned on it and is worth keeping, which holds from now on. It never takes the place of
    /// what was found facing north.
    mutating func takeLearned(at now: Timestamp) -> [String: StoredOffset] {
        var kept: [String: StoredOffset] = [:]
        for (source, estimator) in estimators where estimator.learnedSeconds >= Self.leastLearnedSeconds {
            guard let degrees = corrected[source]?.positionOffsetDegrees else { continue }
            if let known = stored[source] {
                let change = abs(Angle.turn(from: known.degrees, to: degrees))
                guard known.origin == .learned, change >= Self.leastChangeDegrees else { continue }
            }
            kept[source] = StoredOffset(
                degrees: degrees, spreadDegrees: estimator.deviationDegrees, origin: .learned, time: now)
        }
        for (source, offset) in kept { calibrated(source, offset) }
        estimators = [:]
        return kept
    }

    /// What was learned on this drive is forgotten.
    mutating func forgetLearned() { (estimators, corrected) = ([:], [:]) }

    /// How far what is learned lies from what was kept: something disturbs the compass, or it has slipped. `nil` while that
    /// is not known, or little.
    func disagreement(of source: String) -> Double? {
        guard let known = stored[source], let estimator = estimators[source],
            estimator.learnedSeconds >= Self.leastLearnedSeconds, let learned = estimator.learnedDegrees
        else { return nil }
        let degrees = abs(Angle.turn(from: known.degrees, to: learned))
        return degrees > StoredOffset.mostCorrectionDegrees ? degrees : nil
    }
}
