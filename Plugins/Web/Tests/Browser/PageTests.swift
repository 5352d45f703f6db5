import Foundation
import TestSupport
import Testing

/// Tests of the page in Chromium, written in Python with Playwright.
@Suite(.serialized) struct PageTests {
    /// Runs the tests of a file, all of which must pass.
    private func run(_ name: String, _ more: [String: String] = [:]) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let program = try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start(
            [folder.appending(path: name).path],
            environment: [
                "NAVBUS_PROGRAMS": BuiltProgram.navbus.url.deletingLastPathComponent().path,
                "PYTHONDONTWRITEBYTECODE": "1",
            ].merging(more) { $1 })
        let outcome = program.wait(seconds: 480)
        #expect(outcome.exitCode == 0, "\(outcome.errors.suffix(4_000))")
    }

    @Test func `the page is legible at every size and in every theme`() throws {
        try run("test_look.py")
    }

    @Test func `the page supports keys, screen readers and sound, and reconnects`() throws {
        try run("test_use.py")
    }

    @Test func `a phone is the receiver of a real drive, and shows it`() throws {
        try run("test_phone.py")
    }

    @Test func `hostile peers of the encrypted page are refused, and others are served`() throws {
        try run("test_tls.py")
    }

    @Test func `a drive is begun, changed and ended on the page`() throws {
        try run("test_begin.py")
    }

    @Test func `the page shows a real drive`() throws {
        try run("test_drive.py")
    }

    @Test func `the page shows the map of a region`() throws {
        let folder = try TemporaryFolder()
        try run("test_map.py", ["NAVBUS_TOWN": folder.write(TownExtract().xml, to: "town.osm")])
    }

    @Test func `a page of another origin shows a real drive, if it is listed`() throws {
        try run("test_events.py")
    }
}
