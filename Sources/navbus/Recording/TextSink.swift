import NavigationEvents
import ArgumentParser
import Glibc
import Platform

/// Takes text, piece by piece, and writes it in large ones.
final class TextSink {
    private var buffer: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    private static let blockBytes = 1 << 16

    /// - Parameter put: Takes what has gathered.
    init(_ put: @escaping ([UInt8]) throws -> Void) { self.put = put }

    /// Adds text as it is.
    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.blockBytes { try flush() }
    }

    /// Hands on what has gathered.
    func flush() throws {
        guard !buffer.isEmpty else { return }
        try put(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A text file that is there as a whole or not at all: it gets its name when everything is written.
///
/// A link leads to the file it names. What is no ordinary file, a device or a pipe, takes the text as it comes.
struct WholeFile {
    private let path: String
    /// Where the text lies until it is whole; `nil` where it goes to its place at once.
    private let draft: String?
    private let descriptor: Int32

    /// Makes the draft beside it; throws if that cannot be done.
    ///
    /// - Parameter inputs: Files that must not be written over, however they are named.
    init(_ path: String, sparing inputs: [String] = []) throws {
        var former = stat()
        let isThere = stat(path, &former) == 0
        if isThere, let input = inputs.first(where: { Self.isFile($0, former) }) {
            throw ValidationError("--out \(path) is the recording \(input) itself; name another file.")
        }
        guard !isThere || former.st_mode & S_IFMT == S_IFREG else {
            (self.path, draft) = (path, nil)
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw OutputFailure(number: errno, target: path) }
            return
        }
        self.path = try Self.resolved(path)
        var template = Array("\(self.path).XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw OutputFailure(number: errno, target: path) }
        draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        fchmod(descriptor, isThere ? former.st_mode & 0o777 : PrivateFile.mode)
    }

    /// Fills the file; it is thrown away if that fails.
    func fill(_ body: (TextSink) throws -> Void) throws {
        defer { close(descriptor) }
        do {
            let sink = TextSink { try Output.put($0, to: descriptor, named: path) }
            try body(sink)
            try sink.flush()
            guard let draft else { return }
            guard rename(draft, path) == 0 else { throw OutputFailure(number: errno, target: path) }
        } catch {
            if let draft { unlink(draft) }
            throw error
        }
    }

    /// Whether a path leads to the file with this status.
    private static func isFile(_ path: String, _ status: stat) -> Bool {
        var own = stat()
        return stat(path, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
    }

    /// Where a link leads, since the link is to stay; any other path as it is.
    private static func resolved(_ path: String) throws -> String {
        var own = stat()
        guard lstat(path, &own) == 0, own.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let real = realpath(path, nil) else { throw OutputFailure(number: errno, target: path) }
        defer { free(real) }
        return String(cString: real)
    }
}

extension Output {
    /// Writes all of some bytes.
    static func put(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(OutputFailure) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputFailure(number: errno, target: name) }
            start += count
        }
    }
}
