import Glibc
import TestSupport
import Testing

@testable import TOML

@Suite("Files and pipes")
struct TextFileTests {
    @Test func `data written to a pipe is read to its end`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let text = Array("navigation = true".utf8)
        try #require(write(ends[1], text, text.count) == text.count)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try TextFile.bytes("/dev/fd/\(ends[0])") == text)
    }

    @Test func `a folder or a missing file is reported with the reason of the system`() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.path + "/none"] {
            let error = #expect(throws: ConfigurationError.self) { try TextFile.bytes(path) }
            #expect(error?.description.contains("\(path): cannot be read: ") == true)
        }
    }
}
