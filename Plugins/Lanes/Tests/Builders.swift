import Glibc
import NavigationControl
import NavigationEvents
import Synchronization

@testable import Lanes

extension Fix {
    static func make() -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Lane {
    /// A lane of shapes; those recommended are named too.
    static func make(_ shapes: LaneShape..., recommended: Set<LaneShape> = []) -> Lane {
        Lane(directions: shapes.map { LaneDirection(shape: $0, isRecommended: recommended.contains($0)) })
    }
}

extension [Lane] {
    /// Two left-turn lanes that are right, a straight one, and one for straight on and right.
    static let vocabularyExample: [Lane] = [
        .make(.normalLeft, recommended: [.normalLeft]), .make(.normalLeft, recommended: [.normalLeft]),
        .make(.straight), .make(.straight, .normalRight),
    ]
}

extension NavigationInfo {
    static func make(
        _ lanes: [Lane], inMeters distance: Double = 100, step: Int = 1, route: String = "first",
        state: NavigationState = .enroute
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(),
            currentStep: state == .enroute
                ? Step(number: step, maneuver: .turnLeft, geometryIndex: step, lanes: lanes) : nil,
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10))
    }
}

/// A display that remembers what it was shown, and fails on demand.
final class RecordingDisplay: LaneDisplay {
    var shown: [[Lane]] = []
    var failure: LanesError?

    func open() throws(LanesError) {
        if let failure { throw failure }
    }

    func show(_ lanes: [Lane]) throws(LanesError) {
        if let failure { throw failure }
        shown.append(lanes)
    }
}

/// What a control printed and reported.
final class Said: Sendable {
    private let state = Mutex((lines: [String](), reports: [ControlReport]()))

    var lines: [String] { state.withLock { $0.lines } }
    var reports: [ControlReport] { state.withLock { $0.reports } }

    func line(_ text: String) { state.withLock { $0.lines.append(text) } }
    func report(_ report: ControlReport) { state.withLock { $0.reports.append(report) } }
}
