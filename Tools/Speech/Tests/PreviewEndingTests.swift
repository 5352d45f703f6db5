import Foundation
import NavigationControl
import Platform
import SpeechTestSupport
import TestSupport
import Testing

/// The exit codes of a preview after errors outside of it; it runs as a program.
@Suite struct PreviewEndingTests {
    private static let route = Checkout.path + "/examples/first-drive/route.json"

    private func run(
        _ arguments: [String], output: String = "/dev/null", in folder: TemporaryFolder
    ) throws -> (code: Int32, complaint: String) {
        let errors = folder.path + "/errors"
        let child = try Child(
            BuiltProgram("navbus-speech-tools").url.path, arguments, environment: ["NAVBUS_DATA": Checkout.path],
            output: output, errors: errors)
        let code = child.wait()
        return (code, String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
    }

    @Test func `a full standard output is an error`() throws {
        let folder = try TemporaryFolder()
        #expect(try run(["preview", Self.route], in: folder).code == 0)
        let (code, complaint) = try run(["preview", Self.route], output: "/dev/full", in: folder)
        #expect(code == ExitStatus.outputError.rawValue)
        #expect(complaint.contains("failed to write to standard output: "))
    }

    @Test func `a missing or unknown command is refused`() throws {
        for arguments in [[], ["say", "hello"]] {
            let (code, complaint) = try run(arguments, in: try TemporaryFolder())
            #expect(code == ExitStatus.usage.rawValue)
            #expect(complaint.contains("navbus-speech-tools preview ROUTE"))
        }
    }

    @Test func `a pipe without a writer is refused as a route and as a table`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/en.toml"
        try #require(mkfifo(pipe, 0o600) == 0)
        for arguments in [
            ["preview", pipe], ["preview", Self.route, "--strings", pipe],
            ["preview", Self.route, "--languages", folder.path],
        ] {
            let (code, complaint) = try run(arguments, in: folder)
            #expect(code == ExitStatus.noInput.rawValue, "\(arguments)")
            let reason = complaint.contains("it is no file") || complaint.contains("no process has written to it")
            #expect(complaint.contains(pipe) && reason, "\(complaint)")
        }
    }
}
