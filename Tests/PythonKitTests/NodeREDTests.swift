import Foundation
import TestSupport
import Testing

/// The flow for Node-RED, with its own tests.
struct NodeREDTests {
    @Test func `the flow for Node-RED passes its own tests`() throws {
        let kit = try PythonKit()
        let folder = PythonKit.package.appending(path: "examples/node-red").path
        var environment = kit.environment
        environment["PYTHONPATH"] = PythonKit.path
        environment["NAVBUS_PROGRAMS"] = BuiltProgram.navbus.url.deletingLastPathComponent().path
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            ["-m", "unittest", "discover", "-s", "\(folder)/tests", "-t", folder], environment: environment
        ).wait(seconds: 120)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(#/Ran [1-9]\d* tests?/#))
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
    }
}
