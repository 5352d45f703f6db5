import Foundation
import NavigationEvents
import Platform
import Routes
import TestSupport

/// The settings and helpers of all faults: the built programs, the number of tries, and the undisturbed drive.
final class FaultContext {
    /// Whether each fault is tried only a few times.
    let isShort: Bool
    /// The seed of random times and choices.
    let seed: UInt64
    /// The number of tries from the command line; `nil` for the default.
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
        guard let route = try RouteDocument.read([UInt8](bytes)).first else { throw FaultError("find the route") }
        return route
    }

    /// The reason why a fault cannot be injected here; `nil` if it can.
    ///
    /// - Parameters:
    ///   - root: whether the fault needs root.
    ///   - tools: the programs that the fault needs.
    static func obstacle(root: Bool = false, tools: [String] = []) -> String? {
        if root, geteuid() != 0 { return "it needs root" }
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            + ["/usr/sbin", "/sbin"]
        let missing = tools.filter { tool in
            !folders.contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
        return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
    }

    /// The number of tries.
    ///
    /// - Parameters:
    ///   - long: the number in the long form.
    ///   - short: the number in the short form.
    func tries(_ long: Int, short: Int) -> Int { asked ?? (isShort ? short : long) }

    /// A time limit, seconds; `nil` in the short form, in which other tests run at the same time.
    func limit(_ seconds: Double) -> Double? { isShort ? nil : seconds }

    /// The published guidance of the drive without a fault.
    func undisturbed() throws -> PublishedStream {
        if let reference { return reference }
        // At full speed on a busy machine, the tap may begin late, and the launcher may end it before it has received
        // everything: two recordings of the same length with the arrival are complete.
        var lengths: Set<Int> = []
        for _ in 1...6 {
            let drive = try GuidedDrive(speed: "max", controls: [])
            let outcome = drive.finish()
            guard outcome.exitCode == 0 else { throw FaultError("guide the undisturbed drive: \(outcome.errors)") }
            let published = try drive.published()
            guard DriveFacts(published).isArrived else { continue }
            guard !lengths.insert(published.events.count).inserted else {
                reference = published
                return published
            }
        }
        throw FaultError("record the undisturbed drive to its end")
    }

    /// Compares the published events of a drive with those of the undisturbed one.
    func judge(_ drive: GuidedDrive, _ outcome: inout FaultOutcome) throws -> [String] {
        let verdict = try drive.published().compared(with: undisturbed())
        outcome.lost += verdict.lost
        outcome.doubled += verdict.doubled
        return verdict.problems
    }
}

/// The reason why a fault could not be injected. The description completes "failed to …".
struct FaultError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
