import Glibc

/// Reads the lines of standard input, each as soon as it has arrived.
struct InputLines {
    /// The longest line in bytes; the rest of a longer line is skipped.
    private static let maxLineBytes = 1024

    /// The number of the last line, from 1.
    private(set) var number = 0
    private var bytes: [UInt8] = []
    private var isAtEnd = false
    /// Why reading has failed; `nil` at the end of the input.
    private(set) var failure: InputFailure?

    /// The next line that is not blank; `nil` after the last one.
    mutating func next() -> String? {
        while true {
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[..<end].prefix(Self.maxLineBytes)
                bytes.removeFirst(end + 1)
                number += 1
                if !line.isBlank { return String(decoding: line, as: UTF8.self) }
            }
            if isAtEnd {
                defer { bytes = [] }
                number += 1
                return bytes.isBlank ? nil : String(decoding: bytes.prefix(Self.maxLineBytes), as: UTF8.self)
            }
            if bytes.count > Self.maxLineBytes { bytes.removeSubrange(Self.maxLineBytes...) }
            read()
        }
    }

    /// Skips the complete lines that have already arrived.
    mutating func skipWaiting() {
        while true {
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                bytes.removeFirst(end + 1)
                number += 1
            }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard !isAtEnd, poll(&input, 1, 0) > 0 else { return }
            read()
        }
    }

    private mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = chunk.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes += chunk[..<count]
        } else if count == 0 {
            isAtEnd = true
        } else if errno == EAGAIN {
            // The descriptor was set to non-blocking elsewhere, so wait here.
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            _ = poll(&input, 1, -1)
        } else if errno != EINTR {
            failure = InputFailure(reason: String(cString: strerror(errno)))
            isAtEnd = true
        }
    }
}

/// Standard input cannot be read. The description completes "failed to …".
struct InputFailure: Error, Hashable, CustomStringConvertible {
    let reason: String

    var description: String { "read standard input: \(reason); pipe a program or a file into it" }
}

extension Sequence<UInt8> {
    fileprivate var isBlank: Bool {
        allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }
}
