import NavigationControl
import NavigationEvents

/// A calibration that goes on. Its seconds count from what comes first after it was asked for.
struct CalibrationRun {
    /// Which one of this process, from 1.
    let number: UInt64
    private var calibrator = Calibrator(at: 0)
    private var began: Timestamp?

    init(number: UInt64) { self.number = number }

    mutating func take(_ degrees: Double, isClear: Bool, of source: String, at time: Timestamp) -> [Calibrator.Step] {
        let seconds = seconds(at: time)
        return isClear
            ? calibrator.take(degrees, of: source, at: seconds) : calibrator.takeVague(at: seconds)
    }

    mutating func advance(to time: Timestamp) -> [Calibrator.Step] { calibrator.advance(to: seconds(at: time)) }

    mutating func fallSilent() -> [Calibrator.Step] { calibrator.fallSilent() }

    private mutating func seconds(at time: Timestamp) -> Double {
        let begin = began ?? time
        began = begin
        return time.seconds(since: begin)
    }
}

extension HapticsControl {
    static let calibrationEffect = "calibration"

    /// Takes a heading of a compass: to find the way, and to calibrate.
    mutating func take(_ heading: Heading) {
        let isClear = finder.take(heading) { compasses.isKnown($0) }
        carryOn { $0.take(heading.degrees, isClear: isClear, of: heading.source, at: heading.time) }
    }

    /// Takes what a fix says of the direction: to find the way, to learn, and to calibrate.
    mutating func take(_ fix: Fix) {
        let isOwn = finder.take(fix) { compasses.isKnown($0) }
        if let source = finder.source, let sample = finder.sample(at: fix.time) {
            compasses.learn(source, device: sample.deviceDegrees, fix: fix)
        }
        if isOwn, let degrees = fix.headingDegrees {
            carryOn { $0.take(degrees, isClear: true, of: HeadingFinder.ofPositions, at: fix.time) }
        } else {
            carryOn { $0.advance(to: fix.time) }
        }
    }

    /// Somebody faces north, or is about to. Asked for again, it begins anew.
    mutating func beginCalibration() {
        if let calibration {
            report(
                .cancelled, effect: Self.calibrationEffect, text: "asked for again: it begins anew",
                effectNumber: calibration.number)
        }
        calibrationCount += 1
        calibration = CalibrationRun(number: calibrationCount)
        report(
            .began, effect: Self.calibrationEffect,
            text: "face true north, away from metal and magnets, and keep still for 3 s", effectNumber: calibrationCount
        )
        // A pulse at once: what was asked for has begun.
        feel(TurnSignals.Felt(signal: .calibrating), nil)
    }

    /// Nothing comes any more by which it could go on.
    mutating func failCalibration(_ body: (inout CalibrationRun) -> [Calibrator.Step]) { carryOn(body) }

    private mutating func carryOn(_ body: (inout CalibrationRun) -> [Calibrator.Step]) {
        guard var run = calibration else { return }
        let steps = body(&run)
        calibration = run
        for step in steps { carryOut(step, run.number) }
    }

    private mutating func carryOut(_ step: Calibrator.Step, _ number: UInt64) {
        desk.finish(at: clock.seconds)
        switch step {
        case .beat(let words):
            report(.progressed, effect: Self.calibrationEffect, text: words, effectNumber: number)
            if !desk.isPlaying { feel(TurnSignals.Felt(signal: .calibrating), nil) }
        case .done(let results):
            calibration = nil
            compasses.calibrated(results, at: clock.time ?? Timestamp(nanosecondsSinceEpoch: 0))
            feel(TurnSignals.Felt(signal: .calibrated), nil)
            let texts = results.map { "\($0.source) sits at \(Int($0.offsetDegrees.rounded()) % 360)°" }
            report(
                .ended, effect: Self.calibrationEffect, text: texts.joined(separator: "; "), effectNumber: number)
        case .failed(let reason):
            calibration = nil
            feel(TurnSignals.Felt(signal: .notCalibrated), nil)
            report(.failed, effect: Self.calibrationEffect, text: "failed to \(reason)", effectNumber: number)
        }
    }
}
