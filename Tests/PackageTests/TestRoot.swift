import Foundation
import Testing

/// A temporary copy of this machine without compiler and checkout, in which packages are installed and removed.
enum TestRoot {
    /// Runs a shell script as its root; `$package` is the package, and changes are below `/changes`.
    static func run(_ text: String) throws -> Shell.Outcome {
        let package = try BuiltPackage.package()
        let rig = BuiltPackage.repository.appending(path: "Tests/PackageTests/Rig/root.sh").path
        let script = "package=/shared/\(package.lastPathComponent)\n\(text)"
        let shared = package.deletingLastPathComponent().path
        return try Shell.run("/bin/bash", [rig, script, shared] + BuiltPackage.toolFolders())
    }

    /// Runs a shell script with the package installed; a failure is an issue of the test.
    static func installed(_ text: String) throws -> Shell.Outcome {
        let outcome = try run(
            "dpkg --force-confnew -i $package >/tmp/dpkg.log 2>&1 || { cat /tmp/dpkg.log; exit 1; }\n\(text)")
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        return outcome
    }
}
