import Foundation
import TestSupport
import Testing

/// The page in Chromium; what is looked at is written in Python, since that is what drives a browser well.
@Suite(.serialized) struct PageTests {
    /// Runs the tests of a file, all of which have to pass.
    private func run(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let program = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            [folder.appending(path: name).path],
            environment: [
                "NAVBUS_PROGRAMS": BuiltProgram.navbus.url.deletingLastPathComponent().path,
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
        let outcome = program.wait(seconds: 480)
        #expect(outcome.exitCode == 0, "\(outcome.errors.suffix(4_000))")
    }

    @Test func `it can be read at every size and in every theme`() throws {
        try run("test_look.py")
    }

    @Test func `it is used with keys and heard and comes back`() throws {
        try run("test_use.py")
    }

    @Test func `it shows a real drive`() throws {
        try run("test_drive.py")
    }
}
