import Foundation
import NavigationEvents
import Platform
import Routes

/// Guides each drive below a folder along its plan, in every format of the plan.
struct DriveReport {
    private(set) var table = Table([
        "drive", "plan", "fixes", "error p50", "p95", "max m", "off route", "left", "noticed", "cues", "arrival",
    ])
    private(set) var mistakes: [String] = []

    init(data: URL) throws {
        let drives = data.appending(path: "drives")
        for folder in try drives.appending(path: "synthetic").subfolders() {
            let file = folder.appending(path: "meta.json")
            let meta = try JSONDecoder().decode(DriveMetadata.self, from: Data(contentsOf: file))
            let drive = try RecordedDrive(
                name: folder.lastPathComponent, fixesFile: folder.appending(path: "drive.fixes.jsonl"))
            try guide(drive, along: data.appending(path: meta.plan ?? "").routeDocuments(prefix: ""), meta)
        }
        for folder in try drives.appending(path: "porto-taxi").subfolders() {
            let name = "taxi …" + folder.lastPathComponent.suffix(6)
            let drive = try RecordedDrive(name: name, fixesFile: folder.appending(path: "drive-1hz.fixes.jsonl"))
            let track = try drive.track(folder.appending(path: "track.csv"))
            let plans = try folder.routeDocuments(prefix: "plan.")
            let meta = try JSONDecoder().decode(
                DriveMetadata.self, from: Data(contentsOf: folder.appending(path: "meta.json")))
            try guide(drive, along: plans, meta)
            try guide(track, along: plans, meta)
        }
    }

    private mutating func guide(_ drive: RecordedDrive, along documents: [URL], _ meta: DriveMetadata) throws {
        for document in documents {
            do {
                // The file does not describe the plan of the other engine.
                try guide(drive, along: document, left: document.dialect == "osrm" ? nil : meta.leftSpans)
            } catch let error as RouteError {
                mistakes.append("\(drive.name) along \(document.dialect): failed to \(error)")
            }
        }
    }

    private mutating func guide(_ drive: RecordedDrive, along document: URL, left: [[Double]]?) throws {
        guard let route = try RouteDocument.read([UInt8](Data(contentsOf: document))).first, let plan = Plan(route)
        else { return }
        let guided = try GuidedDrive(drive, along: route)
        let check = DriveCheck(drive, plan, guided)
        mistakes += check.mistakes.map { "\(drive.name) along \(document.dialect): \($0)" }
        let detection = left.map { DetectionCheck($0, guided, isSparse: guided.fixCount * 5 < drive.moments.count) }
        mistakes += (detection?.mistakes ?? []).map { "\(drive.name) along \(document.dialect): \($0)" }
        if try GuidedDrive(drive, along: route).events.map(\.event) != guided.events.map(\.event) {
            mistakes.append("\(drive.name) along \(document.dialect): a second run gives other events")
        }
        let errors = check.errorsMeters
        table.add(
            [drive.name, document.dialect, "\(guided.fixCount)"]
                + [0.5, 0.95, 1].map { errors.percentile($0)?.short ?? "–" }
                + ["\(guided.offRouteSpans.count)", detection?.left ?? "?", detection?.noticed ?? "?"]
                + ["\(guided.cues.count)", guided.hasArrived ? "yes" : "no"])
    }
}

extension URL {
    /// The subfolders, by name; none if there is no folder.
    func subfolders() throws -> [URL] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: self, includingPropertiesForKeys: [.isDirectoryKey])
            .filter(\.hasDirectoryPath).sorted { $0.path < $1.path }
    }

    /// The route documents in this folder, in all formats.
    func routeDocuments(prefix: String) throws -> [URL] {
        ["valhalla", "valhalla-osrm", "osrm"].map { appending(path: "\(prefix)\($0).json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The format of a route document, from its name.
    var dialect: String { deletingPathExtension().lastPathComponent.replacingOccurrences(of: "plan.", with: "") }
}
