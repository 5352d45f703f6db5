@testable import Guidance
@testable import NavigationEvents
@testable import NavigationLoop
@testable import Positions

/// Guidance and compass of a bus.
struct ExtremeGuidance {
    private var state = DriveState(settings: GuidanceSettings())
    private var compass = Compass { _, altitudeMeters, time in
        MagneticModel.current.declinationDegrees(
            at: Samples.fix.position, altitudeMeters: altitudeMeters, on: time)
    }
    private var motionSensors = MotionSensors()
    private var seconds = 0.0

    init() { _ = try? state.process(.started(Samples.route)) }

    mutating func take(_ script: inout ExtremeScript) {
        seconds += 0.1
        compass.note(state.lastTime, now: seconds)
        let fix = script.fix()
        let reading = HeadingReading(
            degrees: script.number(90), reference: .magneticNorth, accuracyDegrees: script.number(8), source: "wrist",
            time: script.integer(1) > 0 ? script.time() : nil)
        _ = try? compass.take(reading, at: state.lastFix, now: seconds)
        _ = compass.due(now: seconds)
        switch script.integer(20) & 31 {
        case 0: _ = try? state.process(.started(script.route()))
        case 1: _ = try? state.process(.elapsed(script.time()))
        case 2:
            _ = try? state.process(.answered(RouteAnswer(number: script.unsigned(1), outcome: .route(script.route()))))
        case 3:
            var numbers = DriveNumbers()
            (numbers.tick, numbers.sourceEvents) = (script.unsigned(1), script.unsigned(1))
            (numbers.rejectedFixes, numbers.sourceProblems) = (script.unsigned(1), script.unsigned(1))
            numbers.simulationStart = script.time()
            state.adopt(numbers)
        case 4: _ = try? state.process(.problem(.warning, ""))
        case 5: _ = try? state.process(.begun)
        case 6: _ = try? state.process(.skipped)
        case 7..<12:
            let motion = MotionReading(
                speedMetersPerSecond: script.number(8), yawRateDegreesPerSecond: script.number(12),
                gear: Gear.allCases[script.integer(1) & 3], source: "can0", time: script.time()
            )
            // The bus refuses impossible numbers; guidance must bear them nevertheless.
            _ = try? motionSensors.take(motion, clock: compass.clock, now: seconds)
            _ = try? state.process(.motion(motion))
        default: _ = try? state.process(.fix(compass.heading(fix)))
        }
    }
}
