import Foundation
import TestSupport
import Testing

/// The overlay for the Vehicle Signal Specification, checked by the tool of COVESA.
struct VSSTests {
    @Test func `the overlay for VSS passes its own tests`() throws {
        let folder = PythonKit.package.appending(path: "examples/vss").path
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            ["-m", "unittest", "discover", "-s", "\(folder)/tests", "-t", folder],
            environment: ["PYTHONPATH": PythonKit.path, "PYTHONDONTWRITEBYTECODE": "1"]
        ).wait(seconds: 120)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(#/Ran [1-9]\d* tests?/#))
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
    }
}
