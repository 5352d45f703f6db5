import NavigationEvents
import ArgumentParser
import Glibc
import Platform

/// Buffers text and writes it in large blocks.
final class TextSink {
    private var buffer: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    private static let blockBytes = 1 << 16

    /// - Parameter put: Writes a block.
    init(_ put: @escaping ([UInt8]) throws -> Void) { self.put = put }

    /// Appends text unchanged.
    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.blockBytes { try flush() }
    }

    /// Writes the buffered text.
    func flush() throws {
        guard !buffer.isEmpty else { return }
        try put(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A text file that is written completely or not at all: it is renamed to its path when it is complete.
///
/// A symbolic link is followed. Devices and pipes are written directly.
struct AtomicFile {
    private let path: String
    /// The path of the temporary file; `nil` if the text is written directly.
    private let draft: String?
    private let descriptor: Int32

    /// Creates the temporary file next to the final one; throws if that fails.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - inputs: Files that must not be overwritten, by any path.
    init(_ path: String, excluding inputs: [String] = []) throws {
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

    /// Writes the file; deletes the temporary file after an error.
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

    /// Whether a path is the file with this status.
    private static func isFile(_ path: String, _ status: stat) -> Bool {
        var own = stat()
        return stat(path, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
    }

    /// The target of a symbolic link, so that the link is kept; other paths unchanged.
    private static func resolved(_ path: String) throws -> String {
        var own = stat()
        guard lstat(path, &own) == 0, own.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let real = realpath(path, nil) else { throw OutputFailure(number: errno, target: path) }
        defer { free(real) }
        return String(cString: real)
    }
}

extension Output {
    /// Writes all bytes.
    static func put(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(OutputFailure) {
        let code = WholeFile.write(bytes, to: descriptor)
        guard code == 0 else { throw OutputFailure(number: code, target: name) }
    }
}
