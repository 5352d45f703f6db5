import Foundation
import NavigationControl
import Platform
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The exit codes of subcommands after errors outside of them; each runs as a program.
@Suite struct CommandEndingTests {
    private static let book = Checkout.path + "/examples/narrated-book/book.plist"

    private func run(
        _ arguments: [String], output: String = "/dev/null", in folder: TemporaryFolder
    ) throws -> (code: Int32, complaint: String) {
        let errors = folder.path + "/errors"
        let child = try Child(
            BuiltProgram("navbus-speech").url.path, arguments, environment: ["NAVBUS_DATA": Checkout.path],
            output: output, errors: errors)
        let code = child.wait()
        return (code, String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
    }

    @Test(arguments: [["voices", "de"], ["read", "--list", book], ["say", "--help"]])
    func `a full standard output is an error`(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        #expect(try run(arguments, in: folder).code == 0)
        let (code, complaint) = try run(arguments, output: "/dev/full", in: folder)
        #expect(code == ExitStatus.outputError.rawValue)
        #expect(complaint.contains("failed to write to standard output: "))
    }

    @Test func `the control names the command of a preview`() throws {
        let (code, complaint) = try run(["preview", "route.json"], in: try TemporaryFolder())
        #expect(code == ExitStatus.usage.rawValue)
        #expect(complaint.contains("`navbus speech preview`"))
    }

    @Test func `the error names a missing folder of tables`() throws {
        let (code, complaint) = try run(["voices", "--languages", "/nonexistent"], in: try TemporaryFolder())
        #expect(code == ExitStatus.noInput.rawValue)
        #expect(complaint.contains("/nonexistent: the folder cannot be read"))
    }
}
