import NavigationControl
import NavigationEvents
import PictureOutput
import Platform
import TestSupport

@testable import Signs

extension Fix {
    static func make(second: Int64 = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: second * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }
}

extension Step {
    static func make(
        _ maneuver: Maneuver = .turnRight, number: Int = 1, onto street: String = "Berliner Straße",
        exit: String? = nil, roundabout: Roundabout? = nil
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number, fullRoadName: street, simpleRoadName: street,
            exitNumber: exit, roundabout: roundabout, drivingSide: .right)
    }
}

extension NavigationInfo {
    static func make(
        _ step: Step? = .make(), inMeters distance: Double = 300, state: NavigationState = .enroute,
        route: String = "first", then next: Step? = nil, cue: Cue? = nil
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(), currentStep: step, nextStep: next,
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10),
            maneuverToNextMeters: next.map { _ in 120.3 }, cue: cue)
    }
}

extension Cue {
    static func make(_ stage: CueStage, step: Int = 1) -> Cue {
        Cue(
            identity: .max, stage: stage, subject: .maneuver, stepNumber: step, distanceMeters: 300, priority: .prepare,
            dueAt: Fix.make().time, validForSeconds: 10)
    }
}

/// A control that shows signs in a folder, with its output.
struct DriveFixture {
    let output = RecordedOutput()
    var driver: ControlDriver<SignsControl>

    /// - Parameter disk: The disk of the folder, for tests of its free space.
    init(
        _ folder: TemporaryFolder, on disk: SmallDisk? = nil,
        _ adjust: (inout SignsSettings) -> Void = { _ in }
    ) throws {
        var settings = SignsSettings()
        settings.folder = folder.path
        adjust(&settings)
        let pictures = try settings.pictures()
        let files = disk.map { disk in
            PictureFolder(pictures, name: "next", folder: OutputFolder(folder.path, write: disk.write))
        }
        driver = ControlDriver(
            try SignsControl(
                settings, displays: files.map { [$0] }, reporter: Reporter(control: "signs", output.report),
                print: output.line))
        try driver.start()
    }

    mutating func drive(_ infos: NavigationInfo...) { for info in infos { driver.deliver(.navigation(info)) } }
}

extension TemporaryFolder {
    /// The sign in `next.json`; `nil` if there is none.
    func sign() throws -> [String: Any]? {
        try json("next.json")["sign"] as? [String: Any]
    }
}
