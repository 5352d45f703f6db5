import Foundation
import TestSupport
import Testing

@testable import navbus

/// The folder of a new control is complete or does not exist.
@Suite struct ScaffoldWriterTests {
    private let place: TemporaryFolder

    init() throws { place = try TemporaryFolder() }

    /// Runs `navbus control new`.
    private func new(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(["control", "new"] + arguments, environment: ["NO_COLOR": "1"])
    }

    @Test func `an existing folder is not changed`() throws {
        try place.write("mine", to: "beeper/notes.txt")
        let outcome = try new("beeper", "--language", "c", "--into", place.path)
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("failed to make \(place.path)/beeper: it already exists"))
        #expect(place.names == ["beeper"])
        #expect(try place.bytes("beeper/notes.txt") == Array("mine".utf8))
    }

    @Test func `an error names a parent that does not exist or is no folder`() throws {
        let missing = try new("beeper", "--language", "c", "--into", "\(place.path)/nowhere")
        #expect(missing.exitCode == 66)
        #expect(missing.errors.contains("\(place.path)/nowhere: it does not exist"))
        let file = try place.write("", to: "file")
        #expect(try new("beeper", "--language", "c", "--into", file).errors.contains("it is no folder"))
    }

    @Test func `a wrong name is wrong usage`() throws {
        let outcome = try new("Next Street", "--into", place.path)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("such as next-street"))
        let shipped = try new("speech", "--language", "c", "--into", place.path)
        #expect(shipped.exitCode == 64)
        #expect(shipped.errors.contains("Plugins/Speech"))
        #expect(place.names.isEmpty)
    }

    @Test func `an error names a missing template`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["control", "new", "beeper", "--language", "c", "--into", place.path],
            environment: ["NAVBUS_DATA": "\(place.path)/data"])
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("\(place.path)/data/examples/write-a-control/c"))
        #expect(place.names.isEmpty)
    }

    @Test func `a folder that is no checkout of navbus is refused`() throws {
        let outcome = try new("beeper", "--navbus", place.path, "--into", place.path)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("no Package.swift with the kit"))
        for address in ["https://", "https://example.org", "https://example.org/a\nb", "git@"] {
            let outcome = try new("beeper", "--navbus", address, "--into", place.path)
            #expect(outcome.exitCode == 64, "\(address)")
        }
        #expect(NavbusPackage.namesRepository("git@example.org:maps/navbus.git"))
        #expect(NavbusPackage.namesRepository("file:///srv/navbus.git"))
        #expect(place.names.isEmpty)
    }

    @Test func `after a write error no file is left`() throws {
        let writer = ScaffoldWriter(parent: place.path, name: "beeper")
        let files = [
            ScaffoldFile(path: "Sources/main.swift", text: "print(1)\n"),
            ScaffoldFile(path: String(repeating: "a", count: 300), text: ""),
        ]
        let error = #expect(throws: ScaffoldError.self) { try writer.write(files) }
        #expect("\(try #require(error))".hasPrefix("write \(place.path)/beeper/aaa"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
        try writer.write(Array(files.prefix(1)))
        #expect(try place.bytes("beeper/Sources/main.swift") == Array("print(1)\n".utf8))
        #expect(throws: ScaffoldError.exists("\(place.path)/beeper")) { try writer.write([]) }
    }

    @Test func `without a compiler a warning names the package to install`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["control", "new", "beeper", "--language", "c", "--into", place.path],
            environment: ["PATH": place.path, "NO_COLOR": "1"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("there is no cc on the path: apt install gcc"))
        #expect(outcome.lines.contains("    cd \(place.path)/beeper"))
    }
}
