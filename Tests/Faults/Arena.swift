import Foundation
import NavigationEvents
import Platform
import Routes
import TestSupport

/// Where faults are tried: the built programs, a folder for each try, and how thorough to be.
final class Arena {
    /// Whether this is the short form: a few tries of each.
    let isShort: Bool
    /// Chooses the moments.
    let seed: UInt64
    /// How many tries, where it was asked for.
    let asked: Int?
    private var reference: PublishedStream?

    init(isShort: Bool, seed: UInt64, asked: Int?) {
        self.isShort = isShort
        self.seed = seed
        self.asked = asked
    }

    /// The repository.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file of the example drive.
    static func example(_ name: String) -> String { package.appending(path: "examples/first-drive/\(name)").path }

    /// The route of the example drive.
    static func route() throws -> Route {
        let bytes = try Data(contentsOf: URL(filePath: example("route.json")))
        guard let route = try RouteDocument.read([UInt8](bytes)).first else { throw ArenaError("find the route") }
        return route
    }

    /// Whether only root can do it, and we are not; `nil` if there is no obstacle.
    static func obstacle(root: Bool = false, tools: [String] = []) -> String? {
        if root, geteuid() != 0 { return "it takes root" }
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            + ["/usr/sbin", "/sbin"]
        let missing = tools.filter { tool in
            !folders.contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
        return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
    }

    /// How often to try what the long form tries so many times.
    func tries(_ long: Int, short: Int) -> Int { asked ?? (isShort ? short : long) }

    /// How long something may take; in the short form, which runs among tests, that is not judged.
    func limit(_ seconds: Double) -> Double? { isShort ? nil : seconds }

    /// The published guidance of the drive when nothing goes wrong.
    func undisturbed() throws -> PublishedStream {
        if let reference { return reference }
        let drive = try GuidedDrive(speed: "max", controls: [])
        let outcome = drive.finish()
        guard outcome.exitCode == 0 else { throw ArenaError("guide the undisturbed drive: \(outcome.errors)") }
        let published = try drive.published()
        reference = published
        return published
    }

    /// Compares what a drive has published with the undisturbed one.
    func judge(_ drive: GuidedDrive, _ outcome: inout FaultOutcome) throws -> [String] {
        let verdict = try drive.published().compared(with: undisturbed())
        outcome.lost += verdict.lost
        outcome.doubled += verdict.doubled
        return verdict.problems
    }
}

/// Why a fault could not be tried. The description completes "failed to …".
struct ArenaError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
