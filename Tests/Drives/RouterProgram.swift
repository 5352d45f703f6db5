import Foundation
import NavigationEvents
import Routes

/// A routing server, which is queried with `navbus-router ask` from the folder of this program.
struct RouterProgram {
    /// The folder below `drives` with drives on its map.
    let folder: String
    let url: String

    /// Parses an argument FOLDER=URL; `nil` for other texts.
    init?(_ argument: String) {
        guard let sign = argument.firstIndex(of: "=") else { return nil }
        folder = String(argument[..<sign])
        url = String(argument[argument.index(after: sign)...])
    }

    /// The routers among the arguments.
    static func all(of arguments: [String]) throws -> [RouterProgram] {
        try arguments.map { argument in
            guard let router = RouterProgram(argument) else { throw DriveError.noRouter(argument) }
            return router
        }
    }

    /// The answer to a route request, as `navbus-router` would send it.
    func answer(_ request: RouteRequest) throws -> RouteAnswer.Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "navbus-router")
        let course = request.courseDegrees.map { ",\($0)" } ?? ""
        let places = request.stopovers.map(Self.text)
        process.arguments =
            ["ask", "--url", url, "--from", Self.text(request.position) + course]
            + places.dropLast().flatMap { ["--via", $0] } + places.suffix(1).flatMap { ["--to", $0] }
            + ["--mode", "\(request.travelMode)"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let document = try output.fileHandleForReading.readToEnd() ?? Data()
        let words = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let route = try RouteDocument.read([UInt8](document)).first else {
            return .failure(String(decoding: words, as: UTF8.self))
        }
        return .route(route)
    }

    private static func text(_ place: Coordinate) -> String { "\(place.latitudeDegrees),\(place.longitudeDegrees)" }
}
