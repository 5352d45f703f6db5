import Foundation
import Testing

/// A copy of this machine that is thrown away, without compiler and checkout, in which packages are installed and removed.
enum TestRoot {
    /// Runs a text as root of it; the package lies there as `$package`, and what is changed below `/changes`.
    static func run(_ text: String) throws -> Shell.Outcome {
        let package = try BuiltPackage.package()
        let rig = BuiltPackage.repository.appending(path: "Tests/PackageTests/Rig/root.sh").path
        let script = "package=/shared/\(package.lastPathComponent)\n\(text)"
        let shared = package.deletingLastPathComponent().path
        return try Shell.run("/bin/bash", [rig, script, shared] + BuiltPackage.toolFolders())
    }

    /// Runs a text with the package installed; anything but success is an issue of the test.
    static func installed(_ text: String) throws -> Shell.Outcome {
        let outcome = try run(
            "dpkg --force-confnew -i $package >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }\n\(text)")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        return outcome
    }
}
