import Foundation
import Guidance
import NavigationEvents
import Platform
import Positions
import Routes

/// Guides the drives that leave their plan with a real router, which must lead each to its end along other routes.
struct ReroutedReport {
    /// Delay of an answer, seconds of the drive.
    private static let delaySeconds = 1.0
    /// Distance from the destination within which the drive has reached it.
    private static let arrivedMeters = 60.0

    private(set) var table = Table([
        "rerouted drive", "left", "asked", "answered", "failed", "off route s", "arrival", "at the end m",
    ])
    private(set) var mistakes: [String] = []

    init(data: URL, routers: [RouterProgram]) throws {
        let drives = data.appending(path: "drives")
        for router in routers {
            for folder in try drives.appending(path: router.folder).subfolders() {
                try guide(folder, data, router)
            }
        }
    }

    private mutating func guide(_ folder: URL, _ data: URL, _ router: RouterProgram) throws {
        let meta = try JSONDecoder().decode(
            DriveMetadata.self, from: Data(contentsOf: folder.appending(path: "meta.json")))
        let plan =
            meta.plan.map { data.appending(path: $0).appending(path: "valhalla.json") }
            ?? folder.appending(path: "plan.valhalla.json")
        let fixes = ["drive.fixes.jsonl", "drive-1hz.fixes.jsonl"].map { folder.appending(path: $0) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
        guard let fixes, let route = try RouteDocument.read([UInt8](Data(contentsOf: plan))).first else { return }
        let drive = try RecordedDrive(name: String(folder.lastPathComponent.suffix(14)), fixesFile: fixes)
        var journey = ReroutedDrive(route)
        try journey.drive(drive, delaySeconds: Self.delaySeconds) { try router.answer($0) }
        judge(journey, drive, route, meta)
    }

    private mutating func judge(
        _ journey: ReroutedDrive, _ drive: RecordedDrive, _ route: Route, _ meta: DriveMetadata
    ) {
        let end = drive.moments.last.flatMap { last in
            route.geometry.last.map { Plan.distanceMeters(last.truth.position, $0) }
        }
        table.add([
            drive.name, meta.leftSpans.isEmpty ? "–" : meta.leftSpans.compactMap(\.first?.short).joined(separator: " "),
            "\(journey.asked)", "\(journey.routes)", "\(journey.failures.count)", "\(journey.secondsOffRoute)",
            journey.hasArrived ? "yes" : "no", end?.short ?? "–",
        ])
        if meta.leftSpans.isEmpty, !meta.beginsBackwards, journey.asked > 0 {
            mistakes.append("\(drive.name): follows the plan, but was rerouted")
        }
        if !meta.leftSpans.isEmpty, journey.routes == 0 {
            mistakes.append("\(drive.name): left the plan, but was not rerouted")
        }
        if !journey.hasArrived, let end, end < Self.arrivedMeters {
            mistakes.append("\(drive.name): the vehicle arrives, the guidance does not")
        }
        mistakes += journey.failures.map { "\(drive.name): \($0)" }
        mistakes += SequenceRules.mistakes(in: journey.events).map { "\(drive.name), rerouted: \($0)" }
    }
}

/// The metadata of a drive.
struct DriveMetadata: Decodable {
    /// Folder of the documents of the plan, below the data; `nil` if they are in the folder of the drive.
    var plan: String?
    /// The times at which the vehicle was more than 50 m off Valhalla's plan: from, to, and the maximum metres.
    var leftSpans: [[Double]]
    /// The command that generated the drive; `nil` for a real one.
    var command: String?

    enum CodingKeys: String, CodingKey {
        case plan, command
        case leftSpans = "off_plan_spans_s"
    }

    /// Whether the drive begins against the direction of its plan.
    var beginsBackwards: Bool { command?.contains("--reverse-start") == true }
}
