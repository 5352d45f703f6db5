import NavigationControl
import NavigationEvents

/// The compasses of the wearer: finds the direction in which the wearer faces, learns and stores the offsets of the
/// compasses, and reports the progress of a calibration.
struct WearerCompass {
    static let effect = "calibration"

    private let report: Reporter
    /// Whether the control uses a compass.
    private let isUsed: Bool
    private var finder = HeadingFinder()
    private var registry: CompassRegistry
    private var calibration: CalibrationRun?
    private var calibrationCount: UInt64 = 0

    init(_ settings: HapticsSettings, offsets: OffsetFile, report: Reporter) {
        self.report = report
        isUsed = settings.mode.hasCompass
        registry = CompassRegistry(
            file: offsets, fallback: settings.calibration, learns: settings.learnsOffset, report: report)
    }

    /// Reads the stored offsets.
    mutating func open() { registry.open() }

    /// Sets the travel mode of the navigation that begins.
    mutating func setTravelMode(_ mode: TravelMode) { registry.setTravelMode(mode) }

    /// Stores the learned offsets at the end of a drive.
    mutating func storeLearned(at time: Timestamp) { registry.storeLearned(at: time) }

    /// The direction in which the wearer faces; `nil` if it is unknown.
    func facing(at time: Timestamp) -> Facing? { finder.facing(at: time) { registry.calibration(of: $0) } }

    /// Handles a heading of a compass.
    ///
    /// - Returns: The steps of a running calibration, to be performed.
    mutating func handle(_ heading: Heading) -> [Calibrator.Step] {
        let isClear = finder.handle(heading) { registry.isKnown($0) }
        return calibration?.handle(
            heading.degrees, isClear: isClear, of: heading.source, wanted: finder.source, at: heading.time) ?? []
    }

    /// Handles the course and heading of a fix, and learns offsets from them.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - isDriving: Whether a navigation is active; outside of it the wearer may be carried in any posture.
    /// - Returns: The steps of a running calibration, to be performed.
    mutating func handle(_ fix: Fix, isDriving: Bool) -> [Calibrator.Step] {
        let isOwn = finder.handle(fix) { registry.isKnown($0) }
        if isDriving, let source = finder.source, let sample = finder.sample(at: fix.time) {
            if isUsed { registry.reportIfUncalibrated(source) }
            registry.learn(source, device: sample.deviceDegrees, fix: fix)
        }
        let isMoving = fix.speedMetersPerSecond.map { $0 >= HeadingFinder.minCourseSpeedMetersPerSecond }
        let steps = calibration?.handle(isMoving: isMoving, at: fix.time) ?? []
        guard isOwn, let degrees = fix.headingDegrees else { return steps }
        return steps
            + (calibration?.handle(
                degrees, isClear: true, of: HeadingFinder.positionsSource, wanted: finder.source, at: fix.time) ?? [])
    }

    // MARK: - Calibration

    var isCalibrating: Bool { calibration != nil }

    /// The time of a running calibration, seconds of the drive: without positions, the time of the drive stands still.
    var calibrationSeconds: Double? { calibration?.endSeconds }

    /// Starts a calibration; a running one is restarted.
    ///
    /// - Parameter seconds: Seconds of the drive.
    mutating func beginCalibration(at seconds: Double) {
        if let calibration {
            report(
                .cancelled, effect: Self.effect, text: "requested again: the calibration restarts",
                effectNumber: calibration.number)
        }
        calibrationCount += 1
        calibration = CalibrationRun(number: calibrationCount, driveSeconds: seconds)
        report(
            .began, effect: Self.effect,
            text: "face true north, away from metal and magnets, and keep still for 3 s", effectNumber: calibrationCount
        )
    }

    /// Ends a running calibration if neither positions nor headings arrive.
    ///
    /// - Returns: The steps of the calibration, to be performed.
    mutating func fallSilent() -> [Calibrator.Step] { calibration?.fallSilent() ?? [] }

    /// Performs a step of the running calibration, except for its pulse.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - time: The time of the drive.
    mutating func perform(_ step: Calibrator.Step, at time: Timestamp?) {
        guard let number = calibration?.number else { return }
        switch step {
        case .progress(let words):
            report(.progressed, effect: Self.effect, text: words, effectNumber: number)
        case .done(let results):
            calibration = nil
            registry.calibrated(results, on: time)
            let texts = results.map { "\($0.source), offset \(Int(clamping: $0.offsetDegrees.rounded()) % 360)°" }
            report(.ended, effect: Self.effect, text: texts.joined(separator: "; "), effectNumber: number)
        case .failed(let reason):
            calibration = nil
            report(.failed, effect: Self.effect, text: "failed to \(reason)", effectNumber: number)
        }
    }
}

extension Calibrator.Step {
    /// The signal to the wearer.
    var signal: HapticSignal {
        switch self {
        case .progress: .calibrating
        case .done: .calibrated
        case .failed: .notCalibrated
        }
    }
}
