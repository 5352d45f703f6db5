import Glibc
import Guidance
import NavigationEvents
import Positions

/// One drive through filter and guidance, as in the bus.
struct ScenarioRun {
    private var filter: PositionFilter
    private var guidance = GuidanceState()
    private var distanceAlongRouteMeters = Double.nan
    private var isOff = false
    private var hasArrived = false
    private var step = 0
    private var stops = 0
    private var info = NavigationInfo(
        state: .stopped,
        fix: Fix(time: Timestamp(nanosecondsSinceEpoch: 0), position: .init(latitudeDegrees: 0, longitudeDegrees: 0)))
    private var smoothed: Coordinate?
    /// The number of the last question to the router, and their count so far.
    private var lastQuestion: UInt64 = 0
    private var questions = 0
    /// The readings of the wheels that are still to come, the last one first.
    private var readings: [MotionReading]
    private var output = ""
    private var positions = ""

    init(route: Route, wheels: [MotionReading]) throws(RouteModelError) {
        readings = wheels.reversed()
        filter = PositionFilter(mode: route.travelMode)
        _ = try guidance.start(route)
    }

    mutating func drive(_ fixes: [ScenarioFix]) {
        var last: Double?
        for next in fixes {
            // Without fixes, time advances in steps of a second.
            while let before = last, next.seconds - before > 1.5 {
                let time = next.fix.time.nanosecondsSinceEpoch - Int64((next.seconds - before - 1) * 1e9)
                read(until: Timestamp(nanosecondsSinceEpoch: time))
                take(guidance.elapse(to: Timestamp(nanosecondsSinceEpoch: time)))
                last = before + 1
                row(before + 1)
            }
            read(until: next.fix.time)
            switch filter.accept(next.fix) {
            case .accepted(let fix):
                note(fix, at: next.seconds)
                take(guidance.update(fix))
            case .rejected(let reason):
                take(
                    guidance.elapse(
                        to: filter.corrected(next.fix.time), because: reason == .repeated ? .stationary : .noFix))
            }
            last = max(next.seconds, last ?? next.seconds)
            row(next.seconds)
        }
    }

    private mutating func read(until time: Timestamp) {
        while let next = readings.last, next.time.map({ $0 <= time }) == true {
            guidance.take(next)
            readings.removeLast()
        }
    }

    private mutating func take(_ events: [Event]) {
        for case .navigation(let info) in events where info.state != .stopped {
            if let matched = info.matched { distanceAlongRouteMeters = matched.distanceAlongRouteMeters }
            isOff = info.isOffRoute
            hasArrived = info.isDestinationReached
            step = info.currentStep?.number ?? step
            stops = info.stopoversReached + info.stopoversSkipped
            self.info = info
            guard let request = info.rerouting?.request, request.number != lastQuestion else { continue }
            (lastQuestion, questions) = (request.number, questions + 1)
        }
    }

    private mutating func row(_ seconds: Double) {
        let radius = info.positionRadiusMeters ?? .nan
        let matched = info.matched?.position
        output += "\(seconds),\(distanceAlongRouteMeters),\(isOff ? 1 : 0),\(hasArrived ? 1 : 0),\(step),\(stops),"
        output += "\(info.positionStatus.rawValue),\(radius),\(questions),\(info.cue?.stage.rawValue ?? 0),"
        output += "\(smoothed?.latitudeDegrees ?? .nan),\(smoothed?.longitudeDegrees ?? .nan),"
        output += "\(matched?.latitudeDegrees ?? .nan),\(matched?.longitudeDegrees ?? .nan)\n"
    }

    private mutating func note(_ fix: Fix, at seconds: Double) {
        let (raw, smoothed) = (fix.position, fix.smoothedPosition)
        self.smoothed = smoothed
        positions += "\(seconds),\(raw.latitudeDegrees),\(raw.longitudeDegrees),"
        positions += "\(smoothed.latitudeDegrees),\(smoothed.longitudeDegrees)\n"
    }

    /// Writes the matched positions and states.
    func write(to path: String) throws(ScenarioError) { try Self.write(output, to: path) }

    /// Writes the accepted positions: t, latitude and longitude as received, then smoothed.
    func writePositions(to path: String) throws(ScenarioError) { try Self.write(positions, to: path) }

    private static func write(_ text: String, to path: String) throws(ScenarioError) {
        guard let file = fopen(path, "w") else { throw .unwritable(path) }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw .unwritable(path) }
    }
}
