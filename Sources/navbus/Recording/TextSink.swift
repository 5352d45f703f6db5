import Glibc

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
struct WholeFile {
    private let path: String
    private let draft: String
    private let descriptor: Int32

    /// Makes the draft beside it; throws if that cannot be done.
    init(_ path: String) throws {
        self.path = path
        var template = Array("\(path).XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw OutputFailure(number: errno, target: path) }
        draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        fchmod(descriptor, 0o644)
    }

    /// Fills the file; it is thrown away if that fails.
    func fill(_ body: (TextSink) throws -> Void) throws {
        defer { close(descriptor) }
        do {
            let sink = TextSink { try Output.put($0, to: descriptor, named: path) }
            try body(sink)
            try sink.flush()
            guard rename(draft, path) == 0 else { throw OutputFailure(number: errno, target: path) }
        } catch {
            unlink(draft)
            throw error
        }
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
