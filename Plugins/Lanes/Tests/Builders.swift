import NavigationControl
import NavigationEvents
import PictureOutput
import Platform
import TestSupport

@testable import Lanes

extension Fix {
    static func make() -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Cue {
    static func make(step: Int) -> Cue {
        Cue(
            identity: 7, stage: .prepare, subject: .maneuver, stepNumber: step, distanceMeters: 300, priority: .prepare,
            dueAt: Fix.make().time, validForSeconds: 10)
    }
}

extension NavigationInfo {
    static func make(
        _ lanes: [Lane], inMeters distance: Double = 100, step: Int = 1, route: String = "first",
        state: NavigationState = .enroute, cue: Cue? = nil
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(),
            currentStep: state == .enroute
                ? Step(number: step, maneuver: .turnLeft, geometryIndex: step, lanes: lanes) : nil,
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10), cue: cue)
    }
}

/// A control that shows lanes in a folder, with its output.
struct DriveFixture {
    let output = RecordedOutput()
    var driver: ControlDriver<LanesControl>

    init(_ folder: TemporaryFolder, _ adjust: (inout LanesSettings) -> Void = { _ in }) throws {
        var settings = LanesSettings()
        settings.folder = folder.path
        adjust(&settings)
        driver = ControlDriver(
            try LanesControl(settings, reporter: Reporter(control: "lanes", output.report), print: output.line))
        try driver.start()
    }

    mutating func drive(_ infos: NavigationInfo...) { for info in infos { driver.deliver(.navigation(info)) } }
}

extension TemporaryFolder {
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// The content of `lanes.json`.
    func json() throws -> [String: Any] { try json("lanes.json") }
}
