import Foundation
import Guidance
import NavigationEvents
import Platform
import Positions
import Routes

/// The drives that leave their plan, guided with a real router: each is to be led to its end along other routes.
struct ReroutedReport {
    /// What an answer takes, in seconds of the drive.
    private static let delaySeconds = 1.0
    /// Nearer to the destination the drive has reached it.
    private static let arrivedMeters = 60.0

    private(set) var table = Table([
        "rerouted drive", "left", "asked", "answered", "failed", "off route s", "arrival", "at the end m",
    ])
    private(set) var mistakes: [String] = []

    init(data: URL, routers: [AskedRouter]) throws {
        let drives = data.appending(path: "drives")
        for router in routers {
            for folder in try drives.appending(path: router.folder).subfolders() {
                try guide(folder, data, router)
            }
        }
    }

    private mutating func guide(_ folder: URL, _ data: URL, _ router: AskedRouter) throws {
        let meta = try JSONDecoder().decode(
            DriveFacts.self, from: Data(contentsOf: folder.appending(path: "meta.json")))
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

    private mutating func judge(_ journey: ReroutedDrive, _ drive: RecordedDrive, _ route: Route, _ meta: DriveFacts) {
        let end = drive.moments.last.flatMap { last in
            route.geometry.last.map { Plan.distanceMeters(last.truth.position, $0) }
        }
        table.add([
            drive.name, meta.leftSpans.isEmpty ? "–" : meta.leftSpans.compactMap(\.first?.short).joined(separator: " "),
            "\(journey.asked)", "\(journey.routes)", "\(journey.failures.count)", "\(journey.secondsOffRoute)",
            journey.hasArrived ? "yes" : "no", end?.short ?? "–",
        ])
        if meta.leftSpans.isEmpty, !meta.beginsBackwards, journey.asked > 0 {
            mistakes.append("\(drive.name): follows the plan, and was rerouted")
        }
        if !meta.leftSpans.isEmpty, journey.routes == 0 { mistakes.append("\(drive.name): left, and not rerouted") }
        if !journey.hasArrived, let end, end < Self.arrivedMeters {
            mistakes.append("\(drive.name): the vehicle arrives, the guidance does not")
        }
        mistakes += journey.failures.map { "\(drive.name): \($0)" }
        mistakes += SequenceLaws.mistakes(in: journey.events).map { "\(drive.name), rerouted: \($0)" }
    }
}

/// What is known of a drive beside its fixes.
struct DriveFacts: Decodable {
    /// Folder of the plan's documents, below the data; `nil` if they lie beside it.
    var plan: String?
    /// When the vehicle was more than 50 m off Valhalla's plan: from, to, and the most metres.
    var leftSpans: [[Double]]
    /// How it was made, for a drive that was.
    var command: String?

    enum CodingKeys: String, CodingKey {
        case plan, command
        case leftSpans = "off_plan_spans_s"
    }

    /// Whether it begins against the direction of its plan.
    var beginsBackwards: Bool { command?.contains("--reverse-start") == true }
}
