import Foundation
import Glibc
import TestSupport
import Testing

@testable import NavigationControl

@Suite struct OutputFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a link that others have laid is not written through`() throws {
        let victim = try folder.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.sign.svg.\(getpid())", withDestinationPath: victim)
        let output = OutputFolder(folder.path)
        try output.replace("sign.svg", with: Array("left".utf8))
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(output.read("sign.svg") == Array("left".utf8))
    }

    @Test func `files that belong together are replaced all, or none`() throws {
        let output = OutputFolder(folder.path)
        try output.replace([("a", [1]), ("b", [1])])
        // A folder lies where the second one is written before it takes its place.
        let obstacle = folder.path + "/.b.\(getpid())"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let error = #expect(throws: OutputFolder.Failure.self) {
            try output.replace([("a", [2]), ("b", [2])])
        }
        #expect(error?.description.contains("/b: File exists; make room") == true)
        #expect(output.read("a") == [1] && output.read("b") == [1])
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
    }

    @Test func `what is taken away is gone, and what is not there is no error`() throws {
        let output = OutputFolder(folder.path)
        try output.replace("a", with: [1])
        try output.remove(["a", "b"])
        #expect(!output.has("a"))
        #expect(throws: OutputFolder.Failure.self) { try OutputFolder("/dev/null").remove(["a"]) }
    }
}
