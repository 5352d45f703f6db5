import CommandOutput
import Glibc
import Platform

/// A text file that is written completely or not at all: it is renamed to its path when it is complete.
///
/// A symbolic link is followed. Devices and pipes are written directly.
package struct AtomicFile {
    private let path: String
    /// The path of the temporary file; `nil` if the text is written directly.
    private let draft: String?
    private let descriptor: Int32

    /// Creates the temporary file next to the final one; throws if that fails.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - inputs: Files that must not be overwritten, by any path.
    package init(_ path: String, excluding inputs: [String] = []) throws {
        var former = stat()
        let isThere = stat(path, &former) == 0
        if isThere, let input = inputs.first(where: { Self.isFile($0, former) }) {
            throw OutputIsInput(path: path, recording: input)
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
    package func fill(_ body: (TextSink) throws -> Void) throws {
        defer { close(descriptor) }
        do {
            let sink = TextSink { try Output.write($0, to: descriptor, named: path) }
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

/// The output file is a recording that is read.
package struct OutputIsInput: Error, CustomStringConvertible {
    let path: String
    let recording: String

    package var description: String { "--out \(path) is the recording \(recording) itself; name another file." }
}
