import Foundation
import NavigationEvents
import Platform

/// The real Valhalla, on the map of one town.
///
/// The map is in a temporary folder while the body of ``serving(_:_:)`` runs. The engine is called by its command line,
/// so it opens no port.
struct RoutingEngine {
    /// The formats of the engine's answers.
    enum Dialect: String, CaseIterable, Sendable {
        /// Valhalla's own format.
        case valhalla = "json"
        /// The OSRM format.
        case osrm
    }

    /// The reason of a failure.
    enum Failure: Error, CustomStringConvertible {
        case missing(folder: String)
        case command(String, said: String)

        var description: String {
            switch self {
            case .missing(let folder):
                "failed to find the routing engine in \(folder): run make engines, or set NAVBUS_ENGINES"
            case .command(let command, let said): "failed to run \(command): \(said)"
            }
        }
    }

    let town: Town
    private let programs: URL
    private let folder: URL
    private var settings: String { folder.appending(path: "valhalla.json").path }

    /// Reads the drawing of the town, builds its map, and runs the body, which requests routes.
    static func serving(_ name: String, _ body: (RoutingEngine) async throws -> Void) async throws {
        let drawing = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Towns/\(name).town")
        let town = try Town(drawing: String(contentsOf: drawing, encoding: .utf8))
        let folder = FileManager.default.temporaryDirectory.appending(path: "navbus-town-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try await body(RoutingEngine(town: town, folder: folder))
            try FileManager.default.removeItem(at: folder)
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private init(town: Town, folder: URL) async throws {
        let engines = Self.enginesFolder
        self.town = town
        self.folder = folder
        programs = engines.appending(path: "valhalla/bin")
        let template = engines.appending(path: "valhalla.json")
        guard FileManager.default.fileExists(atPath: template.path) else { throw Failure.missing(folder: engines.path) }
        try String(contentsOf: template, encoding: .utf8)
            .replacingOccurrences(of: "@FOLDER@", with: folder.path)
            .write(toFile: settings, atomically: true, encoding: .utf8)
        let map = folder.appending(path: "town.osm").path
        let border = folder.appending(path: "border.osm").path
        try town.openStreetMap().write(toFile: map, atomically: true, encoding: .utf8)
        try town.border().write(toFile: border, atomically: true, encoding: .utf8)
        _ = try await run("valhalla_build_admins", ["-c", settings, border])
        _ = try await run("valhalla_build_tiles", ["-c", settings, map])
    }

    /// Requests a route over the places and returns the unchanged answer.
    func answer(over places: String, in dialect: Dialect) async throws -> [UInt8] {
        let locations = try places.map { name in
            let place = try town.place(name)
            return #"{"lat":\#(place.latitudeDegrees),"lon":\#(place.longitudeDegrees)}"#
        }
        let wishes = #""costing":"\#(town.costing)","units":"kilometers","language":"en-US","turn_lanes":true"#
        let format = #""format":"\#(dialect.rawValue)","shape_format":"polyline6","banner_instructions":true"#
        let request = #"{"locations":[\#(locations.joined(separator: ","))],\#(wishes),\#(format)}"#
        return try await [UInt8](run("valhalla_service", [settings, "route", request]))
    }

    private static var enginesFolder: URL {
        if let named = ProcessInfo.processInfo.environment["NAVBUS_ENGINES"], !named.isEmpty {
            return URL(filePath: named)
        }
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root.appending(path: ".build/engines")
    }

    /// Runs a program on a separate thread, so that waiting does not delay other tests.
    private func run(_ program: String, _ arguments: [String]) async throws -> Data {
        let executable = programs.appending(path: program)
        let said = folder.appending(path: "said.txt")
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.output(of: executable, arguments, said: said) })
            }
        }
    }

    private static func output(of executable: URL, _ arguments: [String], said: URL) throws -> Data {
        try Data().write(to: said)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardError = try FileHandle(forWritingTo: said)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let words = String(decoding: answer, as: UTF8.self)
            throw try Failure.command(
                executable.lastPathComponent, said: words + String(contentsOf: said, encoding: .utf8))
        }
        return answer
    }
}
