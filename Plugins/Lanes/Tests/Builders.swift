import Foundation
import NavigationControl
import NavigationEvents
import PictureOutput
import Synchronization
import TestSupport

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

/// A control that shows lanes in a folder, and what it said.
struct Road {
    let said = Said()
    var driver: ControlDriver<LanesControl>

    init(_ folder: TemporaryFolder, _ adjust: (inout LanesSettings) -> Void = { _ in }) throws {
        var settings = LanesSettings()
        settings.pictures.folder = folder.path
        adjust(&settings)
        driver = ControlDriver(
            LanesControl(
                settings, displays: settings.pictures.displays("lanes"),
                reporter: Reporter(control: "lanes", said.report), print: said.line))
        try driver.start()
    }

    mutating func drive(_ infos: NavigationInfo...) { for info in infos { driver.deliver(.navigation(info)) } }
}

/// What a control printed and reported.
final class Said: Sendable {
    private let state = Mutex((lines: [String](), reports: [ControlReport]()))

    var lines: [String] { state.withLock { $0.lines } }
    var reports: [ControlReport] { state.withLock { $0.reports } }

    func line(_ text: String) { state.withLock { $0.lines.append(text) } }
    func report(_ report: ControlReport) { state.withLock { $0.reports.append(report) } }
}

extension TemporaryFolder {
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// What `lanes.json` holds.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(bytes("lanes.json"))) as? [String: Any] ?? [:]
    }

    /// The names of its files, sorted.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
