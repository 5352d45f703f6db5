import Foundation
import TestSupport
import Testing

@testable import navbus

/// The folder of a new control is complete or does not exist.
@Suite struct ScaffoldWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs `navbus control new`.
    private func new(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(["control", "new"] + arguments, environment: ["NO_COLOR": "1"])
    }

    @Test func `an existing folder is not changed`() throws {
        try folder.write("mine", to: "beeper/notes.txt")
        let outcome = try new("beeper", "--language", "c", "--into", folder.path)
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("failed to make \(folder.path)/beeper: it already exists"))
        #expect(folder.names == ["beeper"])
        #expect(try folder.bytes("beeper/notes.txt") == Array("mine".utf8))
    }

    @Test func `an error names a parent that does not exist or is no folder`() throws {
        let missing = try new("beeper", "--language", "c", "--into", "\(folder.path)/nowhere")
        #expect(missing.exitCode == 66)
        #expect(missing.errors.contains("\(folder.path)/nowhere: it does not exist"))
        let file = try folder.write("", to: "file")
        #expect(try new("beeper", "--language", "c", "--into", file).errors.contains("it is no folder"))
    }

    @Test func `a wrong name is wrong usage`() throws {
        let outcome = try new("Next Street", "--into", folder.path)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("such as next-street"))
        let shipped = try new("speech", "--language", "c", "--into", folder.path)
        #expect(shipped.exitCode == 64)
        #expect(shipped.errors.contains("Plugins/Speech"))
        #expect(folder.names.isEmpty)
    }

    @Test func `an error names a missing template`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["control", "new", "beeper", "--language", "c", "--into", folder.path],
            environment: ["NAVBUS_DATA": "\(folder.path)/data"])
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("\(folder.path)/data/examples/write-a-control/c"))
        #expect(folder.names.isEmpty)
    }

    @Test func `a folder that is no checkout of navbus is refused`() throws {
        let outcome = try new("beeper", "--navbus", folder.path, "--into", folder.path)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("no Package.swift with the kit"))
        for address in ["https://", "https://example.org", "https://example.org/a\nb", "git@"] {
            let outcome = try new("beeper", "--navbus", address, "--into", folder.path)
            #expect(outcome.exitCode == 64, "\(address)")
        }
        #expect(NavbusPackage.namesRepository("git@example.org:maps/navbus.git"))
        #expect(NavbusPackage.namesRepository("file:///srv/navbus.git"))
        #expect(folder.names.isEmpty)
    }

    @Test func `after a write error no file is left`() throws {
        let writer = ScaffoldWriter(parent: folder.path, name: "beeper")
        let files = [
            ScaffoldFile(path: "Sources/main.swift", text: "print(1)\n"),
            ScaffoldFile(path: String(repeating: "a", count: 300), text: ""),
        ]
        let error = #expect(throws: ScaffoldError.self) { try writer.write(files) }
        #expect("\(try #require(error))".hasPrefix("write \(folder.path)/beeper/aaa"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try writer.write(Array(files.prefix(1)))
        #expect(try folder.bytes("beeper/Sources/main.swift") == Array("print(1)\n".utf8))
        #expect(throws: ScaffoldError.exists("\(folder.path)/beeper")) { try writer.write([]) }
    }

    @Test func `without a compiler a warning names the package to install`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["control", "new", "beeper", "--language", "c", "--into", folder.path],
            environment: ["PATH": folder.path, "NO_COLOR": "1"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("there is no cc on the path: apt install gcc"))
        #expect(outcome.lines.contains("    cd \(folder.path)/beeper"))
    }
}
