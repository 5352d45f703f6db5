import Foundation
import Glibc
import TestSupport
import Testing

@testable import NavigationControl

@Suite struct OutputFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file is not written through the link of another user`() throws {
        let victim = try folder.write("precious", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/.sign.svg.\(getpid())", withDestinationPath: victim)
        let output = OutputFolder(folder.path)
        try output.replace("sign.svg", with: Array("left".utf8))
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(output.read("sign.svg") == Array("left".utf8))
    }

    @Test func `files that belong together are replaced all or none`() throws {
        let output = OutputFolder(folder.path)
        try output.replace([("a", [1]), ("b", [1])])
        // A folder has the temporary name of the second file.
        let obstacle = folder.path + "/.b.\(getpid())"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let error = #expect(throws: OutputFolder.Failure.self) {
            try output.replace([("a", [2]), ("b", [2])])
        }
        #expect(error?.description.contains("/b: File exists; free disk space") == true)
        #expect(output.read("a") == [1] && output.read("b") == [1])
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "b"])
    }

    @Test func `a removed file is gone, and removing a missing file is no error`() throws {
        let output = OutputFolder(folder.path)
        try output.replace("a", with: [1])
        try output.remove(["a", "b"])
        #expect(!output.has("a"))
        #expect(throws: OutputFolder.Failure.self) { try OutputFolder("/dev/null").remove(["a"]) }
    }
}
