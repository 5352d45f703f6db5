import Foundation
import TestSupport

/// Where faults are tried: the built programs, a folder for each try, and how thorough to be.
struct Arena {
    /// Whether this is the short form: a few tries of each.
    let isShort: Bool
    /// Chooses the moments.
    let seed: UInt64
    /// The repository.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// How often to try what the long form tries so many times.
    func tries(_ long: Int, short: Int) -> Int { isShort ? short : long }

    /// How long something may take; in the short form, which runs among tests, that is not judged.
    func limit(_ seconds: Double) -> Double? { isShort ? nil : seconds }

    /// The published guidance of the drive when nothing goes wrong.
    func undisturbed() throws -> PublishedStream {
        let drive = try GuidedDrive(speed: "max")
        let outcome = drive.finish()
        guard outcome.exitCode == 0 else { throw ArenaError("guide the undisturbed drive: \(outcome.errors)") }
        return try drive.published()
    }
}

/// Why a fault could not be tried. The description completes "failed to …".
struct ArenaError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
