import Foundation
import TestSupport
import Testing

/// Builds of a region with the real tools that are killed and begun again.
@Suite("A build of a region that is interrupted", .timeLimit(.minutes(5)))
struct RegionInterruptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `the same command continues after a kill and after Ctrl-C, and ends well`() throws {
        let extract = try folder.write(TownExtract().xml, to: "town.osm")
        let build = {
            // A shell in the background ignores Ctrl-C, which its processes inherit.
            try BuiltProgram(url: URL(filePath: "/usr/bin/env")).start(
                ["--default-signal=INT", BuiltProgram.navbus.url.path, "region", "add", extract],
                environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
        }
        for (signal, part) in [(SIGKILL, "places"), (SIGINT, "map"), (SIGKILL, "map"), (SIGINT, "routes")] {
            let interrupted = try build()
            #expect(
                interrupted.wait {
                    $0.output.contains("\(part.padding(toLength: 10, withPad: " ", startingAt: 0))begins")
                })
            interrupted.signal(signal)
            #expect(interrupted.wait().exitCode == signal)
            // No tool continues to write into the folder.
            #expect(eventually { toolCount == 0 })
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/regions/town"))
        }
        let outcome = try build().wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for part in ["places", "index", "map"] {
            #expect(outcome.lines.contains { $0.hasPrefix(part) && $0.hasSuffix("finished by an earlier build") })
        }
        let checked = try BuiltProgram.navbus.run(
            ["region", "check"], environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
        #expect(checked.exitCode == 0, "\(checked.output)")
    }

    /// The number of processes with the folder in their command lines.
    private var toolCount: Int {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.filter { process in
            let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
            return String(decoding: line, as: UTF8.self).contains(folder.path + "/regions")
        }.count
    }
}
