import HapticDevices
import NavigationControl
import NavigationEvents
import Synchronization

@testable import Haptics

extension Timestamp {
    static func second(_ seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: Int64(seconds * 1e9))
    }
}

extension Fix {
    static func make(at seconds: Double = 0, heading: Double? = nil, headingAccuracy: Double? = nil) -> Fix {
        Fix(
            time: .second(seconds), position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69),
            headingDegrees: heading, headingAccuracyDegrees: headingAccuracy)
    }
}

extension Step {
    static func make(_ maneuver: Maneuver = .turnLeft, number: Int = 1, exit: Int? = nil) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number,
            roundabout: maneuver.isRoundabout ? Roundabout(exitCount: exit) : nil)
    }
}

extension Cue {
    static func make(
        _ identity: UInt64 = 1, _ stage: CueStage = .now, subject: CueSubject = .maneuver, step: Int = 1,
        dueAt seconds: Double = 0, validFor: Double = 10
    ) -> Cue {
        Cue(
            identity: identity, stage: stage, subject: subject, stepNumber: step, distanceMeters: 50, priority: .now,
            dueAt: .second(seconds), validForSeconds: validFor)
    }
}

extension NavigationInfo {
    static func make(
        at seconds: Double = 0, _ step: Step? = .make(), cue: Cue? = nil, state: NavigationState = .enroute,
        route: String = "first", isOffRoute: Bool = false, isDestinationReached: Bool = false, stopovers: Int = 0,
        position: PositionStatus = .reliable, heading: Double? = nil, headingAccuracy: Double? = nil,
        bearing: Double? = nil, isMatched: Bool = true
    ) -> NavigationInfo {
        let place = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.7)
        return NavigationInfo(
            state: state, routeID: route, isDestinationReached: isDestinationReached, stopoversReached: stopovers,
            fix: .make(at: seconds, heading: heading, headingAccuracy: headingAccuracy), positionStatus: position,
            matched: !isMatched
                ? nil
                : MatchedPosition(
                    position: place, bearingDegrees: 0, distanceAlongRouteMeters: 100, distanceFromRouteMeters: 1),
            currentStep: step, isOffRoute: isOffRoute, cue: cue,
            lookahead: bearing.map { LookaheadPoint(position: place, bearingDegrees: $0, distanceMeters: 20) })
    }
}

extension Route {
    /// The shortest possible route.
    static var tiny: Route {
        let line = [
            Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69),
            Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.69),
        ]
        return Route(
            id: "tiny", provider: "test", travelMode: .foot, geometry: line, legs: [],
            stopovers: [Stopover(position: line[1], geometryIndex: 1)], distanceMeters: 1112, durationSeconds: 900)
    }
}

/// An actuator that records its commands, and fails on demand.
final class RecordingActuator: HapticActuator {
    var commands: [HapticCommand] = []
    /// The last command at each cancellation.
    var cancelled: [String] = []
    var cancelCount: Int { cancelled.count }
    var isOpen = false
    var wasContinued = false
    var failure: HapticDeviceError?

    var words: [String] { commands.map(\.words) }

    func open(isContinued: Bool) throws(HapticDeviceError) {
        if let failure { throw failure }
        isOpen = true
        wasContinued = isContinued
    }

    func play(_ command: HapticCommand) throws(HapticDeviceError) {
        if let failure { throw failure }
        commands.append(command)
    }

    func cancel() { cancelled.append(commands.last?.words ?? "") }

    func close() { isOpen = false }
}

/// The reports and lines of a control.
final class ReportRecorder: Sendable {
    private let state = Mutex((lines: [String](), reports: [ControlReport]()))

    var lines: [String] { state.withLock { $0.lines } }
    var reports: [ControlReport] { state.withLock { $0.reports } }

    func line(_ text: String) { state.withLock { $0.lines.append(text) } }
    func report(_ report: ControlReport) { state.withLock { $0.reports.append(report) } }
}
