import Foundation
import TestSupport
import Testing

/// The bridges to other systems, each with its own tests against the real peer.
@Suite(.serialized) struct BridgeTests {
    private static let folder = PythonKit.package.appending(path: "examples/bridges").path
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/tests") }.sorted()

    @Test(arguments: names) func `a bridge passes its own tests`(name: String) throws {
        let bridge = "\(Self.folder)/\(name)"
        let kit = try PythonKit()
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            ["-m", "unittest", "discover", "-s", "\(bridge)/tests", "-t", bridge], environment: Self.environment(kit)
        ).wait(seconds: 180)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(#/Ran [1-9]\d* tests?/#))
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
    }

    @Test(arguments: names) func `a bridge passes the conformance test`(name: String) throws {
        let kit = try PythonKit()
        let outcome = try BuiltProgram.navbus.start(
            ["control", "check", "\(Self.folder)/\(name)"] + Self.settings(of: name), environment: Self.environment(kit)
        ).wait(seconds: 300)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// The settings of a bridge in the conformance test, a line each in `tests/settings`: its cases run at the same time, and
    /// cannot share a port.
    private static func settings(of name: String) -> [String] {
        let text = (try? String(contentsOfFile: "\(folder)/\(name)/tests/settings", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").flatMap { ["--set", String($0)] }
    }

    /// The environment with the kit, the Python of the tests, and the folder of the built programs.
    private static func environment(_ kit: PythonKit) -> [String: String] {
        var environment = kit.environment
        environment["PYTHONPATH"] = PythonKit.path
        environment["NAVBUS_PROGRAMS"] = BuiltProgram.navbus.url.deletingLastPathComponent().path
        return environment
    }
}
