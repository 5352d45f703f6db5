import NavigationControl
import NavigationEvents

extension HapticsControl {
    static let calibrationEffect = "calibration"

    /// Handles a heading of a compass, for the direction of the wearer and for calibration.
    mutating func handle(_ heading: Heading) {
        let isClear = finder.handle(heading) { compasses.isKnown($0) }
        let wanted = finder.source
        continueCalibration {
            $0.handle(heading.degrees, isClear: isClear, of: heading.source, wanted: wanted, at: heading.time)
        }
    }

    /// Handles the course and heading of a fix, for the direction of the wearer, for learning offsets and for
    /// calibration.
    mutating func handle(_ fix: Fix) {
        let isOwn = finder.handle(fix) { compasses.isKnown($0) }
        // Outside a navigation the wearer may be carried in any posture.
        if clock.isDriving, let source = finder.source, let sample = finder.sample(at: fix.time) {
            if settings.mode.hasCompass { compasses.reportIfUncalibrated(source) }
            compasses.learn(source, device: sample.deviceDegrees, fix: fix)
        }
        let isMoving = fix.speedMetersPerSecond.map { $0 >= HeadingFinder.minCourseSpeedMetersPerSecond }
        continueCalibration { $0.handle(isMoving: isMoving, at: fix.time) }
        let wanted = finder.source
        guard isOwn, let degrees = fix.headingDegrees else { return }
        continueCalibration {
            $0.handle(degrees, isClear: true, of: HeadingFinder.positionsSource, wanted: wanted, at: fix.time)
        }
    }

    /// Starts a calibration; a running one is restarted.
    mutating func beginCalibration() {
        if let calibration {
            report(
                .cancelled, effect: Self.calibrationEffect, text: "requested again: the calibration restarts",
                effectNumber: calibration.number)
        }
        calibrationCount += 1
        calibration = CalibrationRun(number: calibrationCount, driveSeconds: clock.seconds)
        report(
            .began, effect: Self.calibrationEffect,
            text: "face true north, away from metal and magnets, and keep still for 3 s", effectNumber: calibrationCount
        )
        // A pulse at once confirms the request.
        play(TurnSignals.HapticCue(signal: .calibrating), nil)
    }

    /// Ends the calibration when no more input arrives.
    mutating func failCalibration(_ body: (inout CalibrationRun) -> [Calibrator.Step]) { continueCalibration(body) }

    private mutating func continueCalibration(_ body: (inout CalibrationRun) -> [Calibrator.Step]) {
        guard var run = calibration else { return }
        let steps = body(&run)
        calibration = run
        for step in steps {
            // Without positions the time of the drive stands still, but pulses end nevertheless.
            scheduler.finish(at: max(clock.seconds, run.endSeconds))
            perform(step, run.number)
        }
    }

    private mutating func perform(_ step: Calibrator.Step, _ number: UInt64) {
        switch step {
        case .progress(let words):
            report(.progressed, effect: Self.calibrationEffect, text: words, effectNumber: number)
            if !scheduler.isPlaying { play(TurnSignals.HapticCue(signal: .calibrating), nil) }
        case .done(let results):
            calibration = nil
            compasses.calibrated(results, on: clock.time)
            play(TurnSignals.HapticCue(signal: .calibrated), nil)
            let texts = results.map { "\($0.source), offset \(Int(clamping: $0.offsetDegrees.rounded()) % 360)°" }
            report(
                .ended, effect: Self.calibrationEffect, text: texts.joined(separator: "; "), effectNumber: number)
        case .failed(let reason):
            calibration = nil
            play(TurnSignals.HapticCue(signal: .notCalibrated), nil)
            report(.failed, effect: Self.calibrationEffect, text: "failed to \(reason)", effectNumber: number)
        }
    }
}
