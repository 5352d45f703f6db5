import Foundation
import TestSupport
import Testing

/// The program for geo: links, with its own tests.
struct GeoURITests {
    @Test func `the program for geo URIs passes its own tests`() throws {
        let folder = PythonKit.package.appending(path: "examples/geo-uri").path
        let outcome = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).run(
            ["-m", "unittest", "discover", "-s", "\(folder)/tests", "-t", folder],
            environment: [
                "NAVBUS_PROGRAMS": BuiltProgram.navbus.url.deletingLastPathComponent().path,
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(#/Ran [1-9]\d* tests?/#))
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
    }
}
