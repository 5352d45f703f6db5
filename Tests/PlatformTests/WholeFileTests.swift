import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("Whole files")
struct WholeFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reason(_ path: String, maxBytes: Int = 100, pipeSeconds: Int = 0) -> FileError.Reason? {
        do throws(FileError) {
            _ = try WholeFile.read(path, maxBytes: maxBytes, pipeSeconds: pipeSeconds)
            return nil
        } catch {
            #expect(error.path == path && "\(error)" == "\(path): \(error.reason)")
            return error.reason
        }
    }

    @Test func `a file is read up to its maximum size`() throws {
        let path = "\(folder.path)/file"
        for count in [0, 1, 100, 101, 200_000] {
            let bytes = [UInt8](repeating: 7, count: count)
            try WholeFile.replace(path, with: bytes)
            #expect(try WholeFile.read(path, maxBytes: count) == bytes)
            if count > 0 { #expect(reason(path, maxBytes: count - 1) == .tooLarge(maxBytes: count - 1)) }
        }
        #expect("\(FileError.Reason.tooLarge(maxBytes: 4 << 20))" == "it is larger than 4 MiB")
        #expect(
            "\(FileError.Reason.tooLarge(maxBytes: 2048)), \(FileError.Reason.tooLarge(maxBytes: 7))"
                == "it is larger than 2 KiB, it is larger than 7 bytes")
    }

    @Test func `what is no file is refused without waiting`() throws {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(reason(pipe) == .notRegular && reason(folder.path) == .notRegular && reason("/dev/zero") == .notRegular)
        #expect(reason("\(folder.path)/none") == .system(ENOENT))
        #expect(reason(folder.path, pipeSeconds: 1) == .system(EISDIR))
    }

    @Test func `a pipe is read to its end, and one without a writer is an error`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(reason("/dev/fd/\(ends[0])", pipeSeconds: 1) == .silent(seconds: 1))
        #expect(WholeFile.write(Array("text".utf8), to: ends[1]) == 0)
        close(ends[1])
        #expect(try WholeFile.text("/dev/fd/\(ends[0])", maxBytes: 10, pipeSeconds: 1) == "text")
    }

    @Test func `a text has to be UTF-8`() throws {
        let path = "\(folder.path)/text"
        try WholeFile.replace(path, with: [0x61, 0xFF])
        #expect(throws: FileError(path: path, reason: .notText)) { try WholeFile.text(path, maxBytes: 10) }
    }

    @Test func `files of the kernel are read though they have no size`() {
        #expect(WholeFile.start("/proc/self/statm", maxBytes: 3)?.count == 3)
        #expect(
            WholeFile.start("/proc/self/none", maxBytes: 3) == nil && WholeFile.start("/dev/null", maxBytes: 3) == nil)
    }

    @Test func `a file is replaced for its owner alone, and a failure leaves the old one`() throws {
        let path = "\(folder.path)/file"
        try WholeFile.replace(path, with: [1], isSynchronized: true)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try WholeFile.replace(path, with: [2, 3], mode: 0o640)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(throws: FileError(path: "\(folder.path)/none/file", reason: .system(ENOENT))) {
            try WholeFile.replace("\(folder.path)/none/file", with: [4])
        }
        let obstacle = "\(folder.path)/folder"
        #expect(mkdir(obstacle, 0o700) == 0)
        #expect(throws: FileError(path: obstacle, reason: .system(EISDIR))) {
            try WholeFile.replace(obstacle, with: [5])
        }
        #expect(try WholeFile.read(path, maxBytes: 9) == [2, 3])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "folder"])
    }

    @Test func `a failed write is reported with its reason`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(WholeFile.write([1, 2, 3], to: full) == ENOSPC && WholeFile.write([1], to: -1) == EBADF)
        #expect(WholeFile.write([], to: -1) == 0)
    }
}
