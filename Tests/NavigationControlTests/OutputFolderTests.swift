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
}
